import type { CivilDate } from '@fyh/base/dates.ts'
import { addPeriods } from './due-dates.ts'
import { EngineError } from './engine-error.ts'
import { countFrom } from './running-figures.ts'
import { agreeInstalment } from './running-instalment.ts'
import { settleLast } from './running-last.ts'
import {
  copyOf,
  countShares,
  drawnIn,
  earlierOf,
  emptyPeriod,
  laterOf,
  periodOf,
  principalLeftOf,
  type RunningPeriod,
  type RunningPlan,
  sumOver,
} from './running-period.ts'
import type { LoanTerms } from './terms.ts'

/**
 * Another day for the instalment due on `from`; those after it follow at the agreed distance. Instalments stay: the longer period bears
 * more interest, and the last instalment takes what its principal then lacks.
 */
export function moveDueDate(plan: RunningPlan, { from, newDue }: { from: CivilDate; newDue: CivilDate }): RunningPlan {
  const next = copyOf(plan)
  const index = indexOfDue(next, from)
  let { startDate } = periodOf(next, index + 1)
  if (newDue <= startDate) throw new EngineError('EVENT_NOT_POSSIBLE', `due on ${newDue} in a period from ${startDate}`)
  next.periods.slice(index).forEach((period, count) => {
    const dueDate = addPeriods(newDue, { ...periodOfTerms(plan.terms), count })
    moveSpans(period, { startDate, dueDate })
    startDate = dueDate
  })
  countShares(next, index)
  countFrom(next, index)
  settleLast(next, newDue)
  return next
}

/** Spans meet within the new days: what changed the balance on a day now outside them counts from the nearest day inside. */
function moveSpans(period: RunningPeriod, { startDate, dueDate }: { startDate: CivilDate; dueDate: CivilDate }): void {
  const last = period.spans.length - 1
  const within = (day: CivilDate) => earlierOf(laterOf(day, startDate), dueDate)
  period.spans = period.spans.map((span, k) => ({
    ...span,
    from: k === 0 ? startDate : within(span.from),
    to: k === last ? dueDate : within(span.to),
  }))
  period.startDate = startDate
  period.dueDate = dueDate
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

/** So many periods from the one due on `from` pay interest only; as many are added at the end, and the instalment stays what it was. */
export function addPrincipalGrace(plan: RunningPlan, { from, periods }: { from: CivilDate; periods: number }): RunningPlan {
  const next = copyOf(plan)
  const index = indexOfDue(next, from)
  const { agreed } = periodOf(next, index + 1)
  addToEnd(next, periods)
  next.periods.slice(index).forEach((period, k) => {
    period.isPrincipalFree = k < periods
    countFrom(next, index + k)
    period.instalment = period.isPrincipalFree ? period.interest : agreed
    period.agreed = period.instalment
    countFrom(next, index + k)
    askNoMoreThanOpen(next, period, index + k)
  })
  settleLast(next, from)
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
    plan.periods.push(emptyPeriod(plan, { startDate, dueDate }))
    startDate = dueDate
  }
}

function indexOfDue({ periods }: RunningPlan, due: CivilDate): number {
  const index = periods.findIndex(({ dueDate }) => dueDate === due)
  if (index === -1) throw new EngineError('EVENT_NOT_POSSIBLE', `nothing is due on ${due}`)
  return index
}

function periodOfTerms({ period }: LoanTerms): NonNullable<LoanTerms['period']> {
  return period ?? { unit: 'month', every: 1 }
}
