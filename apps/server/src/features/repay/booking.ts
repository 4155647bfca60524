import { assert } from '@fyh/base/assert.ts'
import { addDays, type CivilDate } from '@fyh/base/dates.ts'
import { addFen, type Fen, subFen, zeroFen } from '@fyh/base/money.ts'
import type { PeriodAccount } from '@fyh/loan-engine/account.ts'
import { addParts, type Parts, subParts, totalOf } from '@fyh/loan-engine/parts.ts'
import { penaltyOn } from '@fyh/loan-engine/penalty.ts'
import { type Payment, type PaymentOutcome, replay } from '@fyh/loan-engine/replay.ts'
import type { Posting } from '#ledger/posting.ts'
import { feeCharged, interestDue, repaid, settledEarly, surplusHeld } from '#ledger/postings.ts'
import { accountsAt, engineLoan, type RunningLoan } from '../loan/loan.ts'

/** What a payment does to a loan, and how the ledger tells it. */
export type Booking = { readonly outcome: PaymentOutcome; readonly postings: readonly Posting[] }

/**
 * Decides a payment: the engine says where the money goes, the postings follow it. Interest of a period is recognised when it falls
 * due, or as a whole when money reaches the period earlier, so what a loan's accounts hold is what the engine says is owed.
 */
export function bookingOf({
  loan,
  payments,
  payment,
  repaymentId,
  orderKey,
}: {
  loan: RunningLoan
  payments: readonly Payment[]
  payment: Payment
  repaymentId: number
  orderKey: string
}): Booking {
  const before = accountsAt({ loan, payments, onDate: payment.on })
  const { accounts: after, outcomes } = replay(engineLoan(loan, loan.payOutDate), [...payments, payment], payment.on)
  const outcome = outcomes.at(-1)
  assert(outcome?.payment === payment, `payment ${repaymentId} is not the newest of loan ${loan.loanId}`)
  const of = { userId: loan.userId, loanId: loan.loanId, on: payment.on }
  const { parts, surplus } = outcome.allocation
  return {
    outcome,
    postings: [
      ...recognised(of, { before, after }),
      ...(outcome.settled ? [settledEarly({ ...of, ...settlementChange(of.on, { before, after }) })] : []),
      repaid({ ...of, repaymentId, orderKey, split: parts }),
      surplusHeld({ ...of, repaymentId, orderKey, amount: surplus }),
    ],
  }
}

type Of = { readonly userId: number; readonly loanId: number; readonly on: CivilDate }
type Change = { readonly before: readonly PeriodAccount[]; readonly after: readonly PeriodAccount[] }

/** Periods the payment is the first to reach, ahead of their due day: their interest and fee are earned now, less what settling lets go. */
function recognised(of: Of, { before, after }: Change): Posting[] {
  return after.flatMap((account, index) => {
    const { row, waived, added } = account
    if (isRecognised(before[index], of.on) || !isRecognised(account, of.on)) return []
    const fee = addFen(subFen(row.fee, waived.fee), added.fee)
    return [
      interestDue({ ...of, period: row.period, amount: subFen(row.interest, waived.interest) }),
      feeCharged({ ...of, period: row.period, amount: fee }),
    ]
  })
}

/** What settling changes in periods that were recognised before. */
function settlementChange(on: CivilDate, { before, after }: Change): { givenUp: Parts; fee: Fen } {
  const known = after.flatMap((account, index) => {
    const earlier = before[index]
    return earlier !== undefined && isRecognised(earlier, on) ? [{ earlier, account }] : []
  })
  return {
    givenUp: addParts(...known.map(({ earlier, account }) => subParts(account.waived, earlier.waived))),
    fee: addFen(zeroFen, ...known.map(({ earlier, account }) => subFen(account.added.fee, earlier.added.fee))),
  }
}

function isRecognised(account: PeriodAccount | undefined, on: CivilDate): boolean {
  return account !== undefined && (account.row.dueDate <= on || totalOf(account.paid) > 0)
}

export type PenaltyDay = { readonly period: number; readonly day: CivilDate; readonly amount: Fen }

/**
 * Penalty by day up to `onDate`, for the days not booked yet. Within the grace days there is none; once they are over the days
 * since the due day come at once. The days sum to what the engine says is charged, because each is the growth of one sum.
 */
export function penaltyDaysOf(
  loan: RunningLoan,
  { payments, onDate, bookedTo }: { payments: readonly Payment[]; onDate: CivilDate; bookedTo: ReadonlyMap<number, CivilDate> },
): PenaltyDay[] {
  return accountsAt({ loan, payments, onDate }).flatMap((account) => {
    const { principal, dueDate, period } = account.row
    const known = { principal, dueDate, repaid: account.repaid, annualRate: loan.annualRatePpm }
    if (dueDate >= onDate || penaltyOn({ ...known, onDate, rule: loan.rules.penalty }).amount === 0) return []
    const withoutGrace = { ...loan.rules.penalty, graceDays: 0 }
    const upTo = (day: CivilDate): Fen => penaltyOn({ ...known, onDate: day, rule: withoutGrace }).amount
    return daysAfter(bookedTo.get(period) ?? dueDate, onDate)
      .map((day) => ({ period, day, amount: subFen(upTo(day), upTo(addDays(day, -1))) }))
      .filter(({ amount }) => amount > 0)
  })
}

function daysAfter(from: CivilDate, to: CivilDate): CivilDate[] {
  const days: CivilDate[] = []
  for (let day = addDays(from, 1); day <= to; day = addDays(day, 1)) days.push(day)
  return days
}
