import { addDays, type CivilDate } from '@fyh/base/dates.ts'
import { type Fen, subFen } from '@fyh/base/money.ts'
import type { LoanEvent } from '@fyh/loan-engine/events.ts'
import { type PrincipalRepaid, penaltyOn } from '@fyh/loan-engine/penalty.ts'
import { accountsAt, type RunningLoan } from '#lending/loan/loan.ts'

export type PenaltyDay = { readonly period: number; readonly day: CivilDate; readonly amount: Fen }

/**
 * Penalty by day up to `onDate`, for the days not booked yet. Within the grace days there is none; once they are over the days
 * since the due day come at once. The days sum to what the engine says is charged, because each is the growth of one sum.
 */
export function penaltyDaysOf(
  loan: RunningLoan,
  { payments, onDate, bookedTo }: { payments: readonly LoanEvent[]; onDate: CivilDate; bookedTo: ReadonlyMap<number, CivilDate> },
): PenaltyDay[] {
  return accountsAt({ loan, payments, onDate }).flatMap((account) => {
    const { principal, dueDate, period } = account.row
    const overdue = { principal, dueDate, repaid: account.repaid }
    const lender = { annualRate: loan.annualRatePpm, rule: loan.rules.penalty }
    if (dueDate >= onDate || penaltyOn({ ...overdue, ...lender, onDate }).amount === 0) return []
    return daysAfter(bookedTo.get(period) ?? dueDate, onDate)
      .map((day) => ({ period, day, amount: penaltyOfDay({ ...overdue, ...lender, day }) }))
      .filter(({ amount }) => amount > 0)
  })
}

/** What one day adds to the penalty of a period whose grace days are over. */
export function penaltyOfDay({ day, rule, ...overdue }: OverdueDay): Fen {
  const graceless = { ...overdue, rule: { ...rule, graceDays: 0 } }
  return subFen(penaltyOn({ ...graceless, onDate: day }).amount, penaltyOn({ ...graceless, onDate: addDays(day, -1) }).amount)
}

type OverdueDay = Omit<Parameters<typeof penaltyOn>[0], 'onDate' | 'repaid'> & {
  readonly day: CivilDate
  readonly repaid: readonly PrincipalRepaid[]
}

function daysAfter(from: CivilDate, to: CivilDate): CivilDate[] {
  const days: CivilDate[] = []
  for (let day = addDays(from, 1); day <= to; day = addDays(day, 1)) days.push(day)
  return days
}
