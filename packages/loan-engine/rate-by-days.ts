import type { CivilDate } from '@fyh/base/dates.ts'
import { addDays, daysBetween } from '@fyh/base/dates.ts'
import { addFen, type Fen, type Ppm, ppm, zeroFen } from '@fyh/base/money.ts'
import type { Loan } from './account.ts'
import type { PlanChange } from './events.ts'
import { spanOf } from './explain.ts'
import { interestOf } from './interest.ts'
import type { InterestSpan } from './prepay.ts'
import { type PlanRow, planFor } from './schedule.ts'

export type InterestChange = Extract<PlanChange, { readonly kind: 'changeRate' | 'pauseInterest' }>

/**
 * Rows with the interest of the rates that hold after changes of the rate and pauses; principal stays. A period's interest is that of its
 * rate; where a change falls inside it, the sum over the days of each. The day a change counts from bears the new rate, both days of a
 * pause bear none. Rows as agreed take the figures of the plan at that rate.
 */
export function rowsByRates(
  rows: readonly PlanRow[],
  { loan: { terms, plan }, changes }: { loan: Pick<Loan, 'terms' | 'plan'>; changes: readonly InterestChange[] },
): PlanRow[] {
  const plans = new Map<Ppm, readonly PlanRow[]>([[terms.annualRate, plan]])
  const planAt = (annualRate: Ppm): readonly PlanRow[] => {
    const known = plans.get(annualRate)
    if (known !== undefined) return known
    const drawn = planFor({ ...terms, annualRate })
    plans.set(annualRate, drawn)
    return drawn
  }
  const rowAt = (row: PlanRow, balance: Fen, ratePpm: Ppm): PlanRow => {
    const drawn = planAt(ratePpm)[row.period - 1]
    if (drawn !== undefined && isOnSameDays(drawn, row) && drawn.explain.balance === balance) {
      if (drawn.principal === row.principal && drawn.balanceBefore === row.balanceBefore) return drawn
      // Interest on the sum paid out knows nothing of principal, which need not be that of the plan at another rate.
      const { principalRule } = row.explain
      if (drawn.explain.rule === 'originalByDays')
        return withInterest({ ...row, explain: { ...drawn.explain, principalRule } }, drawn.interest)
    }
    const { days, basis } = row.explain
    const interest = interestOf({ balance, annualRate: ratePpm, days, basis, ...(terms.rounding && { rounding: terms.rounding }) })
    return withInterest({ ...row, explain: { ...row.explain, ratePpm } }, interest)
  }
  return rows.map((row) => rowByRates(row, changes, { rowAt, agreed: terms.annualRate }))
}

/** The rate of a loan that is not paused. */
export function rateInForce({ annualRate }: Pick<Loan['terms'], 'annualRate'>, changes: readonly InterestChange[]): Ppm {
  let rate = annualRate
  for (const change of changes) if (change.kind === 'changeRate') rate = change.annualRate
  return rate
}

function isOnSameDays(one: PlanRow, other: PlanRow): boolean {
  return one.startDate === other.startDate && one.dueDate === other.dueDate
}

type RowAt = (row: PlanRow, balance: Fen, ratePpm: Ppm) => PlanRow

function rowByRates(row: PlanRow, changes: readonly InterestChange[], { rowAt, agreed }: { rowAt: RowAt; agreed: Ppm }): PlanRow {
  const { startDate, dueDate, explain, redrawn } = row
  const periodDays = daysBetween(startDate, dueDate)
  const known = redrawn?.spans ?? []
  const balances = known.length > 0 ? known : [{ from: startDate, to: dueDate, balance: explain.balance }]
  const spans: InterestSpan[] = balances.flatMap(({ from, to, balance }) =>
    cutBy(changes, { from, to }).map((days) => {
      const ratePpm = rateAfter(days.from, changes, agreed)
      return { ...spanOf({ ...days, balance, whole: rowAt(row, balance, ratePpm).interest, periodDays }), ratePpm }
    }),
  )
  const [only] = spans
  if (spans.length === 1 && only?.ratePpm !== undefined && redrawn === undefined) return rowAt(row, only.balance, only.ratePpm)
  return withInterest({ ...row, redrawn: { prepaid: zeroFen, ...redrawn, spans } }, addFen(...spans.map(({ amount }) => amount)))
}

export function withInterest(row: PlanRow, interest: Fen): PlanRow {
  return { ...row, interest, total: addFen(row.principal, interest, row.fee) }
}

type FromTo = { readonly from: CivilDate; readonly to: CivilDate }

/** Days cut where the rate changes: a change that counts from a day ends the span on the day before. */
function cutBy(changes: readonly InterestChange[], { from, to }: FromTo): FromTo[] {
  const ends = changes.flatMap((change) => (change.kind === 'changeRate' ? [addDays(change.on, -1)] : [addDays(change.on, -1), change.to]))
  const cuts = [...new Set(ends)].filter((day) => day > from && day < to).sort()
  return [...cuts, to].map((end, k) => ({ from: k === 0 ? from : (cuts[k - 1] ?? from), to: end }))
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
