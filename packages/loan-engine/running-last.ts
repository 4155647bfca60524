import type { CivilDate } from '@fyh/base/dates.ts'
import { countFrom } from './running-figures.ts'
import { withoutOverdue } from './running-overdue-corrections.ts'
import {
  cutAt,
  drawnIn,
  isPaid,
  lastIndexWhere,
  paidOf,
  periodAt,
  principalLeftOf,
  type RunningPeriod,
  type RunningPlan,
  sumOver,
} from './running-period.ts'

/**
 * Lets the last open period take what the others leave of principal and interest, as known on a day; where it has been paid more than
 * that, the one before it does. Periods after it have been paid in advance: the interest they would still bear it takes over.
 */
export function settleLast(plan: RunningPlan, on: CivilDate): void {
  countFrom(plan, 0)
  limitToOpenPrincipal(plan)
  const index = lastOpen(plan)
  const last = plan.periods[index]
  if (last === undefined) return
  last.deferred = 0
  for (const period of plan.periods) period.isTakenOver = false
  countFrom(plan, 0)
  const owed = sumOver(plan, (period) => drawnIn(period) + period.interestDue)
  last.instalment += owed - sumOver(plan, (period) => period.instalment + period.deferred)
  if (last.instalment < paidOf(last)) {
    last.instalment = paidOf(last)
    settleLast(plan, on)
  }
  countFrom(plan, 0)
  takeOverInterest(plan, index, on)
  keepPrincipal(plan, index)
}

/** Interest that found no place makes room for principal; what that is beyond the principal drawn is asked for nowhere. */
function keepPrincipal(plan: RunningPlan, index: number): void {
  const beyond = sumOver(plan, ({ principalDue }) => principalDue) - sumOver(plan, drawnIn)
  const last = plan.periods[index]
  if (beyond <= 0 || last === undefined) return
  last.instalment -= beyond
  countFrom(plan, index)
}

/** Interest that periods after the given one bear up to a day without place in their instalments becomes due with the given one. */
export function takeOverInterest(plan: RunningPlan, index: number, on: CivilDate): void {
  const period = plan.periods[index]
  if (period === undefined || index === plan.periods.length - 1) return
  const known = withoutOverdue(plan, period.dueDate)
  stopInterestAfter(known, on)
  const k = lastIndexWhere(known.periods, ({ dueDate, interest, interestDue }) => dueDate > period.dueDate && interest > interestDue)
  const bearing = known.periods[k]
  if (bearing === undefined) return
  period.deferred = bearing.interest - bearing.interestDue
  for (const later of plan.periods.slice(index + 1)) later.isTakenOver = true
  countFrom(plan, 0)
}

/** Interest only up to the day; balances go on. Changes the plan given. */
export function stopInterestAfter(plan: RunningPlan, on: CivilDate): void {
  const running = plan.periods[periodAt(plan, on)]
  if (running !== undefined) cutAt(plan, running, { on })
  for (const period of plan.periods) {
    if (period.dueDate <= on) continue
    period.spans = period.spans.map((span) => (span.to > on ? { ...span, share: { times: 0, over: 1 } } : span))
  }
  countFrom(plan, 0)
}

/** No period asks for more principal than is open in all; it keeps what has been paid. */
function limitToOpenPrincipal(plan: RunningPlan): void {
  const open = Math.max(0, sumOver(plan, drawnIn)) - sumOver(plan, (period) => period.paidPrincipal)
  let first = -1
  plan.periods.forEach((period, k) => {
    const over = principalLeftOf(period) - open
    if (over <= 0) return
    period.instalment = Math.max(period.instalment - over, paidOf(period))
    if (first === -1) first = k
  })
  if (first !== -1) countFrom(plan, first)
}

/** Minus one when everything is paid. Before any principal is paid back a plan without instalments is not: its last period stays open. */
function lastOpen(plan: RunningPlan): number {
  const open = lastIndexWhere(plan.periods, (period) => !isPaid(period))
  if (open !== -1 || sumOver(plan, ({ paidPrincipal }) => paidPrincipal) > 0) return open
  const last = plan.periods.length - 1
  return isOwing(plan.periods[last]) ? last : -1
}

function isOwing(period: RunningPeriod | undefined): boolean {
  return period !== undefined && period.spans.length > 0 && period.closing + period.paidPrincipal - period.principalDue > 0
}
