import type { CivilDate } from '@fyh/base/dates.ts'
import { addFen, type Fen, subFen, zeroFen } from '@fyh/base/money.ts'
import type { LoanEvent } from '@fyh/contract/loan.machine.ts'
import type { LoanStatus } from '@fyh/contract/loan-status.ts'
import type { Standing } from '@fyh/loan-engine/standing.ts'
import {
  type Account,
  bookedEvents,
  correctionsTo,
  earnedBooked,
  type Posting,
  type PostingKind,
  post,
  restated,
} from '#lending/ledger/ledger.ts'
import { freeLimit, useLimitAgain } from '#lending/limits/limits.ts'
import { moveLoan, paymentsOf, type RunningLoan } from '#lending/loan/loan.ts'
import type { Tx } from '#platform/deps.ts'
import { type Books, booksOf } from './booking.ts'
import { forgetQuiet, restatePenaltyDays, writeSettledOn, writeSplits } from './received.sql.ts'

export type Restated = {
  readonly standing: Standing
  readonly outcomes: Books['outcomes']
  /** The move the loan made, if it made one. */
  readonly event: LoanEvent | undefined
  /** By how much the penalty charged and the surplus held have changed. */
  readonly penaltyChange: Fen
  readonly surplusChange: Fen
}

/**
 * Brings everything that is kept of a loan to what its payments now imply, up to the last day opened for it: the ledger by postings of
 * their own, the penalty rows, where each payment went, the limit in use, the status. `cause` names what became known. Done again it
 * changes nothing. The postings are dated `on`, the day it became known. The loan is locked by the caller.
 */
export async function restate(
  tx: Tx,
  { loan, cause, on = loan.bookedTo }: { loan: RunningLoan; cause: string; on?: CivilDate },
): Promise<Restated> {
  const books = booksOf({ loan, payments: await paymentsOf(tx, loan), onDate: loan.bookedTo })
  const postings = await restateLedger(tx, loan, { books, cause, on })
  await restatePenaltyDays(tx, loan, books.penaltyDays)
  await forgetQuiet(tx, loan)
  const splits = books.outcomes.map(({ received: { repaymentId }, outcome: { allocation } }) => ({ repaymentId, ...allocation }))
  await writeSplits(tx, loan.userId, splits)
  // Principal written off was lent and did not come back: it goes on using the limit.
  const kept = postings.filter(({ kind }) => kind !== 'writtenOff')
  const principal = changeOf(kept, 'principalReceivable')
  if (principal > 0) await useLimitAgain(tx, loan.userId, principal)
  if (principal < 0) await freeLimit(tx, loan.userId, subFen(zeroFen, principal))
  const { standing, outcomes } = books
  const event = eventOf(loan.status, standing)
  if (event !== undefined) await moveLoan(tx, loan, event)
  if (standing.isSettled) await writeSettledOn(tx, loan, standing.settledOn ?? loan.bookedTo)
  return {
    standing,
    outcomes,
    event,
    penaltyChange: changeOf(
      postings.filter(({ kind }) => kind === 'penaltyAccrued'),
      'penaltyReceivable',
    ),
    surplusChange: subFen(zeroFen, changeOf(postings, 'surplusHeld')),
  }
}

const kinds: readonly PostingKind[] = ['penaltyAccrued', 'repaid', 'surplusHeld', 'waived', 'writtenOff', 'lenderCoupon', 'platformCoupon']

async function restateLedger(
  tx: Tx,
  { userId, loanId }: RunningLoan,
  { books, cause, on }: { books: Books; cause: string; on: CivilDate },
): Promise<Posting[]> {
  const of = { userId, loanId, on }
  const postings = correctionsTo(of, books.postings, await bookedEvents(tx, { ...of, kinds }))
  await post(tx, ...postings)
  const booked = await earnedBooked(tx, of)
  const missing = (what: 'owed' | 'givenUp') => ({
    interest: subFen(books[what].interest, booked[what].interest),
    fee: subFen(books[what].fee, booked[what].fee),
  })
  const earned = restated({ ...of, cause, owed: missing('owed'), givenUp: missing('givenUp') })
  await post(tx, earned)
  return [...postings, earned]
}

function changeOf(postings: readonly Posting[], account: Account): Fen {
  const legs = postings.flatMap((posting) => posting.legs.filter((leg) => leg.account === account))
  return addFen(zeroFen, ...legs.map(({ amount }) => amount))
}

/** A settled loan has no move left, whatever becomes known of its payments. */
function eventOf(status: LoanStatus, { isSettled, overdueDays }: Standing): LoanEvent | undefined {
  if (status === 'settled') return undefined
  if (isSettled) return 'settle'
  if (status === 'overdue' && overdueDays === 0) return 'cure'
  return status === 'repaying' && overdueDays > 0 ? 'fallOverdue' : undefined
}
