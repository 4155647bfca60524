import { addFen, zeroFen } from '@fyh/base/money.ts'
import type { planAhead } from '@fyh/contract/plan-shapes.ts'
import { endDateOf } from '@fyh/loan-engine/schedule.ts'
import type { PeriodStanding, Standing } from '@fyh/loan-engine/standing.ts'
import type { z } from 'zod'

/** What comes next: how many periods are open, what the next ones ask, when the last one is due. */
export function planAheadOf(standing: Standing, open: readonly PeriodStanding[]): z.output<typeof planAhead> {
  const [next, later] = open
  return {
    periodsLeft: open.length,
    nextDueDate: next?.dueDate ?? null,
    nextInstalmentFen: next?.owedTotal ?? zeroFen,
    laterInstalmentFen: later?.owedTotal ?? null,
    interestLeftFen: addFen(zeroFen, ...open.map(({ owed }) => owed.interest)),
    lastDueDate: endDateOf(standing.periods.map(({ row }) => row)),
  }
}
