import { civilDate } from '@fyh/base/dates.ts'
import { fen, ppm } from '@fyh/base/money.ts'
import { expect, test } from 'vitest'
import { partOfYear } from './running-share.ts'
import type { LoanTerms } from './terms.ts'

const terms: LoanTerms = {
  principal: fen(1_000_000),
  annualRate: ppm(70_000),
  periods: 6,
  method: 'equalInstalment',
  dayCount: '30/360',
  payOutDate: civilDate('2024-01-01'),
  tail: 'evened',
  daysOff: { policy: 'stay' },
}

test.each([
  ['as agreed, a month whatever its days', '2024-02-01', '2024-03-01', 30, 360],
  ['of two months, both', '2024-01-01', '2024-03-01', 60, 360],
  ['of two months and 14 of the 31 days of the next', '2024-01-01', '2024-03-15', 30 * (2 * 31 + 14), 360 * 31],
  ['of 9 of the 29 days of a month', '2024-02-01', '2024-02-10', 30 * 9, 360 * 29],
])('partOfYear: by months of 30 days a period is, %s', (_, startDate, dueDate, days, basis) => {
  expect(partOfYear(terms, { startDate: civilDate(startDate), dueDate: civilDate(dueDate) })).toEqual({ days, basis })
})

test('partOfYear: by other day counts, or in weeks, it is its days', () => {
  const span = { startDate: civilDate('2024-02-01'), dueDate: civilDate('2024-03-01') }
  expect(partOfYear({ ...terms, dayCount: 'actual/365' }, span)).toEqual({ days: 29, basis: 360 })
  expect(partOfYear({ ...terms, period: { unit: 'week', every: 4 } }, span)).toEqual({ days: 29, basis: 360 })
})
