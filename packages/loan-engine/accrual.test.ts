import { addDays, civilDate, daysBetween } from '@fyh/base/dates.ts'
import { fen, ppm } from '@fyh/base/money.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accruedOn } from './accrual.ts'
import { defaultRules } from './rules.ts'
import { planFor } from './schedule.ts'
import { settlementQuote } from './settle.ts'
import type { LoanTerms } from './terms.ts'

const row = { interest: fen(15_000), startDate: civilDate('2026-11-27'), dueDate: civilDate('2026-12-27') }

test.each([
  ['2026-11-26', 0],
  ['2026-11-27', 0],
  ['2026-11-28', 500],
  ['2026-12-26', 14_500],
  ['2026-12-27', 15_000],
  ['2027-03-01', 15_000],
])('15,000 fen over 30 days: on %s %i are earned', (on, earned) => {
  expect(accruedOn(row, civilDate(on))).toBe(earned)
})

test('from day to day it never falls, and on the due day it is the interest to the fen', () => {
  const arbitrary = fc.record({ interest: fc.integer({ min: 0, max: 3_000_000 }), days: fc.integer({ min: 1, max: 366 }) })
  fc.assert(
    fc.property(arbitrary, ({ interest, days }) => {
      const period = { interest: fen(interest), startDate: row.startDate, dueDate: addDays(row.startDate, days) }
      const each = Array.from({ length: days + 1 }, (_, run) => accruedOn(period, addDays(row.startDate, run)))
      expect(each.every((earned, at) => at === 0 || earned >= (each[at - 1] ?? 0))).toBe(true)
      expect(each.at(-1)).toBe(interest)
    }),
  )
})

test('what is earned of the running period is what settling takes of it', () => {
  const terms: LoanTerms = {
    principal: fen(1_000_000),
    annualRate: ppm(180_000),
    periods: 12,
    method: 'equalInstalment',
    dayCount: '30/360',
    payOutDate: row.startDate,
    tail: 'lastInstalment',
    daysOff: { policy: 'stay' },
  }
  const plan = planFor(terms)
  const first = plan[0]
  for (let day = row.startDate; day <= row.dueDate; day = addDays(day, 1)) {
    const { interest } = settlementQuote({ loan: { terms, plan, rules: defaultRules }, payments: [], onDate: day })
    expect([daysBetween(row.startDate, day), interest]).toEqual([daysBetween(row.startDate, day), first && accruedOn(first, day)])
  }
})
