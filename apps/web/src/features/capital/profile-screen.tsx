import { useState } from 'react'
import { AgreementSheet } from '#blocks/agreement-sheet.tsx'
import { useWords } from '#locales/i18n.ts'
import { dateTimeOf, dayOf } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { useQuery } from '#platform/query.ts'
import { to } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Page } from '#ui/page.tsx'
import { Empty, Failed, Loading } from '#ui/states.tsx'
import { Table } from '#ui/table.tsx'
import { Tag } from '#ui/tag.tsx'
import { Spread, Stack, Text } from '#ui/text.tsx'
import { type Consent, type HeldPartner, profileLook } from './capital.queries.ts'
import { capitalScreens } from './capital.screens.ts'
import { WithdrawConsent } from './withdraw-consent.tsx'

/** What each partner holds of the borrower and by which consent; a consent can be withdrawn here. */
export function ProfileScreen() {
  const profile = useQuery(profileLook())
  const [withdrawing, setWithdrawing] = useState<Consent>()
  if (profile.data === undefined)
    return <Page>{profile.isError ? <Failed onRetry={() => profile.refetch()} /> : <Loading figure={false} />}</Page>
  if (profile.data.partners.length === 0) return <Nothing />
  return (
    <Page>
      {profile.data.partners.map((partner) => (
        <PartnerHolds key={partner.capitalId} partner={partner} onWithdraw={setWithdrawing} />
      ))}
      {withdrawing !== undefined && <WithdrawConsent consent={withdrawing} onClose={() => setWithdrawing(undefined)} />}
    </Page>
  )
}

function Nothing() {
  const t = useWords('capital')
  const go = useGo()
  return (
    <Page>
      <Empty
        icon="shield"
        title={t('profile.none')}
        action={<Button onPress={() => go.to(to(capitalScreens.jsd))}>{t('form.begin')}</Button>}
      >
        {t('profile.noneBody')}
      </Empty>
    </Page>
  )
}

type HoldsProps = { readonly partner: HeldPartner; readonly onWithdraw: (consent: Consent) => void }

function PartnerHolds({ partner, onWithdraw }: HoldsProps) {
  const t = useWords('capital')
  const { held } = partner
  return (
    <Card
      title={partner.name}
      extra={partner.runningLoans > 0 ? <Tag>{t('profile.loans', { count: partner.runningLoans })}</Tag> : undefined}
    >
      <Stack gap={3}>
        <Text size="small">{t('lender.licence', { type: t(`lender.type.${partner.type}`), licence: partner.licence })}</Text>
        {held.length === 0 ? (
          <Text size="quiet">{t('profile.nothingSent')}</Text>
        ) : (
          <Table
            label={t('profile.held', { lender: partner.name })}
            columns={[
              { key: 'item', head: t('profile.item') },
              { key: 'purpose', head: t('profile.purpose') },
              { key: 'sent', head: t('profile.sent'), whole: true },
            ]}
            rows={newestOf(held).map(({ item, purpose, sentAt }) => ({
              key: `${item} ${purpose}`,
              cells: [t(`item.${item}`), t(`purpose.${purpose}`), dayOf(sentAt)],
            }))}
          />
        )}
        {partner.consents.map((consent) => (
          <ConsentRow key={consent.consentId} consent={consent} onWithdraw={onWithdraw} />
        ))}
      </Stack>
    </Card>
  )
}

/** Each item and purpose once, at the time it was sent last. */
function newestOf(held: HeldPartner['held']): HeldPartner['held'] {
  return held.filter((one, place) => held.findIndex(({ item, purpose }) => item === one.item && purpose === one.purpose) === place)
}

function ConsentRow({ consent, onWithdraw }: { consent: Consent; onWithdraw: (consent: Consent) => void }) {
  const t = useWords('capital')
  const [reading, setReading] = useState(false)
  const { text, givenAt, withdrawnAt, capitalId } = consent
  return (
    <div>
      <Spread>
        <div>
          <Button kind="text" onPress={() => setReading(true)}>
            {t('profile.text', { title: text.title, version: text.version })}
          </Button>
          <Text size="small" figures>
            {withdrawnAt === null
              ? t('profile.since', { time: dateTimeOf(givenAt) })
              : t('profile.withdrawn', { time: dateTimeOf(withdrawnAt) })}
          </Text>
        </div>
        {withdrawnAt === null ? (
          <Button kind="quiet" size="small" onPress={() => onWithdraw(consent)} label={t('profile.withdrawOf', { title: text.title })}>
            {t('profile.withdraw')}
          </Button>
        ) : (
          <Tag>{t('profile.ended')}</Tag>
        )}
      </Spread>
      {reading && (
        <AgreementSheet
          agreementKey={text.key}
          title={text.title}
          source={{ kind: 'partner', capitalId }}
          onClose={() => setReading(false)}
        />
      )}
    </div>
  )
}
