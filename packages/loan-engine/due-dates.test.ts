import { addDays, civilDate, daysBetween } from '@fyh/base/dates.ts'
import { fen, ppm } from '@fyh/base/money.ts'
import { describe, expect, test } from 'vitest'
import { type Calendar, type DaysOff, isWorkingDay, moveOffDaysOff } from './due-dates.ts'
import { agreedDueDate } from './periods.ts'
import { planFor } from './schedule.ts'

/** Parts of the State Council's arrangements for 2024 to 2026 that the cases need. */
const calendar: Calendar = {
  holidays: new Set([
    ...span('2024-02-10', '2024-02-17'),
    ...span('2025-01-28', '2025-02-04'),
    ...span('2025-05-01', '2025-05-05'),
    ...span('2025-05-31', '2025-06-02'),
    ...span('2025-10-01', '2025-10-08'),
    ...span('2026-01-01', '2026-01-03'),
    ...span('2026-10-01', '2026-10-07'),
  ]),
  workdays: new Set(['2024-02-04', '2024-02-18', '2025-01-26', '2025-02-08', '2025-09-28', '2025-10-11', '2026-01-04'].map(civilDate)),
}

function span(from: string, to: string) {
  const days = daysBetween(civilDate(from), civilDate(to))
  return Array.from({ length: days + 1 }, (_, n) => addDays(civilDate(from), n))
}

describe('days off', () => {
  // Due dates derived from Civil Code article 203 and the published calendar, DUE-001 to DUE-018.
  test.each([
    ['2025-01-28', '2025-02-05', '2025-02-05'],
    ['2025-05-01', '2025-05-06', '2025-05-06'],
    ['2025-05-31', '2025-06-03', '2025-06-03'],
    ['2025-10-01', '2025-10-09', '2025-10-09'],
    ['2025-10-08', '2025-10-09', '2025-10-09'],
    ['2025-10-12', '2025-10-13', '2025-10-12'],
    ['2026-01-01', '2026-01-04', '2026-01-04'],
    ['2026-01-04', '2026-01-04', '2026-01-04'],
    ['2026-10-01', '2026-10-08', '2026-10-08'],
    ['2025-06-14', '2025-06-16', '2025-06-14'],
    ['2025-02-08', '2025-02-08', '2025-02-08'],
    ['2024-02-10', '2024-02-18', '2024-02-18'],
    ['2024-02-18', '2024-02-18', '2024-02-18'],
  ])(
    'moveOffDaysOff: %s moves to %s, or to %s when only public holidays count; stay leaves it',
    (day, nextWorkingDay, onlyPublicHolidays) => {
      expect(moveOffDaysOff(civilDate(day), { policy: 'nextWorkingDay', calendar })).toBe(nextWorkingDay)
      expect(moveOffDaysOff(civilDate(day), { policy: 'onlyPublicHolidays', calendar })).toBe(onlyPublicHolidays)
      expect(moveOffDaysOff(civilDate(day), { policy: 'stay' })).toBe(day)
    },
  )

  test('isWorkingDay: a weekend day worked instead is one, a weekday in a holiday is not', () => {
    expect(isWorkingDay(civilDate('2025-10-11'), calendar)).toBe(true)
    expect(isWorkingDay(civilDate('2025-10-07'), calendar)).toBe(false)
  })
})

describe('due days', () => {
  test.each([
    ['2025-11-30', 3, '2026-02-28'],
    ['2024-02-29', 12, '2025-02-28'],
    ['2025-12-31', 2, '2026-02-28'],
  ])('LN-01 agreedDueDate: %s and %d months is %s', (from, months, due) => {
    expect(agreedDueDate({ payOutDate: civilDate(from) }, months)).toBe(due)
  })

  test('LN-01 planFor: a moved due day does not move the later ones, and its days count for the period it lengthens', () => {
    const daysOff: DaysOff = { policy: 'nextWorkingDay', calendar }
    const plan = planFor({
      principal: fen(1_000_000),
      annualRate: ppm(180_000),
      periods: 3,
      method: 'interestFirst',
      dayCount: 'actual/360',
      payOutDate: civilDate('2025-04-01'),
      tail: 'lastInstalment',
      daysOff,
    })
    expect(plan.map((row) => row.dueDate)).toEqual(['2025-05-06', '2025-06-03', '2025-07-01'])
    expect(plan.map((row) => row.explain.days)).toEqual([35, 28, 28])
  })
})
