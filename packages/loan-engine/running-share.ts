import { addMonths, type CivilDate, daysBetween, partsOf } from '@fyh/base/dates.ts'
import type { Ppm } from '@fyh/base/money.ts'
import { addPeriods } from './due-dates.ts'
import { type Days, daysFor } from './interest.ts'
import type { LoanTerms } from './terms.ts'

/** What a balance bears over a span: balance × times ÷ over, in fen. */
export type Share = { readonly times: number; readonly over: number }

export type PartOfYear = { readonly days: number; readonly basis: number }

/** The span of a period over which one rate and one balance hold. `whole` is the period's part of a year by `partOfYear`. */
type SpanOfPeriod = {
  readonly terms: LoanTerms
  readonly startDate: CivilDate
  readonly dueDate: CivilDate
  readonly whole: PartOfYear
  readonly from: CivilDate
  readonly to: CivilDate
}

/**
 * Interest of a span: its days' part of what the whole rest of the period bears, as Apache Fineract's progressive schedule counts.
 * With 30/360 the period counts 30 days a month however many it has, and the days inside share them evenly.
 */
export function interestShare({ annualRate, ...span }: SpanOfPeriod & { readonly annualRate: Ppm }): Share {
  const { terms, startDate, dueDate, from, to } = span
  const days = daysBetween(from, to)
  if (days === 0) return { times: 0, over: million }
  if (terms.dayCount === '30/360') {
    const { whole } = span
    return { times: annualRate * whole.days * days, over: million * whole.basis * daysBetween(startDate, dueDate) }
  }
  const rest = daysInPeriod(span, dueDate)
  if (rest.years === undefined) return { times: annualRate * days, over: million * rest.basis }
  return { times: annualRate * rest.days * days, over: million * rest.basis * daysBetween(from, dueDate) }
}

/** The part of a year a span counts as when the instalment is worked out: with 30/360 every period has the agreed length, moved or not. */
export function instalmentDays(span: SpanOfPeriod): Days {
  const { terms, startDate, dueDate, from, to } = span
  if (terms.dayCount !== '30/360') return daysInPeriod(span, to)
  const whole = terms.annuityBy === 'days' ? span.whole : { days: agreedDays(terms), basis: 360 }
  return { days: whole.days * daysBetween(from, to), basis: whole.basis * daysBetween(startDate, dueDate) }
}

/**
 * What a period counts as by months of 30 days: as agreed, or when it has another length its whole months from its start and the days'
 * part of the next. Other day counts look at each span.
 */
export function partOfYear(terms: LoanTerms, { startDate, dueDate }: { startDate: CivilDate; dueDate: CivilDate }): PartOfYear {
  const { unit } = terms.period ?? everyMonth
  if (unit !== 'month' || terms.dayCount !== '30/360') return { days: daysBetween(startDate, dueDate), basis: 360 }
  if (isAsAgreed(terms, startDate, dueDate)) return { days: agreedDays(terms), basis: 360 }
  let months = 0
  while (addMonths(startDate, months + 1) <= dueDate) months += 1
  const reached = addMonths(startDate, months)
  const left = daysBetween(reached, dueDate)
  if (left === 0) return { days: 30 * months, basis: 360 }
  const monthDays = daysBetween(reached, addMonths(startDate, months + 1))
  return { days: 30 * (months * monthDays + left), basis: 360 * monthDays }
}

/** With 365L the whole period has 366 days a year when 29 February lies in it, wherever the span does. */
function daysInPeriod({ terms, startDate, dueDate, from }: SpanOfPeriod, to: CivilDate): Days {
  const { dayCount } = terms
  if (dayCount !== 'actual/365L') return daysFor({ dayCount, from, to })
  return { days: daysBetween(from, to), basis: daysFor({ dayCount, from: startDate, to: dueDate }).basis }
}

const million = 1_000_000

function isAsAgreed({ payOutDate, period = everyMonth }: LoanTerms, startDate: CivilDate, dueDate: CivilDate): boolean {
  const [from, to] = [partsOf(payOutDate), partsOf(startDate)]
  const count = (12 * (to.year - from.year) + to.month - from.month) / period.every
  const starts = Number.isInteger(count) && addPeriods(payOutDate, { ...period, count }) === startDate
  return starts && addPeriods(payOutDate, { ...period, count: count + 1 }) === dueDate
}

function agreedDays({ period = everyMonth }: LoanTerms): number {
  return { day: 1, week: 7, month: 30 }[period.unit] * period.every
}

const everyMonth = { unit: 'month', every: 1 } as const
