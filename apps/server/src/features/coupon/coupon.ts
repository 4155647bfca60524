import { usableCount } from '#lending/coupons/coupons.ts'
import type { Db, Deps, Tx } from '#platform/deps.ts'

/** Front door of the slice: the coupons of a borrower, and the ways to issue one. */
export { awardCoupon, takeBackCoupon } from './award.ts'
export { couponHandlers } from './coupon.handlers.ts'
export { couponJobs } from './coupon.jobs.ts'
export { definitionKeys, definitionOf, isIssuedOn } from './definitions.ts'
export { couponOffer } from './offer.ts'

/** How many coupons a borrower can use now. */
export function usableCoupons(tx: Db | Tx, { clock }: Pick<Deps, 'clock'>, userId: number): Promise<number> {
  return usableCount(tx, { userId, now: clock.now() })
}
