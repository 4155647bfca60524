import { addDays } from '@fyh/base/dates.ts'
import { fen, ppm } from '@fyh/base/money.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Loan } from './account.ts'
import { EngineError } from './engine-error.ts'
import type { LoanEvent } from './events.ts'
import { totalOf } from './parts.ts'
import { replay } from './replay.ts'
import { settlementQuote } from './settle.ts'
import type { Method } from './terms.ts'
import { day, loanOf } from './three-month-loans-for-test.ts'

describe('whatever changes and is paid', () => {
  const methods: Method[] = ['equalInstalment', 'flat', 'equalPrincipal', 'interestFirst', 'bullet']
  const anyStep = fc.record({
    kind: fc.constantFrom('repay', 'prepay', 'rate', 'pause', 'extend', 'move'),
    n: fc.integer({ min: 1, max: 95 }),
    amount: fc.integer({ min: 1, max: 150_000 }),
  })
  type Step = { kind: string; n: number; amount: number }
  const anyHistory = fc.tuple(fc.constantFrom(...methods), fc.uniqueArray(anyStep, { maxLength: 6, selector: ({ n }) => n }))
  const onDate = day(95)

  function eventOf(loan: Loan, { kind, n, amount }: Step, before: readonly LoanEvent[]): LoanEvent {
    const on = day(n)
    switch (kind) {
      case 'rate':
        return { id: n, kind: 'changeRate', on, annualRate: ppm(amount) }
      case 'pause':
        return { id: n, kind: 'pauseInterest', on, to: day(n + (amount % 40)) }
      case 'extend':
        return { id: n, kind: 'extend', on, periods: 1 + (amount % 3) }
      case 'move': {
        const from = replay(loan, before, on).accounts.find(({ row }) => row.dueDate > on)?.row.dueDate ?? on
        return { id: n, kind: 'moveDueDate', on, from, newDue: addDays(from, amount % 20) }
      }
      case 'prepay':
        return { id: n, kind: 'prepay', on, amount: fen(amount), effect: amount % 2 === 0 ? 'lower' : 'shorten' }
      default:
        return { id: n, kind: 'repay', on, amount: fen(amount) }
    }
  }

  /** Of the steps, by day, those that the loan can follow. */
  function told(loan: Loan, steps: readonly Step[]): LoanEvent[] {
    const events: LoanEvent[] = []
    for (const step of [...steps].sort((a, b) => a.n - b.n)) {
      const event = eventOf(loan, step, events)
      try {
        replay(loan, [...events, event], onDate)
        events.push(event)
      } catch (error) {
        if (!(error instanceof EngineError) || error.code !== 'EVENT_NOT_POSSIBLE') throw error
      }
    }
    return events
  }

  test('principal sums, balances fall to zero, interest paid is asked for, and every fen paid is booked or held', () => {
    fc.assert(
      fc.property(anyHistory, ([method, steps]) => {
        const loan = loanOf(method)
        const events = told(loan, steps)
        const { accounts, surplus } = replay(loan, events, onDate)
        let balance = 300_000
        for (const { row, paid } of accounts) {
          expect(row.balanceBefore).toBe(balance)
          expect(row.balanceAfter).toBe(balance - row.principal)
          expect(Math.min(row.principal, row.interest, row.balanceAfter, row.principal - paid.principal)).toBeGreaterThanOrEqual(0)
          expect(paid.interest).toBeLessThanOrEqual(row.interest)
          expect(row.total).toBe(row.principal + row.interest)
          balance = row.balanceAfter
        }
        expect(balance).toBe(0)
        const received = events.reduce((sum, event) => sum + ('amount' in event ? event.amount : 0), 0)
        expect(accounts.reduce((sum, { paid }) => sum + totalOf(paid), 0) + surplus).toBe(received)
      }),
      {
        numRuns: 300,
        // Principal of a later period had been paid ahead when a fen was prepaid.
        examples: [
          [
            [
              'interestFirst',
              [
                { kind: 'repay', n: 1, amount: 9_001 },
                { kind: 'extend', n: 2, amount: 1 },
                { kind: 'move', n: 31, amount: 1 },
                { kind: 'prepay', n: 32, amount: 1 },
              ],
            ],
          ],
        ],
      },
    )
  })

  test('the order in which events become known changes nothing, and one taken back was never there', () => {
    fc.assert(
      fc.property(anyHistory, anyStep, ([method, steps], one) => {
        const loan = loanOf(method)
        const events = told(loan, steps)
        const plain = replay(loan, events, onDate)
        expect(replay(loan, [...events].reverse(), onDate)).toEqual(plain)
        const change = { ...eventOf(loan, one, events), id: 'taken back' }
        expect(replay(loan, [...events, change, { kind: 'reverse', on: onDate, event: 'taken back' }], onDate)).toEqual(plain)
      }),
      { numRuns: 100 },
    )
  })

  test('the quote settles the loan to the fen', () => {
    fc.assert(
      fc.property(anyHistory, ([method, steps]) => {
        const loan = loanOf(method)
        const payments = told(loan, steps).filter(({ on }) => on <= day(60))
        const { total } = settlementQuote({ loan, payments, onDate: day(60) })
        if (total === 0) return
        const { accounts, surplus } = replay(loan, [...payments, { id: 'end', kind: 'settle', on: day(60), amount: total }], day(60))
        expect(accounts.every(({ closedOn }) => closedOn !== undefined)).toBe(true)
        expect(surplus).toBe(replay(loan, payments, day(60)).surplus)
      }),
      { numRuns: 150 },
    )
  })
})
