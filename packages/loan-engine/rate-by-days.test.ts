import { civilDate } from '@fyh/base/dates.ts'
import { fen, ppm } from '@fyh/base/money.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Loan } from './account.ts'
import { accruedOn } from './accrual.ts'
import type { LoanEvent } from './events.ts'
import { totalOf } from './parts.ts'
import { replay } from './replay.ts'
import type { Method } from './terms.ts'
import { day, loanOf, pause, rate } from './three-month-loans-for-test.ts'

const interest = (method: Method, ...events: LoanEvent[]) => replay(loanOf(method), events, day(0)).accounts.map(({ row }) => row.interest)

describe('a rate that changes', () => {
  test.each<[Method, number[], number[]]>([
    ['flat', [3000, 3000, 3000], [3000, 1500, 1500]],
    ['equalPrincipal', [3000, 2000, 1000], [3000, 1000, 500]],
    ['interestFirst', [3000, 3000, 3000], [3000, 1500, 1500]],
  ])('changePlan: of a loan by %s halved from a period on halves its interest from there', (method, before, after) => {
    expect(interest(method)).toEqual(before)
    expect(interest(method, rate(1, '2026-02-16', 60_000))).toEqual(after)
  })

  test('changePlan: a pause of one day takes the interest of that day alone', () => {
    // 27 of 28 days.
    expect(interest('flat', pause(1, '2026-03-02', '2026-03-02'))).toEqual([3000, 2893, 3000])
  })

  test('changePlan: inside a period each rate counts for its days, and the row opens into both', () => {
    // 14 of 28 days at 12 %, 14 at 6 %.
    const { accounts } = replay(loanOf('flat'), [rate(1, '2026-03-02', 60_000)], day(0))
    expect(accounts[1]?.row).toMatchObject({
      interest: 2250,
      total: 102_250,
      redrawn: {
        prepaid: 0,
        spans: [
          { days: 14, whole: 3000, amount: 1500, ratePpm: 120_000 },
          { days: 14, whole: 1500, amount: 750, ratePpm: 60_000 },
        ],
      },
    })
    const [, second] = accounts
    expect(second && accruedOn(second.row, civilDate('2026-03-01'))).toBe(1500)
    expect(accounts[2]?.row.interest).toBe(1500)
  })

  test('changePlan: while interest is paused none is charged, both days of the pause included', () => {
    expect(interest('flat', pause(1, '2026-02-16', '2026-03-15'))).toEqual([3000, 0, 3000])
    expect(interest('flat', pause(1, '2026-02-16', '2026-03-01'))).toEqual([3000, 1500, 3000])
    expect(interest('bullet', pause(1, '2026-01-16', '2026-04-15'))).toEqual([0])
  })

  test('changePlan: a flat loan keeps its principal where the plan at the new rate has a like one on another balance', () => {
    // 100,000 in four years: 25,000 become 40,000 a year without interest; with 20,000 of interest a year, 45,000 become 40,000, too.
    const years = { principal: fen(100_000), periods: 4, period: { unit: 'month', every: 12 } } as const
    const rounded = { flatBy: 'instalment', instalmentMultiple: { of: fen(40_000), rounding: 'halfUp' } } as const
    const at = (annualRate: number) => loanOf('flat', { ...years, ...rounded, annualRate: ppm(annualRate) })
    expect(at(200_000).plan.map(({ principal }) => principal)).toEqual([20_000, 20_000, 20_000, 40_000])
    const { accounts } = replay(at(0), [rate(1, '2026-01-16', 200_000)], day(0))
    expect(accounts.map(({ row }) => [row.principal, row.interest, row.balanceBefore, row.balanceAfter])).toEqual([
      [40_000, 20_000, 100_000, 60_000],
      [40_000, 20_000, 60_000, 20_000],
      [20_000, 20_000, 20_000, 0],
      [0, 20_000, 0, 0],
    ])
  })

  test('changePlan: flat interest at another rate is in multiples and opens into its whole, as at the first', () => {
    // 1 % of 2,049 is 20.49, in multiples of 10: 20. 2 % is 40.98: 40. Principal by the instalment at 1 % does not change.
    const multiples = loanOf('flat', { principal: fen(2_049), flatBy: 'instalment', amountMultiple: fen(10) })
    const figures = (loan: Loan) => replay(loan, [rate(1, '2026-01-16', 240_000)], day(0)).accounts.map(({ row }) => row)
    expect(figures(multiples).map(({ interest }) => interest)).toEqual([40, 40, 40])
    expect(figures(multiples).map(({ principal }) => principal)).toEqual(multiples.plan.map(({ principal }) => principal))
    // 2 % of 50 for three months is 3; by the instalment of 18 the principal at 1 % was another one than at 2 %.
    const total = loanOf('flat', { principal: fen(50), flatBy: 'total' })
    expect(figures(total).map(({ interest, explain }) => [interest, explain.ofTotal])).toEqual([
      [1, 3],
      [1, 3],
      [1, 3],
    ])
  })

  test('changePlan: interest paid before a change stays paid', () => {
    const paid: LoanEvent = { id: 9, kind: 'repay', on: day(2), amount: fen(206_000) }
    const { accounts } = replay(loanOf('flat'), [paid, rate(1, '2026-01-20', 0)], day(10))
    expect(accounts.map(({ row, paid: parts }) => [row.interest, parts.interest])).toEqual([
      [3000, 3000],
      [3000, 3000],
      [0, 0],
    ])
  })

  test('changePlan: principal stays as agreed and nothing is lost, whatever changes and is paid', () => {
    const anyStep = fc.record({
      kind: fc.constantFrom('repay', 'rate', 'pause'),
      n: fc.integer({ min: 0, max: 95 }),
      amount: fc.integer({ min: 1, max: 200_000 }),
    })
    fc.assert(
      fc.property(
        fc.constantFrom<Method[]>('flat', 'equalPrincipal', 'interestFirst', 'bullet'),
        fc.uniqueArray(anyStep, { maxLength: 6, selector: ({ n }) => n }),
        (method, steps) => {
          const loan = loanOf(method)
          const events = steps.map(({ kind, n, amount }, id): LoanEvent => {
            if (kind === 'rate') return rate(id, day(n), amount)
            return kind === 'pause' ? pause(id, day(n), day(n + (amount % 30))) : { id, kind: 'repay', on: day(n), amount: fen(amount) }
          })
          const { accounts, surplus } = replay(loan, events, day(95))
          const received = steps.reduce((sum, { kind, amount }) => sum + (kind === 'repay' ? amount : 0), 0)
          expect(accounts.map(({ row }) => row.principal)).toEqual(loan.plan.map(({ principal }) => principal))
          expect(accounts.reduce((sum, { paid }) => sum + totalOf(paid), 0) + surplus).toBe(received)
          for (const { row, paid } of accounts) expect(paid.interest).toBeLessThanOrEqual(row.interest)
        },
      ),
      { numRuns: 200 },
    )
  })
})

/** February 15 to March 15 are 28 days; 30/360 takes each as a twenty-eighth of the month. A new rate counts for the day it begins on. */
describe('a rate beside a prepayment of an interest-first loan', () => {
  const loan = loanOf('interestFirst')
  const prepay = (on: string, amount: number): LoanEvent => ({
    id: 1,
    kind: 'prepay',
    on: civilDate(on),
    amount: fen(amount),
    effect: 'lower',
  })
  const rows = (events: readonly LoanEvent[]) =>
    replay(loan, events, civilDate('2026-03-05')).accounts.map(({ row }) => [row.principal, row.interest])

  test('prepaid, then 24 %: 5 days of 3,000.00 and 8 of the rest at 12 %, 15 at 24 %', () => {
    // 3,000.00 were due; 5 ÷ 28 of 30.00 = 5.36; 974.64 are principal: 5.36 + 20.2536 × 8 ÷ 28 + 40.5072 × 15 ÷ 28.
    expect(rows([prepay('2026-02-20', 101_000), rate(2, '2026-03-01', 240_000)])).toEqual([
      [0, 3_000],
      [97_464, 3_285],
      [202_536, 4_051],
    ])
  })

  test('24 %, then prepaid: 4 days at 12 % and 10 at 24 % are paid, the rest bears 24 %', () => {
    // 30.00 × 4 ÷ 28 + 60.00 × 10 ÷ 28 = 25.71; 974.29 are principal.
    expect(rows([rate(2, '2026-02-20', 240_000), prepay('2026-03-01', 103_000)])).toEqual([
      [0, 3_000],
      [97_428, 4_598],
      [202_572, 4_051],
    ])
  })
})
