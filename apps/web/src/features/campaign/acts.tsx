import { useState } from 'react'
import { useWords } from '#locales/i18n.ts'
import { yuan } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { to, useAddressQuery } from '#platform/screen.ts'
import { isLoggedIn } from '#platform/store.ts'
import { Button } from '#ui/button.tsx'
import { type Activity, useReceiving } from './campaign.queries.ts'
import { campaignScreens } from './campaign.screens.ts'
import { CashOutSheet } from './cash-out-sheet.tsx'
import { Choices } from './choices.tsx'

/** What can be done with a red packet now: receive it or not, transfer it or not; nothing where nothing can be done. */
export function Acts({ activity }: { activity: Activity }) {
  if (activity.mine?.packet?.state === 'held') return <Transfer activity={activity} />
  return canReceive(activity) ? <Receive activity={activity} /> : null
}

export const hasActs = (activity: Activity): boolean => activity.mine?.packet?.state === 'held' || canReceive(activity)

/** A guest may try: where they stand is known after the login. */
const canReceive = ({ mine, state }: Activity): boolean =>
  state === 'open' && (mine === null || (mine.packet === null && mine.refusal === null))

function Receive({ activity: { activityId, rewardFen, mine } }: { activity: Activity }) {
  const t = useWords('campaign')
  const go = useGo()
  const receiving = useReceiving()
  const receive = async () => {
    // A guest logs in on the way and comes back to receive.
    if (isLoggedIn() && mine !== null) await receiving.mutateAsync(activityId)
    go.to(to(campaignScreens.receive, undefined, { activityId }))
  }
  return (
    <Choices>
      <Button kind="quiet" block onPress={go.back}>
        {t('notNow')}
      </Button>
      <Button block loading={receiving.isPending} onPress={receive}>
        {mine === null ? t('logInToReceive') : t('receive', { amount: yuan(rewardFen) })}
      </Button>
    </Choices>
  )
}

function Transfer({ activity }: { activity: Activity }) {
  const t = useWords('campaign')
  const go = useGo()
  // A card that was added for this transfer leads straight back to it.
  const [isOpen, open] = useState(useAddressQuery().has('cardId'))
  return (
    <>
      <Choices>
        <Button kind="quiet" block onPress={go.back}>
          {t('transferLater')}
        </Button>
        <Button block onPress={() => open(true)}>
          {t('transfer')}
        </Button>
      </Choices>
      {isOpen && <CashOutSheet activity={activity} onClose={() => open(false)} />}
    </>
  )
}
