import { addDays, type CivilDate } from '@fyh/base/dates.ts'
import { type Fen, subFen } from '@fyh/base/money.ts'
import type { LoanEvent } from '@fyh/contract/loan.machine.ts'
import type { PeriodAccount } from '@fyh/loan-engine/account.ts'
import { penaltyOn } from '@fyh/loan-engine/penalty.ts'
import type { Standing } from '@fyh/loan-engine/standing.ts'
import { earnedInAll, earnedOn, type PenaltyDay, penaltyDaysOf } from '#lending/books/books.ts'
import type { Message } from '#lending/deps.ts'
import type { Posting } from '#lending/ledger/ledger.ts'
import { feeCharged, interestAccrued, penaltyAccrued } from '#lending/ledger/ledger.ts'
import { accountsAt, type History, type RunningLoan, standingAt } from '#lending/loan/loan.ts'
import { type ClosedDays, type Quiet, quietAfter, reminderDays } from './close-quiet.ts'

/** A day of a loan on which something may happen beside interest and penalty, as it is decided. */
export type ClosedDay = ClosedDays & {
  readonly loan: RunningLoan
  readonly standing: Standing
  readonly quiet: Quiet
  readonly events: readonly LoanEvent[]
  readonly messages: readonly Message[]
}

type Given = { readonly loan: RunningLoan; readonly payments: History; readonly today: CivilDate }

/** Closes the next day of a loan, from the loan as a whole. Pure. */
export function closeNextDay({ loan, payments, today }: Given): ClosedDay {
  const { userId, loanId } = loan
  const onDate = addDays(loan.bookedTo, 1)
  const before = accountsAt({ loan, payments, onDate: loan.bookedTo })
  const accounts = accountsAt({ loan, payments, onDate })
  const standing = standingAt({ loan, payments, onDate })
  const penalties = penaltyDaysOf(loan, { payments, onDate, bookedTo: penaltyBookedTo(loan, before) })
  const events = eventsOf(loan, standing)
  return {
    userId,
    loanId,
    loan,
    standing,
    bookedTo: onDate,
    postings: [
      ...earnedBetween(loan, { before, accounts, onDate }),
      ...penalties.map(({ period, day: on, amount }) => penaltyAccrued({ userId, loanId, on, period, amount })),
    ],
    penalties: penalties.map((one) => ({ userId, loanId, ...one })),
    quiet: quietAfter({ loan, accounts, standing }),
    events,
    messages: [...(events.includes('fallOverdue') ? [fellOverdue(loan, standing)] : []), ...remindersOf(loan, standing, today)],
  }
}

type Growth = { readonly before: readonly PeriodAccount[]; readonly accounts: readonly PeriodAccount[]; readonly onDate: CivilDate }

/** Interest of the day, and fees of periods that fall due. */
function earnedBetween({ userId, loanId, bookedTo }: RunningLoan, { before, accounts, onDate }: Growth): Posting[] {
  const of = { userId, loanId, on: onDate }
  const interest = subFen(earnedInAll(accounts, onDate).interest, earnedInAll(before, bookedTo).interest)
  const fees = accounts.map((account, at) => {
    const earlier = before[at]
    const known: Fen | undefined = earlier && earnedOn(earlier, bookedTo).fee
    const { fee } = earnedOn(account, onDate)
    return feeCharged({ ...of, period: account.row.period, amount: known === undefined ? fee : subFen(fee, known) })
  })
  return [interestAccrued({ ...of, amount: interest }), ...fees].filter(({ legs }) => legs.length > 0)
}

/** By period, the last day whose penalty is booked: all that the engine charged by the last day closed. */
function penaltyBookedTo(loan: RunningLoan, accounts: readonly PeriodAccount[]): ReadonlyMap<PenaltyDay['period'], CivilDate> {
  const of = { onDate: loan.bookedTo, annualRate: loan.annualRatePpm, rule: loan.rules.penalty }
  const charged = accounts.filter(({ row: { principal, dueDate }, repaid }) => penaltyOn({ ...of, principal, dueDate, repaid }).amount > 0)
  return new Map(charged.map(({ row }) => [row.period, loan.bookedTo]))
}

function eventsOf({ status, payOutDate }: RunningLoan, { onDate, overdueDays }: Standing): LoanEvent[] {
  const begins: LoanEvent[] = status === 'disbursed' && onDate > payOutDate ? ['firstDayEnds'] : []
  const isRepaying = status === 'repaying' || begins.length > 0
  return isRepaying && overdueDays > 0 ? [...begins, 'fallOverdue'] : begins
}

function fellOverdue({ userId, loanId, contractNo, rules }: RunningLoan, { onDate, periods, overdueTotal }: Standing): Message {
  const dueOn = periods.find(({ state }) => state === 'overdue')?.dueDate ?? onDate
  const graceUntilOn = addDays(dueOn, rules.penalty.graceDays)
  return {
    userId,
    kind: 'fellOverdue',
    params: { amountFen: overdueTotal, dueOn, contractNo, ...(graceUntilOn >= onDate && { graceUntilOn }) },
    loanId,
    once: `fellOverdue:${loanId}:${onDate}`,
  }
}

function remindersOf({ userId, loanId }: RunningLoan, { onDate, periods }: Standing, today: CivilDate): Message[] {
  const soon = periods.find(({ state, dueDate }) => state !== 'paid' && addDays(dueDate, -reminderDays) === onDate)
  // Days closed late, after waiting for a debit, remind of nothing that has come already.
  if (soon === undefined || soon.dueDate < today) return []
  const { period, dueDate, owedTotal } = soon
  return [
    { userId, kind: 'dueSoon', params: { amountFen: owedTotal, dueOn: dueDate, period }, loanId, once: `dueSoon:${loanId}:${period}` },
  ]
}
