import { addDays, addMonths, type CivilDate, daysInMonth, partsOf, weekdayOf } from '@fyh/base/dates.ts'
import type { PeriodUnit } from './terms.ts'

/** The official yearly arrangement: days off for a public holiday, and weekend days that are worked instead. */
export type Calendar = { readonly holidays: ReadonlySet<CivilDate>; readonly workdays: ReadonlySet<CivilDate> }

/**
 * What happens to a due day that is a day off: it stays; it moves to the next working day; or it moves so only when it lies in
 * a public holiday, while an ordinary weekend leaves it alone.
 */
export type DaysOff =
  | { readonly policy: 'stay' }
  | { readonly policy: 'nextWorkingDay' | 'onlyPublicHolidays'; readonly calendar: Calendar }

/** The day so many periods after another, counted from it at once. */
export function addPeriods(from: CivilDate, { unit, every, count }: { unit: PeriodUnit; every: number; count: number }): CivilDate {
  switch (unit) {
    case 'day':
      return addDays(from, every * count)
    case 'week':
      return addDays(from, 7 * every * count)
    case 'month':
      return addMonths(from, every * count)
  }
}

/** The chosen day in the month of `date`: the month's last where it has no such day. */
export function dayInMonth(date: CivilDate, day: number): CivilDate {
  const { year, month, day: present } = partsOf(date)
  return addDays(date, Math.min(day, daysInMonth(year, month)) - present)
}

export function moveOffDaysOff(date: CivilDate, daysOff: DaysOff): CivilDate {
  if (daysOff.policy === 'stay') return date
  const { policy, calendar } = daysOff
  const moves = policy === 'nextWorkingDay' ? !isWorkingDay(date, calendar) : calendar.holidays.has(date)
  let day = date
  if (moves) while (!isWorkingDay(day, calendar)) day = addDays(day, 1)
  return day
}

export function isWorkingDay(date: CivilDate, calendar: Calendar): boolean {
  if (calendar.workdays.has(date)) return true
  return !calendar.holidays.has(date) && weekdayOf(date) < saturday
}

const saturday = 5
