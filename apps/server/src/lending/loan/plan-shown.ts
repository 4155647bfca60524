import { addFen, type Fen, fen, mulDiv, subFen } from '@fyh/base/money.ts'
import type { planRow, standingRow } from '@fyh/contract/plan-shapes.ts'
import { type ExplainedRow, explainPlan, spansUntil } from '@fyh/loan-engine/explain.ts'
import { subParts } from '@fyh/loan-engine/parts.ts'
import type { PlanRow } from '@fyh/loan-engine/schedule.ts'
import type { PeriodStanding } from '@fyh/loan-engine/standing.ts'
import type { z } from 'zod'
import type { LoanRecord } from './loan-record.ts'
import { isLost, partsWithTotal, penaltySpansOf } from './loan-standing.ts'

type RowShown = z.output<typeof planRow>
export type StandingShown = z.output<typeof standingRow>

/** What the instalments of a plan were drawn from when it was agreed. */
type Agreed = { readonly amountFen: Fen; readonly plan: readonly PlanRow[] }

/** A plan as the contract shows it, each row opened down to what it was computed from. */
export function planShown(rows: readonly PlanRow[], agreed: Agreed): RowShown[] {
  return explainPlan(rows, { balance: agreed.amountFen, periods: agreed.plan.length }).map(rowShown)
}

/** The periods of a loan as they stand and as they were charged: what settling early or a waiver let go is not in them. */
export function standingShown(periods: readonly PeriodStanding[], loan: LoanRecord): StandingShown[] {
  const rows = planShown(
    periods.map(({ row }) => row),
    loan,
  )
  return periods.flatMap((period, index) => {
    const row = rows[index]
    return row === undefined ? [] : [{ ...chargedRow(row, period), ...stateOf(period, loan) }]
  })
}

function stateOf(period: PeriodStanding, { annualRatePpm, rules }: LoanRecord): Omit<StandingShown, keyof RowShown> {
  const { rule } = period.penaltyExplain
  const penaltySpans = penaltySpansOf(period)
  const { percentOfRate, graceDays, ceiling } = rules.penalty
  const most = fen(mulDiv({ value: penaltySpans[0]?.principal ?? 0, times: ceiling, over: million, rounding: 'down' }))
  const how = { ratePpm: annualRatePpm, percentOfRate, basisDays: penaltyBasis, graceDays, ceiling: most }
  return {
    state: isLost(period) ? 'writtenOff' : period.state,
    overdueDays: period.overdueDays,
    penalty: subFen(period.charged.penalty, period.waived.penalty),
    penaltySpans,
    penaltyHow: penaltySpans.length > 0 && (rule === 'byDays' || rule === 'ceiling') ? { rule, ...how } : null,
    paid: partsWithTotal(period.paid),
    owed: partsWithTotal(period.owed),
    waived: partsWithTotal(period.remitted),
    paidOn: isLost(period) ? null : (period.paidOn ?? null),
  }
}

const million = 1_000_000
const penaltyBasis = 360

/** A period as it was charged: the plan's row, less what settling early let go and with what it added. */
function chargedRow(shown: RowShown, { row, charged, waived, remitted, paidOn }: PeriodStanding): RowShown {
  const { principal, interest, fee } = subParts(charged, waived)
  const asCharged = { ...shown, principal, interest, fee, total: addFen(principal, interest, fee) }
  if (waived.interest === remitted.interest || paidOn === undefined) return asCharged
  const spans = spansUntil(row, paidOn)
  const asked = addFen(interest, remitted.interest)
  const rule = asked === 0 ? 'waived' : sumOf(spans) === asked ? 'bySpans' : 'paidAhead'
  return { ...asCharged, explain: { ...shown.explain, rule }, spans: rule === 'bySpans' ? spans : [] }
}

const sumOf = (spans: readonly { readonly amount: Fen }[]): Fen => addFen(...spans.map(({ amount }) => amount))

function rowShown({ row, explain, spans, principalHow }: ExplainedRow): RowShown {
  const { period, month, startDate, dueDate, principal, interest, fee, total, balanceAfter } = row
  // Interest paid ahead of a prepayment is not paid back, so it can be more than what the days come to.
  const rule = explain.rule === 'bySpans' && sumOf(spans) !== interest ? 'paidAhead' : explain.rule
  return {
    period,
    month,
    startDate,
    dueDate,
    principal,
    interest,
    fee,
    total,
    balanceAfter,
    explain: { ...explain, rule },
    spans: rule === 'bySpans' ? [...spans] : [],
    principalHow,
  }
}
