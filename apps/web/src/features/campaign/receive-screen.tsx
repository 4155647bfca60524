import { useWords } from '#locales/i18n.ts'
import { exactTimeOf, yuan } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { useQuery } from '#platform/query.ts'
import { idOf, to, useAddressQuery } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Figure } from '#ui/figure.tsx'
import { List, ListRow } from '#ui/list.tsx'
import { Page } from '#ui/page.tsx'
import { ResultMoment } from '#ui/result-moment.tsx'
import { Empty, Failed, Loading } from '#ui/states.tsx'
import { Text } from '#ui/text.tsx'
import { ConditionsCard, PacketCard } from './activity-cards.tsx'
import { ActivityGate } from './activity-gate.tsx'
import { Acts, hasActs } from './acts.tsx'
import styles from './campaign.module.css'
import { type Activity, overviewLook } from './campaign.queries.ts'
import { campaignScreens } from './campaign.screens.ts'
import { CouponCard } from './coupon-card.tsx'
import { PacketPicture } from './packet-picture.tsx'
import { StateCard } from './state-card.tsx'

export function ReceiveScreen() {
  const activityId = useAddressQuery().get('activityId')
  if (activityId === null) return <Overview />
  return <ActivityGate id={idOf(activityId)}>{(activity) => <ReceivePage activity={activity} />}</ActivityGate>
}

function ReceivePage({ activity }: { activity: Activity }) {
  const t = useWords('campaign')
  const go = useGo()
  const packet = activity.mine?.packet ?? null
  const isFresh = packet !== null && packet.state === 'held' && packet.transfer === null
  return (
    <Page footer={hasActs(activity) && <Acts activity={activity} />}>
      {isFresh ? (
        <ResultMoment state="done" title={t('received')} amount={yuan(packet.amountFen)} sign={t('base:yuanSign')}>
          {t('receivedBody', { time: exactTimeOf(packet.validUntil) })}
        </ResultMoment>
      ) : (
        <>
          <StateCard activity={activity} />
          <PacketCard activity={activity} />
          {packet === null && <ConditionsCard activity={activity} />}
        </>
      )}
      <CouponCard activity={activity} />
      <div className={styles.more}>
        <Button kind="text" onPress={() => go.to(to(campaignScreens.cash, { id: activity.activityId }))}>
          {t('seeRules')}
        </Button>
      </div>
    </Page>
  )
}

/** The balance, and every activity one can take part in or has a red packet of. */
function Overview() {
  const t = useWords('campaign')
  const go = useGo()
  const overview = useQuery(overviewLook())
  if (overview.data === undefined) return <Page>{overview.isError ? <Failed onRetry={() => overview.refetch()} /> : <Loading />}</Page>
  const { balanceFen, activities } = overview.data
  return (
    <Page title={t('overview.title')}>
      <Card centred>
        <PacketPicture />
        <Text size="quiet">{t('overview.balance')}</Text>
        <Figure sign={t('base:yuanSign')} amount={yuan(balanceFen)} />
      </Card>
      {activities.length === 0 ? (
        <Empty icon="box" title={t('overview.empty')} action={<Button onPress={go.home}>{t('toHome')}</Button>}>
          {t('overview.emptyBody')}
        </Empty>
      ) : (
        <Card rows title={t('overview.activities')}>
          <List label={t('overview.activities')}>
            {activities.map((activity) => (
              <ListRow
                key={activity.activityId}
                title={activity.title}
                note={t(`overview.${stateOf(activity)}`)}
                value={
                  <Figure size="inline" sign={t('base:yuanSign')} amount={yuan(activity.mine?.packet?.amountFen ?? activity.rewardFen)} />
                }
                onPress={() => go.to(to(campaignScreens.cash, { id: activity.activityId }))}
              />
            ))}
          </List>
        </Card>
      )}
    </Page>
  )
}

function stateOf({ mine }: Activity) {
  if (mine?.packet != null) return mine.packet.state
  return mine?.refusal === null ? 'canReceive' : 'notYet'
}
