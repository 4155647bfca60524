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

describe('LN-13 settling by the next due day', () => {
  const untilDue: LoanTerms = { ...terms, recalculation: { rest: 'daily', settleUntil: 'nextDueDay', onOverdue: true } }
  const withoutPenalty = { ...defaultRules, penalty: { ...defaultRules.penalty, percentOfRate: 0 } }
  const of: Loan = { terms: untilDue, plan: planFor(untilDue), rules: withoutPenalty }

  test('owes both months of all that was lent, the overdue part of it included, and leaves nothing over', () => {
    // The first instalment is two weeks late: 30.00 of the first month and, of 3,000.00 still open, 30.00 of the second.
    expect(allPaid(of, [], '2026-03-01')).toEqual({ interest: 6000, taken: 6000, open: 0, surplus: 0 })
  })

  test.each([6000, 1, 3100])('paying %d fen less leaves just that, whichever part comes first, also for who repays', (short) => {
    const principalFirst: Loan = { ...of, rules: { ...withoutPenalty, allocationOrder: ['principal', 'interest', 'fee', 'penalty'] } }
    for (const loan of [of, principalFirst])
      for (const kind of ['settle', 'repay'] as const) {
        const paid: LoanEvent = { id: 1, kind, on: civilDate('2026-03-01'), amount: fen(306_000 - short) }
        expect(settlementQuote({ loan, payments: [paid], onDate: civilDate('2026-03-01') }).total).toBe(short)
      }
  })

  test('a period paid ahead owes what it still bears, and is paid again', () => {
    // Paid on 1 February: 1,020.07, of which 16.45 interest for 17 of 31 days. The other 14 days of the 1,996.38 left are 9.02.
    expect(allPaid(of, [['2026-02-01', 102_007]], '2026-02-03')).toEqual({ interest: 902, taken: 1645 + 902, open: 0, surplus: 0 })
  })
})

test('LN-13 what was waived of principal bears neither interest nor penalty, and settling asks for the rest', () => {
  // 10.00 let go on 30 January, halfway through the month of 31 days: 30.00 × 15 ÷ 31 and 29.90 × 16 ÷ 31 are 29.95.
  const waived: LoanEvent = { id: 1, kind: 'waiver', on: civilDate('2026-01-30'), amount: fen(1000), of: ['principal'] }
  const onDate = civilDate('2026-02-15')
  const { principal, interest, total } = settlementQuote({ loan, payments: [waived], onDate })
  expect([principal, interest]).toEqual([299_000, 2995])
  const { accounts, surplus } = replay(loan, [waived, settle(2, '2026-02-15', total)], civilDate('2027-01-01'))
  expect([accounts.filter(({ closedOn }) => closedOn === undefined).length, surplus]).toEqual([0, 0])
})

test('LN-13 a fen less than the quote leaves a fen where it is of interest taken over from a later period that is paid', () => {
  const agreed: LoanTerms = {
    ...terms,
    principal: fen(4014),
    annualRate: ppm(197_405),
    periods: 8,
    payOutDate: civilDate('2026-01-31'),
    recalculation: { rest: 'period', settleUntil: 'settlementDay', onOverdue: true },
  }
  const allocationOrder = [
    ...(['advance:principal', 'due:interest', 'advance:fee', 'due:principal'] as const),
    ...(['due:fee', 'advance:interest', 'due:penalty', 'advance:penalty'] as const),
  ]
  const of: Loan = { terms: agreed, plan: planFor(agreed), rules: { ...defaultRules, allocationOrder, allocationDirection: 'vertical' } }
  const paid: LoanEvent = { id: 1, kind: 'repay', on: civilDate('2026-08-01'), amount: fen(3836) }
  const onDate = civilDate('2026-12-24')
  const { principal, interest, total } = settlementQuote({ loan: of, payments: [paid], onDate })
  // Of 40.14 on the first day and 5.74 after it August bears 0.11, September 0.09, and the plan ends; 2.49 are penalties.
  expect([principal, interest, total]).toEqual([574, 20, 843])
  expect(settlementQuote({ loan: of, payments: [paid, settle(2, '2026-12-24', total - 1)], onDate }).total).toBe(1)
})

test('LN-13 an extension of which the day is still to come changes no quote, and the days after the last due day bear nothing until then', () => {
  const extended: LoanEvent = { id: 1, kind: 'extend', on: civilDate('2026-05-15'), periods: 2 }
  const interestOn = (on: string) => settlementQuote({ loan, payments: [extended], onDate: civilDate(on) }).interest
  // 30.00 a month of 3,000.00, for three months, and for four once 15 May lies in the plan.
  expect([interestOn('2026-04-15'), interestOn('2026-05-14'), interestOn('2026-05-15')]).toEqual([9000, 9000, 12_000])
})

test('LN-13 a fen less than the quote leaves a fen where interest paid in the last period has room in an earlier one since more was drawn', () => {
  const agreed: LoanTerms = { ...terms, principal: fen(40_000), periods: 4 }
  const of: Loan = { terms: agreed, plan: planFor(agreed), rules: defaultRules }
  const paid = [
    ['2026-01-20', 21_000],
    ['2026-01-25', 15_000],
    ['2026-02-10', 4116],
  ] as const
  const payments: LoanEvent[] = [
    ...paid.map(([on, amount], id): LoanEvent => ({ id, kind: 'repay', on: civilDate(on), amount: fen(amount) })),
    { id: 3, kind: 'draw', on: civilDate('2026-03-15'), amount: fen(40_000) },
  ]
  const onDate = civilDate('2026-03-15')
  expect(settlementQuote({ loan: of, payments, onDate }).total).toBe(40_000)
  expect(settlementQuote({ loan: of, payments: [...payments, settle(4, '2026-03-15', 39_999)], onDate }).total).toBe(1)
})
