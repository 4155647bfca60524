import type { CivilDate } from '@fyh/base/dates.ts'
import { addFen, type Fen, maxFen, minFen, subFen, zeroFen } from '@fyh/base/money.ts'
import { accruedOn } from '@fyh/loan-engine/accrual.ts'
import { type Parts, totalOf } from '@fyh/loan-engine/parts.ts'
import type { PlanRow } from '@fyh/loan-engine/schedule.ts'
import type { Standing } from '@fyh/loan-engine/standing.ts'
import type { CouponOf } from './decisions.sql.ts'
import type { History } from './loan.sql.ts'

type Period = { readonly row: PlanRow; readonly waived: Parts; readonly closedOn: CivilDate | undefined }

/**
 * What a discount on a period's interest comes to in the end. Settling early asks for the interest of the days alone, and for no more than
 * the discounted interest: of a period it ends, only the difference between the two counts, and of later ones nothing.
 */
export function discountTaken({ row, waived, closedOn }: Period, discount: Fen, settledEarlyOn: CivilDate | undefined): Fen {
  const most = minFen(discount, waived.interest)
  if (settledEarlyOn === undefined || (closedOn !== undefined && closedOn < settledEarlyOn)) return most
  const asked = subFen(row.interest, waived.interest)
  return minFen(most, maxFen(zeroFen, subFen(accruedOn(row, settledEarlyOn), asked)))
}

type Taken = CouponOf & { readonly lines: readonly { readonly period: number; readonly amountFen: Fen }[] }

/** What each coupon took off a loan, by period; one without any effect left is among them with no lines. */
export function couponsTaken({ standing, payments }: { standing: Standing; payments: History }): Taken[] {
  const { waivers, periods, outcomes } = standing
  const coupons = couponsIn(payments)
  const settledEarlyOn = outcomes.find(({ settled }) => settled)?.payment.on
  const taken = new Map<number, Taken>()
  for (const { event, allocation } of waivers) {
    const coupon = coupons.get(event)
    if (coupon === undefined) continue
    const lines = allocation.lines.flatMap(({ period, parts }) => {
      const standing = periods[period - 1]
      if (standing === undefined) return []
      const { row, waived, paidOn } = standing
      const onInterest = { row, waived, closedOn: paidOn }
      const amountFen = coupon.use === 'repay' ? totalOf(parts) : discountTaken(onInterest, parts.interest, settledEarlyOn)
      return amountFen === 0 ? [] : [{ period, amountFen }]
    })
    taken.set(coupon.couponId, { ...coupon, lines: [...(taken.get(coupon.couponId)?.lines ?? []), ...lines] })
  }
  return [...taken.values()]
}

/** The coupons behind events of a loan. */
export function couponsIn(payments: History): ReadonlyMap<object, CouponOf> {
  return new Map(payments.flatMap((event): [object, CouponOf][] => ('eventId' in event && event.coupon ? [[event, event.coupon]] : [])))
}

/** What the lines of a coupon come to. */
export const discountOfLines = (lines: Taken['lines']): Fen => addFen(zeroFen, ...lines.map(({ amountFen }) => amountFen))
