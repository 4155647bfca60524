import { addDays, type CivilDate } from '@fyh/base/dates.ts'
import type { Fen, Ppm } from '@fyh/base/money.ts'
import { demand } from './engine-error.ts'
import { methodTraits } from './methods.ts'
import { owesWholePeriod } from './recalculation.ts'
import { countFrom } from './running-figures.ts'
import { agreeInstalment } from './running-instalment.ts'
import { settleLast } from './running-last.ts'
import { countOverdue, hasOverdue } from './running-overdue.ts'
import {
  changeBalance,
  copyOf,
  countShares,
  emptyPeriod,
  isPaid,
  lastIndexWhere,
  laterOf,
  paidOf,
  pauseWithin,
  periodAt,
  periodOf,
  principalLeftOf,
  principalOpen,
  type RunningPlan,
} from './running-period.ts'
import type { LoanTerms } from './terms.ts'

export type { RunningPlan } from './running-period.ts'

/** The plan of a loan of which nothing is drawn yet. `rows` are its periods' days. Only equal instalments run. */
export function openPlan(
  terms: LoanTerms,
  { rows }: { rows: readonly { readonly startDate: CivilDate; readonly dueDate: CivilDate }[] },
): RunningPlan {
  demand(methodTraits[terms.method].share === 'instalment', 'EVENT_NOT_POSSIBLE', terms.method)
  const plan: RunningPlan = {
    terms,
    periods: [],
    rates: [],
    pauses: [],
    overdueTo: undefined,
    overdue: [],
    steps: [],
    opened: undefined,
  }
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
    period.instalment = Math.max(agreed.instalment, paidOf(period))
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
  const pause = { after: addDays(from, -1), to }
  next.pauses = [...plan.pauses, pause]
  const paused = next.periods.filter(({ startDate, dueDate }) => startDate < to && dueDate >= from)
  const [first] = paused
  if (first === undefined) return next
  for (const period of paused) pauseWithin(next, period, pause)
  countFrom(next, 0)
  settleLast(next, first.startDate)
  return next
}

/** Brings interest on overdue principal up to a day. Figures of a day are those after this. */
export function reachDay(plan: RunningPlan, on: CivilDate): RunningPlan {
  if (!hasOverdue(plan, on)) return plan
  const next = copyOf(plan)
  countOverdue(next, on)
  return next
}

/**
 * The day from which a payment of a period counts. Where interest goes by the plan it is the due day, whenever it was paid; so it is of a
 * running period where every payment owes it whole.
 */
export function payDayOf({ terms, periods }: RunningPlan, { period, on }: { period: number; on: CivilDate }): CivilDate {
  const { startDate, dueDate } = periodOf({ periods }, period)
  const { recalculation } = terms
  if (recalculation === undefined) return dueDate
  return owesWholePeriod(recalculation) && on > startDate ? laterOf(on, dueDate) : on
}

export type PeriodPayment = { readonly period: number; readonly on: CivilDate; readonly amount: Fen; readonly isWaived?: boolean }

/** Nothing paid still tells up to which day the last open period takes over the interest of periods after it. */
export function payInterest(plan: RunningPlan, { period, amount, isWaived = false, ...money }: PeriodPayment): RunningPlan {
  const open = lastIndexWhere(plan.periods, (each) => !isPaid(each))
  if (amount === 0 && open === plan.periods.length - 1) return plan
  const next = copyOf(plan)
  const paid = periodOf(next, period)
  const on = payDayOf(next, { period, on: money.on })
  paid.paidInterest += amount
  if (isWaived) paid.waivedInterest += amount
  countFrom(next, period - 1)
  settleLast(next, on)
  return next
}

/**
 * Principal paid back in a period. It stops bearing interest on the day it is paid; of what was due before then the due day is meant:
 * what was still borne in between has been counted with the day reached. A period not yet begun that is paid whole keeps what was paid.
 */
export function payPrincipal(plan: RunningPlan, { period, amount, ...money }: PeriodPayment): RunningPlan {
  if (amount === 0) return plan
  const next = copyOf(plan)
  const paid = periodOf(next, period)
  const on = payDayOf(next, { period, on: money.on })
  const late = on > paid.dueDate ? Math.min(amount, principalLeftOf(paid)) : 0
  paid.paidPrincipal += Math.min(amount, principalOpen(next))
  if (late > 0) changeBalance(next, { on: paid.dueDate, corrected: -late })
  if (late < amount) changeBalance(next, { on, corrected: late - amount })
  countFrom(next, Math.min(period - 1, Math.max(0, periodAt(next, on))))
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
