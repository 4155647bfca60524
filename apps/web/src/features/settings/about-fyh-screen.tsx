import { constants } from '@fyh/contract/options.ts'
import { lazy, Suspense } from 'react'
import { useWords } from '#locales/i18n.ts'
import { useBrandFace } from '#platform/brand-face.tsx'
import { useGo } from '#platform/navigation.ts'
import { to } from '#platform/screen.ts'
import { Card } from '#ui/card.tsx'
import { KeyValue, KeyValueList } from '#ui/key-value.tsx'
import { List, ListRow } from '#ui/list.tsx'
import { BrandMark, Page } from '#ui/page.tsx'
import { Loading } from '#ui/states.tsx'
import { Text } from '#ui/text.tsx'
import styles from './about-fyh-screen.module.css'
import { settingsScreens } from './settings.screens.ts'

const OpenSourceCard = lazy(async () => ({ default: (await import('./open-source-card.tsx')).OpenSourceCard }))

/** What the product is, its version, and the open-source software that it carries to a phone. */
export function AboutFyhScreen() {
  const t = useWords('settings')
  const go = useGo()
  const brand = useBrandFace()
  return (
    <Page>
      <Card centred>
        <div className={styles.brand}>
          <BrandMark mark={brand.mark} />
        </div>
        <Text size="lead" as="h2">
          {brand.name}
        </Text>
      </Card>
      <Card rows>
        <KeyValueList>
          <KeyValue name={t('about')} value={constants.appVersion} />
        </KeyValueList>
      </Card>
      <Card rows>
        <List>
          <ListRow title={t('aboutUs')} note={t('product.usNote')} icon="info" onPress={() => go.to(to(settingsScreens.aboutUs))} />
        </List>
      </Card>
      <Suspense fallback={<Loading figure={false} cards={1} />}>
        <OpenSourceCard />
      </Suspense>
    </Page>
  )
}
