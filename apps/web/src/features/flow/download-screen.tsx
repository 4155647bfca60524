import { useState } from 'react'
import { AgreementSheet } from '#blocks/agreement-sheet.tsx'
import { homeScreens } from '#features/home/home.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { useBrandFace } from '#platform/brand-face.tsx'
import { currentHost, useGo } from '#platform/navigation.ts'
import { useQuery } from '#platform/query.ts'
import { to } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { KeyValue, KeyValueList } from '#ui/key-value.tsx'
import { List, ListRow } from '#ui/list.tsx'
import { Note } from '#ui/note.tsx'
import { Page } from '#ui/page.tsx'
import { Failed, Loading } from '#ui/states.tsx'
import { Text } from '#ui/text.tsx'
import { BrowserMask } from './browser-mask.tsx'
import styles from './download-screen.module.css'
import { type AppFacts, downloadLook } from './flow.queries.ts'
import { PhonePicture } from './pictures.tsx'
import { ScanCard } from './scan-card.tsx'
import { storeFor } from './store-for.ts'

/** Where the app is to be had, by the system of the phone; everything else of the product works without it. */
export function DownloadScreen() {
  const app = useQuery(downloadLook())
  if (app.data === undefined) return <Page>{app.isError ? <Failed onRetry={() => app.refetch()} /> : <Loading />}</Page>
  return <Download app={app.data} />
}

function Download({ app }: { app: AppFacts }) {
  const t = useWords('flow')
  const go = useGo()
  const { isNativeApp, kind } = currentHost()
  const [isMasked, setMasked] = useState(false)
  const blocked = kind === 'messenger' || kind === 'miniProgram' ? kind : undefined
  const own = storeFor(navigator.userAgent, app.stores)
  const open = (address: string) => (blocked === undefined ? window.location.assign(address) : setMasked(true))
  const toWeb = () => go.replace(to(homeScreens.home))
  return (
    <Page
      footer={
        <div className={styles.acts}>
          <Button block kind="quiet" onPress={toWeb}>
            {t(isNativeApp ? 'middle.home' : 'download.continue')}
          </Button>
          {own !== undefined && !isNativeApp && (
            <Button block onPress={() => open(own.address)}>
              {t('download.open')}
            </Button>
          )}
        </div>
      }
    >
      <AppCard version={app.version} />
      {isNativeApp && <Note>{t('download.inApp')}</Note>}
      {!isNativeApp && app.stores.length === 0 && <Note>{t('download.noStore')}</Note>}
      {!isNativeApp && app.stores.length > 0 && (
        <>
          <ScanCard />
          <Card rows>
            <List label={t('download.stores')}>
              {app.stores.map(({ kind: store, address }) => (
                <ListRow
                  key={store}
                  icon={<span className={styles.store}>{t(`download.store.${store}.sign`)}</span>}
                  title={t(`download.store.${store}.name`)}
                  note={t(`download.store.${store}.note`)}
                  {...(blocked === undefined ? { href: address } : { onPress: () => setMasked(true) })}
                />
              ))}
            </List>
          </Card>
        </>
      )}
      <FactsCard app={app} />
      {!isNativeApp && (
        <Text size="small" centred>
          {t('download.web')}
        </Text>
      )}
      {isMasked && blocked !== undefined && <BrowserMask host={blocked} onClose={() => setMasked(false)} onWeb={toWeb} />}
    </Page>
  )
}

function AppCard({ version }: { version: string | null }) {
  const t = useWords('flow')
  const { name: brand } = useBrandFace()
  return (
    <Card>
      <div className={styles.app}>
        <div className={styles.picture}>
          <PhonePicture />
        </div>
        <div className={styles.text}>
          <Text size="lead" as="h2">
            {t('download.appName', { brand })}
          </Text>
          <Text size="quiet">{t('download.lead')}</Text>
          {version !== null && <Text size="small">{t('download.version', { version })}</Text>}
        </div>
      </div>
    </Card>
  )
}

function FactsCard({ app: { version, updatedOn, developer } }: { app: AppFacts }) {
  const t = useWords('flow')
  const { name } = useBrandFace()
  const [isReading, setReading] = useState(false)
  const facts = [
    { name: t('download.factName'), value: name },
    { name: t('download.factVersion'), value: version },
    { name: t('download.factUpdated'), value: updatedOn },
    { name: t('download.factDeveloper'), value: developer },
  ]
  return (
    <Card rows>
      <KeyValueList>
        {facts.map(({ name: fact, value }) => value !== null && <KeyValue key={fact} name={fact} value={value} short />)}
      </KeyValueList>
      <List>
        <ListRow title={t('download.privacy')} onPress={() => setReading(true)} />
      </List>
      {isReading && <AgreementSheet agreementKey="userPrivacy" title={t('download.privacy')} onClose={() => setReading(false)} />}
    </Card>
  )
}
