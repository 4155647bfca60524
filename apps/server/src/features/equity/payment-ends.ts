import { unreachable } from '@fyh/base/assert.ts'
import { zeroFen } from '@fyh/base/money.ts'
import type { LendingDeps, TransferEnd } from '#lending/deps.ts'
import type { Tx } from '#platform/deps.ts'
import { isStatus, lockOrder, moveOrder, writePaid } from './equity.sql.ts'
import { orderAtSupplier } from './order-at-supplier.ts'
import { endUnpaid, failActivation, payBack, refundTransfer } from './refund.ts'

/**
 * What becomes of an order when its debit ends. A part of the price activates nothing and goes back, like money that arrives after the
 * debit had failed.
 */
export async function benefitPaymentEnded(
  tx: Tx,
  deps: LendingDeps,
  { userId, subject, outcome, movedFen, reason }: TransferEnd,
): Promise<void> {
  const order = await lockOrder(tx, { userId, orderId: subject.id })
  switch (outcome) {
    case 'failed':
      return failActivation(tx, deps, order, reason ?? 'failed')
    case 'succeeded': {
      const paid = { ...order, paidFen: movedFen }
      await writePaid(tx, order, movedFen)
      if (!isStatus(order, 'activating')) return payBack(tx, deps, paid)
      if (movedFen < order.priceFen) return failActivation(tx, deps, paid, 'paidPart')
      await orderAtSupplier(tx, deps, order, { act: 'activate' })
      return
    }
    case 'returned': {
      await writePaid(tx, order, zeroFen)
      const unpaid = { ...order, paidFen: zeroFen }
      if (isStatus(order, 'refunding')) return endUnpaid(tx, unpaid, await refundTransfer(tx, order))
      return failActivation(tx, deps, unpaid, 'paymentReturned')
    }
    default:
      return unreachable(outcome)
  }
}

/**
 * What becomes of an order when its refund ends. One that did not arrive, or came back, waits for another card, unless the channel has taken
 * the payment back meanwhile: then nothing is owed any more.
 */
export async function benefitRefundEnded(tx: Tx, deps: LendingDeps, ended: TransferEnd): Promise<void> {
  const { userId, subject, transferId, outcome, amountFen, cardTail } = ended
  const order = await lockOrder(tx, { userId, orderId: subject.id })
  if (outcome !== 'succeeded' && order.paidFen === 0) return endUnpaid(tx, order, await refundTransfer(tx, order))
  // An order that was not activated stays so; its refund is shown beside.
  if (outcome === 'succeeded' && isStatus(order, 'refunding')) await moveOrder(tx, order, 'refunded')
  if (outcome === 'returned' && isStatus(order, 'refunded')) await moveOrder(tx, order, 'takeBack')
  const kind = outcome === 'succeeded' ? 'benefitRefunded' : 'benefitRefundFailed'
  await deps.tell(tx, { userId, kind, params: { amountFen, cardTail }, once: `${kind}:${transferId}` })
}
