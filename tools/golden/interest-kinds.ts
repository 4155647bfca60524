import { daysBetween } from '@fyh/base/dates.ts'
import { type Fen, minFen, mulDiv, type Rounding, subFen } from '@fyh/base/money.ts'
import { feeLinesOf, feeTotalOf } from '@fyh/loan-engine/fees.ts'
import { daysFor, interestBetween, interestOf } from '@fyh/loan-engine/interest.ts'
import { percentOfRate, ratePerPart } from '@fyh/loan-engine/rates.ts'
import { equalPartsOf } from '@fyh/loan-engine/shares.ts'
import type { DayCount } from '@fyh/loan-engine/terms.ts'
import { dateAt, type Fields, FormatError, fenAt, has, listAt, percentAt, textAt, wholeAt, wholeOr } from './fields.ts'
import { differencesIn, fraction, textDifference, yuan } from './figure.ts'
import type { GoldenCase } from './golden-case.ts'
import type { Difference, Kind, Unsupported } from './kind.ts'

/** Conventions by the beginning of their name; what follows is a remark. */
const conventions: readonly (readonly [start: string, dayCount: DayCount])[] = [
  ['30E/360', '30/360'],
  ['30/360', '30U/360'],
  ['actual/365', 'actual/365'],
  ['actual over 365', 'actual/365'],
  ['actual/360', 'actual/360'],
  ['actual over 360', 'actual/360'],
  ['actual/actual', 'actual/actual ISDA'],
]

function conventionOf(inputs: Fields): DayCount | undefined {
  const name = textAt(inputs, 'convention')
  return conventions.find(([start]) => name.startsWith(start))?.[1]
}

const unknownConvention: Unsupported = {
  reason: 'a day count that is none of the engine’s',
  holds: ({ inputs }) => textAt(inputs, 'convention') !== 'any' && conventionOf(inputs) === undefined,
}

const daysKind: Kind = {
  name: 'days of a span',
  takes: ({ inputs, expected }) => has(inputs, 'from', 'to', 'convention') && has(expected, 'days'),
  unsupported: [unknownConvention],
  differencesOf: ({ inputs, expected }) => {
    const [from, to] = [dateAt(inputs, 'from'), dateAt(inputs, 'to')]
    const named = conventionOf(inputs)
    const dayCounts: readonly DayCount[] = named === undefined ? ['30/360', 'actual/365', 'actual/360'] : [named]
    const days = dayCounts.map((dayCount) =>
      dayCount === 'actual/actual ISDA' ? daysBetween(from, to) : daysFor({ dayCount, from, to }).days,
    )
    return days.flatMap((count) => textDifference('', expected, 'days', String(count)))
  },
}

const spanInterestKind: Kind = {
  name: 'interest of a span',
  takes: ({ inputs, expected }) => has(inputs, 'principal', 'annual_rate_pct', 'from', 'to', 'convention') && has(expected, 'interest'),
  unsupported: [unknownConvention],
  differencesOf: ({ inputs, expected }) => {
    const [balance, annualRate] = [fenAt(inputs, 'principal'), percentAt(inputs, 'annual_rate_pct')]
    const dayCount = conventionOf(inputs) ?? 'actual/365'
    const interest = interestBetween({ balance, annualRate, from: dateAt(inputs, 'from'), to: dateAt(inputs, 'to'), dayCount })
    return differencesIn('', expected, { interest: yuan(interest) })
  },
}

/** Days and the year they are parts of; a span in words is of years or months of 30 days. */
const daysInterestKind: Kind = {
  name: 'interest of so many days',
  takes: ({ inputs, expected }) =>
    has(inputs, 'principal', 'annual_rate_pct') &&
    !has(inputs, 'payment') &&
    (has(expected, 'interest') || has(expected, 'interest_per_day')) &&
    (has(inputs, 'days') || has(inputs, 'span') || has(inputs, 'daily_rate')),
  unsupported: [],
  differencesOf: ({ inputs, expected }) => {
    const interest = yuan(
      interestOf({ balance: fenAt(inputs, 'principal'), annualRate: percentAt(inputs, 'annual_rate_pct'), ...daysOf(inputs) }),
    )
    return differencesIn('', expected, { interest, interest_per_day: interest })
  },
}

function daysOf(inputs: Fields): { days: number; basis: number } {
  if (has(inputs, 'days')) return { days: wholeAt(inputs, 'days'), basis: wholeOr(inputs, 'year_basis', 365) }
  if (has(inputs, 'daily_rate')) return { days: 1, basis: textAt(inputs, 'daily_rate').endsWith('365') ? 365 : 360 }
  const match = /^(\d+) (year|month|day)s?$/.exec(textAt(inputs, 'span'))
  if (match === null) throw new FormatError(`no span: ${textAt(inputs, 'span')}`)
  const days = match[2] === 'year' ? 360 : match[2] === 'month' ? 30 : 1
  return { days: Number(match[1]) * days, basis: 360 }
}

const paymentKind: Kind = {
  name: 'payment split into interest and principal',
  takes: ({ inputs, expected }) =>
    has(inputs, 'principal', 'annual_rate_pct') &&
    ((has(inputs, 'payment', 'days') && has(expected, 'interest_part')) ||
      (has(inputs, 'paid', 'paid_on') && has(expected, 'to_interest'))),
  unsupported: [{ reason: 'interest deferred from before the loan’s plan', holds: ({ inputs }) => has(inputs, 'deferred_interest') }],
  differencesOf: paymentDifferences,
}

function paymentDifferences({ inputs, expected }: GoldenCase): Difference[] {
  const [balance, annualRate] = [fenAt(inputs, 'principal'), percentAt(inputs, 'annual_rate_pct')]
  const paid = fenAt(inputs, has(inputs, 'payment') ? 'payment' : 'paid')
  const due = has(inputs, 'days')
    ? interestOf({ balance, annualRate, ...daysOf(inputs) })
    : interestBetween({ balance, annualRate, from: dateAt(inputs, 'disbursed_on'), to: dateAt(inputs, 'paid_on'), dayCount: 'actual/365' })
  const interest: Fen = minFen(paid, due)
  const principal = minFen(balance, subFen(paid, interest))
  return differencesIn('', expected, {
    interest_part: yuan(interest),
    principal_part: yuan(principal),
    to_interest: yuan(interest),
    to_principal: yuan(principal),
  })
}

const rateKind: Kind = {
  name: 'rate from a rate',
  takes: ({ inputs, expected }) => has(inputs, 'annual_rate_pct') && has(expected, 'rate') && !has(inputs, 'principal'),
  unsupported: [],
  differencesOf: ({ inputs, expected }) => {
    const rate = percentAt(inputs, 'annual_rate_pct')
    if (has(inputs, 'overdue_multiplier_pct'))
      return differencesIn('', expected, { rate: fraction(percentOfRate(rate, wholeAt(inputs, 'overdue_multiplier_pct'))) })
    if (has(inputs, 'uplift_pct'))
      return differencesIn('', expected, { rate: fraction(percentOfRate(rate, 100 + wholeAt(inputs, 'uplift_pct'))) })
    return differencesIn('', expected, { rate: fraction(ratePerPart(rate, wholeOr(inputs, 'year_basis', 12))) })
  },
}

const feeKind: Kind = {
  name: 'fee of a sum',
  takes: ({ inputs, expected }) => has(inputs, 'base', 'fee_kind', 'value') && has(expected, 'fee'),
  unsupported: [],
  differencesOf: ({ inputs, expected }) => {
    const term = { payee: 'lender', due: 'payOut' } as const
    const isSum = textAt(inputs, 'fee_kind') === 'fixed'
    const fee = isSum
      ? { ...term, amount: fenAt(inputs, 'value') }
      : { ...term, share: { of: 'principal', rate: percentAt(inputs, 'value') } as const }
    const base = fenAt(inputs, 'base')
    return differencesIn('', expected, {
      fee: yuan(feeTotalOf(feeLinesOf([fee], 'payOut', { principal: base, interest: subFen(base, base) }))),
    })
  },
}

const partsKind: Kind = {
  name: 'sum in equal parts',
  takes: ({ inputs, expected }) => has(inputs, 'amount', 'parts', 'rounded_to') && has(expected, 'parts'),
  unsupported: [],
  differencesOf: ({ inputs, expected }) => {
    const multiple = fenAt(inputs, 'rounded_to')
    const parts = equalPartsOf({ amount: fenAt(inputs, 'amount'), count: wholeAt(inputs, 'parts'), multiple })
    const written = listAt(expected, 'parts')
    if (written.length !== parts.length) return [{ at: 'parts', expected: String(written.length), got: String(parts.length) }]
    return parts.flatMap((part, index) => differencesIn(`part ${index + 1}`, { part: written[index] }, { part: yuan(part) }))
  },
}

const roundings: { readonly [mode: string]: Rounding } = {
  half_up: 'halfUp',
  half_even: 'halfEven',
  bankers: 'halfEven',
  down: 'down',
  up: 'up',
}

const roundingKind: Kind = {
  name: 'rounding',
  takes: ({ inputs }) => has(inputs, 'value', 'places', 'mode'),
  unsupported: [
    { reason: 'a rounding that is none of the engine’s', holds: ({ inputs }) => roundings[textAt(inputs, 'mode')] === undefined },
  ],
  differencesOf: ({ inputs, expected }) => {
    const [whole = '', decimals = ''] = textAt(inputs, 'value').split('.')
    const value = Number(whole + decimals)
    const places = wholeAt(inputs, 'places')
    const over = 10 ** Math.max(0, decimals.length - places)
    const rounded = mulDiv({ value, times: 1, over, rounding: roundings[textAt(inputs, 'mode')] ?? 'halfUp' })
    return differencesIn('', expected, {
      rounded: { value: rounded, places: Math.min(places, decimals.length) },
      error_carried: { value: value - rounded * over, places: decimals.length },
    })
  },
}

/** Single figures of interest, rates, fees and roundings. */
export const interestKinds: readonly Kind[] = [
  daysKind,
  spanInterestKind,
  paymentKind,
  daysInterestKind,
  rateKind,
  feeKind,
  partsKind,
  roundingKind,
]
