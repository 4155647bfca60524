import { sweepCoupons } from '#lending/coupons/coupons.ts'
import type { Deps } from '#platform/deps.ts'
import type { JobTable } from '#platform/jobs.ts'

export function couponJobs({ db, clock }: Pick<Deps, 'db' | 'clock'>): JobTable {
  return {
    /** What is asked meanwhile is judged by the clock, so a late round changes no answer. */
    'coupon.sweep': { every: 60, work: () => sweepCoupons(db, clock.now()) },
  }
}
