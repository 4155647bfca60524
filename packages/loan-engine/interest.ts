import { addDays, type CivilDate, daysBetween, daysInMonth, isLeapYear, partsOf } from '@fyh/base/dates.ts'
import { type Fen, mulDiv, type Ppm, type Rounding } from '@fyh/base/money.ts'
import { demand } from './engine-error.ts'
import type { DayCount } from './terms.ts'

/**
 * A part of a year, exactly: days ÷ basis. For actual/actual over a year's end the two years are brought to one basis, 365 × 366;
 * `years` then says how many days lay in which.
 */
export type Days = {
  readonly days: number
  readonly basis: number
  readonly years?: readonly { readonly days: number; readonly basis: number }[]
}

/** The days of a period. `months` is how many whole months it has; without it, 30/360 counts by the calendar (30E/360). */
export function daysFor(span: { dayCount: DayCount; from: CivilDate; to: CivilDate; months?: number | undefined }): Days {
  const { dayCount, from, to, months } = span
  switch (dayCount) {
    case '30/360':
      return { days: months === undefined ? thirtyDayMonths(from, to) : 30 * months, basis: 360 }
    case '30U/360':
      return { days: months === undefined ? thirtyDayMonths(from, to, 31) : 30 * months, basis: 360 }
    case 'actual/365':
      return { days: daysBetween(from, to), basis: 365 }
    case 'actual/360':
      return { days: daysBetween(from, to), basis: 360 }
    case 'actual/actual':
      return daysByYear(from, to)
    case 'actual/actual ISDA':
      return daysByYear(addDays(from, -1), addDays(to, -1))
    case 'actual/365L':
      return { days: daysBetween(from, to), basis: hasLeapDay(from, to) ? 366 : 365 }
  }
}

/** balance × rate × days ÷ basis, rounded once: half up to the fen unless told otherwise. */
export function interestOf({
  balance,
  annualRate,
  days,
  basis,
  rounding = 'halfUp',
}: { balance: Fen; annualRate: Ppm; rounding?: Rounding } & Days): Fen {
  return mulDiv({ value: balance, times: annualRate * days, over: million * basis, rounding })
}

/** The interest of any span, not before its beginning: a day counts from the day after `from` up to `to`. */
export function interestBetween({
  from,
  to,
  dayCount,
  ...rest
}: {
  balance: Fen
  annualRate: Ppm
  from: CivilDate
  to: CivilDate
  dayCount: DayCount
  rounding?: Rounding
}): Fen {
  demand(from <= to, 'DATE_BEFORE_PAY_OUT', `interest from ${from} to ${to}`)
  return interestOf({ ...rest, ...daysFor({ dayCount, from, to }) })
}

/** 30E/360: the 31st counts as the 30th; 30U/360: as the day after, unless the span begins at a month's 30th or 31st. */
function thirtyDayMonths(from: CivilDate, to: CivilDate, lastDay: 30 | 31 = 30): number {
  const a = partsOf(from)
  const b = partsOf(to)
  const most = a.day >= 30 ? 30 : lastDay
  return (b.year - a.year) * 360 + (b.month - a.month) * 30 + Math.min(b.day, most) - Math.min(a.day, 30)
}

function daysByYear(from: CivilDate, to: CivilDate): Days {
  const days = daysBetween(from, to)
  const lastYear = partsOf(to).year
  const firstYear = partsOf(from).year
  if (firstYear === lastYear) return { days, basis: yearDays(firstYear) }
  const years: { days: number; basis: number }[] = []
  let common = 0
  for (let year = firstYear; year <= lastYear; year += 1) {
    const basis = yearDays(year)
    const passed = (year === lastYear ? dayOfYear(to) : basis) - (year === firstYear ? dayOfYear(from) : 0)
    if (passed === 0) continue
    years.push({ days: passed, basis })
    common += passed * (basis === 365 ? 366 : 365)
  }
  const [only] = years
  return years.length === 1 && only !== undefined ? only : { days: common, basis: 365 * 366, years }
}

/** Whether a 29 February is among the days after `from` up to `to`. */
function hasLeapDay(from: CivilDate, to: CivilDate): boolean {
  for (let year = partsOf(from).year; year <= partsOf(to).year; year += 1) {
    const leapDay = `${year}-02-29`
    if (isLeapYear(year) && leapDay > from && leapDay <= to) return true
  }
  return false
}

function yearDays(year: number): number {
  return isLeapYear(year) ? 366 : 365
}

function dayOfYear(date: CivilDate): number {
  const { year, month, day } = partsOf(date)
  let days = day
  for (let before = 1; before < month; before += 1) days += daysInMonth(year, before)
  return days
}

const million = 1_000_000
