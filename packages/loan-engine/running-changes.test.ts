import { fen, formatYuan, ppm } from '@fyh/base/money.ts'
import { describe, expect, test } from 'vitest'
import { addPrincipalGrace, extendPlan, moveDueDate, periodDue } from './running-dates.ts'
import { changeRate, pauseInterest, payPrincipal, type RunningPlan } from './running-plan.ts'
import { day, drawn, pay, shown, yuan } from './running-plans-for-test.ts'
import { rowsOf } from './running-view.ts'

const dueDays = (plan: RunningPlan) => rowsOf(plan).map(({ dueDate }) => dueDate.slice(5))

const asAgreed = ['16.43 + 0.58', '16.52 + 0.49', '16.62 + 0.39', '16.72 + 0.29', '16.81 + 0.20', '16.90 + 0.10']

// Figures as Apache Fineract publishes in its feature and unit tests of the progressive schedule.
describe('rates', () => {
  test.each([
    ['02-02', 40_000, ['16.43 + 0.58', '16.60 + 0.28', '16.66 + 0.22', '16.71 + 0.17', '16.77 + 0.11', '16.83 + 0.06']],
    ['02-15', 40_000, ['16.43 + 0.58', '16.53 + 0.37', '16.68 + 0.22', '16.73 + 0.17', '16.79 + 0.11', '16.84 + 0.06']],
  ])('from %s another rate holds and the instalment is worked out anew', (from, rate, rows) => {
    expect(shown(changeRate(drawn(), { from: day(from), annualRate: ppm(rate) }))).toEqual(rows)
  })

  test('a rate of zero and back: only its day is free', () => {
    const free = changeRate(drawn({ annualRate: ppm(100_000) }), { from: day('01-02'), annualRate: ppm(0) })
    expect(shown(free)[5]).toBe('16.65 + 0.00')
    expect(shown(changeRate(free, { from: day('01-03'), annualRate: ppm(100_000) }))).toEqual([
      '16.34 + 0.81',
      '16.45 + 0.70',
      '16.59 + 0.56',
      '16.73 + 0.42',
      '16.87 + 0.28',
      '17.02 + 0.14',
    ])
  })

  test('an instalment paid in advance keeps what was paid; its interest waits for the next', () => {
    let plan = pay(drawn(), { period: 1, on: '02-01', principal: '16.43', interest: '0.58' })
    plan = payPrincipal(plan, { period: 2, on: day('02-01'), amount: yuan('16.90') })
    expect(shown(changeRate(plan, { from: day('02-02'), annualRate: ppm(40_000) }))).toEqual([
      '16.43 + 0.58',
      '17.01 + 0.00',
      '16.39 + 0.44',
      '16.66 + 0.17',
      '16.72 + 0.11',
      '16.79 + 0.06',
    ])
  })

  test('a last instalment paid in advance stays; the one before it takes the rest', () => {
    const plan = payPrincipal(drawn(), { period: 6, on: day('01-15'), amount: yuan('17.01') })
    expect(shown(changeRate(plan, { from: day('01-20'), annualRate: ppm(40_000) }))).toEqual([
      '16.36 + 0.44',
      '16.58 + 0.22',
      '16.63 + 0.17',
      '16.69 + 0.11',
      '16.73 + 0.06',
      '17.01 + 0.00',
    ])
  })
})

describe('pauses', () => {
  test.each([
    ['02-05', '02-10', ['16.43 + 0.58', '16.62 + 0.39', '16.62 + 0.39', '16.72 + 0.29', '16.81 + 0.20', '16.80 + 0.10']],
    ['02-10', '03-10', ['16.43 + 0.58', '16.88 + 0.13', '16.73 + 0.28', '16.72 + 0.29', '16.82 + 0.19', '16.42 + 0.10']],
  ])('from %s to %s no interest is borne and the last instalment is smaller', (from, to, rows) => {
    expect(shown(pauseInterest(drawn(), { from: day(from), to: day(to) }))).toEqual(rows)
  })

  test('a pause outside the plan changes nothing', () => {
    expect(shown(pauseInterest(drawn(), { from: day('08-01'), to: day('08-10') }))).toEqual(asAgreed)
  })
})

describe('due days', () => {
  test('one that moves takes the later ones along; the instalment stays and the last takes the interest', () => {
    const plan = moveDueDate(drawn(), { period: 1, newDue: day('03-01') })
    expect(dueDays(plan)).toEqual(['03-01', '04-01', '05-01', '06-01', '07-01', '08-01'])
    expect(shown(plan)).toEqual(['15.84 + 1.17', '16.52 + 0.49', '16.62 + 0.39', '16.71 + 0.30', '16.81 + 0.20', '17.50 + 0.10'])
  })

  test('with 30/360 the part of a month has its days of it', () => {
    const plan = moveDueDate(drawn(), { period: 2, newDue: day('04-15') })
    expect(dueDays(plan)).toEqual(['02-01', '04-15', '05-15', '06-15', '07-15', '08-15'])
    expect(shown(plan)).toEqual(['16.43 + 0.58', '15.81 + 1.20', '16.61 + 0.40', '16.71 + 0.30', '16.81 + 0.20', '17.63 + 0.10'])
  })

  test('a day on which nothing is due, and one before the period began, are refused', () => {
    expect(() => periodDue(drawn(), day('02-02'))).toThrow('EVENT_NOT_POSSIBLE')
    expect(() => moveDueDate(drawn(), { period: 2, newDue: day('02-01') })).toThrow('EVENT_NOT_POSSIBLE')
  })

  test('periods added spread what is open over all that are not over', () => {
    const plan = extendPlan(drawn(), { on: day('02-02'), periods: 3 })
    const instalments = rowsOf(plan).map(({ principal, interest }) => formatYuan(fen(principal + interest)))
    expect(dueDays(plan).slice(6)).toEqual(['08-01', '09-01', '10-01'])
    expect(instalments).toEqual(['17.01', '10.72', '10.72', '10.72', '10.72', '10.72', '10.72', '10.72', '10.75'])
  })

  test('a period without principal pays its interest, and the plan ends one period later', () => {
    const free = addPrincipalGrace(drawn({ annualRate: ppm(0), principal: yuan('3,000.00'), periods: 3 }), {
      from: 2,
      periods: 1,
    })
    expect(shown(free)).toEqual(['1,000.00 + 0.00', '0.00 + 0.00', '1,000.00 + 0.00', '1,000.00 + 0.00'])
    const bearing = addPrincipalGrace(drawn(), { from: 2, periods: 1 })
    expect(shown(bearing).slice(0, 3)).toEqual(['16.43 + 0.58', '0.00 + 0.49', '16.52 + 0.49'])
  })
})
