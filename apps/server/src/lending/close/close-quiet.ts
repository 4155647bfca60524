import { addDays, type CivilDate } from '@fyh/base/dates.ts'
import { fen, ppm, subFen, zeroFen } from '@fyh/base/money.ts'
import type { PeriodAccount } from '@fyh/loan-engine/account.ts'
import { accruedOn } from '@fyh/loan-engine/accrual.ts'
import { totalOf } from '@fyh/loan-engine/parts.ts'
import { type Penalty, penaltyOn } from '@fyh/loan-engine/penalty.ts'
import type { PlanRow } from '@fyh/loan-engine/schedule.ts'
import type { Standing } from '@fyh/loan-engine/standing.ts'
import { type PenaltyDay, penaltyOfDay } from '#lending/books/books.ts'
import type { Posting } from '#lending/ledger/ledger.ts'
import { interestAccrued, penaltyAccrued } from '#lending/ledger/ledger.ts'
import type { RunningLoan } from '#lending/loan/loan.ts'
import type { LoanKey } from '#lending/loan-key.ts'
import { type Overdue, parseOverdue, type ThinLoan } from './close.sql.ts'

/** Reminders go out this many days before a due day. */
export const reminderDays = 3
/** A loan to which nothing will happen any more is looked at as a whole once in a while all the same. */
const quietDaysMax = 366

/**
 * What is known of the days after a day: up to `quietTo` nothing happens to the loan but interest of the running period and penalty of the
 * overdue ones. Null means that the next day must be judged by the whole loan.
 */
export type Quiet = {
  readonly quietTo: CivilDate | null
  /** The running period while its interest is earned by days. */
  readonly run: Pick<PlanRow, 'startDate' | 'dueDate' | 'interest'> | undefined
  readonly overdue: Overdue | null
}

type Known = { readonly loan: RunningLoan; readonly accounts: readonly PeriodAccount[]; readonly standing: Standing }

/** What follows for the days after a standing, from the loan as a whole. Pure. */
export function quietAfter({ loan, accounts, standing }: Known): Quiet {
  const { onDate } = standing
  const running = accounts.find(({ row }) => row.dueDate > onDate)
  const isWhole = running === undefined || totalOf(running.paid) > 0
  const isPlain = isWhole || (running.row.redrawn === undefined && running.waived.interest === 0)
  const next = eventDays(loan, standing)
    .filter((day) => day > onDate)
    .sort()[0]
  return {
    quietTo: isPlain ? (next === undefined ? addDays(onDate, quietDaysMax) : addDays(next, -1)) : null,
    run: isWhole ? undefined : running.row,
    overdue: overdueAfter({ loan, accounts, standing }),
  }
}

/** Days on which something happens: reminder, due day, the day after, the end of the grace days. */
function eventDays({ rules }: RunningLoan, { periods }: Standing): CivilDate[] {
  const graceEnds = rules.penalty.graceDays + 1
  return periods.flatMap(({ dueDate, state }) =>
    state === 'paid' ? [dueDate] : [addDays(dueDate, -reminderDays), dueDate, addDays(dueDate, 1), addDays(dueDate, graceEnds)],
  )
}

function overdueAfter({ loan, accounts, standing: { onDate } }: Known): Overdue | null {
  const rule = loan.rules.penalty
  const periods = accounts
    .filter(({ row, closedOn }) => row.dueDate < onDate && closedOn === undefined)
    .map(({ row, repaid }) => ({ period: row.period, dueDate: row.dueDate, principal: row.principal, repaid: [...repaid] }))
    .filter((period) => isCharged(penaltyOn({ ...period, annualRate: loan.annualRatePpm, rule, onDate })))
  return periods.length === 0 ? null : { rule, periods }
}

/** Also while the days so far make less than half a fen. */
const isCharged = ({ explain: { rule } }: Penalty): boolean => rule === 'byDays' || rule === 'ceiling'

export type ClosedDays = LoanKey & {
  readonly bookedTo: CivilDate
  readonly postings: readonly Posting[]
  readonly penalties: readonly (LoanKey & PenaltyDay)[]
}

/** Closes quiet days of a loan up to `upTo`, in order. Pure: every amount is the engine's. */
export function closeQuietDays(loan: ThinLoan, upTo: CivilDate): ClosedDays {
  const { userId, loanId } = loan
  const postings: Posting[] = []
  const penalties: (LoanKey & PenaltyDay)[] = []
  const run = runOf(loan)
  const overdue = loan.overdue === null ? undefined : parseOverdue(loan.overdue)
  let earned = run === undefined ? zeroFen : accruedOn(run, loan.bookedTo)
  for (let on = addDays(loan.bookedTo, 1); on <= upTo; on = addDays(on, 1)) {
    if (run !== undefined) {
      const now = accruedOn(run, on)
      if (now !== earned) postings.push(interestAccrued({ userId, loanId, on, amount: subFen(now, earned) }))
      earned = now
    }
    if (overdue === undefined) continue
    for (const { period, ...known } of overdue.periods) {
      const amount = penaltyOfDay({ ...known, annualRate: ppm(loan.annualRatePpm), rule: overdue.rule, day: on })
      if (amount === 0) continue
      penalties.push({ userId, loanId, period, day: on, amount })
      postings.push(penaltyAccrued({ userId, loanId, on, period, amount }))
    }
  }
  return { userId, loanId, bookedTo: upTo, postings, penalties }
}

function runOf({ runStart, runDue, runInterestFen }: ThinLoan): Quiet['run'] {
  return runStart === null || runDue === null || runInterestFen === null
    ? undefined
    : { startDate: runStart, dueDate: runDue, interest: fen(runInterestFen) }
}
