import { useRouteError } from 'react-router'
import { useWords } from '#locales/i18n.ts'
import { useBackOnline } from '#platform/back-online.ts'
import { Button } from '#ui/button.tsx'
import { Page } from '#ui/page.tsx'
import { Failed } from '#ui/states.tsx'
import { ScreenNotLoaded } from './load-screen.ts'

/** A screen that broke or could not be loaded: says so calmly and offers the one thing that helps. */
export function ScreenError() {
  const error = useRouteError()
  const t = useWords('shell')
  const isMissing = error instanceof ScreenNotLoaded
  const again = () => window.location.reload()
  useBackOnline(() => isMissing && again())
  return (
    <Page>
      <Failed
        title={isMissing ? t('error.chunkTitle') : t('error.crashTitle')}
        action={<Button onPress={again}>{t('error.reload')}</Button>}
      >
        {isMissing ? t('error.chunkBody') : t('error.crashBody')}
      </Failed>
    </Page>
  )
}
