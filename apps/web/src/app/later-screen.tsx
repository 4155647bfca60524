import { useLocation } from 'react-router'
import { useWords, wordOf } from '#locales/i18n.ts'
import { useGo } from '#platform/navigation.ts'
import { Button } from '#ui/button.tsx'
import { Page } from '#ui/page.tsx'
import { Empty } from '#ui/states.tsx'
import { Text } from '#ui/text.tsx'
import { entryAt } from './screens.ts'

const slices = ['agreement', 'apply', 'authentication'] as const

/** Stands for a screen that is not built yet: says so, says what one can do now, and leads home. */
export function LaterScreen() {
  const t = useWords('later')
  const go = useGo()
  const entry = entryAt(useLocation().pathname)
  const slice = slices.find((one) => one === entry?.slice)
  return (
    <Page>
      <Empty
        icon="clock"
        title={t('title', { title: entry === undefined ? '' : wordOf(entry.screen.titleKey) })}
        action={<Button onPress={go.home}>{t('home')}</Button>}
      >
        <Text as="p">{t('lead')}</Text>
        {slice !== undefined && <Text as="p">{t(`now.${slice}`)}</Text>}
      </Empty>
    </Page>
  )
}
