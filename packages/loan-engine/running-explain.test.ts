import { addDays, civilDate } from '@fyh/base/dates.ts'
import { fen, mulDiv, ppm } from '@fyh/base/money.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LoanEvent } from './events.ts'
import { replay } from './replay.ts'
import { defaultRules } from './rules.ts'
import { explainInterest } from './running-explain.ts'
import { planFor } from './schedule.ts'
import { standingOf } from './standing.ts'
import type { LoanTerms } from './terms.ts'

const payOutDate = civilDate('2026-01-15')
const day = (n: number) => addDays(payOutDate, n)
const terms: LoanTerms = {
  principal: fen(1_000_000),
  annualRate: ppm(180_000),
  periods: 6,
  method: 'equalInstalment',
  dayCount: 'actual/365',
  payOutDate,
  tail: 'lastInstalment',
  daysOff: { policy: 'stay' },
  recalculation: { rest: 'daily', settleUntil: 'settlementDay', onOverdue: true },
}
const loan = { terms, plan: planFor(terms), rules: defaultRules }
const after = (events: readonly LoanEvent[], n: number) => {
  const { running, accounts } = replay(loan, events, day(n))
  if (running === undefined) throw new Error('interest follows what is open')
  return { running, accounts }
}

describe('explainInterest', () => {
  test('explainInterest: a payment in the middle of a period splits it, each span with its own balance', () => {
    const { running } = after([{ id: 1, kind: 'repay', on: day(41), amount: fen(500_000) }], 41)
    const { spans, borne, left, due } = explainInterest(running, 2)
    expect(spans.map(({ from, to, days, ratePpm }) => [from, to, days, ratePpm])).toEqual([
      ['2026-02-15', '2026-02-25', 10, 180_000],
      ['2026-02-25', '2026-03-15', 18, 180_000],
    ])
    const [first, second] = spans.map(({ balance, days }) => balance * days)
    expect(borne).toBe(mulDiv({ value: (first ?? 0) + (second ?? 0), times: 180_000, over: 365_000_000, rounding: 'halfUp' }))
    // Ten days of 10,000.00 were paid with the payment; what ran after it waits for the next period.
    expect([due, left]).toEqual([4932, borne - 4932])
  })

  test('standingOf: each period of such a loan opens its interest; a loan by its plan has that in its rows', () => {
    const open = standingOf({ loan, payments: [], onDate: day(10) })
    expect(open.periods.map(({ interestExplain, row }) => interestExplain?.due === row.interest)).toEqual(loan.plan.map(() => true))
    const { recalculation: _, ...byPlan } = terms
    expect(standingOf({ loan: { ...loan, terms: byPlan }, payments: [], onDate: day(10) }).periods[0]?.interestExplain).toBeUndefined()
  })

  test('explainInterest: a paused span bears nothing', () => {
    const { running } = after([{ id: 1, kind: 'pauseInterest', on: civilDate('2026-02-16'), to: civilDate('2026-03-15') }], 0)
    expect(explainInterest(running, 2)).toMatchObject({ borne: 0, due: 0, spans: [{ ratePpm: 0, times: 0 }] })
  })

  test('explainInterest: of a period the plan does not have is refused', () => {
    expect(() => explainInterest(after([], 0).running, 7)).toThrow('PERIODS_OUT_OF_RANGE')
  })

  test('explainInterest: whatever was paid and changed, every interest opens into its spans to the fen', () => {
    const anyStep = fc.record({
      kind: fc.constantFrom('repay', 'repay', 'changeRate', 'extend'),
      n: fc.integer({ min: 0, max: 200 }),
      amount: fc.integer({ min: 1, max: 300_000 }),
    })
    fc.assert(
      fc.property(fc.uniqueArray(anyStep, { maxLength: 6, selector: ({ n }) => n }), (steps) => {
        const events = steps.map(({ kind, n, amount }, id): LoanEvent => {
          if (kind === 'changeRate') return { id, kind, on: day(n), annualRate: ppm(amount) }
          return kind === 'extend' ? { id, kind, on: day(n), periods: 1 } : { id, kind: 'repay', on: day(n), amount: fen(amount) }
        })
        const { running, accounts } = after(events, 210)
        for (const { row } of accounts) {
          const { spans, borne, waited, takenOver, left, due } = explainInterest(running, row.period)
          expect(due).toBe(row.interest)
          expect(borne + waited + takenOver - left).toBe(due)
          const exact = spans.reduce((sum, { balance, times, over }) => sum + (balance * times) / over, 0)
          if (borne > 0) expect(Math.abs(exact - borne)).toBeLessThanOrEqual(0.5001)
        }
      }),
      { numRuns: 150 },
    )
  })
})
