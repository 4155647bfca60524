import { addDays, civilDate } from '@fyh/base/dates.ts'
import { fen, ppm } from '@fyh/base/money.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Loan } from './account.ts'
import type { LoanEvent } from './events.ts'
import { replay } from './replay.ts'
import { defaultRules } from './rules.ts'
import { earlierOf, periodOf } from './running-period.ts'
import { day, drawn, opened, shown, yuan } from './running-plans-for-test.ts'
import { type PlanStep, takeStep } from './running-steps.ts'
import { planFor } from './schedule.ts'
import { settlementQuote } from './settle.ts'
import type { LoanTerms } from './terms.ts'

const payOutDate = civilDate('2026-01-31')
const principal = fen(1_000_000)
const terms: LoanTerms = {
  principal,
  annualRate: ppm(120_000),
  periods: 5,
  method: 'equalInstalment',
  dayCount: 'actual/365',
  payOutDate,
  tail: 'lastInstalment',
  daysOff: { policy: 'stay' },
  recalculation: { rest: 'daily', settleUntil: 'settlementDay', onOverdue: true },
}
const loan: Loan = { terms, plan: planFor(terms), rules: defaultRules }
const anyLoan = fc
  .record({ grace: fc.integer({ min: 0, max: 3 }), excess: fc.constantFrom('nextPeriod', 'lastPeriod', 'reAmortise') })
  .map(({ grace, excess }): Loan => {
    const agreed: LoanTerms = { ...terms, grace: { principal: grace } }
    return { terms: agreed, plan: planFor(agreed), rules: { ...defaultRules, excess } }
  })
const dueOf = (period: number) => loan.plan[period]?.dueDate ?? payOutDate
const startOf = (period: number) => loan.plan[period]?.startDate ?? payOutDate

const n = fc.integer({ min: 1, max: 100 })
const upTo60 = fc.integer({ min: 0, max: 60 })
const anyMoney = fc.record({ kind: fc.constantFrom('repay', 'draw'), n, amount: fc.integer({ min: 100, max: 400_000 }) })
const anyRate = fc.record({ kind: fc.constant('changeRate'), n, annualRate: fc.integer({ min: 0, max: 360_000 }) })
const anyPause = fc.record({ kind: fc.constant('pauseInterest'), n, length: upTo60 })
const anyMove = fc.record({
  period: fc.integer({ min: 0, max: 4 }),
  later: fc.integer({ min: 1, max: 60 }),
  n,
  isDeferred: fc.boolean(),
  periods: fc.integer({ min: 1, max: 3 }),
})

/** A due day that moves is agreed by the new one at the latest; principal is put off by its due day. */
const anyEvents = fc
  .tuple(fc.array(fc.oneof(anyMoney, anyRate, anyPause), { maxLength: 6 }), fc.option(anyMove))
  .map(([changes, move]): LoanEvent[] => {
    const events = changes.map((change, id): LoanEvent => {
      const on = addDays(payOutDate, change.n)
      if (change.kind === 'changeRate') return { id, kind: change.kind, on, annualRate: ppm(change.annualRate) }
      if (change.kind === 'pauseInterest') return { id, kind: change.kind, on, to: addDays(on, change.length) }
      return { id, kind: change.kind, on, amount: fen(change.amount) }
    })
    if (move === null) return events
    const known = addDays(payOutDate, move.n)
    const from = dueOf(move.period)
    if (move.isDeferred)
      return [...events, { id: 'deferral', kind: 'deferPrincipal', on: earlierOf(known, from), from, periods: move.periods }]
    const newDue = addDays(startOf(move.period), move.later)
    return [...events, { id: 'move', kind: 'moveDueDate', on: earlierOf(known, newDue), from, newDue }]
  })

/** Balance × rate of each day after the pay-out, in fen, not rounded. */
function interestByDay(loan: Loan, events: readonly LoanEvent[], days: number): number {
  const { entries } = replay(loan, events, addDays(payOutDate, days))
  let [balance, rate, interest] = [Number(principal), Number(terms.annualRate), 0]
  for (let count = 1; count <= days; count += 1) {
    const today = addDays(payOutDate, count)
    for (const { event, allocation } of entries) {
      if (event.on === addDays(today, -1)) balance += event.kind === 'draw' ? event.amount : -allocation.parts.principal
      if (event.on === today && event.kind === 'changeRate') rate = event.annualRate
    }
    const isPaused = entries.some(({ event }) => event.kind === 'pauseInterest' && event.on <= today && today <= event.to)
    if (!isPaused) interest += (balance * rate) / 365_000_000
  }
  return interest
}

// A surplus pays what is drawn later as if it had been meant for it: of loans paid back the days tell nothing.
test('LN-08 by the day, interest paid and still open is the sum of each day’s balance × rate, and principal asked for what was lent, wherever due days lie', () => {
  fc.assert(
    fc.property(anyLoan, anyEvents, fc.integer({ min: 101, max: 120 }), (loan, events, days) => {
      const onDate = addDays(payOutDate, days)
      const known = events.filter(({ on }) => on <= onDate)
      fc.pre(sumOf(events, 'repay') < principal)
      const { accounts } = replay(loan, known, onDate)
      expect(accounts.reduce((sum, { row }) => sum + row.principal, 0)).toBe(principal + sumOf(known, 'draw'))
      const paid = accounts.reduce((sum, account) => sum + account.paid.interest, 0)
      const { interest } = settlementQuote({ loan, payments: known, onDate })
      // Each period rounds once.
      expect(Math.abs(paid + interest - interestByDay(loan, known, days))).toBeLessThanOrEqual(0.5 * accounts.length + 0.01)
    }),
    { numRuns: 300 },
  )
})

function sumOf(events: readonly LoanEvent[], kind: 'repay' | 'draw'): number {
  return events.reduce((sum, event) => sum + (event.kind === kind ? event.amount : 0), 0)
}

describe('a due day that moves', () => {
  const anyDay = (from: number, to: number) => fc.integer({ min: from, max: to }).map((count) => addDays(day('01-01'), count))
  const anyStep = fc.oneof(
    fc.record({ kind: fc.constant('draw' as const), on: anyDay(1, 140), amount: fc.integer({ min: 1, max: 20_000 }).map(fen) }),
    fc.record({
      kind: fc.constant('changeRate' as const),
      from: anyDay(1, 140),
      annualRate: fc.integer({ min: 0, max: 360_000 }).map(ppm),
    }),
    fc.tuple(anyDay(1, 140), upTo60).map(([from, length]) => ({ kind: 'pauseInterest' as const, from, to: addDays(from, length) })),
  )

  // What lies before both days was agreed without the move, which leaves its instalments as they are.
  test('takeStep: makes the same plan whether it was known before or after a drawing, rate or pause of its days', () => {
    const anyPlace = fc.record({ period: fc.integer({ min: 1, max: 6 }), later: fc.integer({ min: 1, max: 60 }) })
    fc.assert(
      fc.property(anyStep, anyPlace, (step, { period, later }) => {
        const begun = takeStep(opened(), { kind: 'draw', on: day('01-01'), amount: yuan('100.00') })
        const { startDate, dueDate } = periodOf(begun, period)
        const move = { kind: 'moveDueDate', period, newDue: addDays(startDate, later) } as const
        const changes = step.kind === 'draw' ? step.on : step.kind === 'changeRate' ? addDays(step.from, -1) : step.to
        fc.pre(changes >= dueDate || changes >= move.newDue)
        const known = takeStep(takeStep(begun, step), move)
        expect(shown(known)).toEqual(shown(takeStep(takeStep(begun, move), step)))
      }),
      { numRuns: 300 },
    )
  })

  test('takeStep: one moved again, or that follows another, lies where it was said last', () => {
    const begun = takeStep(opened(), { kind: 'draw', on: day('01-01'), amount: yuan('100.00') })
    const moves = (...moved: readonly (readonly [number, string])[]) =>
      moved.reduce((plan, [period, newDue]) => takeStep(plan, { kind: 'moveDueDate', period, newDue: day(newDue) }), begun)
    expect(shown(moves([2, '03-20'], [1, '02-10']))).toEqual(shown(moves([1, '02-10'])))
    expect(shown(moves([1, '02-20'], [1, '02-10']))).toEqual(shown(moves([1, '02-10'])))
    expect(moves([1, '02-10'], [2, '03-20']).periods.map(({ dueDate }) => dueDate.slice(5))).toEqual([
      '02-10',
      '03-20',
      '04-20',
      '05-20',
      '06-20',
      '07-20',
    ])
  })

  test('takeStep: a drawing that the earlier end of the plan leaves outside is refused', () => {
    const one = takeStep(opened({ periods: 1 }), { kind: 'draw', on: day('01-20'), amount: yuan('100.00') })
    expect(() => takeStep(one, { kind: 'moveDueDate', period: 1, newDue: day('01-10') })).toThrow('DATE_OUT_OF_RANGE')
  })

  test('takeStep: principal put off from a day that was overdue is put off as if it had been agreed before', () => {
    const begun = takeStep(opened(), { kind: 'draw', on: day('01-01'), amount: yuan('100.00') })
    const deferral: PlanStep = { kind: 'deferPrincipal', from: 1, periods: 1 }
    const reached: PlanStep = { kind: 'reach', on: day('02-20') }
    expect(shown(takeStep(takeStep(begun, reached), deferral))).toEqual(shown(takeStep(takeStep(begun, deferral), reached)))
    expect(shown(takeStep(begun, deferral))[0]).toBe('0.00 + 0.58')
    expect(shown(begun)).toEqual(shown(drawn()))
  })
})
