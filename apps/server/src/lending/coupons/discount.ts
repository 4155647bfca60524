import { addDays, type CivilDate } from '@fyh/base/dates.ts'
import { addFen, type Fen, fen, mulDiv, subFen, zeroFen } from '@fyh/base/money.ts'
import type { CouponApplied, CouponObstacle, CouponRule, CouponTerms, couponChoices } from '@fyh/contract/coupon-shapes.ts'
import { accruedOn } from '@fyh/loan-engine/accrual.ts'
import type { PlanRow } from '@fyh/loan-engine/schedule.ts'
import type { z } from 'zod'
import type { Coupon } from './coupon.sql.ts'

type Row = Pick<PlanRow, 'period' | 'startDate' | 'dueDate' | 'interest'>

/** What a coupon takes off the interest of a new plan, by instalment. Pure, so the pay-out day's plan gives what that day's plan is worth. */
export function discountOf(
  { couponId, use, rule, bearer }: Pick<CouponApplied, 'couponId' | 'use' | 'rule' | 'bearer'>,
  plan: readonly Row[],
): CouponApplied {
  let left: number = rule.kind === 'amountOff' ? rule.amountFen : (rule.maxFen ?? Number.MAX_SAFE_INTEGER)
  const lines = plan.flatMap((row) => {
    const amountFen = fen(Math.min(left, shareOf(rule, row, plan[0]?.startDate ?? row.startDate)))
    left -= amountFen
    return amountFen === 0 ? [] : [{ period: row.period, amountFen }]
  })
  return { couponId, use, rule, bearer, discountFen: addFen(zeroFen, ...lines.map(({ amountFen }) => amountFen)), lines }
}

/** What the rule takes off one instalment's interest, before any ceiling. */
function shareOf(rule: CouponRule, row: Row, payOutDate: CivilDate): Fen {
  switch (rule.kind) {
    case 'interestPercent':
      return row.period > rule.instalments
        ? zeroFen
        : fen(mulDiv({ value: row.interest, times: rule.percent, over: 100, rounding: 'down' }))
    case 'interestFreeDays':
      return accruedOn(row, addDays(payOutDate, rule.days))
    case 'amountOff':
      return row.interest
  }
}

export type ToBorrow = { readonly productId: number; readonly periods: number; readonly amountFen: Fen }

/** Why the terms of a coupon do not allow it here; null when they do. */
export function obstacleOf(terms: CouponTerms, { productId, periods, amountFen }: ToBorrow): CouponObstacle | null {
  if (terms.productIds !== null && !terms.productIds.includes(productId)) return 'product'
  if (terms.periods !== null && !terms.periods.includes(periods)) return 'periods'
  return amountFen < terms.minFen ? 'minimum' : null
}

type Choice = z.output<typeof couponChoices>['items'][number]
/** A coupon with what it would take off, and why it does not fit. */
export type Weighed = { readonly coupon: Coupon; readonly discountFen: Fen; readonly obstacle: CouponObstacle | null }

/** Coupons to choose from, the largest discount first; of equal ones that which expires first. Given in the order in which they expire. */
export function choicesOf(weighed: readonly Weighed[]): z.output<typeof couponChoices> {
  const items = weighed.map(({ coupon: { couponId, terms, expiresAt }, discountFen, obstacle }): Choice => {
    const isVain = obstacle === null && discountFen === 0
    return {
      couponId,
      ...terms,
      expiresAt: expiresAt.toISOString(),
      discountFen: obstacle === null ? discountFen : zeroFen,
      obstacle: isVain ? 'noEffect' : obstacle,
    }
  })
  items.sort((a, b) => Number(a.obstacle !== null) - Number(b.obstacle !== null) || subFen(b.discountFen, a.discountFen))
  const [best] = items
  return { items, bestId: best?.obstacle === null ? best.couponId : null }
}
