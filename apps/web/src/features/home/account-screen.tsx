import type { Api } from '@fyh/contract/api.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import { agreementScreens } from '#features/agreement/agreement.screens.ts'
import { applyScreens } from '#features/apply/apply.screens.ts'
import { campaignScreens } from '#features/campaign/campaign.screens.ts'
import { cardScreens } from '#features/card/card.screens.ts'
import { couponScreens } from '#features/coupon/coupon.screens.ts'
import { equityScreens } from '#features/equity/equity.screens.ts'
import { loanScreens } from '#features/loan/loan.screens.ts'
import { messageScreens } from '#features/message/message.screens.ts'
import { repayScreens } from '#features/repay/repay.screens.ts'
import { serviceScreens } from '#features/service/service.screens.ts'
import { sessionScreens } from '#features/session/session.screens.ts'
import { settingsScreens } from '#features/settings/settings.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { yuan } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { pageFact } from '#platform/page-facts.ts'
import { useQuery } from '#platform/query.ts'
import { to } from '#platform/screen.ts'
import { isLoggedIn } from '#platform/store.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Figure } from '#ui/figure.tsx'
import { List, ListRow } from '#ui/list.tsx'
import { Page } from '#ui/page.tsx'
import { Failed, Loading } from '#ui/states.tsx'
import { Tag } from '#ui/tag.tsx'
import { Spread, Stack, Text } from '#ui/text.tsx'
import { accountLook } from './home.queries.ts'

type Account = DataOf<Api['home']['account']>

export function AccountScreen() {
  return isLoggedIn() ? <BorrowerAccount /> : <GuestAccount />
}

function GuestAccount() {
  const t = useWords('borrower')
  const home = useWords('home')
  const go = useGo()
  return (
    <Page>
      <Card centred>
        <Text centred>{t('account.guestTitle')}</Text>
        <Button block onPress={() => go.to(to(sessionScreens.login, undefined, { redirectUrl: '/account' }))}>
          {home('login')}
        </Button>
      </Card>
      <Card rows>
        <List>
          <ListRow title={home('guest.banks')} icon="card" onPress={() => go.to(to(cardScreens.supportedBanks))} />
          <ListRow
            title={t('account.settings')}
            note={t('account.settingsNote')}
            icon="gear"
            onPress={() => go.to(to(settingsScreens.setting))}
          />
        </List>
      </Card>
      <Service feedback={false} />
    </Page>
  )
}

/** Help and whom to ask; feedback needs a login, so a guest's way to it is the page of customer service. */
function Service({ feedback }: { feedback: boolean }) {
  const t = useWords('borrower')
  const go = useGo()
  return (
    <Card rows>
      <List>
        <ListRow title={t('account.help')} icon="help" onPress={() => go.to(to(serviceScreens.help))} />
        <ListRow
          title={t('account.service')}
          note={pageFact('service-phone')}
          icon="headset"
          onPress={() => go.to(to(serviceScreens.contact))}
        />
        {feedback && <ListRow title={t('account.feedback')} icon="complain" onPress={() => go.to(to(serviceScreens.tickets))} />}
      </List>
    </Card>
  )
}

function BorrowerAccount() {
  const account = useQuery(accountLook())
  return (
    <Page>
      {account.data !== undefined && <Places account={account.data} />}
      {account.data === undefined && (account.isError ? <Failed onRetry={() => account.refetch()} /> : <Loading />)}
    </Page>
  )
}

function Places({ account }: { account: Account }) {
  const t = useWords('borrower')
  const go = useGo()
  return (
    <>
      <Who account={account} />
      <Card rows>
        <List>
          <ListRow title={t('account.records')} icon="paper" onPress={() => go.to(to(loanScreens.records))} />
          <ListRow title={t('account.bills')} icon="calendar" onPress={() => go.to(to(repayScreens.bills))} />
          <ListRow
            title={t('account.cards')}
            icon="card"
            value={t('account.cardCount', { count: account.cards })}
            onPress={() => go.to(to(cardScreens.selectBank))}
          />
          <ListRow
            title={t('account.messages')}
            icon="bell"
            value={<Badge count={account.unread} label={t('unreadCount', { count: account.unread })} />}
            onPress={() => go.to(to(messageScreens.center))}
          />
          <ListRow title={t('account.agreements')} icon="paper" onPress={() => go.to(to(agreementScreens.signed))} />
        </List>
      </Card>
      <Owned owned={account.owned} />
      <Card rows>
        <List>
          <ListRow
            title={t('account.settings')}
            note={t('account.settingsNote')}
            icon="gear"
            onPress={() => go.to(to(settingsScreens.setting))}
          />
        </List>
      </Card>
      <Service feedback />
    </>
  )
}

/** What can be used now; the pages behind have what was used or has ended. */
function Owned({ owned: { coupons, benefits, redPackets } }: Pick<Account, 'owned'>) {
  const t = useWords('borrower')
  const go = useGo()
  const some = (count: number, words: string) => (count > 0 ? words : t('account.none'))
  return (
    <Card rows>
      <List>
        <ListRow
          title={t('account.coupons')}
          icon="ticket"
          value={some(coupons, t('account.couponCount', { count: coupons }))}
          onPress={() => go.to(to(couponScreens.coupons))}
        />
        <ListRow
          title={t('account.benefits')}
          icon="gift"
          value={some(benefits, t('account.benefitCount', { count: benefits }))}
          onPress={() => go.to(to(equityScreens.order))}
        />
        <ListRow
          title={t('account.redPackets')}
          icon="money"
          value={some(redPackets, t('account.redPacketCount', { count: redPackets }))}
          onPress={() => go.to(to(campaignScreens.receive))}
        />
      </List>
    </Card>
  )
}

function Who({ account }: { account: Account }) {
  const t = useWords('borrower')
  const go = useGo()
  const verified = account.realName === 'verified'
  return (
    <Card>
      <Stack gap={3}>
        <Spread>
          <div>
            <Text size="lead" as="h2">
              {account.name ?? t('account.noName')}
            </Text>
            <Text size="quiet" figures>
              {account.mobile}
            </Text>
          </div>
          <Tag tone={verified ? 'positive' : 'warning'}>{verified ? t('account.verified') : t('account.unverified')}</Tag>
        </Spread>
        {account.availableFen !== null && (
          <Spread>
            <Text size="quiet">{t('account.available')}</Text>
            <Figure size="medium" sign={t('base:yuanSign')} amount={yuan(account.availableFen)} />
          </Spread>
        )}
        {!verified && (
          <Button kind="quiet" block onPress={() => go.to(to(applyScreens.next))}>
            {t('account.verify')}
          </Button>
        )}
      </Stack>
    </Card>
  )
}
