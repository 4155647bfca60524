import { assert } from '@fyh/base/assert.ts'
import { addDays, type CivilDate } from '@fyh/base/dates.ts'
import type { Fen, Ppm } from '@fyh/base/money.ts'
import { demand } from './engine-error.ts'
import { owesWholePeriod } from './recalculation.ts'
import { countFrom } from './running-figures.ts'
import { agreeInstalment } from './running-instalment.ts'
import { settleLast, takeOverInterest } from './running-last.ts'
import { countOverdue, hasOverdue } from './running-overdue.ts'
import {
  changeBalance,
  copyOf,
  countShares,
  cutAt,
  earlierOf,
  emptyPeriod,
  isPaid,
  lastIndexWhere,
  laterOf,
  paidOf,
  periodOf,
  principalOpen,
  type RunningPeriod,
  type RunningPlan,
  sumOver,
} from './running-period.ts'
import type { LoanTerms } from './terms.ts'

export type { RunningPlan } from './running-period.ts'

/** The plan of a loan of which nothing is drawn yet. `rows` are its periods' days. Only equal instalments run. */
export function openPlan(
  terms: LoanTerms,
  { rows }: { rows: readonly { readonly startDate: CivilDate; readonly dueDate: CivilDate }[] },
): RunningPlan {
  demand(terms.method === 'equalInstalment', 'EVENT_NOT_POSSIBLE', terms.method)
  const plan: RunningPlan = { terms, periods: [], rates: [], overdueTo: undefined, overdue: [] }
  plan.periods = rows.map(({ startDate, dueDate }, k) =>
    emptyPeriod(plan, { startDate, dueDate, isPrincipalFree: k < (terms.grace?.principal ?? 0) }),
  )
  return plan
}

/**
 * Money paid out on a day, which bears interest from then on. The instalment of the periods that are not over is worked out anew, as if
 * the instalments before had been paid when due. A day after the last due day changes nothing.
 */
export function draw(plan: RunningPlan, { on, amount }: { on: CivilDate; amount: Fen }): RunningPlan {
  const next = copyOf(plan)
  const changed = changeBalance(next, { on, drawn: amount })
  if (changed === -1) return next
  const { index, dueDate } = affectedFrom(next, changed, on)
  const unpaid = withoutPayments(next)
  agreeInstalment(unpaid, index, dueDate)
  next.periods.forEach((period, k) => {
    const agreed = unpaid.periods[k]
    if (k < index || agreed === undefined) return
    period.instalment = agreed.instalment
    period.agreed = agreed.agreed
  })
  countFrom(next, changed)
  settleLast(next, dueDate)
  return next
}

/** From a day on, which itself bears it already, another rate a year; the instalment of the periods not over is worked out anew. */
export function changeRate(plan: RunningPlan, { from, annualRate }: { from: CivilDate; annualRate: Ppm }): RunningPlan {
  const next = copyOf(plan)
  const on = addDays(from, -1)
  next.rates = [{ from: on, annualRate }, ...plan.rates].sort((a, b) => (a.from < b.from ? 1 : a.from > b.from ? -1 : 0))
  const changed = changeBalance(next, { on })
  if (changed === -1) return next
  countShares(next, changed)
  const { index, dueDate } = affectedFrom(next, changed, on)
  agreeInstalment(next, index, dueDate)
  return next
}

/** No interest from one day to another, both included; the instalment stays, the last one becomes smaller. */
export function pauseInterest(plan: RunningPlan, { from, to }: { from: CivilDate; to: CivilDate }): RunningPlan {
  const next = copyOf(plan)
  const paused = next.periods.filter(({ startDate, dueDate }) => startDate < to && dueDate >= from)
  const [first] = paused
  if (first === undefined) return next
  for (const period of paused) pauseWithin(next, period, { after: addDays(from, -1), to })
  countFrom(next, 0)
  settleLast(next, first.startDate)
  return next
}

/** The days after one up to another, as far as they lie in the period. */
function pauseWithin(plan: RunningPlan, period: RunningPeriod, { after, to }: { after: CivilDate; to: CivilDate }): void {
  const start = laterOf(after, period.startDate)
  const end = earlierOf(to, period.dueDate)
  if (!period.spans.some((span) => span.from === start)) cutAt(plan, period, { on: start })
  if (!period.spans.some((span) => span.to === end)) cutAt(plan, period, { on: end })
  period.spans = period.spans.map((span) => (span.from >= start && span.to <= end ? { ...span, isPaused: true } : span))
}

/** Brings interest on overdue principal up to a day. Figures of a day are those after this. */
export function reachDay(plan: RunningPlan, on: CivilDate): RunningPlan {
  if (!hasOverdue(plan, on)) return plan
  const next = copyOf(plan)
  countOverdue(next, on)
  return next
}

/** The day from which a payment in advance of a period counts. */
export function payDayOf(plan: RunningPlan, { period, on }: { period: number; on: CivilDate }): CivilDate {
  const { startDate, dueDate } = periodOf(plan, period)
  const { recalculation } = plan.terms
  const isWhole = recalculation !== undefined && owesWholePeriod(recalculation)
  return isWhole && on > startDate ? laterOf(on, dueDate) : on
}

export type PeriodPayment = { readonly period: number; readonly on: CivilDate; readonly amount: Fen }

/** Nothing paid still tells up to which day the last open period takes over the interest of periods after it. */
export function payInterest(plan: RunningPlan, { period, on, amount }: PeriodPayment): RunningPlan {
  const open = lastIndexWhere(plan.periods, (each) => !isPaid(each))
  if (amount === 0 && open === plan.periods.length - 1) return plan
  const next = copyOf(plan)
  const paid = periodOf(next, period)
  if (open === period - 1 && on >= paid.dueDate) takeOverInterest(next, open, on)
  const left = sumOver(next, ({ interestDue }) => interestDue) - sumOver(next, ({ paidInterest }) => paidInterest)
  paid.paidInterest += Math.min(amount, left)
  countFrom(next, period - 1)
  settleLast(next, on)
  return next
}

/**
 * Principal paid back in a period. Before its due day it stops bearing interest on the day it is paid; late, the due day is meant: what
 * was still borne in between has been counted with the day reached. A period not yet begun that is paid whole keeps what was paid.
 */
export function payPrincipal(plan: RunningPlan, { period, on, amount }: PeriodPayment): RunningPlan {
  if (amount === 0) return plan
  const next = copyOf(plan)
  const paid = periodOf(next, period)
  const day = earlierOf(on, paid.dueDate)
  paid.paidPrincipal += Math.min(amount, principalOpen(next))
  const changed = changeBalance(next, { on: day, corrected: -amount })
  assert(changed !== -1, 'a period that is paid lies in the plan')
  countFrom(next, Math.min(changed, period - 1))
  settleLast(next, on)
  const openPeriods = next.periods.filter((each) => !isPaid(each)).length
  if (openPeriods > 1 && on < paid.startDate && (paidOf(paid) > paid.instalment + paid.deferred || paidOf(paid) === paid.agreed)) {
    paid.instalment = paidOf(paid)
    countFrom(next, period - 1)
    settleLast(next, on)
  }
  return next
}

/** A change on a due day concerns the periods after it, but on the last due day the last. */
function affectedFrom(plan: RunningPlan, index: number, on: CivilDate): { index: number; dueDate: CivilDate } {
  const period = periodOf(plan, index + 1)
  const isNext = period.dueDate === on && index + 1 < plan.periods.length
  return isNext ? { index: index + 1, dueDate: periodOf(plan, index + 2).dueDate } : { index, dueDate: period.dueDate }
}

function withoutPayments(plan: RunningPlan): RunningPlan {
  const copy = copyOf(plan)
  for (const period of copy.periods) {
    period.paidPrincipal = 0
    period.paidInterest = 0
    period.deferred = 0
    period.spans = period.spans.map((span) => ({ ...span, corrected: 0 }))
  }
  return copy
}
