import type { CivilDate } from '@fyh/base/dates.ts'
import { owesWholePeriod } from './recalculation.ts'
import { countFrom } from './running-figures.ts'
import { settleLast } from './running-last.ts'
import { changeBalance, earlierOf, laterOf, periodAt, principalLeftOf, type RunningPeriod, type RunningPlan } from './running-period.ts'

/**
 * Lets overdue principal go on bearing interest up to a day: it is added to the balance from its due day (or from where it was counted
 * last) and taken off again at the day, since it may be paid on it. The source system does so before each payment and at each day's end.
 */
export function countOverdue(plan: RunningPlan, on: CivilDate): void {
  const { recalculation } = plan.terms
  const last = plan.periods[plan.periods.length - 1]
  if (recalculation === undefined || !recalculation.onOverdue || last === undefined) return
  const day = earlierOf(on, last.dueDate)
  const late = plan.periods.filter(({ dueDate }) => dueDate < day)
  const keepsToDue = owesWholePeriod(recalculation)
  let principal = 0
  let sum = 0
  for (const period of late) {
    if (principal > 0) carry(plan, period, { day, principal, sum, keepsToDue })
    principal = principalLeftOf(period)
    sum += principal
  }
  if (sum === 0) return
  carry(plan, plan.periods[periodAt(plan, day)] ?? last, { day, principal, sum, keepsToDue })
}

/** Whether anything fell due before the day, paid or not. */
export function hasOverdue({ terms, periods }: RunningPlan, on: CivilDate): boolean {
  const [first] = periods
  return terms.recalculation?.onOverdue === true && first !== undefined && first.dueDate < on
}

type Carried = { day: CivilDate; principal: number; sum: number; keepsToDue: boolean }

/** Adds what the period before left open to the balance of this one; in the running period all of it ends at the day. */
function carry(plan: RunningPlan, { startDate, dueDate }: RunningPeriod, { day, principal, sum, keepsToDue }: Carried): void {
  if (day === plan.overdueTo) return
  correct(plan, laterOf(plan.overdueTo ?? startDate, startDate), principal)
  if (day <= startDate || day > dueDate) return
  const end = keepsToDue ? dueDate : day
  correct(plan, end, -sum)
  plan.overdueTo = end
}

function correct(plan: RunningPlan, on: CivilDate, amount: number): void {
  const index = changeBalance(plan, { on, corrected: amount })
  const period = plan.periods[index]
  if (period === undefined) return
  plan.overdue = [...plan.overdue, { on, amount, dueDate: period.dueDate }]
  countFrom(plan, index)
  settleLast(plan, on)
}
