import { applyScreens } from '#features/apply/apply.screens.ts'
import { cardScreens } from '#features/card/card.screens.ts'
import { repayScreens } from '#features/repay/repay.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { exactTimeOf, monthDay, yuan } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { pageFact } from '#platform/page-facts.ts'
import { to } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Icon, type IconName } from '#ui/icon.tsx'
import { SignRow } from '#ui/sign-row.tsx'
import type { Tone } from '#ui/tag.tsx'
import { Text } from '#ui/text.tsx'
import styles from './campaign.module.css'
import type { Activity, Packet } from './campaign.queries.ts'
import { campaignScreens } from './campaign.screens.ts'
import { useTransferReason } from './transfer-reason.ts'

type Link = { readonly label: string; readonly path: string }
type State = {
  readonly icon: IconName
  readonly tone: Tone
  readonly title: string
  readonly body?: string
  /** A second sentence on a line of its own. */
  readonly more?: string
  readonly links?: readonly Link[]
  /** Offers the phone of customer service. */
  readonly service?: boolean
}

/** Where the borrower or the activity stands, what that means and what can be done; nothing while the red packet can simply be received. */
export function StateCard({ activity }: { activity: Activity }) {
  const state = useActivityState(activity)
  if (state === undefined) return null
  const { icon, tone, title, body, more, links = [], service = false } = state
  const phone = service ? pageFact('service-phone') : undefined
  return (
    <Card>
      <SignRow
        sign={<Icon name={icon} size={20} />}
        tone={tone}
        links={links.length === 0 && phone === undefined ? undefined : <Links links={links} phone={phone} />}
      >
        <Text as="h2" strong figures>
          {title}
        </Text>
        {body !== undefined && (
          <Text size="quiet" figures>
            {body}
          </Text>
        )}
        {more !== undefined && (
          <Text size="quiet" figures>
            {more}
          </Text>
        )}
      </SignRow>
    </Card>
  )
}

function Links({ links, phone }: { links: readonly Link[]; phone: string | undefined }) {
  const t = useWords('campaign')
  const go = useGo()
  return (
    <>
      {links.map(({ label, path }) => (
        <Button key={path} kind="text" onPress={() => go.to(path)}>
          {label}
        </Button>
      ))}
      {phone !== undefined && (
        <a data-kind="text" className={styles.service} href={`tel:${phone}`}>
          {t('state.service')}
        </a>
      )}
    </>
  )
}

function useActivityState(activity: Activity): State | undefined {
  const ofPacket = usePacketState()
  const ofRefusal = useRefusalState()
  const packet = activity.mine?.packet ?? null
  return packet === null ? ofRefusal(activity) : ofPacket(activity.activityId, packet)
}

function usePacketState(): (activityId: number, packet: Packet) => State {
  const t = useWords('campaign')
  const reasonWords = useTransferReason()
  return (activityId, { state, amountFen, validUntil, transfer }) => {
    const amount = yuan(amountFen)
    const records = [{ label: t('records'), path: to(campaignScreens.records, { activityId }) }]
    const until = t('state.until', { time: exactTimeOf(validUntil) })
    switch (state) {
      case 'held': {
        const isBack = transfer !== null && (transfer.status === 'failed' || transfer.status === 'returned')
        if (!isBack) return { icon: 'check', tone: 'positive', title: t('state.held', { amount }), body: until, links: records }
        const body = reasonWords(transfer.reason)
        return { icon: 'swap', tone: 'negative', title: t('state.failed', { amount }), body, more: until, links: records }
      }
      case 'cashingOut': {
        const body = transfer === null ? undefined : t('state.cashingOutBody', { time: exactTimeOf(transfer.orderedAt) })
        return { icon: 'refresh', tone: 'warning', title: t('state.cashingOut', { amount }), ...(body && { body }), links: records }
      }
      case 'cashedOut':
      case 'writtenOff': {
        const body =
          transfer === null
            ? undefined
            : t('state.cashedOutBody', { time: exactTimeOf(transfer.endedAt ?? transfer.orderedAt), card: cardOf(transfer) })
        return { icon: 'check', tone: 'positive', title: t('state.cashedOut', { amount }), ...(body && { body }), links: records }
      }
      case 'expired':
        return {
          icon: 'clock',
          tone: 'quiet',
          title: t('state.expired'),
          body: t('state.expiredBody', { time: exactTimeOf(validUntil) }),
          links: records,
        }
      case 'takenBack':
        return { icon: 'alert', tone: 'quiet', title: t('state.takenBack'), body: t('state.takenBackBody'), links: records }
    }
  }
}

const cardOf = ({ bankName, cardTail }: NonNullable<Packet['transfer']>): string => `${bankName ?? ''} (${cardTail})`.trim()

function useRefusalState(): (activity: Activity) => State | undefined {
  const t = useWords('campaign')
  const ofTasks = useTasksState()
  return (activity) => {
    const { activityId, state, startsAt, endsAt, mine, coupon } = activity
    const from = exactTimeOf(startsAt)
    const end = exactTimeOf(endsAt)
    if (state === 'notBegun')
      return { icon: 'clock', tone: 'quiet', title: t('state.notBegun'), body: t('state.window', { from, to: end }) }
    if (state === 'over') return { icon: 'lock', tone: 'quiet', title: t('state.over'), body: t('state.overBody', { time: end }) }
    if (state === 'budgetUsed') {
      const body = t(coupon === null ? 'state.budgetUsed' : 'state.budgetOrCouponsUsed')
      return { icon: 'lock', tone: 'quiet', title: t('state.over'), body }
    }
    switch (mine?.refusal) {
      case 'ACTIVITY_TASKS_OPEN':
        return ofTasks(activity)
      case 'ACTIVITY_NEW_USERS_ONLY':
        return { icon: 'person', tone: 'quiet', title: t('state.newUsersOnly'), body: t('state.newUsersOnlyBody', { time: from }) }
      case 'ACTIVITY_ACCOUNT_BLOCKED':
        return { icon: 'shield', tone: 'warning', title: t('state.blocked'), body: t('state.blockedBody'), service: true }
      case 'IDENTITY_REQUIRED': {
        const links = [{ label: t('state.verify'), path: to(applyScreens.next) }]
        return { icon: 'shield', tone: 'warning', title: t('state.blocked'), body: t('state.verifyBody'), links, service: true }
      }
      case 'ACTIVITY_CARD_MISSING': {
        const next = to(campaignScreens.cash, { id: activityId })
        const links = [{ label: t('state.addCard'), path: to(cardScreens.addBankCard, undefined, { next }) }]
        return { icon: 'card', tone: 'warning', title: t('state.cardMissing'), body: t('state.cardMissingBody'), links }
      }
      default:
        return undefined
    }
  }
}

function useTasksState(): (activity: Activity) => State {
  const t = useWords('campaign')
  return ({ mine }) => {
    const open = mine?.conditions.find(({ kind, done }) => kind !== 'card' && !done)
    const title = t('state.tasksOpen')
    if (open === undefined || open.kind === 'card') return { icon: 'calendar', tone: 'warning', title }
    if (open.dueOn === null || open.loanId === null) return { icon: 'calendar', tone: 'warning', title, body: t(`state.how.${open.kind}`) }
    const links = [{ label: t('state.plan'), path: to(repayScreens.plan, undefined, { loanId: open.loanId }) }]
    return { icon: 'calendar', tone: 'warning', title, body: t('state.dueOn', { date: monthDay(open.dueOn) }), links }
  }
}
