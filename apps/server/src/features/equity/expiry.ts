import { today } from '@fyh/base/dates.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import type { LendingDeps } from '#lending/deps.ts'
import { benefitEarned, post } from '#lending/ledger/ledger.ts'
import type { Tx } from '#platform/deps.ts'
import { workEach } from '#platform/work-each.ts'
import { refundOf } from './benefit-package.ts'
import { type BenefitOrderKey, lockOrder, moveOrder, ordersOver } from './equity.sql.ts'
import { usedBy } from './shown.ts'
import { supplierOrdersOf } from './supplier-orders.sql.ts'

const batch = 100

/**
 * Ends the orders whose term is over, each once, on however many nodes this runs. Whether a right can be used never depends on it: that is
 * a matter of the term's last second alone.
 */
export async function expireBenefits(deps: LendingDeps): Promise<void> {
  for (;;) {
    const over = await ordersOver(deps.db, deps.clock.now(), batch)
    await workEach(over, 'orders of benefits could not be ended', (key) => transaction(deps.db, (tx) => expire(tx, deps, key)))
    if (over.length < batch) return
  }
}

/** What was not used has earned the supplier the rest of the price. */
async function expire(tx: Tx, deps: LendingDeps, key: BenefitOrderKey): Promise<void> {
  const order = await lockOrder(tx, key)
  if (order.expiresAt === null || order.expiresAt > deps.clock.now()) return
  const expired = await moveOrder(tx, order, 'expire')
  if (expired === undefined || order.lastDay === null) return
  const { userId, orderId } = order
  const used = usedBy(await supplierOrdersOf(tx, { userId, orderIds: [orderId] }))
  const subject = { kind: 'benefit', id: orderId } as const
  await post(tx, benefitEarned({ userId, subject, cause: 'end', amount: refundOf(order.package, used), on: today(deps.clock) }))
  await deps.tell(tx, { userId, kind: 'benefitExpired', params: { validUntilOn: order.lastDay }, once: `benefitExpired:${orderId}` })
}
