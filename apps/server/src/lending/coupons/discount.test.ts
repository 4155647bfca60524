import { civilDate } from '@fyh/base/dates.ts'
import { fen, ppm } from '@fyh/base/money.ts'
import type { CouponRule } from '@fyh/contract/coupon-shapes.ts'
import { daysOffOf } from '@fyh/loan-engine/official-calendar.ts'
import { planFor } from '@fyh/loan-engine/schedule.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { discountOf } from './coupons.ts'

const plan = planFor({
  ...{ principal: fen(1_000_000), annualRate: ppm(180_000), periods: 12, method: 'equalInstalment', dayCount: '30/360' },
  ...{ payOutDate: civilDate('2026-11-27'), tail: 'lastInstalment', daysOff: daysOffOf('stay') },
})
const off = (rule: CouponRule) => discountOf({ couponId: 1, use: 'borrow', rule, bearer: 'platform' }, plan)

test('a share of the interest of the first instalments is rounded down, and ends at the ceiling', () => {
  expect(off({ kind: 'interestPercent', percent: 50, instalments: 2, maxFen: null }).lines).toEqual([
    { period: 1, amountFen: 7_500 },
    { period: 2, amountFen: 6_925 },
  ])
  expect(off({ kind: 'interestPercent', percent: 100, instalments: 12, maxFen: fen(20_000) }).discountFen).toBe(20_000)
})

test('the interest of the first days is taken off, to the day as settling early counts it', () => {
  expect(off({ kind: 'interestFreeDays', days: 30, maxFen: null }).lines).toEqual([{ period: 1, amountFen: 15_000 }])
  expect(off({ kind: 'interestFreeDays', days: 15, maxFen: null }).lines).toEqual([{ period: 1, amountFen: 7_500 }])
  expect(off({ kind: 'interestFreeDays', days: 61, maxFen: null }).lines).toHaveLength(2)
})

test('ID-11 whatever the rule, no instalment gets more than its interest, and the lines sum to the discount', () => {
  const maxFen = fc.option(fc.integer({ min: 0, max: 100_000 }).map(fen))
  const rule = fc.oneof(
    fc.record({
      kind: fc.constant('interestPercent' as const),
      percent: fc.integer({ min: 1, max: 100 }),
      instalments: fc.integer({ min: 1, max: 12 }),
      maxFen,
    }),
    fc.record({ kind: fc.constant('interestFreeDays' as const), days: fc.integer({ min: 1, max: 366 }), maxFen }),
    fc.record({ kind: fc.constant('amountOff' as const), amountFen: fc.integer({ min: 0, max: 500_000 }).map(fen) }),
  )
  fc.assert(
    fc.property(rule, (one) => {
      const { lines, discountFen } = off(one)
      expect(lines.reduce((sum, { amountFen }) => sum + amountFen, 0)).toBe(discountFen)
      for (const { period, amountFen } of lines) {
        expect(amountFen).toBeGreaterThan(0)
        expect(amountFen).toBeLessThanOrEqual(plan[period - 1]?.interest ?? 0)
      }
    }),
  )
})
