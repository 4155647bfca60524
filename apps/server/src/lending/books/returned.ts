import { assert } from '@fyh/base/assert.ts'
import type { CivilDate } from '@fyh/base/dates.ts'
import { subFen } from '@fyh/base/money.ts'
import { giveBack } from '#lending/coupons/coupons.ts'
import type { LendingDeps } from '#lending/deps.ts'
import { post, returned } from '#lending/ledger/ledger.ts'
import { useLimitAgain } from '#lending/limits/limits.ts'
import { debitUnderWay, findLoan, type History, isPaidOut, paymentsOf, type RunningLoan, standingAt } from '#lending/loan/loan.ts'
import type { LoanKey } from '#lending/loan-key.ts'
import type { Tx } from '#platform/deps.ts'
import { knownOn } from './known-on.ts'
import { markReturnBooked, returnsToBook } from './received.sql.ts'
import { findRepayment, type Repayment } from './repayments.sql.ts'
import { restate } from './restate.ts'

/**
 * Takes payments out of a loan's books that the channel took back. While a debit is under way they wait for its result, as the loan's days
 * do: it was asked for what was owed then, and settling by it must not fall short because of what happened meanwhile.
 */
export async function bookReturns(tx: Tx, deps: LendingDeps, key: LoanKey): Promise<void> {
  if ((await debitUnderWay(tx, key)) !== null) return
  for (const repaymentId of await returnsToBook(tx, key)) {
    const loan = await findLoan(tx, key, 'update')
    const repayment = await findRepayment(tx, { userId: key.userId, repaymentId })
    assert(loan !== undefined && isPaidOut(loan) && repayment !== undefined, `returned payment ${repaymentId} has no loan`)
    const as = (await becomesClaim(tx, { loan, repayment })) ? 'claimed' : 'reversed'
    if (as === 'reversed') await giveBack(tx, deps, { loan, repayment })
    await bookReturn(tx, { loan, repayment, as, on: knownOn(deps, loan) })
    deps.log.warn({ repaymentId, loanId: loan.loanId, as }, 'the payment channel returned a payment')
    await tellReturned(tx, deps, repayment)
  }
}

type Return = {
  readonly loan: RunningLoan
  readonly repayment: Repayment
  readonly as: 'reversed' | 'claimed'
  readonly on: CivilDate
}

async function bookReturn(tx: Tx, { loan, repayment, as, on }: Return): Promise<void> {
  await markReturnBooked(tx, repayment, { as, on })
  if (as === 'claimed') {
    const { userId, repaymentId, orderKey, takenFen, surplusFen } = repayment
    const owed = subFen(takenFen, surplusFen)
    await post(tx, returned({ userId, loanId: loan.loanId, on, repaymentId, orderKey, owed, surplus: surplusFen }))
    return useLimitAgain(tx, userId, owed)
  }
  await restate(tx, { loan, cause: `returned:${repayment.repaymentId}`, on })
}

/** A settled loan cannot reopen, so unless it is settled without this payment the sum is owed on its own. */
async function becomesClaim(tx: Tx, { loan, repayment }: { loan: RunningLoan; repayment: Repayment }): Promise<boolean> {
  if (repayment.mode === 'returned') return true
  if (loan.status !== 'settled') return false
  const { repaymentId } = repayment
  const isOf = (event: History[number]) => ('repaymentId' in event ? event : event.coupon)?.repaymentId === repaymentId
  const others = (await paymentsOf(tx, loan)).filter((event) => !isOf(event))
  return !standingAt({ loan, payments: others, onDate: loan.bookedTo }).isSettled
}

async function tellReturned(tx: Tx, deps: LendingDeps, { userId, loanId, repaymentId, takenFen, cardTail }: Repayment): Promise<void> {
  const params = { amountFen: takenFen, cardTail }
  await deps.tell(tx, { userId, kind: 'paymentReturned', params, loanId, once: `paymentReturned:${repaymentId}` })
}
