import { agreementScreens } from '#features/agreement/agreement.screens.ts'
import { serviceScreens } from '#features/service/service.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { useGo } from '#platform/navigation.ts'
import { useQuery } from '#platform/query.ts'
import { to } from '#platform/screen.ts'
import { Card } from '#ui/card.tsx'
import { KeyValue, KeyValueList } from '#ui/key-value.tsx'
import { List, ListRow } from '#ui/list.tsx'
import { Note } from '#ui/note.tsx'
import { Page } from '#ui/page.tsx'
import { Failed, Loading } from '#ui/states.tsx'
import { type About, aboutLook } from './settings.queries.ts'
import { settingsScreens } from './settings.screens.ts'

/** Who runs the product, who lends, and where the texts and customer service are. */
export function AboutUsScreen() {
  const about = useQuery(aboutLook())
  return (
    <Page>
      {about.data !== undefined && <Company company={about.data.company} />}
      {about.data !== undefined && <Lenders lenders={about.data.lenders} />}
      {about.data === undefined && (about.isError ? <Failed onRetry={() => about.refetch()} /> : <Loading figure={false} />)}
      <Links />
    </Page>
  )
}

/** A fact that is not set has no row; without any there is no card. */
function Company({ company: { name, creditCode, address, isExample } }: Pick<About, 'company'>) {
  const t = useWords('settings')
  if (name === null && creditCode === null && address === null) return null
  return (
    <>
      <Card rows title={t('us.company')}>
        <KeyValueList>
          {name !== null && <KeyValue name={t('us.name')} value={name} />}
          {creditCode !== null && <KeyValue name={t('us.creditCode')} value={creditCode} />}
          {address !== null && <KeyValue name={t('us.address')} value={address} />}
        </KeyValueList>
      </Card>
      {isExample && <Note>{t('us.example')}</Note>}
    </>
  )
}

function Lenders({ lenders }: Pick<About, 'lenders'>) {
  const t = useWords('settings')
  if (lenders.length === 0) return <Note>{t('us.noLenders')}</Note>
  return (
    <Card rows title={t('us.lenders')}>
      <List label={t('us.lenders')}>
        {lenders.map(({ lenderId, name, type, licence }) => (
          <ListRow key={lenderId} title={name} note={t('us.licence', { type: t(`us.type.${type}`), licence })} />
        ))}
      </List>
    </Card>
  )
}

function Links() {
  const t = useWords('settings')
  const go = useGo()
  return (
    <Card rows>
      <List label={t('us.more')}>
        <ListRow title={t('us.service')} icon="headset" onPress={() => go.to(to(serviceScreens.contact))} />
        <ListRow title={t('us.registration')} icon="paper" onPress={() => go.to(to(agreementScreens.registration))} />
        <ListRow title={t('us.privacy')} icon="shield" onPress={() => go.to(to(agreementScreens.userPrivacy))} />
        <ListRow title={t('us.sdk')} icon="paper" onPress={() => go.to(to(agreementScreens.sdkDescription))} />
        <ListRow title={t('aboutFyh')} icon="info" onPress={() => go.to(to(settingsScreens.aboutFyh))} />
      </List>
    </Card>
  )
}
