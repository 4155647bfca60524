import type { Db, Deps } from '#platform/deps.ts'
import { countInUse } from './equity.sql.ts'

export type { BenefitPackage } from './benefit-package.ts'
export { purchaseOrder } from './code-order.ts'
export { equityHandlers } from './equity.handlers.ts'
export { equityJobs } from './equity.jobs.ts'
export { openOrders } from './equity.sql.ts'
export { expireBenefits } from './expiry.ts'
export { type BenefitOfLoan, benefitsOfLoans } from './of-loans.sql.ts'
export { packageOnSale, packagesOnSale } from './packages.ts'
export { benefitPaymentEnded, benefitRefundEnded } from './payment-ends.ts'
export { packageShown } from './shown.ts'
export { orderWithLoan } from './with-loan.ts'

/** How many packages of benefits a borrower can use now. */
export function benefitsInUse(db: Db, { clock }: Pick<Deps, 'clock'>, userId: number): Promise<number> {
  return countInUse(db, { userId, now: clock.now() })
}
