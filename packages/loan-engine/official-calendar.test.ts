import { civilDate, weekdayOf } from '@fyh/base/dates.ts'
import { describe, expect, test } from 'vitest'
import { isWorkingDay, moveOffDaysOff } from './due-dates.ts'
import { officialCalendar, officialYears } from './official-calendar.ts'

const saturday = 5

describe('the official calendar', () => {
  test('officialCalendar: days worked instead are weekend days outside the holidays, and every year names its notice', () => {
    for (const day of officialCalendar.workdays) {
      expect(weekdayOf(day)).toBeGreaterThanOrEqual(saturday)
      expect(officialCalendar.holidays.has(day)).toBe(false)
      expect(isWorkingDay(day, officialCalendar)).toBe(true)
    }
    expect(Object.values(officialYears).every(({ notice }) => /^国办发明电〔\d{4}〕\d+号$/.test(notice))).toBe(true)
  })

  // DUE-001 to DUE-018: the published calendars and Civil Code art. 203.
  test.each([
    ['2025-01-28', '2025-02-05', '2025-02-05'],
    ['2025-05-31', '2025-06-03', '2025-06-03'],
    ['2025-10-12', '2025-10-13', '2025-10-12'],
    ['2026-01-01', '2026-01-04', '2026-01-04'],
    ['2026-10-01', '2026-10-08', '2026-10-08'],
    ['2024-02-10', '2024-02-18', '2024-02-18'],
    ['2025-02-08', '2025-02-08', '2025-02-08'],
  ])('moveOffDaysOff: %s moves to %s, for public holidays only to %s', (day, nextWorkingDay, onlyPublicHolidays) => {
    const moved = (policy: 'nextWorkingDay' | 'onlyPublicHolidays') =>
      moveOffDaysOff(civilDate(day), { policy, calendar: officialCalendar })
    expect([moved('nextWorkingDay'), moved('onlyPublicHolidays')]).toEqual([nextWorkingDay, onlyPublicHolidays])
  })
})
