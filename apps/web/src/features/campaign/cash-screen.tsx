import { useEffect } from 'react'
import { useWords } from '#locales/i18n.ts'
import { keepInvite } from '#platform/invite.ts'
import { useGo } from '#platform/navigation.ts'
import { idOf, to, useAddressQuery, useScreenParams } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Page } from '#ui/page.tsx'
import { ConditionsCard, PacketCard, RulesCard, TermsCard } from './activity-cards.tsx'
import { ActivityGate } from './activity-gate.tsx'
import { Acts, hasActs } from './acts.tsx'
import type { Activity } from './campaign.queries.ts'
import { campaignScreens } from './campaign.screens.ts'
import { CouponCard } from './coupon-card.tsx'
import { InviteCard } from './invite-card.tsx'
import { StateCard } from './state-card.tsx'

export function CashScreen() {
  const { id } = useScreenParams(campaignScreens.cash)
  const invite = useAddressQuery().get('invite')
  useEffect(() => keepInvite(invite), [invite])
  return <ActivityGate id={idOf(id)}>{(activity) => <CashPage activity={activity} />}</ActivityGate>
}

function CashPage({ activity }: { activity: Activity }) {
  return (
    <Page
      action={activity.mine !== null && <RecordsLink activityId={activity.activityId} />}
      footer={hasActs(activity) && <Acts activity={activity} />}
    >
      <StateCard activity={activity} />
      <PacketCard activity={activity} />
      <CouponCard activity={activity} />
      <ConditionsCard activity={activity} />
      <InviteCard activity={activity} />
      <TermsCard activity={activity} />
      <RulesCard activity={activity} />
    </Page>
  )
}

function RecordsLink({ activityId }: { activityId: number }) {
  const t = useWords('campaign')
  const go = useGo()
  return (
    <Button kind="text" onPress={() => go.to(to(campaignScreens.records, { activityId }))}>
      {t('records')}
    </Button>
  )
}
