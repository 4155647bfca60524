import type { CivilDate } from '@fyh/base/dates.ts'
import { balanceAfter, countFrom } from './running-figures.ts'
import { withoutOverdue } from './running-overdue-corrections.ts'
import {
  cutAt,
  drawnIn,
  isPaid,
  lastIndexWhere,
  paidOf,
  periodAt,
  periodOf,
  principalLeftOf,
  principalOpen,
  type RunningPeriod,
  type RunningPlan,
  sumOver,
} from './running-period.ts'

/**
 * In a plan that is counted, lets the last open period take what the others leave of principal and interest, as known on a day; where it has been paid more than
 * that, the one before it does. Periods after it have been paid in advance: the interest they would still bear it takes over.
 */
export function settleLast(plan: RunningPlan, on: CivilDate): void {
  limitToOpenPrincipal(plan)
  const index = lastOpen(plan)
  const last = plan.periods[index]
  if (last === undefined) return
  takeBack(plan, index, last)
  const drawn = sumOver(plan, drawnIn)
  const askedBefore = sumOver(plan, (period) => (period === last ? 0 : period.principalDue))
  last.instalment = drawn - askedBefore + Math.max(last.interest, last.interestDue)
  if (last.instalment < paidOf(last)) {
    last.instalment = paidOf(last)
    countFrom(plan, index)
    settleLast(plan, on)
  } else countFrom(plan, index)
  takeOverInterest(plan, index, on)
  keepPrincipal(plan, index)
}

/** Undoes that the period took over interest of later ones. */
function takeBack(plan: RunningPlan, index: number, last: RunningPeriod): void {
  let first = last.deferred === 0 ? plan.periods.length : index
  last.deferred = 0
  plan.periods.forEach((period, k) => {
    if (!period.isTakenOver) return
    period.isTakenOver = false
    if (k < first) first = k
  })
  countFrom(plan, first)
}

/**
 * Interest that found no place makes room for principal; what that is beyond the principal drawn is asked for nowhere: not in the given
 * period, nor in those before it where the given one has been paid that much.
 */
function keepPrincipal(plan: RunningPlan, index: number): void {
  for (let k = index; k >= 0; k -= 1) {
    const period = plan.periods[k]
    const beyond = sumOver(plan, ({ principalDue }) => principalDue) - sumOver(plan, drawnIn)
    if (beyond <= 0 || period === undefined) return
    period.instalment -= Math.min(beyond, principalLeftOf(period))
    countFrom(plan, k)
  }
}

/**
 * Interest that periods after the given one bear up to a day without place in their instalments becomes due with the given one. What was
 * paid of it already makes no difference to which of them is the last to bear such interest.
 */
function takeOverInterest(plan: RunningPlan, index: number, on: CivilDate): void {
  const period = plan.periods[index]
  const later = plan.periods.slice(index + 1)
  if (period === undefined || later.length === 0) return
  const known = withoutOverdue(plan, period.dueDate)
  stopInterestAfter(known, on)
  const after = known.periods.slice(index + 1)
  const paidBeyond = Math.max(0, period.interestDue - period.interest)
  const bearing = after[lastIndexWhere(after, ({ interest, interestDue }) => interest + paidBeyond > interestDue)]
  if (bearing === undefined) return
  period.deferred = bearing.interest - bearing.interestDue + paidBeyond
  for (const each of later) each.isTakenOver = true
  countFrom(plan, index)
}

/** Interest only up to the day; balances go on. Changes the plan given. */
export function stopInterestAfter(plan: RunningPlan, on: CivilDate): void {
  const index = periodAt(plan, on)
  const running = plan.periods[index]
  if (running === undefined) return
  cutAt(plan, running, { on })
  for (const period of plan.periods.slice(index))
    period.spans = period.spans.map((span) => (span.to > on ? { ...span, share: nothing } : span))
  countFrom(plan, index)
}

const nothing = { times: 0, over: 1 }

/** No period asks for more principal than is open in all; it keeps what has been paid. */
function limitToOpenPrincipal(plan: RunningPlan): void {
  const open = principalOpen(plan)
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
  return balanceAfter(periodOf(plan, plan.periods.length)) > 0 ? last : -1
}
