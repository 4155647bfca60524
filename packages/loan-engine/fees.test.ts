import { civilDate } from '@fyh/base/dates.ts'
import { addFen, fen, parseYuan, ppm } from '@fyh/base/money.ts'
import { describe, expect, test } from 'vitest'
import type { FeeTerm } from './fees.ts'
import { cashFlowsOf, priceOf } from './price.ts'
import { planFor, totalsOf, upFrontFeesOf } from './schedule.ts'
import type { LoanTerms } from './terms.ts'

const fees: FeeTerm[] = [
  { payee: 'lender', due: 'payOut', amount: fen(100) },
  { payee: 'guarantor', due: 'payOut', share: { of: 'principalAndInterest', rate: ppm(10_200) } },
  { payee: 'guarantor', due: 'instalment', share: { of: 'interest', rate: ppm(50_000) } },
  { payee: 'insurer', due: 'instalment', share: { of: 'principalAndInterest', rate: ppm(10_000) } },
  { payee: 'platform', due: 'instalment', amount: fen(1000) },
]
// Apache Fineract FIN-INIT-114 and FIN-INIT-128 to -130: the same loan with charges of these kinds.
const terms: LoanTerms = {
  principal: parseYuan('100.00') ?? fen(0),
  annualRate: ppm(70_000),
  periods: 6,
  method: 'equalInstalment',
  dayCount: 'actual/actual',
  payOutDate: civilDate('2024-01-01'),
  tail: 'evened',
  daysOff: { policy: 'stay' },
  instalmentMultiple: { of: fen(100), rounding: 'halfUp' },
  fees,
}

describe('fees with their payees', () => {
  test('planFor: each row has the fees of its instalment, a line a payee, and counts them once', () => {
    const plan = planFor(terms)
    expect(plan.map((row) => row.fees?.map((line) => line.amount))).toEqual([
      [3, 17, 1000],
      [2, 17, 1000],
      [2, 17, 1000],
      [1, 17, 1000],
      [1, 17, 1000],
      [1, 17, 1000],
    ])
    expect(plan[0]?.fees?.map((line) => line.payee)).toEqual(['guarantor', 'insurer', 'platform'])
    expect(plan[0]?.fees?.[0]?.share).toEqual({ of: 'interest', base: 59, rate: 50_000 })
    for (const row of plan) {
      expect(row.fee).toBe(addFen(...(row.fees ?? []).map((line) => line.amount)))
      expect(row.total).toBe(row.principal + row.interest + row.fee)
    }
  })

  test('upFrontFeesOf: sums and shares of the whole loan, in no row of the plan', () => {
    const plan = planFor({ ...terms, dayCount: '30/360', instalmentMultiple: { of: fen(1), rounding: 'halfUp' } })
    expect(totalsOf(plan).interest).toBe(205)
    expect(upFrontFeesOf({ fees }, plan)).toEqual([
      { payee: 'lender', amount: 100 },
      { payee: 'guarantor', amount: 104, share: { of: 'principalAndInterest', base: 10_205, rate: 10_200 } },
    ])
    expect(upFrontFeesOf({}, plan)).toEqual([])
  })

  test('planFor: a plan without such fees has no lines; the fee a period stays as it was', () => {
    const { fees: _, ...plain } = terms
    const plan = planFor({ ...plain, feePerPeriod: fen(50) })
    expect(plan.every((row) => row.fee === 50 && row.fees === undefined)).toBe(true)
  })

  test('priceOf: every fee raises the price, whoever it is for', () => {
    const priced = (given: readonly FeeTerm[]) => {
      const plan = planFor({ ...terms, fees: given })
      const upFrontFee = addFen(fen(0), ...upFrontFeesOf({ fees: given }, plan).map((line) => line.amount))
      return priceOf(cashFlowsOf({ principal: terms.principal, plan, upFrontFee })).simple
    }
    const none = priced([])
    for (const fee of fees) expect(priced([fee])).toBeGreaterThan(none)
  })
})
