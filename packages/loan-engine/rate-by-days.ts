import type { CivilDate } from '@fyh/base/dates.ts'
import { addDays, daysBetween } from '@fyh/base/dates.ts'
import { addFen, type Fen, type Ppm, ppm, zeroFen } from '@fyh/base/money.ts'
import type { Loan } from './account.ts'
import type { PlanChange } from './events.ts'
import { spanOf } from './explain.ts'
import type { InterestSpan } from './prepay.ts'
import { type PlanRow, planFor } from './schedule.ts'

export type InterestChange = Extract<PlanChange, { readonly kind: 'changeRate' | 'pauseInterest' }>

/**
 * The plan after changes of the rate and pauses, for methods whose principal does not hang on the rate. A period's interest is that of
 * the rate that holds; where a change falls inside it, the sum over the days of each. The day a change counts from bears the new rate,
 * both days of a pause bear none.
 */
export function rowsByRates({ terms, plan }: Pick<Loan, 'terms' | 'plan'>, changes: readonly InterestChange[]): PlanRow[] {
  const plans = new Map<Ppm, readonly PlanRow[]>([[terms.annualRate, plan]])
  const planAt = (annualRate: Ppm): readonly PlanRow[] => {
    const known = plans.get(annualRate)
    if (known !== undefined) return known
    const drawn = planFor({ ...terms, annualRate })
    plans.set(annualRate, drawn)
    return drawn
  }
  return plan.map((row, index) => rowByRates(row, changes, (rate) => planAt(rate)[index] ?? row, terms.annualRate))
}

function rowByRates(row: PlanRow, changes: readonly InterestChange[], rowAt: (rate: Ppm) => PlanRow, agreed: Ppm): PlanRow {
  const { startDate, dueDate } = row
  const periodDays = daysBetween(startDate, dueDate)
  const spans: InterestSpan[] = []
  let from = startDate
  for (const to of [...cutsIn(row, changes), dueDate]) {
    const ratePpm = rateAfter(from, changes, agreed)
    const { interest: whole, explain } = rowAt(ratePpm)
    spans.push({ ...spanOf({ from, to, balance: explain.balance, whole, periodDays }), ratePpm })
    from = to
  }
  const [only] = spans
  if (spans.length === 1 && only?.ratePpm !== undefined) return rowAt(only.ratePpm)
  return withInterest({ ...row, redrawn: { prepaid: zeroFen, spans } }, addFen(...spans.map(({ amount }) => amount)))
}

export function withInterest(row: PlanRow, interest: Fen): PlanRow {
  return { ...row, interest, total: addFen(row.principal, interest, row.fee) }
}

/** The last days of the spans inside a period: a change that counts from a day ends the span on the day before. */
function cutsIn({ startDate, dueDate }: PlanRow, changes: readonly InterestChange[]): CivilDate[] {
  const ends = changes.flatMap((change) => (change.kind === 'changeRate' ? [addDays(change.on, -1)] : [addDays(change.on, -1), change.to]))
  return [...new Set(ends)].filter((day) => day > startDate && day < dueDate).sort()
}

/** The rate that the day after `day` bears. */
function rateAfter(day: CivilDate, changes: readonly InterestChange[], agreed: Ppm): Ppm {
  const next = addDays(day, 1)
  const isPaused = changes.some((change) => change.kind === 'pauseInterest' && change.on <= next && next <= change.to)
  if (isPaused) return ppm(0)
  let rate = agreed
  for (const change of changes) if (change.kind === 'changeRate' && change.on <= next) rate = change.annualRate
  return rate
}
