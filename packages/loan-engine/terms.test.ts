import { civilDate } from '@fyh/base/dates.ts'
import { fen, ppm } from '@fyh/base/money.ts'
import { describe, expect, test } from 'vitest'
import { EngineError, type EngineErrorCode } from './engine-error.ts'
import type { FeeTerm } from './fees.ts'
import { planFor } from './schedule.ts'
import type { LoanTerms } from './terms.ts'

const agreed: LoanTerms = {
  principal: fen(1_000_000),
  annualRate: ppm(180_000),
  periods: 12,
  method: 'equalInstalment',
  dayCount: '30/360',
  payOutDate: civilDate('2025-01-15'),
  tail: 'lastInstalment',
  daysOff: { policy: 'stay' },
}
const fee = { payee: 'guarantor', due: 'instalment' } as const

describe('terms outside the domain', () => {
  test.each<[string, Partial<LoanTerms>, EngineErrorCode]>([
    ['no principal', { principal: fen(0) }, 'PRINCIPAL_OUT_OF_RANGE'],
    ['a negative principal', { principal: fen(-1) }, 'PRINCIPAL_OUT_OF_RANGE'],
    ['more than a billion yuan', { principal: fen(100_000_000_001) }, 'PRINCIPAL_OUT_OF_RANGE'],
    ['a negative rate', { annualRate: ppm(-1) }, 'RATE_OUT_OF_RANGE'],
    ['more than 100 %', { annualRate: ppm(1_000_001) }, 'RATE_OUT_OF_RANGE'],
    ['a rate over the cap', { rateCap: ppm(179_999) }, 'RATE_OVER_CAP'],
    ['no periods', { periods: 0 }, 'PERIODS_OUT_OF_RANGE'],
    ['half a period', { periods: 0.5 }, 'PERIODS_OUT_OF_RANGE'],
    ['361 periods', { periods: 361 }, 'PERIODS_OUT_OF_RANGE'],
    ['periods of no month', { period: { unit: 'month', every: 0 } }, 'PERIODS_OUT_OF_RANGE'],
    ['periods of 13 months', { period: { unit: 'month', every: 13 } }, 'PERIODS_OUT_OF_RANGE'],
    ['periods of 54 weeks', { period: { unit: 'week', every: 54 } }, 'PERIODS_OUT_OF_RANGE'],
    ['periods of -1 day', { period: { unit: 'day', every: -1 } }, 'PERIODS_OUT_OF_RANGE'],
    ['a first due day on the pay-out', { firstDueDate: civilDate('2025-01-15') }, 'DATE_BEFORE_PAY_OUT'],
    ['a first due day three years on', { firstDueDate: civilDate('2028-01-15') }, 'DATE_OUT_OF_RANGE'],
    ['a pay-out before 1970', { payOutDate: civilDate('1969-12-31') }, 'DATE_OUT_OF_RANGE'],
    ['a pay-out after 2199', { payOutDate: civilDate('2200-01-01') }, 'DATE_OUT_OF_RANGE'],
    ['a due day of 0', { dueDay: 0 }, 'DUE_DAY_INVALID'],
    ['a due day of 32', { dueDay: 32 }, 'DUE_DAY_INVALID'],
    ['a day of the month with weeks', { dueDay: 5, period: { unit: 'week', every: 1 } }, 'DUE_DAY_INVALID'],
    ['grace that leaves no period', { grace: { principal: 12 } }, 'GRACE_OUT_OF_RANGE'],
    ['interest that waits for ever', { grace: { interest: 12 } }, 'GRACE_OUT_OF_RANGE'],
    ['negative grace', { grace: { principal: -1 } }, 'GRACE_OUT_OF_RANGE'],
    ['free of interest for longer than it lasts', { grace: { interestFree: 13 } }, 'GRACE_OUT_OF_RANGE'],
    ['grace where one payment is all', { method: 'bullet', grace: { interest: 1 } }, 'GRACE_OUT_OF_RANGE'],
    ['an instalment of nothing', { instalment: fen(0) }, 'AMOUNT_NOT_POSITIVE'],
    ['multiples of nothing', { instalmentMultiple: { of: fen(0), rounding: 'up' } }, 'AMOUNT_NOT_POSITIVE'],
    ['multiples larger than the loan', { amountMultiple: fen(1_000_001) }, 'AMOUNT_NOT_POSITIVE'],
    ['a negative fee a period', { feePerPeriod: fen(-1) }, 'FEE_OUT_OF_RANGE'],
    ['a negative fee', { fees: [{ ...fee, amount: fen(-1) }] }, 'FEE_OUT_OF_RANGE'],
    ['a share of more than all', { fees: [{ ...fee, share: { of: 'principal', rate: ppm(1_000_001) } }] }, 'FEE_OUT_OF_RANGE'],
    ['a fee for nobody', { fees: [{ ...fee, payee: '', amount: fen(1) }] }, 'FEE_OUT_OF_RANGE'],
  ])('planFor: %s is refused by name', (_, given, code) => {
    expect(() => planFor({ ...agreed, ...given })).toThrow(EngineError)
    expect(() => planFor({ ...agreed, ...given })).toThrow(code)
  })

  test('planFor: a rate at the cap, the longest periods and a due day of 31 are within', () => {
    expect(planFor({ ...agreed, rateCap: ppm(180_000) })).toHaveLength(12)
    expect(planFor({ ...agreed, period: { unit: 'month', every: 12 }, periods: 30 })).toHaveLength(30)
    expect(planFor({ ...agreed, period: { unit: 'day', every: 366 }, dayCount: 'actual/actual', annualRate: ppm(1_000_000) })).toHaveLength(
      12,
    )
    const most: FeeTerm[] = [
      { ...fee, share: { of: 'interest', rate: ppm(1_000_000) } },
      { ...fee, amount: fen(100_000_000_000) },
      { ...fee, amount: fen(0) },
    ]
    expect(planFor({ ...agreed, fees: most })[0]?.fees?.map((line) => line.amount)).toEqual([15_000, 100_000_000_000, 0])
    for (const payOutDate of ['1970-01-01', '2199-12-31'])
      expect(planFor({ ...agreed, payOutDate: civilDate(payOutDate) })).toHaveLength(12)
    expect(planFor({ ...agreed, dueDay: 31 }).map((row) => row.dueDate)).toContain('2025-02-28')
  })
})

test.each<[string, Partial<LoanTerms>, Partial<LoanTerms>]>([
  ['a billion yuan', { principal: fen(100_000_000_000) }, { principal: fen(100_000_000_001) }],
  ['a rate of 100 %', { annualRate: ppm(1_000_000) }, { annualRate: ppm(1_000_001) }],
  ['360 periods', { periods: 360 }, { periods: 361 }],
  ['53 weeks', { period: { unit: 'week', every: 53 } }, { period: { unit: 'week', every: 54 } }],
  ['366 days', { period: { unit: 'day', every: 366 } }, { period: { unit: 'day', every: 367 } }],
  ['a fee a period of a billion yuan', { feePerPeriod: fen(100_000_000_000) }, { feePerPeriod: fen(100_000_000_001) }],
  ['a fee of a billion yuan', { fees: [{ ...fee, amount: fen(100_000_000_000) }] }, { fees: [{ ...fee, amount: fen(100_000_000_001) }] }],
  ['no fee a period', { feePerPeriod: fen(0) }, { feePerPeriod: fen(-1) }],
  ['an instalment of twice the largest loan', { instalment: fen(200_000_000_000) }, { instalment: fen(200_000_000_001) }],
  ['an instalment of a fen', { instalment: fen(1) }, { instalment: fen(0) }],
  ['a multiple as large as the loan', { amountMultiple: fen(1_000_000) }, { amountMultiple: fen(1_000_001) }],
  ['grace for principal that leaves one period', { grace: { principal: 11 } }, { grace: { principal: 12 } }],
  ['interest that waits for the last period', { grace: { interest: 11 } }, { grace: { interest: 12 } }],
  ['no interest at all', { grace: { interestFree: 12 } }, { grace: { interestFree: 13 } }],
  ['a due day of 1', { dueDay: 1 }, { dueDay: 0 }],
])('planFor: %s is within, and one step further is refused', (_, within, beyond) => {
  expect(planFor({ ...agreed, ...within }).length).toBeGreaterThan(0)
  expect(() => planFor({ ...agreed, ...beyond })).toThrow(EngineError)
})

test('a first due day may be two years after the pay-out, and no day more', () => {
  const firstDue = (date: string) => planFor({ ...agreed, firstDueDate: civilDate(date) })[0]?.dueDate
  expect(firstDue('2027-01-15')).toBe('2027-01-15')
  expect(() => firstDue('2027-01-16')).toThrow('DATE_OUT_OF_RANGE')
})
