import { addDays, civilDate, daysBetween } from '@fyh/base/dates.ts'
import { fen, ppm } from '@fyh/base/money.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { daysFor, interestBetween } from './interest.ts'
import type { DayCount } from './terms.ts'

const dayCounts: DayCount[] = ['30/360', '30U/360', 'actual/365', 'actual/360', 'actual/actual', 'actual/actual ISDA', 'actual/365L']
const anyDay = fc.integer({ min: 0, max: 3000 }).map((days) => addDays(civilDate('2019-12-20'), days))

describe('day counts of a free span', () => {
  // LendPeak calendar tests LP-001 to LP-029.
  test.each<[DayCount, string, string, number, number]>([
    ['30/360', '2024-01-01', '2024-02-01', 30, 360],
    ['30/360', '2024-02-28', '2024-03-01', 3, 360],
    ['30/360', '2025-02-28', '2025-03-31', 32, 360],
    ['30/360', '2024-01-01', '2024-01-31', 29, 360],
    ['30U/360', '2024-01-01', '2024-01-31', 30, 360],
    ['30U/360', '2024-01-30', '2024-03-31', 60, 360],
    ['30/360', '2024-12-31', '2025-01-01', 1, 360],
    ['actual/365', '2024-02-28', '2024-03-01', 2, 365],
    ['actual/360', '2024-01-01', '2025-01-01', 366, 360],
    ['actual/365L', '2024-01-31', '2024-02-29', 29, 366],
    ['actual/365L', '2024-02-29', '2024-03-31', 31, 365],
    ['actual/365L', '2023-12-31', '2025-01-31', 397, 366],
    ['actual/actual', '2025-03-01', '2025-04-01', 31, 365],
    ['actual/actual', '2024-03-01', '2024-04-01', 31, 366],
    ['actual/actual', '2023-12-31', '2024-01-31', 31, 366],
  ])('daysFor: %s from %s to %s is %d of %d days', (dayCount, from, to, days, basis) => {
    expect(daysFor({ dayCount, from: civilDate(from), to: civilDate(to) })).toEqual({ days, basis })
  })

  test.each<[DayCount, number, number]>([
    ['actual/actual', 19, 12],
    ['actual/actual ISDA', 20, 11],
  ])('LN-04 daysFor: %s splits 12 December 2023 to 12 January 2024 into %d days of 365 and %d of 366', (dayCount, before, after) => {
    expect(daysFor({ dayCount, from: civilDate('2023-12-12'), to: civilDate('2024-01-12') })).toEqual({
      days: before * 366 + after * 365,
      basis: 365 * 366,
      years: [
        { days: before, basis: 365 },
        { days: after, basis: 366 },
      ],
    })
  })

  test('LN-04 daysFor: a year of actual/actual is one year, whether it has a 29 February or not, and two spans are as long as their whole', () => {
    const share = (from: string, to: string, dayCount: DayCount) => {
      const { days, basis } = daysFor({ dayCount, from: civilDate(from), to: civilDate(to) })
      return days * ((365 * 366) / basis)
    }
    expect(share('2023-12-31', '2024-12-31', 'actual/actual')).toBe(365 * 366)
    expect(share('2024-01-01', '2025-01-01', 'actual/actual ISDA')).toBe(365 * 366)
    fc.assert(
      fc.property(anyDay, anyDay, anyDay, fc.constantFrom<DayCount[]>('actual/actual', 'actual/actual ISDA'), (a, b, c, dayCount) => {
        const [from = a, middle = b, to = c] = [a, b, c].sort()
        expect(share(from, middle, dayCount) + share(middle, to, dayCount)).toBe(share(from, to, dayCount))
      }),
    )
  })

  test('daysFor: no span is negative, of a basis but 360, 365, 366 or both years, or off the calendar by more than its convention', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 800 }), fc.constantFrom(...dayCounts), (from, length, dayCount) => {
        const to = addDays(from, length)
        const { days, basis } = daysFor({ dayCount, from, to })
        expect(days).toBeGreaterThanOrEqual(0)
        expect([360, 365, 366, 365 * 366]).toContain(basis)
        expect(Math.abs(days / basis - daysBetween(from, to) / 365)).toBeLessThan(0.05)
      }),
    )
  })
})

describe('interestBetween', () => {
  // LendPeak interest tests LP-033, LP-048 to LP-053; LN-04: 10,000.00 at 18 % over a leap year's end.
  test.each<[number, number, DayCount, string, string, number]>([
    [10_000_000, 50_000, 'actual/365', '2024-01-01', '2024-02-01', 42_466],
    [1_000_000, 50_000, '30U/360', '2024-01-01', '2024-01-31', 4167],
    [1_000_000, 50_000, 'actual/365', '2024-01-01', '2024-01-31', 4110],
    [1_000_000, 36_500, 'actual/365', '2025-02-01', '2025-03-01', 2800],
    [1_000_000, 36_500, 'actual/365', '2023-12-20', '2024-01-10', 2100],
    [1_000_000, 120_000, 'actual/actual', '2023-12-12', '2024-01-12', 10_181],
    [1_000_000, 120_000, 'actual/actual ISDA', '2023-12-12', '2024-01-12', 10_182],
    [1_000_000, 180_000, 'actual/365', '2023-12-01', '2024-03-01', 44_877],
    [1_000_000, 180_000, 'actual/365L', '2023-12-01', '2024-03-01', 44_754],
    [1_000_000, 180_000, 'actual/actual ISDA', '2023-12-01', '2024-03-01', 44_796],
    [1_000_000, 180_000, 'actual/360', '2023-12-01', '2024-03-01', 45_500],
    [1_000_000, 180_000, '30/360', '2025-01-15', '2025-01-15', 0],
  ])('LN-04 interestBetween: %d fen at %d ppm by %s from %s to %s is %d fen', (balance, rate, dayCount, from, to, interest) => {
    const span = { from: civilDate(from), to: civilDate(to), dayCount }
    expect(interestBetween({ balance: fen(balance), annualRate: ppm(rate), ...span })).toBe(interest)
  })

  test('interestBetween: rounds as told, once', () => {
    const span = { balance: fen(100_050), annualRate: ppm(10_000), from: civilDate('2025-01-01'), to: civilDate('2025-06-30') } as const
    const interest = (rounding: 'halfUp' | 'halfEven' | 'down' | 'up') => interestBetween({ ...span, dayCount: 'actual/360', rounding })
    expect([interest('halfUp'), interest('halfEven'), interest('down'), interest('up')]).toEqual([500, 500, 500, 501])
    const half = { balance: fen(25), annualRate: ppm(100_000), from: civilDate('2025-01-01'), to: civilDate('2026-01-01') } as const
    expect(interestBetween({ ...half, dayCount: '30/360' })).toBe(3)
    expect(interestBetween({ ...half, dayCount: '30/360', rounding: 'halfEven' })).toBe(2)
  })

  test('interestBetween: refuses a span that ends before it begins', () => {
    const span = {
      balance: fen(1),
      annualRate: ppm(1),
      from: civilDate('2025-01-02'),
      to: civilDate('2025-01-01'),
      dayCount: '30/360',
    } as const
    expect(() => interestBetween(span)).toThrow('DATE_BEFORE_PAY_OUT')
  })
})
