import { addMonths, type CivilDate, civilDate, daysBetween } from '@fyh/base/dates.ts'
import { addFen, fen, type Ppm, ppm } from '@fyh/base/money.ts'
import { defaultRules } from '@fyh/loan-engine/rules.ts'
import { type PlanRow, planFor, totalsOf } from '@fyh/loan-engine/schedule.ts'
import { standingOf } from '@fyh/loan-engine/standing.ts'
import type { DayCount, LoanTerms, Method, PeriodUnit } from '@fyh/loan-engine/terms.ts'
import { dateAt, type Fields, FormatError, fenAt, has, listAt, percentAt, rowsAt, textAt, wholeAt, wholeOr } from './fields.ts'
import { differencesIn, textDifference, yuan } from './figure.ts'
import type { GoldenCase } from './golden-case.ts'
import type { Difference, Kind } from './kind.ts'

const figures = ['instalment', 'schedule', 'rows', 'rows_rounded_to_unit', 'total_interest', 'total_paid']

/** Loans given by principal, rate and method alone: the instalment, the totals or some rows. */
const scheduleKind: Kind = {
  name: 'schedule of a loan in short',
  takes: ({ inputs, expected }) =>
    has(inputs, 'principal') &&
    (has(inputs, 'annual_rate_pct') || has(inputs, 'monthly_rate_pct')) &&
    Object.keys(expected).length > 0 &&
    Object.keys(expected).every((name) => figures.includes(name)),
  unsupported: [
    { reason: 'a method of repayment that is none of the engine’s', holds: ({ inputs }) => methodOf(inputs) === undefined },
    { reason: 'more than 360 periods', holds: ({ inputs }) => wholeOr(inputs, 'periods', 1) > 360 },
  ],
  differencesOf,
}

function differencesOf(golden: GoldenCase): Difference[] {
  const { expected } = golden
  const plan = planFor(termsInShort(golden))
  const sums = totalsOf(plan)
  const [first] = plan
  const rows = [...rowsAt(expected, 'schedule'), ...rowsAt(expected, 'rows'), ...rowsAt(expected, 'rows_rounded_to_unit')]
  return [
    ...(has(expected, 'schedule') && rows.length !== plan.length
      ? [{ at: 'rows', expected: String(rows.length), got: String(plan.length) }]
      : []),
    ...differencesIn('', expected, {
      instalment: yuan(first?.total ?? 0),
      total_interest: yuan(sums.interest),
      total_paid: yuan(sums.total),
    }),
    ...rows.flatMap((row) => rowDifferences(row, plan)),
  ]
}

function rowDifferences(expected: Fields, plan: readonly PlanRow[]): Difference[] {
  const period = wholeAt(expected, 'n')
  const row = plan[period - 1]
  if (row === undefined) return [{ at: `row ${period}`, expected: 'a row', got: 'none' }]
  const at = `row ${period}`
  return [
    ...textDifference(at, expected, 'due', row.dueDate),
    ...differencesIn(at, expected, {
      principal: yuan(row.principal),
      interest: yuan(row.interest),
      total: yuan(row.total),
      balance_after: yuan(row.balanceAfter),
    }),
  ]
}

/** Methods by how sets name them; one payment at the end has many names. */
const methods: readonly (readonly [name: RegExp, method: Method])[] = [
  [/^equal_instal/, 'equalInstalment'],
  [/^equal_principal/, 'equalPrincipal'],
  [/^interest_(only|first)/, 'interestFirst'],
  [/^(bullet|one_|single_|lump_)|maturity|at_(the_)?end/, 'bullet'],
  [/^flat/, 'flat'],
]

function methodOf(inputs: Fields): Method | undefined {
  const name = has(inputs, 'method') ? textAt(inputs, 'method') : 'equal_instalment'
  return methods.find(([named]) => named.test(name))?.[1]
}

/** Terms with the settings of these sets: months of 30 days unless days are asked for; what is not said begins on 1 January 2025. */
function termsInShort(golden: GoldenCase): LoanTerms {
  const { inputs, flags } = golden
  const given = listAt({ days: inputs.days_per_period ?? [] }, 'days').map(Number)
  const [everyDay] = given
  const isDaily = everyDay !== undefined && given.every((days) => days === everyDay)
  const periods = isDaily ? given.length : wholeOr(inputs, 'periods', 12)
  return {
    principal: fenAt(inputs, 'principal'),
    annualRate: rateOf(inputs),
    periods,
    method: methodOf(inputs) ?? 'equalInstalment',
    dayCount: dayCountOf(inputs),
    payOutDate: has(inputs, 'disbursed_on') ? dateAt(inputs, 'disbursed_on') : dayBefore(given),
    tail: tailTold(golden),
    daysOff: { policy: 'stay' },
    annuityBy: 'periods',
    period: isDaily ? { unit: 'day', every: everyDay } : { unit: unitOf(inputs), every: wholeOr(inputs, 'every', 1) },
    ...(has(inputs, 'first_due') && { firstDueDate: dateAt(inputs, 'first_due') }),
    ...(has(inputs, 'principal_grace_periods') && { grace: { principal: wholeAt(inputs, 'principal_grace_periods') } }),
    ...(has(inputs, 'amount_multiple_of') && { amountMultiple: fenAt(inputs, 'amount_multiple_of') }),
    ...(flags.includes('instalment_rounded_up_to_whole_unit') && wholeUnits(inputs)),
  }
}

/** Without dates of its own, such a loan's interest is in whole units, too. */
function wholeUnits(inputs: Fields): Pick<LoanTerms, 'instalmentMultiple' | 'amountMultiple'> {
  const instalmentMultiple = { of: fen(100), rounding: 'up' } as const
  return has(inputs, 'disbursed_on') ? { instalmentMultiple } : { instalmentMultiple, amountMultiple: fen(100) }
}

function rateOf(inputs: Fields): Ppm {
  return has(inputs, 'annual_rate_pct') ? percentAt(inputs, 'annual_rate_pct') : ppm(percentAt(inputs, 'monthly_rate_pct') * 12)
}

function dayCountOf(inputs: Fields): DayCount {
  const named = has(inputs, 'day_count') ? textAt(inputs, 'day_count') : has(inputs, 'first_due') ? 'actual/365' : '30/360'
  if (named === '30/360' || named === 'actual/365' || named === 'actual/360' || named === 'actual/actual') return named
  throw new FormatError(`no day count: ${named}`)
}

function unitOf(inputs: Fields): PeriodUnit {
  const unit = has(inputs, 'unit') ? textAt(inputs, 'unit') : 'month'
  if (unit === 'day' || unit === 'week' || unit === 'month') return unit
  throw new FormatError(`no unit of periods: ${unit}`)
}

/** Who takes the rounding is told by the last row written: its total is the instalment or it is not. */
function tailTold({ expected }: GoldenCase): LoanTerms['tail'] {
  const rows = rowsAt(expected, 'schedule')
  const totalOf = (row: Fields | undefined) => row && addFen(fenAt(row, 'principal'), fenAt(row, 'interest'))
  return rows.length > 1 && totalOf(rows[0]) === totalOf(rows[rows.length - 1]) ? 'lastInterest' : 'lastInstalment'
}

/** A day from which months have the lengths given: periods told by their days alone begin somewhere. */
function dayBefore(days: readonly number[]): CivilDate {
  const start = civilDate('2025-01-01')
  for (let month = 0; month < 48; month += 1) {
    const from = addMonths(start, month)
    if (days.every((length, k) => daysBetween(addMonths(from, k), addMonths(from, k + 1)) === length)) return from
  }
  return start
}

/** Days past due on some days, where the due day itself counts as the first. */
const pastDueKind: Kind = {
  name: 'days past due',
  takes: ({ inputs, expected }) => has(inputs, 'principal', 'repayments', 'first_due') && has(expected, 'days_past_due'),
  unsupported: [],
  differencesOf: pastDueDifferences,
}

function pastDueDifferences(golden: GoldenCase): Difference[] {
  const { inputs, expected, flags } = golden
  const terms: LoanTerms = { ...termsInShort(golden), instalmentMultiple: { of: fen(100), rounding: 'up' } }
  const loan = { terms, plan: planFor(terms), rules: { ...defaultRules, penalty: { ...defaultRules.penalty, percentOfRate: 0 } } }
  const payments = rowsAt(inputs, 'repayments').map((row) => ({
    kind: 'repay' as const,
    on: dateAt(row, 'on'),
    amount: fenAt(row, 'amount'),
  }))
  const days = expected.days_past_due
  const first = flags.includes('counts_the_due_day_as_day_one') ? 1 : 0
  return Object.entries(typeof days === 'object' && days !== null ? days : {}).flatMap(([day, count]) => {
    const standing = standingOf({ loan, payments, onDate: civilDate(day) })
    const got = standing.dueNowTotal > 0 ? standing.overdueDays + first : 0
    return textDifference(day, { count }, 'count', String(got))
  })
}

/** Loans told in short. */
export const ownScheduleKinds: readonly Kind[] = [scheduleKind, pastDueKind]
