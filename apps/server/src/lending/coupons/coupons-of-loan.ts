import type { CouponApplied } from '@fyh/contract/coupon-shapes.ts'
import { couponsTaken, discountOfLines, isPaidOut, type LoanNow } from '#lending/loan/loan.ts'
import type { Db, Tx } from '#platform/deps.ts'
import { couponsOfIds } from './coupon.sql.ts'

/** What coupons take off a loan by what is known today, oldest first; before its pay-out, what the one it was signed with will. */
export async function couponsOfLoan(tx: Db | Tx, now: LoanNow, signed: CouponApplied | null): Promise<CouponApplied[]> {
  if (!isPaidOut(now.loan)) return signed === null ? [] : [signed]
  const taken = couponsTaken(now)
  const ids = taken.map(({ couponId }) => couponId)
  const coupons = await couponsOfIds(tx, { userId: now.loan.userId, ids })
  return taken.flatMap(({ couponId, use, bearer, lines }) => {
    const rule = coupons.find((coupon) => coupon.couponId === couponId)?.terms.rule
    return rule === undefined ? [] : [{ couponId, use, rule, bearer, discountFen: discountOfLines(lines), lines: [...lines] }]
  })
}
