import { addDays, addMonths, type CivilDate, civilDate, daysInMonth, partsOf, weekdayOf } from '@fyh/base/dates.ts'

/** R9.5: what a calendar offers unless told otherwise, today and the year after it. */
export const calendarDays = 365

/** The first day of the month a day is in. */
export const monthOf = (day: CivilDate): CivilDate => civilDate(`${day.slice(0, 8)}01`)

/** The weeks of a month, Monday first; undefined where a week begins or ends in another month. */
export function weeksOf(month: CivilDate): readonly (readonly (CivilDate | undefined)[])[] {
  const { year, month: number } = partsOf(month)
  const before = weekdayOf(month)
  const length = daysInMonth(year, number)
  return Array.from({ length: Math.ceil((before + length) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (__, place) => {
      const day = week * 7 + place - before
      return day >= 0 && day < length ? addDays(month, day) : undefined
    }),
  )
}

/** The day a key leads to, as calendars do it everywhere; undefined for keys that lead nowhere. */
export function dayAfterKey(key: string, day: CivilDate): CivilDate | undefined {
  const inWeek = weekdayOf(day)
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1)
    case 'ArrowRight':
      return addDays(day, 1)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'Home':
      return addDays(day, -inWeek)
    case 'End':
      return addDays(day, 6 - inWeek)
    case 'PageUp':
      return addMonths(day, -1)
    case 'PageDown':
      return addMonths(day, 1)
    default:
      return undefined
  }
}

/** The nearest day within both bounds. */
export function within(day: CivilDate, from: CivilDate, to: CivilDate): CivilDate {
  if (day < from) return from
  return day > to ? to : day
}

export type DayRange = { readonly from: CivilDate; readonly to: CivilDate | undefined }

/** The range after one more tap: the first begins it, the second ends it (whichever comes first), a third begins another. */
export function rangeAfter(range: DayRange | undefined, day: CivilDate): DayRange {
  if (range === undefined || range.to !== undefined) return { from: day, to: undefined }
  return day < range.from ? { from: day, to: range.from } : { from: range.from, to: day }
}
