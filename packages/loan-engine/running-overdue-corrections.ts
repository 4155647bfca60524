import type { CivilDate } from '@fyh/base/dates.ts'
import { countFrom } from './running-figures.ts'
import { changeBalance, copyOf, type RunningPlan } from './running-period.ts'

/**
 * A copy of the plan in which overdue principal bears no interest in the period due on the day, when such interest was counted there and
 * in no later period: it would else be taken for interest nobody has asked for yet.
 */
export function withoutOverdue(plan: RunningPlan, dueDate: CivilDate): RunningPlan {
  const copy = copyOf(plan)
  const isOnIt = plan.overdue.some((correction) => correction.dueDate === dueDate)
  if (!isOnIt || plan.overdue.some((correction) => correction.dueDate > dueDate)) return copy
  for (const { on, amount } of plan.overdue) changeBalance(copy, { on, corrected: -amount })
  countFrom(copy, 0)
  copy.overdue = []
  copy.overdueTo = undefined
  return copy
}
