import { AssertionFailed, assert } from './assert.ts'
import type { Clock } from './clock.ts'

declare const civilDateBrand: unique symbol

/** A day of the calendar in Asia/Shanghai, 'YYYY-MM-DD', years 1000 to 9999. Texts of this form sort and compare like the days. */
export type CivilDate = string & { readonly [civilDateBrand]: true }

const dayMs = 86_400_000
/** Asia/Shanghai has been UTC+8 without summer time since 15 September 1991; nothing here asks for instants before that. */
const shanghaiMs = 8 * 3_600_000

export function civilDate(text: string): CivilDate {
  if (!isCivilDate(text)) throw new AssertionFailed(`not a date: ${text}`)
  return text
}

export function isCivilDate(text: unknown): text is CivilDate {
  if (typeof text !== 'string' || !/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)) return false
  const { year, month, day } = partsOf(text)
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
}

export function addDays(date: CivilDate, days: number): CivilDate {
  if (!Number.isSafeInteger(days)) throw new AssertionFailed(`not a whole number of days: ${days}`)
  return dateOfDay(dayNumber(date) + days)
}

/** The same day `n` months on, shortened to the month's end. Count from the first date each time: counting on from a shortened day drifts. */
export function addMonths(date: CivilDate, n: number): CivilDate {
  if (!Number.isSafeInteger(n)) throw new AssertionFailed(`not a whole number of months: ${n}`)
  const { year, month, day } = partsOf(date)
  const months = year * 12 + (month - 1) + n
  const toYear = Math.floor(months / 12)
  const toMonth = months - toYear * 12 + 1
  return fromParts(toYear, toMonth, Math.min(day, daysInMonth(toYear, toMonth)))
}

/** Days from `from` to `to`: 1 from a day to the next, negative when `to` is earlier. */
export function daysBetween(from: CivilDate, to: CivilDate): number {
  return dayNumber(to) - dayNumber(from)
}

/** The day it is in Shanghai at that instant, wherever the program runs. */
export function civilDateAt(instant: Date): CivilDate {
  return dateOfDay(Math.floor((instant.getTime() + shanghaiMs) / dayMs))
}

/** The instant at which Shanghai's clocks show that day and time (midnight at its start unless told). */
export function instantAt(date: CivilDate, time = '00:00:00'): Date {
  assert(/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(time), `not a time of day: ${time}`)
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  return new Date(dayNumber(date) * dayMs + ((hours * 60 + minutes) * 60 + seconds) * 1000 - shanghaiMs)
}

/** Whole years reached: a birthday counts on its day; one on 29 February is reached on 1 March in other years. */
export function yearsBetween(birth: CivilDate, on: CivilDate): number {
  const years = partsOf(on).year - partsOf(birth).year
  return on.slice(5) < birth.slice(5) ? years - 1 : years
}

/** Today in business time. */
export function today(clock: Pick<Clock, 'now'>): CivilDate {
  return civilDateAt(clock.now())
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

export function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
}

/** Of a day, whose text is taken as checked. */
export function partsOf(date: string): { year: number; month: number; day: number } {
  return {
    year: digitAt(date, 0) * 1000 + digitAt(date, 1) * 100 + digitAt(date, 2) * 10 + digitAt(date, 3),
    month: digitAt(date, 5) * 10 + digitAt(date, 6),
    day: digitAt(date, 8) * 10 + digitAt(date, 9),
  }
}

/** 0 is Monday, 6 is Sunday. */
export function weekdayOf(date: CivilDate): number {
  return (((dayNumber(date) + 3) % 7) + 7) % 7
}

function digitAt(text: string, at: number): number {
  return text.charCodeAt(at) - 48
}

/** Plans are full of the same days: the texts of the months from 1970 to 2199 are kept once made, others are made each time. */
const keptMonths = new Map<number, readonly CivilDate[]>()
const keptFrom = 1970 * 12
const keptTo = 2200 * 12

function fromParts(year: number, month: number, day: number): CivilDate {
  const key = year * 12 + month - 1
  const date = (keptMonths.get(key) ?? daysOfMonth(year, month, key))[day - 1]
  if (date === undefined) throw new AssertionFailed(`not a date: ${year}-${month}-${day}`)
  return date
}

function daysOfMonth(year: number, month: number, key: number): readonly CivilDate[] {
  const days: CivilDate[] = []
  for (let day = 1; day <= daysInMonth(year, month); day += 1)
    days.push(civilDate(`${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`))
  if (key >= keptFrom && key < keptTo) keptMonths.set(key, days)
  return days
}

/**
 * Days since 1970-01-01 of the Gregorian calendar. The year is taken to begin in March, so that its odd day comes last:
 * month m of such a year (March is 0) begins on day ⌊(153 m + 2) ÷ 5⌋.
 */
function dayNumber(date: CivilDate): number {
  const { year, month, day } = partsOf(date)
  const marchYear = month > 2 ? year : year - 1
  const marchMonth = month > 2 ? month - 3 : month + 9
  const leapDays = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400)
  return marchYear * 365 + leapDays + Math.floor((153 * marchMonth + 2) / 5) + day - 719_469
}

function dateOfDay(number: number): CivilDate {
  const at = new Date(number * dayMs)
  return fromParts(at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate())
}
