import { addDays, civilDate } from '@fyh/base/dates.ts'
import { type Fen, fen, ppm } from '@fyh/base/money.ts'
import { describe, expect, test } from 'vitest'
import type { Loan } from './account.ts'
import type { LoanEvent } from './events.ts'
import { datedCashFlowsOf } from './price.ts'
import { replay } from './replay.ts'
import { defaultRules } from './rules.ts'
import { planFor } from './schedule.ts'
import { standingOf } from './standing.ts'
import type { LoanTerms } from './terms.ts'

const terms: LoanTerms = {
  principal: fen(1_000_000),
  annualRate: ppm(180_000),
  periods: 12,
  method: 'equalInstalment',
  dayCount: '30/360',
  payOutDate: civilDate('2026-02-15'),
  tail: 'lastInstalment',
  daysOff: { policy: 'stay' },
}
const loan: Loan = { terms, plan: planFor(terms), rules: defaultRules }
const day = (n: number) => addDays(terms.payOutDate, n)
const standingAfter = (events: LoanEvent[], n: number) => standingOf({ loan, payments: events, onDate: day(n) })

test('datedCashFlowsOf: what is taken at the pay-out is not received', () => {
  const [first, second] = datedCashFlowsOf({ principal: terms.principal, plan: loan.plan, upFrontFee: fen(20_000) })
  expect(first).toEqual({ on: '2026-02-15', amount: 980_000 })
  expect(second).toEqual({ on: '2026-03-15', amount: -91_680 })
})

describe('charges', () => {
  const charge = (amount: Fen): LoanEvent => ({ kind: 'charge', id: 1, on: day(1), part: 'fee', sum: { amount }, due: day(20) })

  test('a charge of nothing is none, one below nothing is refused', () => {
    expect(standingAfter([charge(fen(0))], 2).owed.fee).toBe(0)
    expect(() => standingAfter([charge(fen(-1))], 2)).toThrow('FEE_OUT_OF_RANGE')
  })

  test('a charge of a period that a prepayment makes fall away is owed with the last that is left', () => {
    const late: LoanEvent = { kind: 'charge', id: 1, on: day(1), part: 'fee', sum: { amount: fen(700) }, due: civilDate('2027-02-15') }
    const prepaid: LoanEvent = { kind: 'prepay', on: day(10), amount: fen(500_000), effect: 'shorten' }
    const { accounts, charges } = replay(loan, [late, prepaid], day(11))
    expect(accounts.length).toBeLessThan(12)
    expect(accounts[accounts.length - 1]?.added.fee).toBe(700)
    expect(charges).toHaveLength(1)
    const { accounts: lower } = replay(
      loan,
      [late, { ...prepaid, kind: 'prepay', on: day(10), amount: fen(500_000), effect: 'lower' }],
      day(11),
    )
    expect(lower).toHaveLength(12)
    expect(lower[11]?.added.fee).toBe(700)
  })
})

test.each([
  ['percentOfRate', 1_000],
  ['graceDays', 366],
  ['ceiling', 10_000_000],
])('a penalty rule reaches up to a %s of %d and is refused beyond', (name, most) => {
  const ruled = (value: number): Loan => ({ ...loan, rules: { ...defaultRules, penalty: { ...defaultRules.penalty, [name]: value } } })
  expect(replay(ruled(most), [], day(1)).accounts).toHaveLength(12)
  for (const wrong of [most + 1, -1, 0.5]) expect(() => replay(ruled(wrong), [], day(1))).toThrow('PENALTY_RULE_INVALID')
})

test('a fee for settling early reaches up to all that is not yet due and is refused beyond', () => {
  const withFee = (value: number): Loan => ({ ...loan, rules: { ...defaultRules, earlySettlementFee: ppm(value) } })
  expect(replay(withFee(1_000_000), [], day(1)).accounts).toHaveLength(12)
  for (const wrong of [1_000_001, -1]) expect(() => replay(withFee(wrong), [], day(1))).toThrow('FEE_OUT_OF_RANGE')
})

test('refundSurplus: what is paid back beyond the surplus is owed again', () => {
  const more: LoanEvent = { kind: 'refundSurplus', on: day(5), amount: fen(300) }
  const before = standingAfter([], 6)
  const after = standingAfter([more], 6)
  expect(after.owed.principal - before.owed.principal).toBe(300)
})
