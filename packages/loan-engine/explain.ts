import { type CivilDate, daysBetween } from '@fyh/base/dates.ts'
import { addFen, type Fen, type Ppm, subFen, zeroFen } from '@fyh/base/money.ts'
import { partOf } from './accrual.ts'
import type { InterestSpan } from './prepay.ts'
import type { InterestRule, PlanRow, PrincipalRule } from './schedule.ts'

/**
 * How a principal came about. `instalmentMinusInterest`: prepaid + instalment − interest, where the instalment is the constant one over
 * drawn.periods that brings drawn.balance to zero. `equalShare`: prepaid + drawn.balance ÷ drawn.periods. `rest`: what is left open.
 */
export type PrincipalExplained = {
  readonly rule: PrincipalRule
  readonly instalment: Fen | null
  readonly drawn: { readonly balance: Fen; readonly periods: number }
  readonly prepaid: Fen
  /** The whole interest of the period that the instalment holds. */
  readonly interest: Fen
  /** All periods are equal months, so the instalment has a formula; else it follows the days of each. */
  readonly isMonthly: boolean
}

export type InterestExplained = {
  readonly balance: Fen
  readonly ratePpm: Ppm
  readonly days: number
  readonly basisDays: number
  readonly rule: InterestRule | 'bySpans'
}

export type ExplainedRow = {
  readonly row: PlanRow
  readonly explain: InterestExplained
  /** Where the rule is bySpans, the interest is the sum of their amounts; else empty. */
  readonly spans: readonly InterestSpan[]
  readonly principalHow: PrincipalExplained
}

/** A whole plan opened: each row with how its interest and its principal came about, as data that words can be put to. */
export function explainPlan(rows: readonly PlanRow[], agreed: PrincipalExplained['drawn']): ExplainedRow[] {
  let drawn = agreed
  const isMonthly = rows.every(({ explain: { days, basis } }) => days * 12 === basis)
  return rows.map((row) => {
    drawn = row.redrawn?.drawn ?? drawn
    const { balance, ratePpm, days, basis, rule } = row.explain
    const spans = row.redrawn?.spans ?? []
    const explain = { balance, ratePpm, days, basisDays: basis, rule: spans.length > 0 ? ('bySpans' as const) : rule }
    return { row, explain, spans, principalHow: { ...principalOf(row, drawn), isMonthly } }
  })
}

function principalOf(
  { principal, interest, redrawn, explain }: PlanRow,
  drawn: PrincipalExplained['drawn'],
): Omit<PrincipalExplained, 'isMonthly'> {
  const prepaid = redrawn?.prepaid ?? zeroFen
  const last = redrawn?.isPaid ? undefined : redrawn?.spans[redrawn.spans.length - 1]
  const whole = last?.whole ?? interest
  const instalment = explain.principalRule === 'instalmentMinusInterest' ? addFen(subFen(principal, prepaid), whole) : null
  return { rule: explain.principalRule, instalment, drawn, prepaid, interest: whole }
}

/** The days of a period up to a day, as they were charged: its own spans, the last one cut, or one from its start. */
export function spansUntil(row: PlanRow, onDate: CivilDate): InterestSpan[] {
  const { startDate, dueDate, explain, interest, redrawn } = row
  const periodDays = daysBetween(startDate, dueDate)
  const spans = redrawn?.spans ?? [spanOf({ from: startDate, to: dueDate, balance: explain.balance, whole: interest, periodDays })]
  return spans.filter((span) => span.from < onDate).map((span) => (span.to > onDate ? spanOf({ ...span, to: onDate }) : span))
}

export function spanOf({ from, to, balance, whole, periodDays }: Omit<InterestSpan, 'days' | 'amount'>): InterestSpan {
  const days = daysBetween(from, to)
  return { from, to, balance, whole, days, periodDays, amount: partOf({ whole, days, periodDays }) }
}
