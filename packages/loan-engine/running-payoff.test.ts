import { addDays } from '@fyh/base/dates.ts'
import { fen, formatYuan, ppm } from '@fyh/base/money.ts'
import { describe, expect, test } from 'vitest'
import { changeRate, draw, pauseInterest, payInterest, payPrincipal, type RunningPlan } from './running-plan.ts'
import { day, opened, shown, sumOf, yuan } from './running-plans-for-test.ts'
import { dueOf, interestUntil, rowsOf } from './running-view.ts'

const drawnOn = (plan: RunningPlan, ...drawings: readonly [string, string][]) =>
  drawings.reduce((drawn, [on, amount]) => draw(drawn, { on: day(on), amount: yuan(amount) }), plan)
const principalPaid = (plan: RunningPlan, on: string, ...amounts: readonly (readonly [number, string])[]) =>
  amounts.reduce((paid, [period, amount]) => payPrincipal(paid, { period, on: day(on), amount: yuan(amount) }), plan)
const interestOf = (plan: RunningPlan) => formatYuan(fen(rowsOf(plan).reduce((sum, { interest }) => sum + interest, 0)))
const due = (plan: RunningPlan, period: number, on: string) => sumOf(dueOf(plan, { period, onDate: day(on) }))

// Figures as Apache Fineract publishes in the unit tests of its progressive schedule.
describe('drawing in parts', () => {
  const at9 = { annualRate: ppm(94_822) }

  test('inside the first period: each part bears interest from its own day', () => {
    const plan = drawnOn(opened(at9), ['01-01', '100.00'], ['01-08', '200.00'])
    expect(shown(plan)).toEqual(['49.32 + 2.01', '49.35 + 1.98', '49.74 + 1.59', '50.13 + 1.20', '50.53 + 0.80', '50.93 + 0.40'])
  })

  test('inside a later period: the instalments before it stay', () => {
    const plan = drawnOn(opened(at9), ['01-01', '100.00'], ['02-15', '100.00'])
    expect(shown(plan)).toEqual(['16.34 + 0.79', '36.46 + 1.07', '36.37 + 1.16', '36.65 + 0.88', '36.94 + 0.59', '37.24 + 0.29'])
  })

  test('first later than agreed, and twice on one day', () => {
    const plan = drawnOn(opened(at9), ['01-05', '100.00'], ['01-08', '50.00'], ['01-08', '25.00'])
    expect(shown(plan)).toEqual(['28.79 + 1.15', '28.78 + 1.16', '29.01 + 0.93', '29.24 + 0.70', '29.47 + 0.47', '29.71 + 0.23'])
    expect(interestOf(plan)).toBe('4.64')
  })

  test('again after all of it was paid back on the first day: what was paid stays paid', () => {
    const first = drawnOn(opened({ principal: yuan('300.00') }), ['01-01', '300.00'])
    expect(interestOf(first)).toBe('6.15')
    const each = [1, 2, 3, 4, 5].map((period) => [period, '51.03'] as const)
    const paidBack = principalPaid(first, '01-01', ...each, [6, '44.85'])
    expect(interestOf(paidBack)).toBe('0.00')
    const again = drawnOn(paidBack, ['01-01', '200.00'])
    expect(interestOf(again)).toBe('4.11')
    const instalments = rowsOf(again).map(({ principal, interest }) => formatYuan(fen(principal + interest)))
    expect(instalments.slice(4)).toEqual(['85.04', '78.91'])
  })
})

describe('paying off', () => {
  test('on a day inside the second period, the first one overdue in part', () => {
    let plan = drawnOn(opened(), ['01-01', '100.00'])
    plan = principalPaid(plan, '02-15', [1, '15.00'])
    expect(due(plan, 2, '03-01')).toBe('16.52 + 0.49')
    plan = principalPaid(plan, '02-15', [1, '1.43'])
    plan = payInterest(plan, { period: 1, on: day('02-15'), amount: yuan('0.58') })
    plan = principalPaid(plan, '02-15', [2, '16.77'])
    plan = payInterest(plan, { period: 2, on: day('02-15'), amount: yuan('0.24') })
    plan = principalPaid(plan, '02-15', [3, '17.01'], [4, '17.01'], [5, '17.01'], [6, '15.77'])
    expect(shown(plan)).toEqual(['16.43 + 0.58', '16.77 + 0.24', '17.01 + 0.00', '17.01 + 0.00', '17.01 + 0.00', '15.77 + 0.00'])
  })

  test('inside the first period, the last one left open: it takes over the interest of all before it', () => {
    let plan = drawnOn(opened(), ['01-01', '100.00'])
    expect(due(plan, 1, '01-15')).toBe('16.75 + 0.26')
    plan = principalPaid(plan, '01-15', [1, '16.75'])
    plan = payInterest(plan, { period: 1, on: day('01-15'), amount: yuan('0.26') })
    plan = principalPaid(plan, '01-15', [2, '17.01'], [3, '17.01'], [4, '17.01'], [5, '17.01'])
    expect(due(plan, 6, '07-01')).toBe('15.21 + 0.50')
    expect(shown(plan)[5]).toBe('15.21 + 0.50')
    expect(shown(principalPaid(plan, '01-15', [6, '15.21']))[5]).toBe('15.21 + 0.00')
  })

  test('on the first day: each period asks for its instalment until no principal is left', () => {
    let plan = drawnOn(opened({ principal: yuan('1,000.00'), annualRate: ppm(250_000), periods: 12, dayCount: 'actual/actual' }), [
      '01-01',
      '1,000.00',
    ])
    for (let period = 1; period <= 12; period += 1) {
      const { principal } = dueOf(plan, { period, onDate: day('01-01') })
      plan = payPrincipal(plan, { period, on: day('01-01'), amount: principal })
    }
    const paid = Array.from({ length: 10 }, () => '95.02 + 0.00')
    expect(shown(plan)).toEqual([...paid, '49.80 + 0.00', '0.00 + 0.00'])
  })
})

describe('day by day', () => {
  test('interest grows by whole fen, and a drawing doubles it from the day after', () => {
    const plan = drawnOn(opened({ periods: 1, principal: yuan('1,000.00') }), ['01-01', '1,000.00'], ['01-15', '1,000.00'])
    const after = (days: number) => formatYuan(interestUntil(plan, { period: 1, onDate: addDays(day('01-01'), days) }))
    expect([1, 2, 3, 9, 14, 15, 16, 17, 30, 31].map(after)).toEqual([
      '0.19',
      '0.38',
      '0.56',
      '1.69',
      '2.63',
      '3.01',
      '3.39',
      '3.76',
      '8.66',
      '9.03',
    ])
  })

  test.each([
    ['02-01', '02-05', ['16.45 + 0.56', '16.59 + 0.42', '16.62 + 0.39', '16.72 + 0.29', '16.81 + 0.20', '16.81 + 0.10']],
    ['01-10', '01-31', ['16.84 + 0.17', '16.52 + 0.49', '16.62 + 0.39', '16.72 + 0.29', '16.82 + 0.19', '16.48 + 0.10']],
  ])('a pause from %s to %s leaves out both days and all between', (from, to, rows) => {
    const plan = drawnOn(opened(), ['01-01', '100.00'])
    expect(shown(pauseInterest(plan, { from: day(from), to: day(to) }))).toEqual(rows)
  })

  test('half a fen of a month is half a fen also where the month is cut into spans', () => {
    // 6.00 at 7 % ÷ 12 are 3.5 fen: 14 and 17 of January's 31 days at one rate, told twice.
    const whole = drawnOn(opened({ periods: 1, principal: yuan('6.00'), rounding: 'halfUp' }), ['01-01', '6.00'])
    const cut = changeRate(whole, { from: day('01-15'), annualRate: ppm(70_000) })
    expect([interestOf(whole), interestOf(cut)]).toEqual(['0.04', '0.04'])
  })
})
