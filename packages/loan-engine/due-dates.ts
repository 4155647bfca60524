import { addDays, addMonths, type CivilDate, weekdayOf } from '@fyh/base/dates.ts'

/** The official yearly arrangement: days off for a public holiday, and weekend days that are worked instead. */
export type Calendar = { readonly holidays: ReadonlySet<CivilDate>; readonly workdays: ReadonlySet<CivilDate> }

/**
 * What happens to a due day that is a day off: it stays; it moves to the next working day; or it moves so only when it lies in
 * a public holiday, while an ordinary weekend leaves it alone.
 */
export type DaysOff =
  | { readonly policy: 'stay' }
  | { readonly policy: 'nextWorkingDay' | 'onlyPublicHolidays'; readonly calendar: Calendar }

/** The due day `month` months after the pay-out: always counted from the pay-out day itself, so a short month never shifts the later ones. */
export function dueDateOf(payOutDate: CivilDate, month: number, daysOff: DaysOff): CivilDate {
  return moveOffDaysOff(addMonths(payOutDate, month), daysOff)
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
