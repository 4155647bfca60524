import { assert } from '@fyh/base/assert.ts'
import type { CivilDate } from '@fyh/base/dates.ts'
import { addPeriods } from './due-dates.ts'
import { EngineError } from './engine-error.ts'
import { countFrom } from './running-figures.ts'
import { agreeInstalment } from './running-instalment.ts'
import { settleLast } from './running-last.ts'
import {
  copyOf,
  countShares,
  cutAt,
  drawnIn,
  emptyPeriod,
  paidOf,
  pauseWithin,
  periodOf,
  principalLeftOf,
  type RunningPeriod,
  type RunningPlan,
  sumOver,
} from './running-period.ts'
import type { LoanTerms } from './terms.ts'

/**
 * Another day for the instalment of a period; those after it follow at the agreed distance. Instalments stay: the longer period bears
 * more interest, and the last instalment takes what its principal then lacks. Nothing may have happened yet on days that now change
 * their period; what did is told again afterwards.
 */
export function moveDueDate(plan: RunningPlan, { period, newDue }: { period: number; newDue: CivilDate }): RunningPlan {
  const next = copyOf(plan)
  let { startDate } = periodOf(next, period)
  if (newDue <= startDate) throw new EngineError('EVENT_NOT_POSSIBLE', `due on ${newDue} in a period from ${startDate}`)
  next.periods.slice(period - 1).forEach((moved, count) => {
    const dueDate = addPeriods(newDue, { ...periodOfTerms(plan.terms), count })
    moveSpans(moved, { startDate, dueDate })
    startDate = dueDate
  })
  countShares(next, period - 1)
  countFrom(next, period - 1)
  settleLast(next, newDue)
  return next
}

function moveSpans(period: RunningPeriod, { startDate, dueDate }: { startDate: CivilDate; dueDate: CivilDate }): void {
  const last = period.spans.length - 1
  assert(last === 0 || startDate === period.startDate, 'nothing has happened in periods that begin on another day')
  period.spans = period.spans.map((span, k) => ({ ...span, from: k === 0 ? startDate : span.from, to: k === last ? dueDate : span.to }))
  assert(
    period.spans.every(({ from, to }) => from <= to),
    'nothing has happened after a day that becomes due',
  )
  period.startDate = startDate
  period.dueDate = dueDate
}

/** The period due on a day. Throws EngineError for a day on which nothing is due. */
export function periodDue({ periods }: RunningPlan, due: CivilDate): number {
  const found = periods.findIndex(({ dueDate }) => dueDate === due)
  if (found === -1) throw new EngineError('EVENT_NOT_POSSIBLE', `nothing is due on ${due}`)
  return found + 1
}

/** More periods after the last; the instalment of those not over by `on` is worked out anew over all of them. */
export function extendPlan(plan: RunningPlan, { on, periods }: { on: CivilDate; periods: number }): RunningPlan {
  const next = copyOf(plan)
  addToEnd(next, periods)
  const index = next.periods.findIndex(({ dueDate }) => dueDate >= on)
  const first = next.periods[index]
  if (first !== undefined) agreeInstalment(next, index, first.dueDate)
  return next
}

/** So many periods from a given one on pay interest only; it and those after it come as many periods later, each with its instalment. */
export function addPrincipalGrace(plan: RunningPlan, { from, periods }: { from: number; periods: number }): RunningPlan {
  const next = copyOf(plan)
  const index = from - 1
  const { dueDate } = periodOf(next, from)
  addToEnd(next, periods)
  next.periods.slice(index).forEach((period, k) => {
    const before = plan.periods[index + k - periods]
    const isAdded = k < periods || before === undefined
    period.isPrincipalFree = isAdded || before.isPrincipalFree
    countFrom(next, index + k)
    period.instalment = Math.max(isAdded || before.isPrincipalFree ? period.interest : before.agreed, paidOf(period))
    period.agreed = period.instalment
    countFrom(next, index + k)
    askNoMoreThanOpen(next, period, index + k)
  })
  settleLast(next, dueDate)
  return next
}

/** An instalment that stays may bring the principal to its end before the last period: what periods before and payments after leave is all it asks. */
function askNoMoreThanOpen(plan: RunningPlan, period: RunningPeriod, index: number): void {
  const asked = sumOver(plan, ({ principalDue, paidPrincipal, dueDate }) => (dueDate <= period.dueDate ? principalDue : paidPrincipal))
  const beyond = Math.min(asked - sumOver(plan, drawnIn), principalLeftOf(period))
  if (beyond <= 0) return
  period.instalment -= beyond
  countFrom(plan, index)
}

function addToEnd(plan: RunningPlan, periods: number): void {
  const end = periodOf(plan, plan.periods.length).dueDate
  let startDate = end
  for (let count = 1; count <= periods; count += 1) {
    const dueDate = addPeriods(end, { ...periodOfTerms(plan.terms), count })
    plan.periods.push(newPeriod(plan, { startDate, dueDate }))
    startDate = dueDate
  }
}

/** Rates and pauses that reached beyond the end were agreed for its days, too. */
function newPeriod(plan: RunningPlan, { startDate, dueDate }: { startDate: CivilDate; dueDate: CivilDate }): RunningPeriod {
  const period = emptyPeriod(plan, { startDate, dueDate })
  for (const { from } of plan.rates) if (startDate < from && from < dueDate) cutAt(plan, period, { on: from })
  for (const pause of plan.pauses) if (startDate < pause.to && pause.after < dueDate) pauseWithin(plan, period, pause)
  return period
}

function periodOfTerms({ period }: LoanTerms): NonNullable<LoanTerms['period']> {
  return period ?? { unit: 'month', every: 1 }
}
