import type { Db, Deps } from '#platform/deps.ts'
import { countInUse } from './equity.sql.ts'

export { purchaseOrder } from './code-order.ts'
export { equityHandlers } from './equity.handlers.ts'
export { equityJobs } from './equity.jobs.ts'
export { expireBenefits } from './expiry.ts'
export { benefitPaymentEnded, benefitRefundEnded } from './payment-ends.ts'

/** How many packages of benefits a borrower can use now. */
export function benefitsInUse(db: Db, { clock }: Pick<Deps, 'clock'>, userId: number): Promise<number> {
  return countInUse(db, { userId, now: clock.now() })
}
