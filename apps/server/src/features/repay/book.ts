import type { Fen } from '@fyh/base/money.ts'
import { totalOf } from '@fyh/loan-engine/parts.ts'
import { sql } from 'kysely'
import { post } from '#ledger/ledger.ts'
import type { Deps, Tx } from '#platform/deps.ts'
import { freeLimit } from '../apply/apply.ts'
import { moveLoan, paymentFrom, paymentsOf, type RunningLoan, standingAt } from '../loan/loan.ts'
import { sendMessage } from '../message/message.ts'
import { bookingOf } from './booking.ts'
import { type Repayment, writeBooked } from './repay.sql.ts'

/**
 * Books money that a debit brought, on the last day opened for the loan: while a debit is under way no day is opened, so that is the
 * day it was asked for. The loan is locked by the caller.
 */
export async function book(
  tx: Tx,
  deps: Deps,
  { loan, repayment, takenFen }: { loan: RunningLoan; repayment: Repayment; takenFen: Fen },
): Promise<void> {
  const on = loan.bookedTo
  const payments = await paymentsOf(tx, loan)
  const payment = paymentFrom({ mode: repayment.mode, taken_fen: takenFen, up_to_period: repayment.upToPeriod, booked_on: on })
  const { outcome, postings } = bookingOf({ loan, payments, payment, ...repayment })
  const { parts, surplus } = outcome.allocation
  await writeBooked(tx, repayment, { takenFen, parts, surplusFen: surplus, on, no: payments.length + 1 })
  await post(tx, ...postings)
  // What was paid back of the principal can be borrowed again.
  if (parts.principal > 0) await freeLimit(tx, loan.userId, parts.principal)
  const standing = standingAt({ loan, payments: [...payments, payment], onDate: on })
  const ended = loan.status !== 5 && standing.isSettled
  if (ended) await settleLoan(tx, deps, { loan, paidTotal: standing.paidTotal })
  if (loan.status === 6 && !ended && standing.overdueTotal === 0) await cureLoan(tx, deps, { loan, repayment })
  if (surplus > 0) await tell(tx, deps, repayment, { kind: 'surplusHeld', params: { amountFen: surplus } })
  // A settled loan is told of in one message, which names the total paid.
  if (!ended && totalOf(parts) > 0) await tellTaken(tx, deps, repayment, takenFen)
}

async function settleLoan(tx: Tx, deps: Deps, { loan, paidTotal }: { loan: RunningLoan; paidTotal: Fen }): Promise<void> {
  await moveLoan(tx, loan, 'settle')
  await sql`update loan set settled_on = ${loan.bookedTo} where user_id = ${loan.userId} and loan_id = ${loan.loanId}`.execute(tx)
  await sendMessage(tx, deps, {
    userId: loan.userId,
    kind: 'loanSettled',
    params: { amountFen: paidTotal, contractNo: loan.contractNo },
    loanId: loan.loanId,
    once: `loanSettled:${loan.loanId}`,
  })
}

async function cureLoan(tx: Tx, deps: Deps, { loan, repayment }: { loan: RunningLoan; repayment: Repayment }): Promise<void> {
  await moveLoan(tx, loan, 'cure')
  await tell(tx, deps, repayment, { kind: 'overdueCured', params: { contractNo: loan.contractNo } })
}

async function tellTaken(tx: Tx, deps: Deps, repayment: Repayment, takenFen: Fen): Promise<void> {
  const { askedFen, cardTail } = repayment
  if (takenFen < askedFen) {
    await tell(tx, deps, repayment, { kind: 'debitPartly', params: { amountFen: takenFen, askedFen, cardTail } })
  } else {
    await tell(tx, deps, repayment, { kind: 'debitDone', params: { amountFen: takenFen, cardTail } })
  }
}

type Told = { kind: 'surplusHeld' | 'overdueCured' | 'debitPartly' | 'debitDone'; params: Record<string, string | number> }

async function tell(tx: Tx, deps: Deps, { userId, loanId, repaymentId }: Repayment, { kind, params }: Told): Promise<void> {
  await sendMessage(tx, deps, { userId, kind, params, loanId, once: `${kind}:${repaymentId}` })
}
