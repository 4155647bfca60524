import { assert } from '@fyh/base/assert.ts'
import { addDays, type CivilDate, civilDate } from '@fyh/base/dates.ts'
import { addFen, type Fen, fen, ppm, zeroFen } from '@fyh/base/money.ts'
import { defaultRules } from '@fyh/loan-engine/rules.ts'
import { planFor } from '@fyh/loan-engine/schedule.ts'
import { settlementQuote } from '@fyh/loan-engine/settle.ts'
import type { Method } from '@fyh/loan-engine/terms.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { booksOf } from '#lending/books/books.ts'
import type { Account, Posting } from '#lending/ledger/ledger.ts'
import { rulesSchema } from '#lending/lenders/lenders.ts'
import { engineLoan, type Received, type RunningLoan } from '#lending/loan/loan.ts'
import type { ThinLoan } from './close.sql.ts'
import { closeNextDay } from './close-day.ts'
import { type ClosedDays, closeQuietDays, type Quiet } from './close-quiet.ts'

type Terms = {
  amount: number
  periods: 3 | 6 | 9 | 12
  rate: number
  method: 'equalInstalment' | 'equalPrincipal'
  fee: number
  payOutDay: number
}

function loanOf({ amount, periods, rate, method, fee, payOutDay }: Terms): RunningLoan {
  const payOutDate = addDays(civilDate('2026-01-01'), payOutDay)
  const terms = { principal: fen(amount), annualRate: ppm(rate), periods, method: method satisfies Method, payOutDate }
  const plan = planFor({ ...terms, dayCount: '30/360', tail: 'lastInstalment', daysOff: { policy: 'stay' }, feePerPeriod: fen(fee) })
  return {
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
    status: 'disbursed',
    amountFen: fen(amount),
    periods,
    method,
    use: '01',
    annualRatePpm: ppm(rate),
    simplePpm: ppm(rate),
    compoundPpm: ppm(rate),
    dayCount: '30/360',
    tail: 'lastInstalment',
    daysOff: 'stay',
    rules: rulesSchema.parse({ ...defaultRules, interestAhead: 'counts' }),
    plan,
    borrowedAt: new Date(0),
    paidOutAt: new Date(0),
    payOutDate,
    settledOn: null,
    bookedTo: payOutDate,
    failReason: null,
    givenUpAt: null,
  }
}

const unknown: Quiet = { quietTo: null, run: undefined, overdue: null }

/** The close of one loan in memory: what is kept of it, as the table keeps it, and what its accounts hold. */
function closing(terms: Terms) {
  let loan = loanOf(terms)
  let quiet = unknown
  const payments: Received[] = []
  const held = { interestReceivable: zeroFen, feeReceivable: zeroFen, penaltyReceivable: zeroFen }
  const keys = new Set<string>()
  const days = new Set<string>()

  /** Through JSON, as the column gives it back. */
  const thin = (): ThinLoan => ({
    userId: 1,
    loanId: 1,
    bookedTo: loan.bookedTo,
    quietTo: quiet.quietTo,
    annualRatePpm: loan.annualRatePpm,
    runStart: quiet.run?.startDate ?? null,
    runDue: quiet.run?.dueDate ?? null,
    runInterestFen: quiet.run?.interest ?? null,
    overdue: JSON.parse(JSON.stringify(quiet.overdue)),
  })
  const take = ({ postings, penalties }: Pick<ClosedDays, 'postings' | 'penalties'>) => {
    for (const posting of postings) {
      expect(keys.has(posting.key)).toBe(false)
      keys.add(posting.key)
      add(held, posting)
    }
    for (const { period, day } of penalties) {
      expect(days.has(`${period} ${day}`)).toBe(false)
      days.add(`${period} ${day}`)
    }
  }

  return {
    books: () => booksOf({ loan, payments, onDate: loan.bookedTo }),
    held,
    days,
    closeTo(upTo: CivilDate) {
      while (loan.bookedTo < upTo) {
        if (booksOf({ loan, payments, onDate: loan.bookedTo }).standing.isSettled) return
        if (quiet.quietTo !== null && quiet.quietTo > loan.bookedTo) {
          const closed = closeQuietDays(thin(), quiet.quietTo < upTo ? quiet.quietTo : upTo)
          take(closed)
          loan = { ...loan, bookedTo: closed.bookedTo }
        } else {
          const closed = closeNextDay({ loan, payments, today: upTo })
          take(closed)
          quiet = closed.quiet
          const status = closed.events.includes('fallOverdue') ? 'overdue' : loan.status === 'disbursed' ? 'repaying' : loan.status
          loan = { ...loan, bookedTo: closed.bookedTo, status }
        }
      }
    },
    /** A payment on the last day closed: the books are restated by it, and what was known of the days ahead is forgotten. */
    pay(amount: Fen, how: { kind: 'repay' } | { kind: 'settle' }) {
      const no = payments.length + 1
      payments.push({ ...how, on: loan.bookedTo, amount, repaymentId: no, orderKey: `debit-${no}` })
      const { owed, standing } = booksOf({ loan, payments, onDate: loan.bookedTo })
      held.interestReceivable = owed.interest
      held.feeReceivable = owed.fee
      held.penaltyReceivable = standing.owed.penalty
      if (loan.status === 'overdue' && standing.overdueDays === 0) loan = { ...loan, status: 'repaying' }
      quiet = unknown
    },
    bookedTo: () => loan.bookedTo,
    settlement: () => settlementQuote({ loan: engineLoan(loan, loan.payOutDate), payments, onDate: loan.bookedTo }).total,
  }
}

function add(held: Partial<Record<Account, Fen>>, { legs }: Posting): void {
  expect(addFen(...legs.map(({ amount }) => amount))).toBe(0)
  for (const { account, amount } of legs) {
    const before = held[account]
    if (before !== undefined) held[account] = addFen(before, amount)
  }
}

function check(loan: ReturnType<typeof closing>): void {
  const { owed, standing, penaltyDays } = loan.books()
  expect({ on: loan.bookedTo(), ...loan.held }).toEqual({
    on: loan.bookedTo(),
    interestReceivable: owed.interest,
    feeReceivable: owed.fee,
    penaltyReceivable: standing.owed.penalty,
  })
  expect([...loan.days].sort()).toEqual(penaltyDays.map(({ period, day }) => `${period} ${day}`).sort())
}

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: fc.constant('pass' as const), days: fc.integer({ min: 1, max: 45 }) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('part' as const), share: fc.integer({ min: 1, max: 40 }) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('due' as const) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('settle' as const) }) },
)
const termsArbitrary: fc.Arbitrary<Terms> = fc.record({
  amount: fc.integer({ min: 5, max: 2_000 }).map((steps) => steps * 10_000),
  periods: fc.constantFrom(3, 6, 9, 12),
  rate: fc.integer({ min: 0, max: 360_000 }),
  method: fc.constantFrom('equalInstalment', 'equalPrincipal'),
  fee: fc.constantFrom(0, 1_999),
  payOutDay: fc.integer({ min: 0, max: 364 }),
})

test('closed day by day or many days at once, whatever is paid in between: every day the ledger says what the engine says, each day once', () => {
  fc.assert(
    fc.property(termsArbitrary, fc.boolean(), fc.array(step, { maxLength: 14 }), (terms, isDaily, steps) => {
      const loan = closing(terms)
      for (const one of steps) {
        const { standing } = loan.books()
        if (one.act === 'pass') {
          const upTo = addDays(loan.bookedTo(), one.days)
          for (let day = isDaily ? addDays(loan.bookedTo(), 1) : upTo; day <= upTo; day = addDays(day, 1)) {
            loan.closeTo(day)
            check(loan)
          }
        }
        if (standing.isSettled) continue
        if (one.act === 'part') loan.pay(fen(Math.ceil((standing.owedTotal * one.share) / 100)), { kind: 'repay' })
        if (one.act === 'due' && standing.dueNowTotal > 0) loan.pay(standing.dueNowTotal, { kind: 'repay' })
        if (one.act === 'settle') loan.pay(loan.settlement(), { kind: 'settle' })
        check(loan)
      }
    }),
    { numRuns: 150, seed: 20_261_128 },
  )
  // Nothing but reckoning: 52 s where ten others wanted each core.
}, 180_000)

test('a period of 30 days earns a thirtieth a day, and its interest to the fen on the due day', () => {
  const loan = closing({ amount: 1_000_000, periods: 12, rate: 180_000, method: 'equalInstalment', fee: 0, payOutDay: 330 })
  const first = loan.books().standing.periods[0]
  assert(first !== undefined && first.row.interest === 15_000, 'one month of 18 % on 10,000 yuan')
  loan.closeTo(addDays(loan.bookedTo(), 1))
  expect(loan.held.interestReceivable).toBe(500)
  loan.closeTo(addDays(first.dueDate, -1))
  expect(loan.held.interestReceivable).toBe(14_500)
  loan.closeTo(first.dueDate)
  expect(loan.held.interestReceivable).toBe(15_000)
})
