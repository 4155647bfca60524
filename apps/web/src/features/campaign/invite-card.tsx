import { useWords } from '#locales/i18n.ts'
import { useQuery } from '#platform/query.ts'
import { to } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Failed, Loading } from '#ui/states.tsx'
import { Stack, Text } from '#ui/text.tsx'
import { toast } from '#ui/toast.tsx'
import styles from './campaign.module.css'
import { type Activity, inviteLook } from './campaign.queries.ts'
import { campaignScreens } from './campaign.screens.ts'

/** The link with which friends register, where an activity asks for that and the borrower can still take part. */
export function InviteCard({ activity }: { activity: Activity }) {
  const isAsked = activity.tasks.some((task) => task === 'friendRegisters' || task === 'friendBorrows')
  return isAsked && activity.state === 'open' && activity.mine?.packet === null ? <Invite activityId={activity.activityId} /> : null
}

function Invite({ activityId }: { activityId: number }) {
  const t = useWords('campaign')
  const invite = useQuery(inviteLook())
  if (invite.data === undefined)
    return (
      <Card title={t('invite.title')}>
        {invite.isError ? <Failed onRetry={() => invite.refetch()} /> : <Loading cards={1} figure={false} />}
      </Card>
    )
  const link = `${window.location.origin}${to(campaignScreens.cash, { id: activityId }, { invite: invite.data.code })}`
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      toast(t('invite.copied'))
    } catch {
      toast(t('invite.copyByHand'))
    }
  }
  return (
    <Card title={t('invite.title')} extra={t('invite.registered', { count: invite.data.registered })}>
      <Stack gap={2}>
        <Text size="quiet">
          <span className={styles.link}>{link}</span>
        </Text>
        <Button kind="quiet" block onPress={copy}>
          {t('invite.copy')}
        </Button>
        <Text size="small">{t('invite.note')}</Text>
      </Stack>
    </Card>
  )
}
