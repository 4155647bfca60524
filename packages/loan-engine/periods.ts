import type { CivilDate } from '@fyh/base/dates.ts'
import { addPeriods, dayInMonth, moveOffDaysOff } from './due-dates.ts'
import { type Days, daysFor } from './interest.ts'
import { methodTraits } from './methods.ts'
import type { LoanTerms } from './terms.ts'

/** One period of a plan before any money is in it. */
export type Period = Days & {
  readonly period: number
  /** Months from the pay-out to the due day as agreed; 0 where periods are days or weeks. */
  readonly month: number
  readonly startDate: CivilDate
  readonly dueDate: CivilDate
  /** No interest is charged in it. */
  readonly isFree: boolean
}

/** Days moved by a day off count for the period they lengthen and are missing in the next: the borrower holds the money that long. */
export function periodsOf(terms: LoanTerms): Period[] {
  const { payOutDate, method, daysOff, grace } = terms
  const { unit, every } = terms.period ?? everyMonth
  const perRow = methodTraits[method].paysOnce ? terms.periods : 1
  const count = terms.periods / perRow
  const free = grace?.interestFree ?? 0
  const periods: Period[] = []
  let startDate = payOutDate
  for (let period = 1; period <= count; period += 1) {
    const dueDate = moveOffDaysOff(agreedDueDate(terms, period * perRow), daysOff)
    const month = unit === 'month' ? period * perRow * every : 0
    const { days, basis, years } = daysOf(terms, { from: startDate, to: dueDate, periods: perRow })
    const plain: Period = { period, month, startDate, dueDate, isFree: period <= free, days, basis }
    periods.push(years === undefined ? plain : { ...plain, years })
    startDate = dueDate
  }
  return periods
}

/** The part of a year between two due days; `periods` is how many whole ones lie between them, where that is so. */
export function daysOf(terms: LoanTerms, { from, to, periods }: { from: CivilDate; to: CivilDate; periods: number | undefined }): Days {
  const { dayCount, firstDueDate, dueDay } = terms
  const { unit, every } = terms.period ?? everyMonth
  const isRegular = firstDueDate === undefined && dueDay === undefined
  const months = unit === 'month' && isRegular && periods !== undefined ? every * periods : undefined
  // Months of 30 days say nothing of days and weeks: those are counted as they are, of 360.
  const counted = unit !== 'month' && dayCount === '30/360' ? 'actual/360' : dayCount
  return daysFor({ dayCount: counted, from, to, months })
}

/** The day on which the given period is due before days off move it; always counted from the first, so a short month never shifts later ones. */
export function agreedDueDate({ payOutDate, firstDueDate, dueDay, period = everyMonth }: DueTerms, count: number): CivilDate {
  const { unit, every } = period
  const due =
    firstDueDate === undefined
      ? addPeriods(payOutDate, { unit, every, count })
      : addPeriods(firstDueDate, { unit, every, count: count - 1 })
  return dueDay === undefined ? due : dayInMonth(due, dueDay)
}

/** Months from the pay-out to the due day after one; 0 where periods are days or weeks. */
export function monthAfter(month: number, { period = everyMonth }: Pick<LoanTerms, 'period'>): number {
  return period.unit === 'month' ? month + period.every : 0
}

type DueTerms = Pick<LoanTerms, 'payOutDate' | 'firstDueDate' | 'dueDay' | 'period'>

const everyMonth = { unit: 'month', every: 1 } as const
