import { assert } from '@fyh/base/assert.ts'
import type { CouponOffer } from '@fyh/contract/coupon-shapes.ts'
import type { Db, Deps, Tx } from '#platform/deps.ts'
import { awardCoupon, couponOffer, definitionOf, isIssuedOn } from '../coupon/coupon.ts'
import { type Activity, daysOf } from './activity.ts'

/** Stops the start for an activity whose coupon does not exist, or is not issued on every day of its window. */
export function assertCoupon(activity: Activity): void {
  const { activityId, coupon } = activity
  if (coupon === undefined) return
  const definition = definitionOf(coupon)
  assert(definition !== undefined, `activity ${activityId} gives the coupon ${coupon}, which is not published`)
  const { firstDay, lastDay } = daysOf(activity)
  const isIssued = isIssuedOn(definition, firstDay) && isIssuedOn(definition, lastDay)
  assert(isIssued, `activity ${activityId} gives the coupon ${coupon} on days on which it is not issued`)
}

/** The coupon of an activity as it is given now, and how many can be given. */
export async function couponOf(
  db: Db | Tx,
  deps: Pick<Deps, 'clock'>,
  { coupon }: Activity,
): Promise<{ coupon: CouponOffer | null; couponsLeft: number | null }> {
  if (coupon === undefined) return { coupon: null, couponsLeft: null }
  const offer = await couponOffer(db, deps, coupon)
  return offer === undefined ? { coupon: null, couponsLeft: 0 } : { coupon: offer, couponsLeft: offer.left }
}

/** Issues the coupon of an activity, once for a borrower; false when none is left. True where the activity gives none. */
export async function giveCoupon(
  tx: Tx,
  deps: Pick<Deps, 'ids' | 'clock' | 'jobs'>,
  { userId, activity: { activityId, coupon, title } }: { userId: number; activity: Activity },
): Promise<boolean> {
  if (coupon === undefined) return true
  const occasion = { once: `activity:${activityId}`, by: `activity ${activityId}`, reason: title['en-us'] }
  return (await awardCoupon(tx, deps, { userId, definition: coupon, ...occasion })) !== undefined
}
