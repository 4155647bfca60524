import { type Fen, zeroFen } from '@fyh/base/money.ts'
import type { LendingDeps } from '#lending/deps.ts'
import { latestTransfer, orderTransfer, type Transfer } from '#lending/transfers/transfers.ts'
import type { Db, Tx } from '#platform/deps.ts'
import { type BenefitOrder, isStatus, moveOrder, writeRefund } from './equity.sql.ts'
import { orderAtSupplier } from './order-at-supplier.ts'
import { activationKeyOf } from './supplier-orders.sql.ts'

/** The newest transfer of an order's refund. */
export const refundTransfer = (tx: Db | Tx, { userId, orderId }: Pick<BenefitOrder, 'userId' | 'orderId'>): Promise<Transfer | undefined> =>
  latestTransfer(tx, { userId, purpose: 'benefitRefund', subject: { kind: 'benefit', id: orderId } })

/** Orders the money of a refund. */
export async function orderRefund(
  tx: Tx,
  deps: LendingDeps,
  order: BenefitOrder,
  { amountFen, cardId }: { amountFen: Fen; cardId: number },
) {
  const subject = { kind: 'benefit', id: order.orderId } as const
  await orderTransfer(tx, deps, { userId: order.userId, purpose: 'benefitRefund', subject, amountFen, cardId })
}

/**
 * An order that was not activated, or whose payment the channel took back: what was paid goes back to the card by itself. The supplier is
 * asked to cancel what it may have activated all the same.
 */
export async function failActivation(tx: Tx, deps: LendingDeps, order: BenefitOrder, reason: string): Promise<void> {
  const failed = await moveOrder(tx, order, 'fail', { failReason: reason })
  if (failed === undefined) return
  const { userId, orderId, paidFen, cardTail } = order
  const mayBeActive = reason === 'noResult' || reason === 'paymentReturned'
  if (mayBeActive && (await activationKeyOf(tx, order)) !== undefined) await orderAtSupplier(tx, deps, order, { act: 'cancel' })
  if (paidFen > 0) await payBack(tx, deps, order)
  if (reason === 'paymentReturned') return tellTakenBack(tx, deps, order)
  if (paidFen === 0 && order.loanId !== null) return tellNotCharged(tx, deps, { ...order, loanId: order.loanId })
  const params = { amountFen: paidFen, cardTail }
  await deps.tell(tx, { userId, kind: 'benefitFailed', params, once: `benefitFailed:${orderId}` })
}

/** The channel gave the borrower the price back, so the package has ended. */
async function tellTakenBack(tx: Tx, deps: LendingDeps, { userId, orderId, priceFen, cardTail }: BenefitOrder): Promise<void> {
  const params = { amountFen: priceFen, cardTail }
  await deps.tell(tx, { userId, kind: 'benefitPaymentReturned', params, once: `benefitPaymentReturned:${orderId}` })
}

/** A package that was signed with a loan is not charged after all; the loan goes on without it. */
export async function tellNotCharged(tx: Tx, deps: LendingDeps, { userId, loanId, priceFen }: NotCharged): Promise<void> {
  const params = { amountFen: priceFen }
  await deps.tell(tx, { userId, kind: 'benefitNotCharged', params, loanId, once: `benefitNotCharged:${loanId}` })
}
type NotCharged = Pick<BenefitOrder, 'userId' | 'priceFen'> & { readonly loanId: number }

/** Sends back all that was paid for an order that never came to anything. */
export async function payBack(tx: Tx, deps: LendingDeps, order: BenefitOrder): Promise<void> {
  const { paidFen, cardId } = order
  await writeRefund(tx, order, { refundFen: paidFen, refundCardId: cardId, refundAskedAt: deps.clock.now() })
  await orderRefund(tx, deps, order, { amountFen: paidFen, cardId })
}

/** Whether a refund did not arrive, or came back: its money can be sent again. */
export const hasFailed = (refund: Transfer | undefined): refund is Transfer => refund?.status === 'failed' || refund?.status === 'returned'

/** Ends a refund that did not arrive, once the channel took the payment back: the borrower has the money already. */
export async function endUnpaid(tx: Tx, order: BenefitOrder, refund: Transfer | undefined): Promise<void> {
  if (isStatus(order, 'refunding') && hasFailed(refund)) await moveOrder(tx, order, 'refunded')
}

/** Sends the money of a refund that was asked for, once the supplier has cancelled the rest. */
export async function sendRefund(tx: Tx, deps: LendingDeps, order: BenefitOrder): Promise<void> {
  if (!isStatus(order, 'refunding') || (await refundTransfer(tx, order)) !== undefined) return
  // The channel took the payment back meanwhile, so the borrower has the money already.
  if (order.paidFen === 0) return void (await moveOrder(tx, order, 'refunded'))
  await orderRefund(tx, deps, order, { amountFen: order.refundFen ?? zeroFen, cardId: order.refundCardId ?? order.cardId })
}
