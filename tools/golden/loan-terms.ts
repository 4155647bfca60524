import { addFen, fen, ppm } from '@fyh/base/money.ts'
import { agreedDueDate } from '@fyh/loan-engine/periods.ts'
import { planFor } from '@fyh/loan-engine/schedule.ts'
import type { DayCount, LoanTerms, PeriodUnit } from '@fyh/loan-engine/terms.ts'
import { dateAt, type Fields, FormatError, fenAt, has, listAt, percentAt, textAt, wholeAt, wholeOr } from './fields.ts'
import type { Unsupported } from './kind.ts'

/**
 * The terms of a loan written as the Fineract sets write them. What they leave unsaid is read off the rows of its first schedule, from
 * the first figures that depend on it: how actual days of actual years are counted; a chosen first due day; whether the schedule is the
 * older kind, which divides flat interest as a whole, takes all periods for as long
 * as the first and evens no instalment out; and where they say nothing of years (nor then of how
 * instalments are rounded), the instalment, taken as agreed, and whether the rate is one of a year or a month.
 */
export function termsOf(inputs: Fields, rows: readonly Fields[]): LoanTerms {
  const [firstRow] = rows
  const stated = statedTerms(inputs)
  const terms = { ...stated, ...firstDueTold(stated, rows) }
  const years = terms.dayCount === 'actual/actual' ? actualYears.map((dayCount) => ({ ...terms, dayCount })) : [terms]
  if (has(inputs, 'year_basis') || firstRow === undefined) return toldBy(rows, isByClass(inputs) ? years : years.flatMap(ofEitherKind))
  const instalment = addFen(fenAt(firstRow, 'principal'), fenAt(firstRow, 'interest'))
  const monthly: LoanTerms = { ...terms, dayCount: '30/360', annualRate: ppm(terms.annualRate * 12) }
  const possible = monthly.annualRate <= million ? [...years, monthly] : years
  return toldBy(
    rows,
    possible.map((one) => ({ ...one, instalment })),
  )
}

const million = 1_000_000
const actualYears = ['actual/actual', 'actual/actual ISDA', 'actual/365L'] as const

/** Loans whose allocation knows overdue, due and advance have the newer kind of schedule. */
function isByClass(inputs: Fields): boolean {
  return has(inputs, 'allocation_order') && listAt(inputs, 'allocation_order').length === 12
}

function ofEitherKind(terms: LoanTerms): LoanTerms[] {
  const older: LoanTerms = { ...terms, tail: 'lastInstalment', annuityBy: 'firstPeriod' }
  return terms.flatBy === undefined ? [terms, older] : [terms, { ...terms, flatBy: 'instalment' }, { ...older, flatBy: 'total' }]
}

/** The first of the terms whose amounts are those of the rows, as far as any of them has them. */
function toldBy(rows: readonly Fields[], possible: readonly LoanTerms[]): LoanTerms {
  let left = possible.map((terms) => ({ terms, plan: possible.length > 1 ? planFor(terms) : [] }))
  rows.forEach((row, index) => {
    for (const part of ['interest', 'principal'] as const) {
      const agreeing = left.filter(({ plan }) => has(row, part) && plan[index]?.[part] === fenAt(row, part))
      if (agreeing.length > 0) left = agreeing
    }
  })
  const [told] = left
  if (told === undefined) throw new FormatError('no terms are possible')
  return told.terms
}

/** A first due day other than a period after the pay-out is one that was chosen, when all later rows are counted from it. */
function firstDueTold(terms: LoanTerms, rows: readonly Fields[]): Pick<LoanTerms, 'firstDueDate'> {
  const [first] = rows
  if (first === undefined || !has(first, 'due')) return {}
  const chosen = { ...terms, firstDueDate: dateAt(first, 'due') }
  const agrees = (some: LoanTerms) => rows.slice(0, terms.periods).every((row, index) => row.due === agreedDueDate(some, index + 1))
  return !agrees(terms) && agrees(chosen) ? { firstDueDate: chosen.firstDueDate } : {}
}

function statedTerms(inputs: Fields): LoanTerms {
  const isFlat = inputs.interest_method === 'flat'
  const multiple = wholeOr(inputs, 'instalment_multiple_of', 0)
  return {
    principal: fenAt(inputs, has(inputs, 'disbursed') ? 'disbursed' : 'principal'),
    annualRate: percentAt(inputs, 'annual_rate_pct'),
    periods: wholeAt(inputs, 'periods'),
    period: { unit: unitOf(inputs), every: wholeOr(inputs, 'every', 1) },
    method: isFlat ? 'flat' : String(inputs.amortisation).startsWith('equal_principal') ? 'equalPrincipal' : 'equalInstalment',
    dayCount: dayCountOf(inputs),
    payOutDate: dateAt(inputs, has(inputs, 'disbursed_on') ? 'disbursed_on' : 'applied_on'),
    tail: 'evened',
    daysOff: { policy: 'stay' },
    rounding: 'halfEven',
    // What these sets call free of interest is interest that waits: their figures have all of it in the period after.
    grace: { principal: wholeOr(inputs, 'principal_grace_periods', 0), interest: wholeOr(inputs, 'interest_free_periods', 0) },
    ...(isFlat && { flatBy: inputs.interest_period === 'daily' || isByClass(inputs) ? 'instalment' : 'total' }),
    ...(multiple > 0 && { instalmentMultiple: { of: fen(multiple * 100), rounding: 'halfEven' } }),
  }
}

/** What of such a loan's terms the engine does not draw. */
export const unsupportedTerms: readonly Unsupported[] = [
  {
    reason: 'grace on interest, which the source leaves without effect',
    holds: ({ inputs }) => wholeOr(inputs, 'interest_grace_periods', 0) > 0,
  },
  {
    reason: 'a method of interest or of repayment that is none of the engine’s',
    holds: ({ inputs }) =>
      isOther(inputs, 'interest_method', ['declining_balance', 'flat']) ||
      isOther(inputs, 'amortisation', ['equal_instalment', 'equal_instalments', 'equal_principal', 'equal_principal_payments']),
  },
  {
    reason: 'a day count that is none of the engine’s',
    holds: ({ inputs }) => isOther(inputs, 'year_basis', ['360', '365', 'actual']) || isOther(inputs, 'month_basis', ['30', 'actual']),
  },
  { reason: 'a setting of the source that is not known here', holds: ({ inputs }) => Object.keys(inputs).some(isUnknown) },
  { reason: 'a fixed length in days beside the periods', holds: ({ inputs }) => has(inputs, 'fixed_length_days') },
  { reason: 'interest on interest', holds: ({ inputs }) => inputs.compounds === true },
  {
    reason: 'a year of 365 or actual days with months of 30 days',
    holds: ({ inputs }) => !byPeriod(inputs) && inputs.month_basis === '30' && inputs.year_basis !== '360',
  },
  {
    reason: 'interest of a week as a part of 52 weeks',
    holds: ({ inputs }) =>
      byPeriod(inputs) && inputs.unit === 'week' && has(inputs, 'annual_rate_pct') && percentAt(inputs, 'annual_rate_pct') > 0,
  },
  { reason: 'a rate finer than 0.0001 %', holds: ({ inputs }) => /\.\d{4}0*[1-9]/.test(String(inputs.annual_rate_pct)) },
]

/** Settings that are read here or by the time line, or that change no figure of a schedule. */
const knownSettings = [
  ...['applied_on', 'principal', 'annual_rate_pct', 'interest_method', 'amortisation', 'interest_period', 'periods', 'every', 'unit'],
  ...['principal_grace_periods', 'interest_grace_periods', 'interest_free_periods', 'year_basis', 'month_basis', 'part_period_interest'],
  ...['recalculates_interest', 'recalc_rest', 'settlement_interest_until', 'compounds', 'interest_on_overdue_principal'],
  ...['allocation_order', 'allocation_direction', 'excess_goes_to', 'arrears_grace_days', 'instalment_multiple_of', 'fixed_length_days'],
  ...['disbursed_on', 'disbursed', 'planned_disbursements', 'upfront_charge', 'caution'],
]

function isOther(inputs: Fields, name: string, known: readonly string[]): boolean {
  return has(inputs, name) && !known.includes(textAt(inputs, name))
}

function isUnknown(name: string): boolean {
  return !knownSettings.includes(name)
}

/** Interest by the period: a month is a twelfth of the year whatever its days. */
function byPeriod({ interest_period }: Fields): boolean {
  return interest_period === 'same_as_repayment_period'
}

function unitOf(inputs: Fields): PeriodUnit {
  const unit = has(inputs, 'unit') ? textAt(inputs, 'unit') : 'month'
  if (unit === 'day' || unit === 'week' || unit === 'month') return unit
  throw new FormatError(`no unit of periods: ${unit}`)
}

function dayCountOf(inputs: Fields): DayCount {
  if (byPeriod(inputs) && unitOf(inputs) === 'month') return '30/360'
  if (inputs.month_basis === '30' && unitOf(inputs) === 'month') return '30/360'
  return inputs.year_basis === '360' ? 'actual/360' : inputs.year_basis === '365' ? 'actual/365' : 'actual/actual'
}
