import { equityStatuses } from '@fyh/contract/equity.machine.ts'
import { serviceScreens } from '#features/service/service.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { exactTimeOf, yuan } from '#platform/format.ts'
import { useGo } from '#platform/navigation.ts'
import { to } from '#platform/screen.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Icon, type IconName } from '#ui/icon.tsx'
import { SignRow } from '#ui/sign-row.tsx'
import type { Tone } from '#ui/tag.tsx'
import { Text } from '#ui/text.tsx'
import type { Order } from './equity.queries.ts'
import { equityScreens } from './equity.screens.ts'
import { useCardOf, useReason } from './equity-words.ts'
import { RefundProgress } from './refund-progress.tsx'

type Link = 'refund' | 'otherCard' | 'buyAgain' | 'buyOnceMore' | 'service'
type State = {
  readonly icon: IconName
  readonly tone: Tone
  readonly title: string
  readonly body: string
  readonly more?: string
  readonly links?: readonly Link[]
}
type Refund = NonNullable<Order['refund']>

/** Where an order stands that is not simply in use: what happened, where its money is, and what can be done. `onRefund` opens a refund. */
export function StateCard({ order, onRefund }: { order: Order; onRefund?: (() => void) | undefined }) {
  const state = useOrderState()(order)
  if (state === undefined) return null
  const { icon, tone, title, body, more, links = [] } = state
  const { refund } = order
  return (
    <Card>
      <div role="status">
        <SignRow
          sign={<Icon name={icon} size={20} />}
          tone={tone}
          links={links.length > 0 && <Links links={links} packageId={order.package.packageId} onRefund={onRefund} />}
        >
          <Text as="h2" strong figures>
            {title}
          </Text>
          <Text size="quiet" figures>
            {body}
          </Text>
          {more !== undefined && <Text size="quiet">{more}</Text>}
        </SignRow>
      </div>
      {refund !== null && order.status === equityStatuses.refunding && refund.state !== 'failed' && <RefundProgress refund={refund} />}
    </Card>
  )
}

function Links(props: { links: readonly Link[]; packageId: number; onRefund: (() => void) | undefined }) {
  const { links, packageId, onRefund } = props
  const t = useWords('equity')
  const go = useGo()
  const buy = () => go.to(to(equityScreens.order, undefined, { packageId }))
  const acts: Readonly<Record<Link, { label: string; onPress: (() => void) | undefined }>> = {
    refund: { label: t('askRefund'), onPress: onRefund },
    otherCard: { label: t('link.otherCard'), onPress: onRefund },
    buyAgain: { label: t('link.buyAgain'), onPress: buy },
    buyOnceMore: { label: t('link.buyOnceMore'), onPress: buy },
    service: { label: t('link.service'), onPress: () => go.to(to(serviceScreens.contact)) },
  }
  return links.map((link) => (
    <Button key={link} kind="text" onPress={acts[link].onPress}>
      {acts[link].label}
    </Button>
  ))
}

function useOrderState(): (order: Order) => State | undefined {
  const t = useWords('equity')
  const activating = useActivating()
  const failed = useFailed()
  const refunding = useRefunding()
  const cardOf = useCardOf()
  return (order) => {
    const { status, refund, lastDay } = order
    switch (status) {
      case equityStatuses.activating:
        return activating(order)
      case equityStatuses.activationFailed:
        return failed(order)
      case equityStatuses.expired:
        return {
          icon: 'lock',
          tone: 'quiet',
          title: t('state.expired'),
          body: t('state.expiredBody', { day: lastDay ?? '' }),
          links: ['buyOnceMore'],
        }
      case equityStatuses.refunding:
        return refund === null ? undefined : refunding(refund)
      case equityStatuses.refunded:
        return refund === null
          ? undefined
          : {
              icon: 'check',
              tone: 'positive',
              title: t('state.refunded', { amount: yuan(refund.amountFen) }),
              body: t('state.arrivedBody', { at: exactTimeOf(refund.at), card: cardOf(refund) }),
              links: ['buyOnceMore'],
            }
      default:
        return undefined
    }
  }
}

function useActivating(): (order: Order) => State {
  const t = useWords('equity')
  const cardOf = useCardOf()
  return ({ payment, package: { priceFen }, refundableFen }) => {
    const amount = yuan(priceFen)
    if (payment.state !== 'paid' || payment.at === null)
      return { icon: 'clock', tone: 'warning', title: t('state.paying'), body: t('state.payingBody', { amount, card: cardOf(payment) }) }
    return {
      icon: 'refresh',
      tone: 'warning',
      title: t('state.activating'),
      body: t('state.activatingBody', { amount, at: exactTimeOf(payment.at) }),
      more: t('state.activatingElse'),
      ...(refundableFen !== null && { links: ['refund'] }),
    }
  }
}

function useFailed(): (order: Order) => State {
  const t = useWords('equity')
  const reasonOf = useReason()
  const cardOf = useCardOf()
  const refundBody = useRefundBody()
  const ends = { icon: 'close', tone: 'negative', links: ['buyAgain', 'service'] } as const
  return ({ payment, refund, failReason, package: { priceFen } }) => {
    if (refund !== null) {
      const amount = yuan(refund.amountFen)
      if (refund.state === 'failed')
        return { icon: 'card', tone: 'negative', title: t('state.failedRefund'), body: refundBody(refund), links: ['otherCard', 'service'] }
      const title = t(refund.state === 'arrived' ? 'state.failedArrived' : 'state.failedWaiting', { amount })
      return { ...ends, title, body: refundBody(refund), more: reasonOf(failReason) }
    }
    if (payment.state === 'returned') {
      const body = t('state.takenBackBody', { amount: yuan(priceFen), card: cardOf(payment) })
      return { ...ends, title: t('state.takenBack'), body }
    }
    return { ...ends, title: t('state.unpaid'), body: reasonOf(payment.reason) }
  }
}

function useRefunding(): (refund: Refund) => State {
  const t = useWords('equity')
  const refundBody = useRefundBody()
  return (refund) => {
    const body = refundBody(refund)
    if (refund.state === 'failed')
      return { icon: 'card', tone: 'negative', title: t('state.refundFailed'), body, links: ['otherCard', 'service'] }
    return { icon: 'clock', tone: 'warning', title: t('state.refunding', { amount: yuan(refund.amountFen) }), body }
  }
}

/** Where the money of a refund is. */
function useRefundBody(): (refund: Refund) => string {
  const t = useWords('equity')
  const reasonOf = useReason()
  const cardOf = useCardOf()
  return (refund) => {
    const values = { amount: yuan(refund.amountFen), at: exactTimeOf(refund.at), card: cardOf(refund) }
    switch (refund.state) {
      case 'waiting':
        return t('state.waitingBody', values)
      case 'sent':
        return t('state.sentBody', values)
      case 'arrived':
        return t('state.arrivedBody', values)
      case 'failed':
        return t('state.refundFailedBody', { ...values, reason: reasonOf(refund.reason) })
    }
  }
}
