import { addDays, type CivilDate, civilDate } from '@fyh/base/dates.ts'
import type { Calendar, DaysOff } from './due-dates.ts'

/** A public holiday with its first and last day off. */
type Holiday = readonly [first: string, last: string]
type Year = { readonly notice: string; readonly holidays: readonly Holiday[]; readonly workdays: readonly string[] }

/**
 * The yearly arrangement of days off, as the General Office of the State Council announces it each autumn for the next year. A year is
 * added here when its notice is out; the years before the first and after the last have weekends only.
 */
export const officialYears: { readonly [year: string]: Year } = {
  '2023': {
    notice: '国办发明电〔2022〕16号',
    holidays: [
      ['2022-12-31', '2023-01-02'],
      ['2023-01-21', '2023-01-27'],
      ['2023-04-05', '2023-04-05'],
      ['2023-04-29', '2023-05-03'],
      ['2023-06-22', '2023-06-24'],
      ['2023-09-29', '2023-10-06'],
    ],
    workdays: ['2023-01-28', '2023-01-29', '2023-04-23', '2023-05-06', '2023-06-25', '2023-10-07', '2023-10-08'],
  },
  '2024': {
    notice: '国办发明电〔2023〕7号',
    holidays: [
      ['2024-01-01', '2024-01-01'],
      ['2024-02-10', '2024-02-17'],
      ['2024-04-04', '2024-04-06'],
      ['2024-05-01', '2024-05-05'],
      ['2024-06-10', '2024-06-10'],
      ['2024-09-15', '2024-09-17'],
      ['2024-10-01', '2024-10-07'],
    ],
    workdays: ['2024-02-04', '2024-02-18', '2024-04-07', '2024-04-28', '2024-05-11', '2024-09-14', '2024-09-29', '2024-10-12'],
  },
  '2025': {
    notice: '国办发明电〔2024〕12号',
    holidays: [
      ['2025-01-01', '2025-01-01'],
      ['2025-01-28', '2025-02-04'],
      ['2025-04-04', '2025-04-06'],
      ['2025-05-01', '2025-05-05'],
      ['2025-05-31', '2025-06-02'],
      ['2025-10-01', '2025-10-08'],
    ],
    workdays: ['2025-01-26', '2025-02-08', '2025-04-27', '2025-09-28', '2025-10-11'],
  },
  '2026': {
    notice: '国办发明电〔2025〕7号',
    holidays: [
      ['2026-01-01', '2026-01-03'],
      ['2026-02-15', '2026-02-23'],
      ['2026-04-04', '2026-04-06'],
      ['2026-05-01', '2026-05-05'],
      ['2026-06-19', '2026-06-21'],
      ['2026-09-25', '2026-09-27'],
      ['2026-10-01', '2026-10-07'],
    ],
    workdays: ['2026-01-04', '2026-02-14', '2026-02-28', '2026-05-09', '2026-09-20', '2026-10-10'],
  },
}

export const officialCalendar: Calendar = {
  holidays: new Set(Object.values(officialYears).flatMap((year) => year.holidays.flatMap(daysOf))),
  workdays: new Set(Object.values(officialYears).flatMap((year) => year.workdays.map(civilDate))),
}

/** A rule for days off by the official calendar. */
export function daysOffOf(policy: DaysOff['policy']): DaysOff {
  return policy === 'stay' ? { policy } : { policy, calendar: officialCalendar }
}

function daysOf([first, last]: Holiday): CivilDate[] {
  const days: CivilDate[] = []
  for (let day = civilDate(first); day <= civilDate(last); day = addDays(day, 1)) days.push(day)
  return days
}
