import { addDays, type CivilDate, civilDate } from '@fyh/base/dates.ts'
import { fen, ppm } from '@fyh/base/money.ts'
import type { Payment } from '@fyh/loan-engine/replay.ts'
import { defaultRules } from '@fyh/loan-engine/rules.ts'
import { planFor } from '@fyh/loan-engine/schedule.ts'
import { settlementQuote } from '@fyh/loan-engine/settle.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Account } from '#ledger/accounts.ts'
import type { Posting } from '#ledger/posting.ts'
import { feeCharged, interestDue, paidOut, penaltyAccrued } from '#ledger/postings.ts'
import { engineLoan, type RunningLoan, standingAt } from '../loan/loan.ts'
import { bookingOf, penaltyDaysOf } from './booking.ts'

/** A loan with its books in memory: the same decisions as the server takes, without a database. */
function simulate({ amount, periods, rate, fee }: { amount: number; periods: 3 | 6 | 9 | 12; rate: number; fee: number }) {
  const payOutDate = civilDate('2026-01-31')
  const terms = {
    principal: fen(amount),
    annualRate: ppm(rate),
    periods,
    method: 'equalInstalment',
    dayCount: '30/360',
    tail: 'lastInstalment',
    payOutDate,
    daysOff: { policy: 'stay' },
  } as const
  const loan: RunningLoan = {
    userId: 1,
    loanId: 1,
    quoteId: 1,
    contractNo: 'FY1',
    lenderId: 1,
    cardId: 1,
    status: 4,
    amountFen: fen(amount),
    periods,
    method: 'equalInstalment',
    use: '01',
    annualRatePpm: ppm(rate),
    simplePpm: ppm(rate),
    compoundPpm: ppm(rate),
    dayCount: '30/360',
    tail: 'lastInstalment',
    rules: { ...defaultRules, earlySettlementFee: ppm(fee), allocationOrder: [...defaultRules.allocationOrder] },
    plan: planFor(terms),
    borrowedAt: new Date(0),
    paidOutAt: new Date(0),
    payOutDate,
    settledOn: null,
    bookedTo: payOutDate,
    failReason: null,
  }
  const books = new Map<string, Posting>()
  const post = (...postings: Posting[]) => {
    for (const posting of postings) if (!books.has(posting.key)) books.set(posting.key, posting)
  }
  const payments: Payment[] = []
  const penaltyTo = new Map<number, CivilDate>()
  let day = payOutDate
  post(paidOut({ userId: 1, loanId: 1, on: day, orderKey: 'payout', amount: fen(amount) }))

  return {
    loan,
    books,
    standing: () => standingAt({ loan, payments, onDate: day }),
    settlement: () => settlementQuote({ loan: engineLoan(loan, payOutDate), payments, onDate: day }).total,
    balance: (account: Account) =>
      [...books.values()].flatMap(({ legs }) => legs).reduce((sum, leg) => sum + (leg.account === account ? leg.amount : 0), 0),
    pass(days: number) {
      for (let n = 0; n < days; n += 1) {
        day = addDays(day, 1)
        if (standingAt({ loan, payments, onDate: day }).isSettled) continue
        const of = { userId: 1, loanId: 1, on: day }
        for (const { period, dueDate, interest, fee } of loan.plan) {
          if (dueDate === day) post(interestDue({ ...of, period, amount: interest }), feeCharged({ ...of, period, amount: fee }))
        }
        for (const { period, day: on, amount } of penaltyDaysOf(loan, { payments, onDate: day, bookedTo: penaltyTo })) {
          post(penaltyAccrued({ ...of, on, period, amount }))
          penaltyTo.set(period, on)
        }
      }
    },
    pay(amount: number, how: { kind: 'repay'; upToPeriod?: number } | { kind: 'settle' }) {
      const payment = { ...how, on: day, amount: fen(amount) }
      const { postings } = bookingOf({ loan, payments, payment, repaymentId: payments.length + 1, orderKey: 'debit' })
      payments.push(payment)
      post(...postings)
    },
  }
}

const step = fc.oneof(
  fc.record({ act: fc.constant('pass' as const), days: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ act: fc.constant('part' as const), share: fc.integer({ min: 1, max: 130 }) }),
  fc.record({ act: fc.constant('next' as const) }),
  fc.record({ act: fc.constant('settle' as const), more: fc.integer({ min: -1, max: 1 }) }),
)

test('whatever is paid on whatever days, the ledger balances and says what the engine says', () => {
  const loanArb = fc.record({
    amount: fc.integer({ min: 5, max: 2000 }).map((steps) => steps * 10_000),
    periods: fc.constantFrom<(3 | 6 | 9 | 12)[]>(3, 6, 9, 12),
    rate: fc.integer({ min: 0, max: 360_000 }),
    fee: fc.constantFrom(0, 30_000),
  })
  fc.assert(
    fc.property(loanArb, fc.array(step, { maxLength: 25 }), (terms, steps) => {
      const books = simulate(terms)
      for (const one of steps) {
        take(books, one)
        check(books)
      }
    }),
    { numRuns: 150 },
  )
})

type Books = ReturnType<typeof simulate>
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

function take(books: Books, one: Step): void {
  const { owedTotal, dueNowTotal, nextDue, isSettled } = books.standing()
  const pay = (amount: number, how: Parameters<Books['pay']>[1]) => {
    if (amount > 0) books.pay(amount, how)
  }
  if (one.act === 'pass') books.pass(one.days)
  if (one.act === 'part') pay(Math.ceil((owedTotal * one.share) / 100), { kind: 'repay' })
  if (one.act === 'next')
    pay(dueNowTotal > 0 ? dueNowTotal : (nextDue?.amount ?? 0), { kind: 'repay', upToPeriod: nextDue?.period ?? books.loan.periods })
  if (one.act === 'settle' && !isSettled) pay(books.settlement() + one.more, { kind: 'settle' })
}

function check(books: Books): void {
  for (const { key, legs } of books.books.values())
    expect({ key, sum: legs.reduce<number>((sum, leg) => sum + leg.amount, 0) }).toEqual({ key, sum: 0 })
  const standing = books.standing()
  const known = standing.periods.filter(({ dueDate, paid }) => dueDate <= standing.onDate || paid.interest + paid.principal + paid.fee > 0)
  const owed = (part: 'interest' | 'fee' | 'penalty') => known.reduce((sum, period) => sum + period.owed[part], 0)
  expect(books.balance('principalReceivable')).toBe(standing.principalLeft)
  expect(books.balance('interestReceivable')).toBe(owed('interest'))
  expect(books.balance('feeReceivable')).toBe(owed('fee'))
  expect(books.balance('penaltyReceivable')).toBe(owed('penalty'))
  expect(0 - books.balance('surplusHeld')).toBe(standing.surplus)
  expect(books.balance('channelClearing')).toBe(standing.paidTotal + standing.surplus)
  expect(standing.principalLeft).toBeGreaterThanOrEqual(0)
}

test('LN-16 penalty by day sums to the fen of what is charged, and a part payment lowers the next day', () => {
  const books = simulate({ amount: 1_000_000, periods: 12, rate: 180_000, fee: 0 })
  const due = books.loan.plan[0]?.dueDate ?? books.loan.payOutDate
  while (books.standing().onDate < due) books.pass(1)
  books.pass(3)
  expect(books.balance('penaltyReceivable')).toBe(0)
  books.pass(1)
  expect(books.balance('penaltyReceivable')).toBe(230)
  books.pass(1)
  expect(books.balance('penaltyReceivable')).toBe(288)
  books.pay(50_000, { kind: 'repay' })
  expect(books.balance('penaltyReceivable')).toBe(0)
  expect(books.balance('principalReceivable')).toBe(1_000_000 - 34_712)
  books.pass(1)
  expect(books.balance('penaltyReceivable')).toBe(31)
  const days = [...books.books.keys()].filter((key) => key.startsWith('penalty:1:1:'))
  expect(days).toHaveLength(6)
})
