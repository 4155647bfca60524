import { addDays, type CivilDate, civilDate } from '@fyh/base/dates.ts'
import { type Fen, fen, ppm } from '@fyh/base/money.ts'
import { defaultRules } from '@fyh/loan-engine/rules.ts'
import { planFor } from '@fyh/loan-engine/schedule.ts'
import { settlementQuote } from '@fyh/loan-engine/settle.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Account, Posting } from '#lending/ledger/ledger.ts'
import { correctionsTo, paidOut, restated } from '#lending/ledger/ledger.ts'
import type { Booked } from '#lending/ledger/restated.ts'
import { engineLoan, type Received, type RunningLoan, standingAt } from '#lending/loan/loan.ts'
import { booksOf } from './booking.ts'

type Terms = { amount: number; periods: 3 | 6 | 9 | 12; rate: number; fee: number }
type How = { kind: 'repay'; upToPeriod?: number } | { kind: 'settle' } | { kind: 'prepay'; effect: 'lower' | 'shorten' }

/** A loan with its books in memory: the same decisions as the server takes, without a database. */
function simulate({ amount, periods, rate, fee }: Terms) {
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
    lenderEdition: 1,
    productId: 101,
    productEdition: 1,
    cardId: 1,
    debitCardId: 1,
    status: 'repaying',
    amountFen: fen(amount),
    periods,
    method: 'equalInstalment',
    use: '01',
    annualRatePpm: ppm(rate),
    simplePpm: ppm(rate),
    compoundPpm: ppm(rate),
    dayCount: '30/360',
    tail: 'lastInstalment',
    daysOff: 'stay',
    rules: {
      ...defaultRules,
      interestAhead: 'counts',
      earlySettlementFee: ppm(fee),
      earlySettlementFreeDays: 0,
      allocationOrder: ['fee', 'penalty', 'interest', 'principal'],
    },
    plan: planFor(terms),
    borrowedAt: new Date(0),
    paidOutAt: new Date(0),
    payOutDate,
    settledOn: null,
    bookedTo: payOutDate,
    failReason: null,
    givenUpAt: null,
  }
  const postings: Posting[] = [paidOut({ userId: 1, loanId: 1, on: payOutDate, orderKey: 'payout-1', lenderId: 1, amount: fen(amount) })]
  let payments: Received[] = []
  let causes = 0
  let day = payOutDate
  const balance = (account: Account, of: readonly Posting[] = postings) =>
    of.flatMap(({ legs }) => legs).reduce((sum, leg) => sum + (leg.account === account ? leg.amount : 0), 0)
  const restate = () => {
    const before = postings.length
    const books = booksOf({ loan, payments, onDate: day })
    const of = { userId: 1, loanId: 1, on: day }
    postings.push(...correctionsTo(of, books.postings, eventsOf(postings)))
    const givenUpFee = 0 - balance('feeReceivable', restatedOf(postings)) - balance('feeIncome', restatedOf(postings))
    const givenUpInterest = 0 - balance('interestReceivable', restatedOf(postings)) - balance('interestIncome', restatedOf(postings))
    causes += 1
    const earned = restated({
      ...of,
      cause: `test:${causes}`,
      owed: { interest: fen(books.owed.interest - balance('interestReceivable')), fee: fen(books.owed.fee - balance('feeReceivable')) },
      givenUp: { interest: fen(books.givenUp.interest - givenUpInterest), fee: fen(books.givenUp.fee - givenUpFee) },
    })
    if (earned.legs.length > 0) postings.push(earned)
    return postings.length - before
  }
  return {
    loan,
    postings,
    balance: (account: Account) => balance(account),
    restate,
    day: () => day,
    payments: () => payments,
    standing: () => standingAt({ loan, payments, onDate: day }),
    books: () => booksOf({ loan, payments, onDate: day }),
    settlement: () => settlementQuote({ loan: engineLoan(loan, payOutDate), payments, onDate: day }).total,
    pass(days: number) {
      day = addDays(day, days)
      restate()
    },
    /** Money becomes known today and counts from `on`. */
    pay(amount: number, how: How, on: CivilDate = day) {
      const repaymentId = payments.reduce((most, one) => Math.max(most, one.repaymentId), 0) + 1
      payments = [...payments, { ...how, on, amount: fen(amount), repaymentId, orderKey: `debit-${repaymentId}` }]
      restate()
    },
    takeBack(repaymentId: number) {
      payments = payments.filter((one) => one.repaymentId !== repaymentId)
      restate()
    },
    /** The same payments told of day by day, each on the day it counts from. */
    inOrder() {
      const told = simulate({ amount, periods, rate, fee })
      for (const one of payments.toSorted((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0))) {
        while (told.day() < one.on) told.pass(1)
        told.tell(one)
      }
      while (told.day() < day) told.pass(1)
      return told
    },
    tell(one: Received) {
      payments = [...payments, one]
      restate()
    },
  }
}

const restatedOf = (postings: readonly Posting[]) => postings.filter(({ kind }) => kind === 'restated')

/** What the ledger's query would find. */
function eventsOf(postings: readonly Posting[]): Map<string, Booked> {
  const events = new Map<string, Booked>()
  for (const { key, kind, orderKey, legs } of postings.filter((one) => ['penaltyAccrued', 'repaid', 'surplusHeld'].includes(one.kind))) {
    const [event = '', revision = '0'] = key.split('~')
    const net = new Map<Account, Fen>(events.get(event)?.net)
    for (const { account, amount } of legs) net.set(account, fen((net.get(account) ?? 0) + amount))
    events.set(event, { kind, orderKey, revision: Number(revision), net })
  }
  return events
}

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ act: fc.constant('pass' as const), days: fc.integer({ min: 1, max: 40 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('part' as const),
      share: fc.integer({ min: 1, max: 130 }),
      late: fc.integer({ min: 0, max: 50 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('next' as const), late: fc.integer({ min: 0, max: 50 }) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('settle' as const), more: fc.integer({ min: -1, max: 1 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('prepay' as const),
      share: fc.integer({ min: 1, max: 99 }),
      effect: fc.constantFrom('shorten' as const, 'lower' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('takeBack' as const), which: fc.nat(8) }) },
)
const terms = fc.record({
  amount: fc.integer({ min: 5, max: 2000 }).map((steps) => steps * 10_000),
  periods: fc.constantFrom<(3 | 6 | 9 | 12)[]>(3, 6, 9, 12),
  rate: fc.integer({ min: 0, max: 360_000 }),
  fee: fc.constantFrom(0, 30_000),
})
type Books = ReturnType<typeof simulate>
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

function take(books: Books, one: Step): void {
  const { owedTotal, dueNowTotal, nextDue, isSettled } = books.standing()
  const lateBy = (days: number) => {
    const on = addDays(books.day(), -days)
    if (on < books.loan.payOutDate) return books.loan.payOutDate
    return on
  }
  const pay = (amount: number, how: How, on: CivilDate = books.day()) => {
    if (amount > 0) books.pay(amount, how, on)
  }
  if (one.act === 'pass') books.pass(one.days)
  if (one.act === 'part') pay(Math.ceil((owedTotal * one.share) / 100), { kind: 'repay' }, lateBy(one.late))
  if (one.act === 'next') {
    const upToPeriod = nextDue?.period ?? books.loan.periods
    pay(dueNowTotal > 0 ? dueNowTotal : (nextDue?.amount ?? 0), { kind: 'repay', upToPeriod }, lateBy(one.late))
  }
  if (one.act === 'prepay' && !isSettled) pay(Math.floor((books.settlement() * one.share) / 100), { kind: 'prepay', effect: one.effect })
  if (one.act === 'settle' && !isSettled) pay(books.settlement() + one.more, { kind: 'settle' })
  const taken = books.payments()[one.act === 'takeBack' ? one.which % Math.max(1, books.payments().length) : -1]
  if (taken !== undefined) books.takeBack(taken.repaymentId)
}

function check(books: Books): void {
  for (const { key, legs } of books.postings)
    expect({ key, sum: legs.reduce<number>((sum, leg) => sum + leg.amount, 0) }).toEqual({ key, sum: 0 })
  expect(new Set(books.postings.map(({ key }) => key)).size).toBe(books.postings.length)
  const standing = books.standing()
  expect(books.balance('principalReceivable')).toBe(standing.principalLeft)
  expect(books.balance('penaltyReceivable')).toBe(standing.periods.reduce((sum, { owed }) => sum + owed.penalty, 0))
  const due = standing.periods.filter(({ dueDate, paid }) => dueDate <= standing.onDate || paid.interest + paid.principal + paid.fee > 0)
  expect(books.balance('feeReceivable')).toBe(due.reduce((sum, { owed }) => sum + owed.fee, 0))
  expect(books.balance('interestReceivable')).toBeGreaterThanOrEqual(due.reduce((sum, { owed }) => sum + owed.interest, 0))
  expect(0 - books.balance('surplusHeld')).toBe(standing.surplus)
  expect(books.balance('channelClearing')).toBe(standing.paidTotal + standing.surplus)
  expect(books.balance('channelClearing')).toBe(books.payments().reduce((sum, { amount }) => sum + amount, 0))
  for (const account of ['principalReceivable', 'interestReceivable', 'feeReceivable', 'penaltyReceivable'] as const)
    expect(books.balance(account), account).toBeGreaterThanOrEqual(0)
}

test('whatever is paid, told late or taken back on whatever days, the ledger balances and says what the engine says', () => {
  fc.assert(
    fc.property(terms, fc.array(step, { maxLength: 20 }), (agreed, steps) => {
      const books = simulate(agreed)
      for (const one of steps) {
        take(books, one)
        check(books)
        expect(books.restate()).toBe(0)
      }
    }),
    { numRuns: 100 },
  )
})

const everyAccount = [
  'principalReceivable',
  'interestReceivable',
  'feeReceivable',
  'penaltyReceivable',
  'channelClearing',
  'surplusHeld',
  'interestIncome',
  'feeIncome',
  'penaltyIncome',
  'waived',
] as const satisfies readonly Account[]

/** A payment told late comes before one that then settles, with more interest paid ahead than principal is left. */
const moreCountsThanIsLeft: [Terms, Step[]] = [
  { amount: 50_000, periods: 3, rate: 287_663, fee: 30_000 },
  [
    { act: 'next', late: 0 },
    { act: 'part', share: 87, late: 0 },
    { act: 'pass', days: 1 },
    { act: 'settle', more: -1 },
    { act: 'next', late: 1 },
  ],
]

test('payments told late or taken back leave the balances and penalties that the same payments told in order leave', () => {
  fc.assert(
    fc.property(terms, fc.array(step, { maxLength: 12 }), (agreed, steps) => {
      const books = simulate(agreed)
      for (const one of steps) take(books, one)
      const told = books.inOrder()
      expect(everyAccount.map((account) => [account, books.balance(account)])).toEqual(
        everyAccount.map((account) => [account, told.balance(account)]),
      )
      expect(books.books().penaltyDays).toEqual(told.books().penaltyDays)
      expect(books.standing().owed).toEqual(told.standing().owed)
    }),
    { numRuns: 60, examples: [moreCountsThanIsLeft] },
  )
})

test('LN-16 penalty by day sums to the fen of what is charged, and a part payment lowers the next day', () => {
  const books = simulate({ amount: 1_000_000, periods: 12, rate: 180_000, fee: 0 })
  const due = books.loan.plan[0]?.dueDate ?? books.loan.payOutDate
  while (books.day() < due) books.pass(1)
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
  expect(books.postings.filter(({ key }) => key.startsWith('penalty:1:1:'))).toHaveLength(6)
})

test('LN-17 a payment told on the fifth overdue day as received on the due day takes each day back once, and taking it back brings each back once', () => {
  const books = simulate({ amount: 1_000_000, periods: 12, rate: 180_000, fee: 0 })
  const due = books.loan.plan[0]?.dueDate ?? books.loan.payOutDate
  while (books.day() < addDays(due, 5)) books.pass(1)
  const days = books.books().penaltyDays
  books.pay(91_680, { kind: 'repay', upToPeriod: 1 }, due)
  expect(books.balance('penaltyReceivable')).toBe(0)
  expect(books.balance('penaltyIncome')).toBe(0)
  expect(books.postings.filter(({ key }) => /^penalty:.*~1$/.test(key)).map(({ legs }) => legs[0]?.amount)).toEqual(
    days.map(({ amount }) => 0 - amount),
  )
  books.takeBack(1)
  expect(books.books().penaltyDays).toEqual(days)
  expect(books.balance('penaltyReceivable')).toBe(288)
  expect(books.postings.filter(({ key }) => /^penalty:.*~2$/.test(key))).toHaveLength(5)
  expect(books.postings.filter(({ key }) => /^penalty:.*~3$/.test(key))).toEqual([])
})

test('settling lets go of interest that was brought forward, paid or not, and only of that', () => {
  const books = simulate({ amount: 1_000_000, periods: 12, rate: 180_000, fee: 0 })
  books.pass(10)
  books.pay(10_000, { kind: 'repay' })
  expect(0 - books.balance('interestIncome')).toBe(15_000)
  expect(books.balance('waived')).toBe(0)
  // 10 of 28 days of 150.00 are earned.
  expect(books.settlement()).toBe(1_000_000 + 5_357 - 10_000)
  books.pay(books.settlement(), { kind: 'settle' })
  expect(books.balance('waived')).toBe(15_000 - 5_357)
  expect(books.balance('interestReceivable')).toBe(0)
  expect(0 - books.balance('interestIncome')).toBe(15_000)
})
