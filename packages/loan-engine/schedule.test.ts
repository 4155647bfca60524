import { addDays, addMonths, type CivilDate, civilDate, daysBetween } from '@fyh/base/dates.ts'
import { type Fen, fen, formatYuan, parseYuan, ppm } from '@fyh/base/money.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EngineError } from './engine-error.ts'
import { endDateOf, type PlanRow, planFor, totalsOf } from './schedule.ts'
import type { DayCount, LoanTerms, Method, Tail } from './terms.ts'

const yuan = (text: string): Fen => parseYuan(text) ?? fen(Number.NaN)
const terms = (given: Partial<LoanTerms>): LoanTerms => ({
  principal: yuan('10,000.00'),
  annualRate: ppm(180_000),
  periods: 12,
  method: 'equalInstalment',
  dayCount: '30/360',
  payOutDate: civilDate('2025-01-15'),
  tail: 'lastInstalment',
  daysOff: { policy: 'stay' },
  ...given,
})
const totals = (plan: readonly PlanRow[]) => plan.map((row) => formatYuan(row.total))
const parts = (plan: readonly PlanRow[]) => plan.map((row) => `${formatYuan(row.principal)} + ${formatYuan(row.interest)}`)

const methods: Method[] = ['equalInstalment', 'equalPrincipal', 'flat', 'interestFirst', 'bullet']
const anyTerms = fc.record({
  principal: fc.oneof(fc.integer({ min: 1, max: 2000 }), fc.integer({ min: 50_000, max: 20_000_000 })).map(fen),
  annualRate: fc.integer({ min: 0, max: 360_000 }).map(ppm),
  periods: fc.constantFrom(1, 3, 6, 9, 12, 36, 120),
  method: fc.constantFrom(...methods),
  dayCount: fc.constantFrom<DayCount[]>('30/360', 'actual/365', 'actual/360'),
  payOutDate: fc.integer({ min: 0, max: 2500 }).map((days) => addDays(civilDate('2023-01-01'), days)),
  tail: fc.constantFrom<Tail[]>('lastInstalment', 'lastInterest'),
  daysOff: fc.constant({ policy: 'stay' as const }),
  feePerPeriod: fc.integer({ min: 0, max: 5000 }).map(fen),
})

describe('equal instalments', () => {
  test.each([
    ['10,000.00', 180_000, 12, '916.80', '916.81', '1,001.61'],
    ['100,000.00', 99_900, 12, '8,791.12', '8,791.15', '5,493.47'],
    ['1,000.00', 100_000, 6, '171.56', '171.56', '29.36'],
  ])('LN-08 LN-10 planFor: %s at %d ppm over %d pays %s, last %s, interest %s', (principal, rate, periods, each, last, interest) => {
    const plan = planFor(terms({ principal: yuan(principal), annualRate: ppm(rate), periods }))
    expect(totals(plan)).toEqual([...Array.from({ length: periods - 1 }, () => each), last])
    expect(formatYuan(totalsOf(plan).interest)).toBe(interest)
  })

  // Sunline microloan core SUN-001, house-loan calculator SUN-037, LN-08.
  test.each([
    ['1,000,000.00', 63_000, 12, '86,204.38'],
    ['600,000.00', 55_370, 240, '4,139.87'],
    ['100,000.00', 99_900, 36, '3,226.25'],
    ['15,000.00', 80_000, 60, '304.15'],
    ['15,000.00', 0, 60, '250.00'],
  ])('LN-08 planFor: %s at %d ppm over %d is %s a period, to the fen and not rounded up', (principal, rate, periods, each) => {
    expect(totals(planFor(terms({ principal: yuan(principal), annualRate: ppm(rate), periods })))[0]).toBe(each)
  })

  // Apache Fineract, initial schedules FIN-INIT-001, -006, -084, -109, -014, -073.
  test.each([
    [
      '100.00',
      70_000,
      6,
      '30/360',
      '2024-01-01',
      ['16.43 + 0.58', '16.52 + 0.49', '16.62 + 0.39', '16.72 + 0.29', '16.81 + 0.20', '16.90 + 0.10'],
    ],
    ['800.00', 333_000, 6, '30/360', '2024-12-09', ['124.38 + 22.20', '127.83 + 18.75', '131.38 + 15.20', null, null, '142.62 + 3.96']],
    ['100.00', 70_000, 4, '30/360', '2024-01-01', ['24.79 + 0.58', '24.93 + 0.44', '25.08 + 0.29', '25.20 + 0.15']],
    ['100.00', 156_780, 6, 'actual/365', '2024-01-01', ['16.10 + 1.33', '16.38 + 1.05', '16.53 + 0.90', null, null, '17.25 + 0.22']],
    ['100.00', 40_000, 3, 'actual/360', '2024-12-23', ['33.22 + 0.34', '33.33 + 0.23', '33.45 + 0.10']],
  ] as const)(
    'planFor: %s at %d ppm over %d by %s from %s agrees with a public lending system',
    (principal, rate, periods, dayCount, from, rows) => {
      const plan = planFor(terms({ principal: yuan(principal), annualRate: ppm(rate), periods, dayCount, payOutDate: civilDate(from) }))
      const shown = parts(plan)
      expect(shown.map((row, k) => (rows[k] === null ? null : row))).toEqual(rows)
    },
  )

  test('planFor: a long month whose interest is more than the instalment pays no principal, never less', () => {
    const long = terms({ principal: fen(100_000_000), annualRate: ppm(360_000), periods: 360, dayCount: 'actual/365' })
    const plan = planFor(long)
    expect(plan[0]).toMatchObject({ principal: 0, explain: { days: 31 } })
    expect(Math.min(...plan.map((row) => row.principal))).toBe(0)
    expect(totalsOf(plan).principal).toBe(long.principal)
  })

  test('planFor: with the tail lastInterest the instalment never changes and the last interest absorbs the fen', () => {
    const plan = planFor(terms({ tail: 'lastInterest' }))
    expect(new Set(totals(plan))).toEqual(new Set(['916.80']))
    expect(formatYuan(totalsOf(plan).interest)).toBe('1,001.60')
    expect(plan[11]?.explain.rule).toBe('instalmentMinusPrincipal')
  })
})

describe('other methods', () => {
  test('planFor: equal principal pays the same share each month and less interest each time', () => {
    const plan = planFor(terms({ principal: yuan('12,000.00'), annualRate: ppm(120_000), periods: 3, method: 'equalPrincipal' }))
    expect(parts(plan)).toEqual(['4,000.00 + 120.00', '4,000.00 + 80.00', '4,000.00 + 40.00'])
  })

  test('planFor: equal principal that does not divide leaves the rest to the last period', () => {
    const plan = planFor(terms({ principal: yuan('1,000.00'), annualRate: ppm(0), periods: 3, method: 'equalPrincipal' }))
    expect(totals(plan)).toEqual(['333.33', '333.33', '333.34'])
  })

  test('planFor: flat charges every month on the sum paid out', () => {
    const plan = planFor(terms({ annualRate: ppm(60_000), method: 'flat' }))
    expect(totals(plan).slice(0, 11)).toEqual(Array.from({ length: 11 }, () => '883.33'))
    expect(parts(plan)[11]).toBe('833.37 + 50.00')
    expect(plan[5]?.explain).toMatchObject({ balance: yuan('10,000.00'), rule: 'originalByDays' })
    expect(totals(planFor(terms({ annualRate: ppm(60_000), method: 'flat', tail: 'lastInterest' })))[11]).toBe('883.33')
  })

  // Sunline microloan core SUN-005: 31, 31 and 30 days of 360.
  test('planFor: interest first pays interest by days and the principal at the end', () => {
    const sums = { principal: yuan('1,000,000.00'), annualRate: ppm(63_000), periods: 3 } as const
    const plan = planFor(terms({ ...sums, method: 'interestFirst', dayCount: 'actual/360', payOutDate: civilDate('2025-07-01') }))
    expect(parts(plan)).toEqual(['0.00 + 5,425.00', '0.00 + 5,425.00', '1,000,000.00 + 5,250.00'])
  })

  test.each([
    ['actual/365', '448.77', 91],
    ['actual/360', '455.00', 91],
    ['30/360', '450.00', 90],
  ] as const)('LN-04 planFor: one payment at the end by %s over a leap February is %s interest for %d days', (dayCount, interest, days) => {
    const plan = planFor(terms({ periods: 3, method: 'bullet', dayCount, payOutDate: civilDate('2023-12-01') }))
    expect(plan).toHaveLength(1)
    expect(plan[0]).toMatchObject({ dueDate: '2024-03-01', month: 3, interest: yuan(interest), explain: { days } })
  })
})

describe('due days', () => {
  test.each([
    ['2025-01-31', ['2025-02-28', '2025-03-31', '2025-04-30', '2025-05-31', '2025-06-30', '2025-07-31']],
    ['2023-08-31', ['2023-09-30', '2023-10-31', '2023-11-30', '2023-12-31', '2024-01-31', '2024-02-29']],
  ])('LN-01 planFor: paid out on %s the due day never drifts', (from, days) => {
    expect(planFor(terms({ periods: 6, payOutDate: civilDate(from) })).map((row) => row.dueDate)).toEqual(days)
  })

  test.each(['2025-01-29', '2025-01-30', '2025-01-31'])(
    'LN-02 planFor: paid out on %s the first due day is 2025-02-28, one in each month',
    (from) => {
      const plan = planFor(terms({ periods: 3, payOutDate: civilDate(from) }))
      expect(plan[0]?.dueDate).toBe('2025-02-28')
      expect(plan.map((row) => row.dueDate.slice(0, 7))).toEqual(['2025-02', '2025-03', '2025-04'])
    },
  )

  test('LN-22 endDateOf: the loan ends on the last due day', () => {
    const plan = planFor(terms({ payOutDate: civilDate('2025-08-31') }))
    expect(endDateOf(plan)).toBe('2026-08-31')
    expect(plan[11]?.dueDate).toBe('2026-08-31')
  })
})

describe('any plan', () => {
  test('planFor: principal sums to the sum paid out, the balance ends at zero, nothing is negative, every row adds up', () => {
    fc.assert(
      fc.property(anyTerms, (given) => {
        const plan = planFor(given)
        expect(totalsOf(plan).principal).toBe(given.principal)
        let balance: number = given.principal
        for (const row of plan) {
          expect(row.balanceBefore).toBe(balance)
          expect(Math.min(row.principal, row.interest, row.fee, row.balanceAfter)).toBeGreaterThanOrEqual(0)
          expect(row.total).toBe(row.principal + row.interest + row.fee)
          balance -= row.principal
          expect(row.balanceAfter).toBe(balance)
        }
        expect(balance).toBe(0)
      }),
      { numRuns: 500 },
    )
  })

  test('planFor: each row starts where the one before ends, and its due day is the pay-out day counted on', () => {
    fc.assert(
      fc.property(anyTerms, (given) => {
        let start: CivilDate = given.payOutDate
        for (const row of planFor(given)) {
          expect(row.startDate).toBe(start)
          expect(row.dueDate).toBe(addMonths(given.payOutDate, row.month))
          if (given.dayCount !== '30/360') expect(row.explain.days).toBe(daysBetween(row.startDate, row.dueDate))
          start = row.dueDate
        }
      }),
    )
  })

  test('planFor: interest by days can be recomputed from its explanation, by unbounded integers', () => {
    fc.assert(
      fc.property(anyTerms, (given) => {
        for (const { interest, explain } of planFor(given)) {
          if (explain.rule === 'instalmentMinusPrincipal') continue
          const over = 1_000_000n * BigInt(explain.basis)
          const value = BigInt(explain.balance) * BigInt(explain.ratePpm) * BigInt(explain.days)
          expect(BigInt(interest)).toBe((value * 2n + over) / (over * 2n))
        }
      }),
    )
  })

  test('planFor: a constant instalment is constant: all but the last equal, the last within a fen a period', () => {
    fc.assert(
      fc.property(anyTerms, (given) => {
        fc.pre(given.method === 'equalInstalment' && given.principal >= 50_000)
        const plan = planFor(given)
        const [first] = plan
        for (const row of plan.slice(0, -1)) expect(row.total).toBe(first?.total)
        const drift = Math.abs((plan[plan.length - 1]?.total ?? 0) - (first?.total ?? 0))
        const growth = (1 + given.annualRate / 12_000_000) ** given.periods
        expect(drift).toBeLessThanOrEqual(
          given.tail === 'lastInterest' && plan[plan.length - 1]?.explain.rule !== 'balanceByDays' ? 0 : given.periods * growth,
        )
      }),
    )
  })
})

test.each([
  [{ principal: fen(0) }, 'PRINCIPAL_OUT_OF_RANGE'],
  [{ principal: fen(100_000_000_001) }, 'PRINCIPAL_OUT_OF_RANGE'],
  [{ annualRate: ppm(-1) }, 'RATE_OUT_OF_RANGE'],
  [{ annualRate: ppm(1_000_001) }, 'RATE_OUT_OF_RANGE'],
  [{ periods: 0 }, 'PERIODS_OUT_OF_RANGE'],
  [{ periods: 2.5 }, 'PERIODS_OUT_OF_RANGE'],
  [{ periods: 361 }, 'PERIODS_OUT_OF_RANGE'],
  [{ feePerPeriod: fen(-1) }, 'FEE_OUT_OF_RANGE'],
  [{ payOutDate: civilDate('2200-01-01') }, 'DATE_OUT_OF_RANGE'],
])('planFor: terms %j are refused as %s', (given, code) => {
  expect(() => planFor(terms(given))).toThrow(EngineError)
  expect(() => planFor(terms(given))).toThrow(code)
})
