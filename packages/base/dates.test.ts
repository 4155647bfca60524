import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fixedClock } from './clock.ts'
import {
  addDays,
  addMonths,
  civilDate,
  civilDateAt,
  daysBetween,
  daysInMonth,
  instantAt,
  isCivilDate,
  partsOf,
  today,
  weekdayOf,
  yearsBetween,
} from './dates.ts'

const anyDay = fc.integer({ min: 0, max: 365 * 400 }).map((days) => addDays(civilDate('1900-01-01'), days))

describe('months', () => {
  test.each([
    ['2025-01-31', ['2025-02-28', '2025-03-31', '2025-04-30', '2025-05-31', '2025-06-30', '2025-07-31']],
    ['2023-08-31', ['2023-09-30', '2023-10-31', '2023-11-30', '2023-12-31', '2024-01-31', '2024-02-29']],
  ])('LN-01 addMonths: counted from %s the day never drifts', (from, days) => {
    expect(days.map((_, k) => addMonths(civilDate(from), k + 1))).toEqual(days)
  })

  test('LN-01 addMonths: the 29th of a leap February stays the 29th until the next February', () => {
    const start = civilDate('2024-02-29')
    const days = Array.from({ length: 12 }, (_, k) => addMonths(start, k + 1))
    expect(days.slice(0, 11).every((day) => day.endsWith('-29'))).toBe(true)
    expect(days[11]).toBe('2025-02-28')
  })

  test('LN-01 addMonths: from every start day of 2023 to 2028 the day is the anchor day or the month end, in the right month', () => {
    for (let start = civilDate('2023-01-01'); start <= '2028-12-31'; start = addDays(start, 1)) {
      const from = partsOf(start)
      for (let n = 1; n <= 12; n += 1) {
        const to = partsOf(addMonths(start, n))
        expect(to.year * 12 + to.month).toBe(from.year * 12 + from.month + n)
        expect(to.day).toBe(Math.min(from.day, daysInMonth(to.year, to.month)))
      }
    }
  })

  test.each(['2025-01-29', '2025-01-30', '2025-01-31'])('LN-02 addMonths: %s plus one month is 2025-02-28, never March', (from) => {
    expect(addMonths(civilDate(from), 1)).toBe('2025-02-28')
    expect(addMonths(civilDate(from), 2).slice(0, 7)).toBe('2025-03')
  })

  test('addMonths: refuses a day outside the years 1000 to 9999', () => {
    expect(addMonths(civilDate('9999-11-30'), 1)).toBe('9999-12-30')
    expect(() => addMonths(civilDate('9999-12-31'), 1)).toThrow('not a date')
    expect(() => addMonths(civilDate('1000-01-31'), -1)).toThrow('not a date')
  })

  test('addMonths: goes back over a new year', () => {
    expect(addMonths(civilDate('2025-03-31'), -1)).toBe('2025-02-28')
    expect(addMonths(civilDate('2025-01-15'), -13)).toBe('2023-12-15')
  })
})

describe('days', () => {
  test('daysBetween: undoes addDays for any day', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -50_000, max: 50_000 }), (day, n) => {
        expect(daysBetween(day, addDays(day, n))).toBe(n)
      }),
    )
  })

  test('daysBetween: agrees with the machine calendar on every day of 400 years, whatever was asked before', () => {
    const first = civilDate('1899-12-31')
    for (let n = 1; n <= 146_097; n += 1) {
      const day = new Date(Date.UTC(1899, 11, 31) + n * 86_400_000).toISOString().slice(0, 10)
      if (addDays(first, n) !== day || daysBetween(first, civilDate(day)) !== n) expect.fail(`${day} is not ${n} days after ${first}`)
    }
  })

  test('LN-04 daysBetween: December 2023 to March 2024 has its 29 February', () => {
    expect(daysBetween(civilDate('2023-12-01'), civilDate('2024-03-01'))).toBe(91)
  })

  test('weekdayOf: Monday is 0 and Sunday 6', () => {
    expect(weekdayOf(civilDate('2025-09-29'))).toBe(0)
    expect(weekdayOf(civilDate('2025-10-05'))).toBe(6)
    expect(weekdayOf(civilDate('1969-12-29'))).toBe(0)
  })

  test.each([
    '2025-02-29',
    '2025-13-01',
    '2025-00-10',
    '2025-04-31',
    '2025-4-01',
    '20250401',
    '',
    '0999-01-01',
    '2025-01-01T00:00:00Z',
    20250101,
    null,
  ])('isCivilDate: %j is not a day', (text) => {
    expect(isCivilDate(text)).toBe(false)
  })

  test('isCivilDate: leap days by the Gregorian rule', () => {
    expect(isCivilDate('2024-02-29')).toBe(true)
    expect(isCivilDate('2000-02-29')).toBe(true)
    expect(isCivilDate('2100-02-29')).toBe(false)
    expect(() => civilDate('2100-02-29')).toThrow('not a date')
  })
})

describe('Shanghai', () => {
  test('LN-07 civilDateAt: the day changes at midnight in Shanghai, 16:00 in Greenwich', () => {
    expect(civilDateAt(new Date('2026-03-15T23:59:59+08:00'))).toBe('2026-03-15')
    expect(civilDateAt(new Date('2026-03-15T15:59:59.999Z'))).toBe('2026-03-15')
    expect(civilDateAt(new Date('2026-03-15T16:00:00Z'))).toBe('2026-03-16')
  })

  test('instantAt: civilDateAt brings back the day at any time of it', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 23 }), (day, hour) => {
        expect(civilDateAt(instantAt(day, `${String(hour).padStart(2, '0')}:59:59`))).toBe(day)
        expect(civilDateAt(instantAt(day))).toBe(day)
      }),
    )
    expect(instantAt(civilDate('2026-03-15'), '08:00:00').toISOString()).toBe('2026-03-15T00:00:00.000Z')
    expect(() => instantAt(civilDate('2026-03-15'), '24:00:00')).toThrow('time of day')
  })

  test('civilDateAt: agrees with the time zone database since 1992', () => {
    const format = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai', year: 'numeric', month: '2-digit', day: '2-digit' })
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(1992, 0, 1), max: Date.UTC(2090, 0, 1) }), (ms) => {
        expect(civilDateAt(new Date(ms))).toBe(format.format(new Date(ms)))
      }),
    )
  })

  test('today: follows business time, not machine time', () => {
    const clock = fixedClock('2026-03-15T23:59:59+08:00')
    expect(today(clock)).toBe('2026-03-15')
    clock.moveTo('2026-05-01T00:00:00+08:00')
    expect(today(clock)).toBe('2026-05-01')
    expect(civilDateAt(clock.machineNow())).toBe('2026-03-15')
  })
})

test('yearsBetween: a year is reached on the birthday; one on 29 February on 1 March', () => {
  const birth = civilDate('2000-02-29')
  expect(yearsBetween(birth, civilDate('2018-02-28'))).toBe(17)
  expect(yearsBetween(birth, civilDate('2018-03-01'))).toBe(18)
  expect(yearsBetween(birth, civilDate('2020-02-29'))).toBe(20)
  expect(yearsBetween(civilDate('1990-03-07'), civilDate('2026-03-06'))).toBe(35)
  expect(yearsBetween(civilDate('1990-03-07'), civilDate('2026-03-07'))).toBe(36)
})
