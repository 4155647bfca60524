import { assert } from '@fyh/base/assert.ts'
import { civilDateAt, today } from '@fyh/base/dates.ts'
import type { SupplierOrderEvent } from '@fyh/contract/equity.machine.ts'
import type { LendingDeps } from '#lending/deps.ts'
import { benefitEarned, post } from '#lending/ledger/ledger.ts'
import type { Tx } from '#platform/deps.ts'
import { termOf, unitOf } from './benefit-package.ts'
import { type BenefitOrder, isStatus, lockOrder, moveOrder } from './equity.sql.ts'
import { failActivation, sendRefund } from './refund.ts'
import { findSupplierOrder, moveSupplierOrder, type SupplierOrder, type SupplierOrderKey, voucherPlace } from './supplier-orders.sql.ts'

/** What became known of an order at the supplier. A use brings a voucher. */
export type SupplierNews =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'done'; readonly voucher: string | null }

/** Takes news in. News that the machine knows no move for are late or a repeat and change nothing. */
export async function learnSupplierOrder(tx: Tx, deps: LendingDeps, key: SupplierOrderKey, news: SupplierNews): Promise<void> {
  const found = await findSupplierOrder(tx, key)
  assert(found !== undefined, `no order ${key.supplierOrderId} at the supplier`)
  // The order of the benefits is locked first, everywhere, so that two sources of news never wait for each other.
  const order = await lockOrder(tx, found)
  for (const event of eventsOf(found, news)) {
    const one = await findSupplierOrder(tx, key)
    assert(one !== undefined, `no order ${key.supplierOrderId} at the supplier`)
    const moved = await moveSupplierOrder(tx, one, event, {
      at: deps.clock.now(),
      ...(news.kind === 'failed' && { reason: news.reason }),
      ...(news.kind === 'done' && news.voucher !== null && { voucherSealed: deps.seal.text(news.voucher, voucherPlace(one)) }),
    })
    if (moved === undefined) return
    if (event === 'succeed') await takeDone(tx, deps, { order, one: moved })
    if (event === 'fail' && news.kind === 'failed') await takeFailed(tx, deps, { order, one: moved, reason: news.reason })
  }
}

/** An order whose acceptance was never written down is accepted by what came of it. */
function eventsOf({ status }: SupplierOrder, news: SupplierNews): SupplierOrderEvent[] {
  const accepted: SupplierOrderEvent[] = status === 'requested' ? ['send'] : []
  switch (news.kind) {
    case 'accepted':
      return ['send']
    case 'unknown':
      return [...accepted, 'loseTrack']
    case 'failed':
      return ['fail']
    case 'done':
      return [...accepted, 'succeed']
  }
}

type Taken = { readonly order: BenefitOrder; readonly one: SupplierOrder }

async function takeDone(tx: Tx, deps: LendingDeps, { order, one }: Taken): Promise<void> {
  switch (one.act) {
    case 'activate':
      return activate(tx, deps, order)
    case 'use':
      return earn(tx, deps, { order, one })
    case 'cancel':
      return sendRefund(tx, deps, order)
  }
}

/** The term begins on the day of the activation. One that comes after a refund was asked for begins nothing. */
async function activate(tx: Tx, deps: LendingDeps, order: BenefitOrder): Promise<void> {
  const at = deps.clock.now()
  const { lastDay, expiresAt } = termOf(order.package, civilDateAt(at))
  const moved = await moveOrder(tx, order, 'activate', { activatedAt: at, lastDay, expiresAt })
  if (moved === undefined) return
  const { userId, orderId } = order
  await deps.tell(tx, { userId, kind: 'benefitActivated', params: { validUntilOn: lastDay }, once: `benefitActivated:${orderId}` })
}

/** A right that was used has earned the supplier what it is worth. */
async function earn(tx: Tx, deps: LendingDeps, { order, one }: Taken): Promise<void> {
  const { userId, orderId } = order
  await post(
    tx,
    benefitEarned({
      userId,
      subject: { kind: 'benefit', id: orderId },
      cause: `use:${one.supplierOrderId}`,
      amount: unitOf(order.package, one.rightCode ?? ''),
      on: today(deps.clock),
    }),
  )
}

async function takeFailed(tx: Tx, deps: LendingDeps, { order, one, reason }: Taken & { readonly reason: string }): Promise<void> {
  switch (one.act) {
    case 'activate':
      if (isStatus(order, 'activating')) await failActivation(tx, deps, order, reason)
      return
    case 'use':
      // The right is there again, unless the term has ended meanwhile: then it is over like the others.
      if (isStatus(order, 'expired')) await earn(tx, deps, { order, one })
      return
    case 'cancel':
      // The refund is owed whatever the supplier says.
      deps.log.warn({ orderId: order.orderId, reason }, 'the supplier of benefits did not cancel an order that is refunded')
      return sendRefund(tx, deps, order)
  }
}
