import { assert } from '@fyh/base/assert.ts'
import { addDays, type CivilDate } from '@fyh/base/dates.ts'
import { addFen, type Fen, maxFen, subFen, zeroFen } from '@fyh/base/money.ts'
import type { LoanEvent } from '@fyh/loan-engine/events.ts'
import { type Parts, totalOf } from '@fyh/loan-engine/parts.ts'
import type { PenaltySpan } from '@fyh/loan-engine/penalty.ts'
import { replay } from '@fyh/loan-engine/replay.ts'
import { type PeriodStanding, type Standing, standingOf } from '@fyh/loan-engine/standing.ts'
import type { Db, Tx } from '#platform/deps.ts'
import { debitsUnderWay, debitUnderWay, type History, paymentsByLoan, paymentsOf } from './loan.sql.ts'
import { engineLoan, isPaidOut, type LoanRecord, type OwedParts, penaltyPpmDay, type RunningLoan } from './loan-record.ts'
import { returnedOwed, returnedOwedOf } from './received.sql.ts'

/** A loan as it stands, with what it was computed from. */
export type LoanNow = {
  readonly loan: LoanRecord
  readonly payments: History
  readonly runningRepaymentId: number | null
  readonly standing: Standing
  /** Owed beside the plan: what the channel took back after the loan was settled. */
  readonly returnedOwed: Fen
}

/**
 * Where a loan stands today. While a debit is under way the day it was asked for still counts: nobody falls overdue or pays penalty
 * because a bank takes its time. A loan not yet paid out stands at the start of its plan and owes nothing.
 */
export async function loanNow(tx: Db | Tx, loan: LoanRecord, today: CivilDate): Promise<LoanNow> {
  const payments = isPaidOut(loan) ? await paymentsOf(tx, loan) : []
  const runningRepaymentId = await debitUnderWay(tx, loan)
  return standingNow(loan, { payments, runningRepaymentId, returnedOwed: await returnedOwedOf(tx, loan), today })
}

/** The same for many loans of one borrower, in three queries however many they are. */
export async function loansNow(
  tx: Db | Tx,
  { userId, loans, today }: { userId: number; loans: readonly LoanRecord[]; today: CivilDate },
): Promise<LoanNow[]> {
  const of = { userId, loanIds: loans.map(({ loanId }) => loanId) }
  const payments = await paymentsByLoan(tx, of)
  const running = await debitsUnderWay(tx, loans)
  const returned = await returnedOwed(tx, of)
  return loans.map((loan) => {
    const runningRepaymentId = running.get(loan.loanId) ?? null
    const known = { payments: payments.get(loan.loanId) ?? [], returnedOwed: returned.get(loan.loanId) ?? zeroFen }
    return standingNow(loan, { ...known, runningRepaymentId, today })
  })
}

function standingNow(
  loan: LoanRecord,
  { today, ...known }: Pick<LoanNow, 'payments' | 'runningRepaymentId' | 'returnedOwed'> & { today: CivilDate },
): LoanNow {
  if (!isPaidOut(loan)) return { loan, ...known, standing: plannedStanding(loan) }
  const onDate = known.runningRepaymentId === null && today > loan.bookedTo ? today : loan.bookedTo
  return { loan, ...known, standing: standingAt({ loan, payments: known.payments, onDate }) }
}

export function standingAt({ loan, payments, onDate }: { loan: RunningLoan; payments: readonly LoanEvent[]; onDate: CivilDate }): Standing {
  return standingOf({ loan: engineLoan(loan, loan.payOutDate), payments, onDate })
}

/** What one more day adds in penalty if nothing is paid. */
export function penaltyTomorrow({ loan, payments, standing }: LoanNow): Fen {
  if (!isPaidOut(loan) || standing.overdueDays === 0) return zeroFen
  const tomorrow = standingAt({ loan, payments, onDate: addDays(standing.onDate, 1) })
  const penaltyOf = (at: Standing) => addFen(...at.periods.map((period) => period.owed.penalty))
  return maxFen(zeroFen, subFen(penaltyOf(tomorrow), penaltyOf(standing)))
}

/** The accounts behind a standing, before anything of `onDate` later than the payments given. */
export function accountsAt({ loan, payments, onDate }: { loan: RunningLoan; payments: readonly LoanEvent[]; onDate: CivilDate }) {
  return replay(engineLoan(loan, loan.payOutDate), payments, onDate).accounts
}

export function partsWithTotal(parts: Parts): OwedParts {
  return { principal: parts.principal, interest: parts.interest, fee: parts.fee, penalty: parts.penalty, total: totalOf(parts) }
}

/** Given up before all of it was paid. */
export function isLost({ writtenOff }: PeriodStanding): boolean {
  return totalOf(writtenOff) > 0
}

/** The days behind a period's penalty, also behind what of it was waived since; none while none is charged. */
export function penaltySpansOf({ penaltyExplain: { rule, spans } }: PeriodStanding): PenaltySpan[] {
  return rule === 'byDays' || rule === 'ceiling' ? spans.map(({ principal, from, to, days }) => ({ principal, from, to, days })) : []
}

export function penaltyRateOf({ annualRatePpm, rules }: LoanRecord): number {
  return penaltyPpmDay({ annualRatePpm, percentOfRate: rules.penalty.percentOfRate })
}

function plannedStanding(loan: LoanRecord): Standing {
  const start = loan.plan[0]?.startDate
  assert(start !== undefined, `loan ${loan.loanId} has no plan`)
  return standingOf({ loan: engineLoan(loan, start), payments: [], onDate: start })
}
