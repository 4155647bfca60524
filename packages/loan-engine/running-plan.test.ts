import { civilDate } from '@fyh/base/dates.ts'
import { fen, formatYuan, ppm } from '@fyh/base/money.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Recalculation } from './recalculation.ts'
import { moveDueDate } from './running-dates.ts'
import { changeRate, draw, openPlan, payDayOf, payPrincipal, type RunningPlan, reachDay } from './running-plan.ts'
import { day, drawn, pay, settlementOf, shown, sumOf, terms, yuan } from './running-plans-for-test.ts'
import { dueOf, interestUntil, rowsOf } from './running-view.ts'
import { planFor } from './schedule.ts'

const daily: Recalculation = { rest: 'daily', settleUntil: 'settlementDay', onOverdue: true }
const asAgreed = ['16.43 + 0.58', '16.52 + 0.49', '16.62 + 0.39', '16.72 + 0.29', '16.81 + 0.20', '16.90 + 0.10']

// Figures as Apache Fineract publishes in its feature and unit tests of the progressive schedule.
describe('drawings', () => {
  test('one drawing on the first day is the plan as agreed', () => {
    expect(shown(drawn())).toEqual(asAgreed)
  })

  test('nothing drawn is nothing due', () => {
    const agreed = terms()
    expect(shown(openPlan(agreed, { rows: planFor(agreed) }))).toEqual(Array.from({ length: 6 }, () => '0.00 + 0.00'))
  })

  test('a second one on a due day raises the instalments after it', () => {
    const plan = draw(drawn({ annualRate: ppm(94_822) }), { on: day('03-01'), amount: yuan('100.00') })
    expect(shown(plan)).toEqual(['16.34 + 0.79', '16.47 + 0.66', '41.31 + 1.32', '41.64 + 0.99', '41.96 + 0.67', '42.28 + 0.33'])
  })

  test('one after the last due day changes nothing', () => {
    expect(shown(draw(drawn(), { on: day('07-02'), amount: yuan('50.00') }))).toEqual(asAgreed)
  })

  test('it is the same whether drawn on the first day at once or in two parts', () => {
    const agreed = terms({ principal: yuan('100.00') })
    const first = draw(openPlan(agreed, { rows: planFor(agreed) }), { on: day('01-01'), amount: yuan('60.00') })
    expect(shown(draw(first, { on: day('01-01'), amount: yuan('40.00') }))).toEqual(asAgreed)
  })

  test('without interest the instalment is the even share, its half fen up unless agreed otherwise, the last takes the rest', () => {
    const { rounding: _, ...unsaid } = terms({ principal: yuan('100.05'), annualRate: ppm(0), tail: 'lastInstalment' })
    const plan = draw(openPlan(unsaid, { rows: planFor(unsaid) }), { on: unsaid.payOutDate, amount: unsaid.principal })
    expect(shown(plan)).toEqual([...Array.from({ length: 5 }, () => '16.68 + 0.00'), '16.65 + 0.00'])
  })

  test('of a hundred million, too, interest is exact: what is paid back early bears it up to that day', () => {
    const plan = payPrincipal(drawn({ principal: yuan('100,000,000.00') }), { period: 1, on: day('01-15'), amount: yuan('10,000,000.00') })
    // 7 % ÷ 12 of 100 million for 14 of 31 days and of 90 million for 17.
    expect(formatYuan(rowsOf(plan)[0]?.interest ?? fen(0))).toBe('551,344.09')
  })

  test('one on the last due day is owed with the last period and bears no interest', () => {
    const before = drawn()
    const plan = draw(before, { on: day('07-01'), amount: yuan('50.00') })
    const total = (rows: RunningPlan) => rowsOf(rows).reduce((sum, { principal }) => sum + principal, 0)
    expect(total(plan) - total(before)).toBe(yuan('50.00'))
    expect(rowsOf(plan).map(({ interest }) => interest)).toEqual(rowsOf(before).map(({ interest }) => interest))
  })

  test('a loan whose interest does not run by equal instalments is refused', () => {
    const agreed = terms({ method: 'flat' })
    expect(() => openPlan(agreed, { rows: planFor(agreed) })).toThrow('EVENT_NOT_POSSIBLE')
  })
})

describe('payments', () => {
  test('in the middle of a period its interest ends on the day; what the rest of it bears waits for the next', () => {
    const plan = drawn()
    expect(sumOf(dueOf(plan, { period: 2, onDate: day('02-15') }))).toBe('16.77 + 0.24')
    expect(shown(pay(plan, { period: 2, on: '02-15', principal: '16.77', interest: '0.24' }))).toEqual([
      '16.43 + 0.58',
      '16.77 + 0.24',
      '16.42 + 0.59',
      '16.72 + 0.29',
      '16.81 + 0.20',
      '16.85 + 0.10',
    ])
  })

  test('before a period begins all of its instalment is principal', () => {
    expect(sumOf(dueOf(drawn(), { period: 1, onDate: day('01-01') }))).toBe('17.01 + 0.00')
    expect(sumOf(dueOf(drawn(), { period: 2, onDate: day('03-01') }))).toBe('16.52 + 0.49')
  })

  test('overdue principal goes on bearing interest, day by day', () => {
    const plan = reachDay(drawn(), day('02-15'))
    expect(shown(plan)).toEqual(['16.43 + 0.58', '16.48 + 0.53', '16.62 + 0.39', '16.72 + 0.29', '16.81 + 0.20', '16.94 + 0.10'])
    expect(shown(reachDay(plan, day('02-15')))).toEqual(shown(plan))
    const reached = ['02-10', '02-11', '02-15'].reduce((reaching, on) => reachDay(reaching, day(on)), drawn())
    expect(shown(reached)).toEqual(shown(plan))
  })

  test('with rest by period it bears the whole period', () => {
    const plan = drawn({ recalculation: { rest: 'period', settleUntil: 'nextDueDay', onOverdue: true } })
    expect(shown(reachDay(plan, day('02-15'))).slice(0, 3)).toEqual(['16.43 + 0.58', '16.43 + 0.58', '16.62 + 0.39'])
  })

  test('it bears nothing where the agreement says so', () => {
    const plan = drawn({ recalculation: { ...daily, onOverdue: false } })
    expect(shown(reachDay(plan, day('02-15')))).toEqual(asAgreed)
  })

  test.each([
    ['settlementDay', 'daily', '83.57 + 0.24', '02-15'],
    ['settlementDay', 'period', '83.57 + 0.24', '02-15'],
    ['nextDueDay', 'daily', '83.57 + 0.49', '02-15'],
    ['nextDueDay', 'period', '83.57 + 0.49', '03-01'],
  ] as const)(
    'settling owes interest until the %s, rest %s: %s; what is paid in advance counts from %s',
    (settleUntil, rest, quote, payDay) => {
      let plan = drawn({ recalculation: { ...daily, rest, settleUntil } })
      plan = pay(plan, { period: 1, on: '02-01', principal: '16.43', interest: '0.58' })
      expect(settlementOf(plan, day('02-15'))).toBe(quote)
      expect(payDayOf(plan, { period: 2, on: day('02-15') })).toBe(day(payDay))
    },
  )

  test('a running period that is paid asks for its other days when the loan is settled by its due day', () => {
    // 14 of 31 days of 100.00 are 0.26; 17 of 31 of the 83.25 left 0.27.
    const untilDue: Recalculation = { ...daily, settleUntil: 'nextDueDay' }
    const paid = pay(drawn({ recalculation: untilDue }), { period: 1, on: '01-15', principal: '16.75', interest: '0.26' })
    expect(settlementOf(paid, day('01-20'))).toBe('83.25 + 0.27')
  })

  test('the interest of a period is known up to any day of it', () => {
    expect(formatYuan(interestUntil(drawn(), { period: 1, onDate: day('01-16') }))).toBe('0.28')
    expect(() => interestUntil(drawn(), { period: 7, onDate: day('01-16') })).toThrow('PERIODS_OUT_OF_RANGE')
  })

  test('a plan that is held never changes when another is made of it', () => {
    const plan = drawn()
    pay(plan, { period: 1, on: '01-15', principal: '17.01', interest: '0.00' })
    changeRate(plan, { from: day('02-02'), annualRate: ppm(40_000) })
    moveDueDate(plan, { period: 2, newDue: day('03-15') })
    reachDay(plan, day('05-05'))
    expect(shown(plan)).toEqual(asAgreed)
  })

  test('whatever is paid whenever, principal sums to what was drawn and nothing is negative', () => {
    const payment = fc.record({
      days: fc.integer({ min: 0, max: 200 }),
      period: fc.integer({ min: 1, max: 6 }),
      amount: fc.integer({ min: 1, max: 3000 }),
    })
    fc.assert(
      fc.property(fc.array(payment, { maxLength: 6 }), (payments) => {
        let plan = drawn()
        let paid = 0
        for (const { days, period, amount } of [...payments].sort((a, b) => a.days - b.days)) {
          const on = civilDate(new Date(Date.UTC(2024, 0, 1 + days)).toISOString().slice(0, 10))
          plan = reachDay(plan, on)
          const row = rowsOf(plan)[period - 1]
          const left = Math.min(amount, 10_000 - paid, Math.max(0, (row?.principal ?? 0) - paidIn(plan, period)))
          paid += left
          plan = payPrincipal(plan, { period, on, amount: fen(left) })
        }
        const rows = rowsOf(plan)
        expect(rows.reduce((sum, { principal }) => sum + principal, 0)).toBe(10_000)
        expect(rows.every(({ principal, interest }) => principal >= 0 && interest >= 0)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})

const paidIn = (plan: RunningPlan, period: number) => plan.periods[period - 1]?.paidPrincipal ?? 0
