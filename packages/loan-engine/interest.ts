import { type CivilDate, daysBetween } from '@fyh/base/dates.ts'
import { type Fen, fen, mulDiv, type Ppm } from '@fyh/base/money.ts'
import type { DayCount } from './terms.ts'

/** The days of a span and the days a year is taken to have. */
export type Days = { readonly days: number; readonly basis: 360 | 365 }

export function daysFor({ dayCount, from, to, months }: { dayCount: DayCount; from: CivilDate; to: CivilDate; months: number }): Days {
  switch (dayCount) {
    case '30/360':
      return { days: 30 * months, basis: 360 }
    case 'actual/365':
      return { days: daysBetween(from, to), basis: 365 }
    case 'actual/360':
      return { days: daysBetween(from, to), basis: 360 }
  }
}

/** balance × rate × days ÷ basis, rounded half up to the fen once. */
export function interestOf({ balance, annualRate, days, basis }: { balance: Fen; annualRate: Ppm } & Days): Fen {
  return fen(mulDiv({ value: balance, times: annualRate * days, over: million * basis, rounding: 'halfUp' }))
}

const million = 1_000_000
