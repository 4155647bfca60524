import { addDays } from '@fyh/base/dates.ts'
import { addFen, fen, ppm } from '@fyh/base/money.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Loan } from './account.ts'
import { anyAmount, anyEventDay, anyPlannedLoan, anyRepayments, anyRunningLoan, anyTerms, lastDay } from './arbitrary-loans-for-test.ts'
import type { LoanEvent } from './events.ts'
import { totalOf } from './parts.ts'
import { cashFlowsOf, priceOf } from './price.ts'
import { replay } from './replay.ts'
import { defaultRules } from './rules.ts'
import { planFor, totalsOf } from './schedule.ts'
import { settlementQuote } from './settle.ts'
import { standingOf } from './standing.ts'
import type { LoanTerms } from './terms.ts'

const runs = { numRuns: 300 }

describe('plans of any terms', () => {
  test('planFor: principal sums to the loan, no amount or balance is negative, the last balance is 0', () => {
    fc.assert(
      fc.property(anyTerms, (terms) => {
        const plan = planFor(terms)
        expect(totalsOf(plan).principal).toBe(terms.principal)
        expect(plan[plan.length - 1]?.balanceAfter).toBe(0)
        for (const row of plan) {
          for (const amount of [row.principal, row.interest, row.fee, row.balanceAfter]) expect(amount).toBeGreaterThanOrEqual(0)
          expect(row.total).toBe(addFen(row.principal, row.interest, row.fee))
          expect(row.balanceBefore - row.principal).toBe(row.balanceAfter)
          expect(row.dueDate >= row.startDate).toBe(true)
        }
      }),
      { numRuns: 1_000 },
    )
  })

  // From 10,000 yuan, and without multiples: half a percent is then more than what rounding can take back.
  test('planFor: a rate higher by half a percent never lowers the interest of the whole', () => {
    fc.assert(
      fc.property(anyTerms, fc.integer({ min: 1_000_000, max: 10 ** 8 }), (terms, principal) => {
        const { instalmentMultiple: _, amountMultiple: __, ...plain } = terms
        const interestAt = (annualRate: number) =>
          totalsOf(planFor({ ...plain, principal: fen(principal), annualRate: ppm(annualRate) })).interest
        expect(interestAt(terms.annualRate + 5_000)).toBeGreaterThanOrEqual(interestAt(terms.annualRate))
      }),
      { numRuns: 1_000 },
    )
  })

  test('priceOf: a plan by months without fees costs its rate, up to the rounding of its amounts', () => {
    const methods = ['equalInstalment', 'equalPrincipal', 'interestFirst'] as const
    const given = fc.record({ terms: anyTerms, method: fc.constantFrom(...methods), principal: fc.integer({ min: 100_000, max: 10 ** 8 }) })
    fc.assert(
      fc.property(given, ({ terms, method, principal }) => {
        const { annualRate, periods, tail, grace, rounding = 'halfUp', dayCount: _ } = terms
        const plain: LoanTerms = { ...plainTerms(terms), method, annualRate, periods, tail, rounding, principal: fen(principal) }
        const plan = planFor({ ...plain, grace: { principal: grace?.principal ?? 0 } })
        // A fen a month on half the principal, in millionths a year.
        const roundingPpm = 24_000_000 / principal
        expect(Math.abs(priceOf(cashFlowsOf({ principal: plain.principal, plan })).simple - annualRate)).toBeLessThanOrEqual(
          1 + roundingPpm,
        )
      }),
      runs,
    )
  })
})

function plainTerms({ payOutDate, daysOff }: LoanTerms): Pick<LoanTerms, 'payOutDate' | 'daysOff' | 'dayCount'> {
  return { payOutDate, daysOff, dayCount: '30/360' }
}

/** Equal shares of an advance are rounded payment by payment, so they are not for what has to come out the same in two halves. */
const usualPlanned = anyPlannedLoan.filter(({ rules }) => rules.excess !== 'reAmortise')
/**
 * Where interest follows what is open, interest to the next due day depends on which payment reaches all that is owed, and paying
 * principal before interest that is due saves interest; by whole periods, what is overdue is reckoned anew only at a due day. None of
 * these is for halves.
 */
const usualRunning = anyRunningLoan
  .filter(({ terms: { recalculation } }) => recalculation?.settleUntil === 'settlementDay' && recalculation.rest === 'daily')
  .map((loan) => ({ ...loan, rules: defaultRules }))

const kinds = [
  { name: 'by its plan', any: anyPlannedLoan, usual: usualPlanned, numRuns: 300 },
  { name: 'whose interest follows what is open', any: anyRunningLoan, usual: usualRunning, numRuns: 60 },
]
const withPayments = (loans: fc.Arbitrary<Loan>) =>
  loans.chain((loan) => fc.record({ loan: fc.constant(loan), events: anyRepayments(loan) }))

describe.each(kinds)('a loan $name', ({ any: loans, usual, numRuns }) => {
  test('replay: no balance, part or surplus is ever negative, and every payment is spread to the fen', () => {
    fc.assert(
      fc.property(withPayments(loans), ({ loan, events }) => {
        const { accounts, entries, surplus } = replay(loan, events, lastDay)
        for (const { event, allocation, balance } of entries) {
          expect(balance).toBeGreaterThanOrEqual(0)
          if ('amount' in event) expect(totalOf(allocation.parts) + allocation.surplus).toBe(event.amount)
        }
        const paid = addFen(...accounts.map((account) => totalOf(account.paid)))
        const given = events.reduce((sum, event) => sum + ('amount' in event ? event.amount : 0), 0)
        expect(paid + surplus).toBe(given)
        for (const { owed, paid: parts } of standingOf({ loan, payments: events, onDate: lastDay }).periods)
          for (const amount of [...Object.values(owed), ...Object.values(parts)]) expect(amount).toBeGreaterThanOrEqual(0)
      }),
      { numRuns },
    )
  })

  test('replay: the order in which payments became known changes nothing, those of one day go by their numbers', () => {
    fc.assert(
      fc.property(
        withPayments(loans).chain(({ loan, events }) => {
          const shuffled = fc.shuffledSubarray([...events], { minLength: events.length })
          return fc.record({ loan: fc.constant(loan), events: fc.constant(events), shuffled })
        }),
        ({ loan, events, shuffled }) => {
          expect(replay(loan, shuffled, lastDay)).toEqual(replay(loan, events, lastDay))
        },
      ),
      { numRuns },
    )
  })

  test('replay: again is the same, known twice counts once, and reversed never happened', () => {
    fc.assert(
      fc.property(withPayments(loans), fc.nat(), ({ loan, events }, pick) => {
        const once = replay(loan, events, lastDay)
        expect(replay(loan, events, lastDay)).toEqual(once)
        expect(replay(loan, [...events, ...events], lastDay)).toEqual(once)
        const chosen = events[pick % Math.max(1, events.length)]
        if (chosen?.id === undefined) return
        const without = events.filter((event) => event !== chosen)
        const reversal: LoanEvent = { kind: 'reverse', event: chosen.id, on: lastDay }
        expect(replay(loan, [...events, reversal], lastDay)).toEqual(replay(loan, without, lastDay))
      }),
      { numRuns },
    )
  })

  test('replay: a payment split in two on one day does what the whole did', () => {
    fc.assert(
      fc.property(splitOf(usual), ({ loan, events, on, first, second }) => {
        const paidBy = (payments: LoanEvent[]) => {
          const { accounts, surplus } = replay(loan, [...events, ...payments], lastDay)
          return { paid: accounts.map(({ paid }) => paid), surplus }
        }
        const halves: LoanEvent[] = [first, second].map((amount, half) => ({ kind: 'repay', id: `half ${half}`, on, amount: fen(amount) }))
        expect(paidBy(halves)).toEqual(paidBy([{ kind: 'repay', id: 'whole', on, amount: fen(first + second) }]))
      }),
      { numRuns },
    )
  })

  test('settlementQuote: paying it settles the loan at 0, on the day and for ever, with nothing over', () => {
    fc.assert(
      fc.property(askedOf(loans), ({ loan, events, onDate }) => {
        const known = events.filter(({ on }) => on <= onDate)
        const { total } = settlementQuote({ loan, payments: known, onDate })
        const before = standingOf({ loan, payments: known, onDate })
        if (total === 0) return
        expect(before.isSettled).toBe(false)
        // Where more was paid ahead than is left, any amount settles, and what is over is held.
        const amount = fen(Math.max(1, total))
        const surplus = before.surplus + amount - total
        const payments: LoanEvent[] = [...known, { kind: 'settle', on: onDate, amount }]
        for (const day of [onDate, addDays(lastDay, 400)]) {
          const after = standingOf({ loan, payments, onDate: day })
          expect(after).toMatchObject({ isSettled: true, settledOn: onDate, owedTotal: 0, principalLeft: 0, surplus })
        }
      }),
      { numRuns },
    )
  })
})

// What is less than all principal is a repayment like any other, or held; a repayment that reaches it is not held by any other rule.
test('settlementQuote: a fen less leaves a fen where interest follows what is open, whatever the order of parts, and a repayment settles, too', () => {
  fc.assert(
    fc.property(askedOf(anyRunningLoan), fc.array(fc.boolean()), ({ loan, events: payments, onDate }, waived) => {
      const events = payments.map((event, k): LoanEvent => (waived[k] ? interestWaiver(event) : event))
      const known = events.filter(({ on }) => on <= onDate)
      const { total, principal } = settlementQuote({ loan, payments: known, onDate })
      if (total === 0) return
      const less: LoanEvent[] = [...known, { kind: 'settle', on: onDate, amount: fen(total - 1) }]
      if (total > Math.max(1, principal)) {
        expect(settlementQuote({ loan, payments: less, onDate }).total).toBe(1)
        expect(standingOf({ loan, payments: less, onDate }).isSettled).toBe(false)
      }
      const repaid: LoanEvent[] = [...known, { kind: 'repay', on: onDate, amount: total }]
      if (loan.rules.excess !== 'hold')
        expect(standingOf({ loan, payments: repaid, onDate })).toMatchObject({ isSettled: true, owedTotal: 0 })
    }),
    { numRuns: 120 },
  )
})

function interestWaiver(event: LoanEvent): LoanEvent {
  return event.kind === 'repay' ? { ...event, kind: 'waiver', of: ['interest'] } : event
}

function askedOf(loans: fc.Arbitrary<Loan>) {
  return withPayments(loans).chain(({ loan, events }) =>
    fc.record({ loan: fc.constant(loan), events: fc.constant(events), onDate: anyEventDay }),
  )
}

function splitOf(loans: fc.Arbitrary<Loan>) {
  return withPayments(loans).chain(({ loan, events }) =>
    fc.record({ loan: fc.constant(loan), events: fc.constant(events), on: anyEventDay, first: anyAmount(loan), second: anyAmount(loan) }),
  )
}
