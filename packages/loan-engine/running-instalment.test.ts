import { addMonths, civilDate } from '@fyh/base/dates.ts'
import { fen, ppm } from '@fyh/base/money.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { explainInterest } from './running-explain.ts'
import { reachDay } from './running-plan.ts'
import { day, drawn, opened, settlementOf, shown, sumOf, terms } from './running-plans-for-test.ts'
import { planFor } from './schedule.ts'
import type { LoanTerms } from './terms.ts'

test('LN-08 any loan drawn at once runs as it was planned, whichever way its days are counted', () => {
  const anyTerms = fc.record({
    principal: fc.integer({ min: 10_000, max: 50_000_000 }).map(fen),
    annualRate: fc.integer({ min: 0, max: 360_000 }).map(ppm),
    periods: fc.constantFrom(1, 3, 6, 12, 24),
    dayCount: fc.constantFrom<LoanTerms['dayCount'][]>('30/360', 'actual/365', 'actual/360', 'actual/actual', 'actual/actual ISDA'),
    payOutDate: fc.integer({ min: 0, max: 40 }).map((months) => addMonths(civilDate('2023-01-17'), months)),
    rounding: fc.constantFrom<('halfUp' | 'halfEven')[]>('halfUp', 'halfEven'),
  })
  // Multiples so small that an instalment still covers its interest: what it cannot hold waits where a plan runs.
  const settings = fc.record(
    {
      period: fc.constantFrom(
        { unit: 'month', every: 3 } as const,
        { unit: 'week', every: 2 } as const,
        { unit: 'day', every: 10 } as const,
      ),
      instalmentMultiple: fc.constantFrom(
        { of: fen(1_000), rounding: 'up' } as const,
        { of: fen(100), rounding: 'halfUp' } as const,
        { of: fen(10), rounding: 'down' } as const,
      ),
      tail: fc.constant('lastInstalment' as const),
      grace: fc.constant({ principal: 2 }),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(anyTerms, settings, (basic, { grace, ...setting }) => {
      const isSpared = setting.tail === 'lastInstalment' && basic.periods > 2
      const given = { ...basic, ...setting, ...(isSpared && grace && { grace }) }
      expect(shown(drawn(given))).toEqual(planFor(terms(given)).map(sumOf))
    }),
    { numRuns: 120 },
  )
})

test('a plan of which nothing is drawn bears nothing and settles for nothing, on any day of it', () => {
  const plan = opened()
  for (const on of ['01-01', '01-20', '02-01', '03-15', '07-01', '08-01']) expect(settlementOf(plan, day(on))).toBe('0.00 + 0.00')
  for (let period = 1; period <= 6; period += 1)
    expect(explainInterest(plan, period)).toMatchObject({ borne: 0, waited: 0, takenOver: 0, left: 0, due: 0 })
})

test('where settling alone owes the running period whole, what is overdue bears interest to the day asked for and no further', () => {
  const plan = drawn({ recalculation: { rest: 'daily', settleUntil: 'nextDueDay', onOverdue: true } })
  // 7 % ÷ 12 of the 83.57 not yet due for the whole of February, 0.487, and of the 16.43 overdue for 14 of its 29 days, 0.046.
  expect(shown(reachDay(plan, day('02-15')))[1]).toBe('16.48 + 0.53')
})

test.each([
  // On the pay-out day nothing has been borne; on a due day the next period has not begun.
  ['nextDueDay', '01-01', '0.00'],
  ['nextDueDay', '02-01', '0.58'],
  // All 100.00 is still open, so the 14 of 29 days bear 0.28 beside the 0.58 of January.
  ['settlementDay', '02-15', '0.86'],
] as const)('LN-13 settling by the %s on %s owes all principal and the interest borne so far', (settleUntil, on, interest) => {
  const plan = drawn({ recalculation: { rest: 'daily', settleUntil, onOverdue: true } })
  expect(settlementOf(plan, day(on))).toBe(`100.00 + ${interest}`)
})
