import { civilDate } from '@fyh/base/dates.ts'
import { fen, ppm } from '@fyh/base/money.ts'
import { describe, expect, test } from 'vitest'
import type { Loan } from './account.ts'
import type { LoanEvent } from './events.ts'
import { replay } from './replay.ts'
import { defaultRules } from './rules.ts'
import { planFor } from './schedule.ts'
import { settlementQuote } from './settle.ts'
import type { LoanTerms } from './terms.ts'

const terms: LoanTerms = {
  principal: fen(300_000),
  annualRate: ppm(120_000),
  periods: 3,
  method: 'equalInstalment',
  dayCount: '30/360',
  payOutDate: civilDate('2026-01-15'),
  tail: 'lastInstalment',
  daysOff: { policy: 'stay' },
  recalculation: { rest: 'daily', settleUntil: 'settlementDay', onOverdue: true },
}
const loan: Loan = { terms, plan: planFor(terms), rules: defaultRules }
const settle = (id: number, on: string, amount: number): LoanEvent => ({ id, kind: 'settle', on: civilDate(on), amount: fen(amount) })
const settledBy = (...events: LoanEvent[]) => replay(loan, events, civilDate('2026-02-02')).entries.map(({ settled }) => settled)

test('LN-13 interest on what is open: the quote is principal and 17 of 31 days; a fen less settles nothing, more is held', () => {
  // 3,000.00 × 1 % × 17 ÷ 31 = 16.45.
  expect(settlementQuote({ loan, payments: [], onDate: civilDate('2026-02-01') }).total).toBe(301_645)
  expect(settledBy(settle(1, '2026-02-01', 301_644))).toEqual([false])
  expect(settledBy(settle(1, '2026-02-01', 301_645))).toEqual([true])
  expect(settledBy(settle(1, '2026-02-01', 301_645), settle(2, '2026-02-02', 5))).toEqual([true, false])
})

type Paid = readonly (readonly [on: string, amount: number])[]
const allPaid = (of: Loan, paid: Paid, settledOn: string) => {
  const payments = paid.map(([on, amount], id): LoanEvent => ({ id, kind: 'repay', on: civilDate(on), amount: fen(amount) }))
  const onDate = civilDate(settledOn)
  const { total, interest } = settlementQuote({ loan: of, payments, onDate })
  const replayed = replay(of, [...payments, settle(payments.length, settledOn, total)], onDate)
  const open = replayed.accounts.filter(({ closedOn }) => closedOn === undefined).length
  const taken = replayed.accounts.reduce((sum, account) => sum + account.paid.interest, 0)
  return { interest, taken, open, surplus: replayed.surplus }
}

describe('LN-13 settling late, with later periods paid ahead, takes the interest quoted to the day although earlier principal is paid first', () => {
  test('of a small loan all but paid on the sixtieth day', () => {
    const small = { ...terms, principal: fen(3608), annualRate: ppm(359_989), periods: 13, dayCount: 'actual/365' } as const
    const agreed: LoanTerms = { ...small, payOutDate: civilDate('2026-01-31') }
    const of: Loan = { terms: agreed, plan: planFor(agreed), rules: defaultRules }
    const paid: Paid = [
      ['2026-02-05', 4],
      ['2026-03-15', 3601],
    ]
    // 1.61 is still open, all of it due by 31 January: 0.049 for January and 0.006 for 4 days of February, each 5 and 1 fen, beside the
    // 0.48 that waited from the months before. January's instalment owes February's fen, whose own is paid.
    expect(allPaid(of, paid, '2027-02-04')).toEqual({ interest: 54, taken: 153 + 54, open: 0, surplus: 0 })
  })

  test('of a loan whose last two instalments were paid on the first day', () => {
    const agreed: LoanTerms = { ...terms, principal: fen(40_000), periods: 5, payOutDate: civilDate('2024-01-01') }
    const of: Loan = { terms: agreed, plan: planFor(agreed), rules: { ...defaultRules, excess: 'lastPeriod' } }
    // Two of 82.42 paid leave 235.16, of which 1 % is 2.35 a month, three months long, and 6 of April's 30 days are 0.47.
    expect(allPaid(of, [['2024-01-01', 16_484]], '2024-04-07')).toEqual({ interest: 752, taken: 752, open: 0, surplus: 0 })
  })
})
