import { assert } from '@fyh/base/assert.ts'
import { zeroFen } from '@fyh/base/money.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import type { equity } from '@fyh/contract/equity.ts'
import type { Language } from '@fyh/contract/errors.ts'
import type { Transfer } from '#lending/transfers/transfers.ts'
import type { Deps } from '#platform/deps.ts'
import type { Card } from '../card/card.ts'
import { type BenefitPackage, leftOf, refundOf, type Used } from './benefit-package.ts'
import { type BenefitOrder, isStatus } from './equity.sql.ts'
import { hasFailed } from './refund.ts'
import { isUnderWay, type SupplierOrder, voucherPlace } from './supplier-orders.sql.ts'

type Shown = DataOf<typeof equity.order>

/** How many of each right were used, or are being used; a use that failed counts for nothing. */
export function usedBy(orders: readonly SupplierOrder[]): Used {
  const used = new Map<string, number>()
  for (const { act, status, rightCode } of orders)
    if (act === 'use' && status !== 'failed' && rightCode !== null) used.set(rightCode, (used.get(rightCode) ?? 0) + 1)
  return used
}

export const hasRunningUse = (orders: readonly SupplierOrder[]): boolean => orders.some((one) => one.act === 'use' && isUnderWay(one))

/** Whether the term runs at a moment; at its end to the second it does not. */
export const isRunning = (order: BenefitOrder, now: Date): boolean =>
  isStatus(order, 'inUse') && order.expiresAt !== null && order.expiresAt > now

/** Whether a refund can be asked for: of what was paid and waits to be activated, or is in use. */
export const isRefundable = (order: BenefitOrder, now: Date): boolean =>
  (isStatus(order, 'activating') && order.paidFen === order.priceFen) || isRunning(order, now)

export const packageShown = (one: BenefitPackage, language: Language): Shown['package'] => ({
  packageId: one.packageId,
  name: one.name[language],
  supplier: { name: one.supplier.name[language], phone: one.supplier.phone },
  priceFen: one.priceFen,
  termDays: one.termDays,
  rights: one.rights.map(({ name, ...right }) => ({ ...right, name: name[language] })),
})

type Known = {
  readonly order: BenefitOrder
  readonly supplierOrders: readonly SupplierOrder[]
  readonly payment: Transfer | undefined
  readonly refund: Transfer | undefined
  /** The borrower's bound cards. */
  readonly cards: readonly Pick<Card, 'cardId' | 'bankName' | 'tail'>[]
}

export function orderShown(
  deps: Pick<Deps, 'clock' | 'seal'>,
  { order, supplierOrders, payment, refund, cards }: Known,
  language: Language,
): Shown {
  const used = usedBy(supplierOrders)
  const now = deps.clock.now()
  const refundable = isRefundable(order, now) ? refundOf(order.package, used) : zeroFen
  const isOver = isStatus(order, 'inUse') && !isRunning(order, now)
  return {
    orderId: order.orderId,
    orderNo: `EQ${order.orderId}`,
    // A term that has ended to the second is over, also before the round that writes it down.
    status: isOver ? 4 : Number(order.status),
    package: packageShown(order.package, language),
    loanId: order.loanId,
    payment: paymentShown(order, payment, cards),
    boughtAt: order.boughtAt.toISOString(),
    activatedAt: order.activatedAt?.toISOString() ?? null,
    lastDay: order.lastDay,
    failReason: order.failReason,
    left: leftOf(order.package, used),
    uses: supplierOrders.filter(({ act }) => act === 'use').map((one) => useShown(deps, one)),
    refundableFen: refundable > 0 ? refundable : null,
    refund: refundShown(order, refund, cards),
  }
}

function paymentShown(order: BenefitOrder, payment: Transfer | undefined, cards: Known['cards']): Shown['payment'] {
  const { cardId, cardTail, paidFen } = order
  const at = payment?.knownAt?.toISOString() ?? null
  const known = { cardId, cardTail, bankName: bankNameOf(cards, cardId), paidFen, at, reason: payment?.reason ?? null }
  const of = (state: Shown['payment']['state']) => ({ state, ...known })
  switch (payment?.status) {
    case undefined:
      return of('waiting')
    case 'requested':
    case 'processing':
    case 'unknown':
      return of('running')
    case 'succeeded':
      return of('paid')
    case 'failed':
      return of('failed')
    case 'returned':
      return of('returned')
  }
}

function useShown({ seal }: Pick<Deps, 'seal'>, one: SupplierOrder): Shown['uses'][number] {
  assert(one.rightCode !== null, `use ${one.supplierOrderId} names no right`)
  return {
    useId: one.supplierOrderId,
    rightCode: one.rightCode,
    state: isUnderWay(one) ? 'running' : one.status === 'failed' ? 'failed' : 'done',
    voucher: one.voucherSealed === null ? null : seal.openText(one.voucherSealed, voucherPlace(one)),
    at: one.requestedAt.toISOString(),
  }
}

const bankNameOf = (cards: Known['cards'], cardId: number) => cards.find((card) => card.cardId === cardId)?.bankName ?? null

function refundShown(order: BenefitOrder, refund: Transfer | undefined, cards: Known['cards']): Shown['refund'] {
  const { refundFen, refundAskedAt, refundCardId } = order
  if (refundFen === null || refundAskedAt === null || refundCardId === null) return null
  const askedAt = refundAskedAt.toISOString()
  const isRefunded = isStatus(order, 'refunded')
  // The channel took the payment back, which the payment says; nothing is left to send.
  const isTakenBack = order.paidFen === 0 && hasFailed(refund)
  if (isTakenBack && !isRefunded) return null
  if (refund === undefined || isTakenBack) {
    // Money that the channel took back is on the card that paid.
    const cardId = isRefunded ? order.cardId : refundCardId
    const tail = cards.find((card) => card.cardId === cardId)?.tail ?? order.cardTail
    const to = { cardTail: tail, bankName: bankNameOf(cards, cardId) }
    return { amountFen: refundFen, state: isRefunded ? 'arrived' : 'waiting', ...to, askedAt, at: askedAt, reason: null }
  }
  const { amountFen, cardTail, reason } = refund
  const known = { amountFen, cardTail, bankName: bankNameOf(cards, refund.cardId), askedAt, reason }
  switch (refund.status) {
    case 'requested':
    case 'processing':
    case 'unknown':
      return { ...known, state: 'sent', at: refund.orderedAt.toISOString() }
    case 'succeeded':
      return { ...known, state: 'arrived', at: (refund.knownAt ?? refund.orderedAt).toISOString() }
    case 'failed':
    case 'returned':
      return { ...known, state: 'failed', at: (refund.knownAt ?? refund.orderedAt).toISOString() }
  }
}
