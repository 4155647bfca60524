import { today } from '@fyh/base/dates.ts'
import type { OrderMode } from '@fyh/contract/options.ts'
import { fail } from '@fyh/serve/fail.ts'
import { insertRepayment, type NewRepayment } from '#lending/books/books.ts'
import { openDaysWithin } from '#lending/close/close.ts'
import { type Coupon, reserveForPayment } from '#lending/coupons/coupons.ts'
import type { LendingDeps } from '#lending/deps.ts'
import { findLoan, isPaidOut, type LoanNow, loanNow, returnedOwedOf } from '#lending/loan/loan.ts'
import type { LoanKey } from '#lending/loan-key.ts'
import { takeCovered } from '#lending/repayment/repayment.ts'
import type { Tx } from '#platform/deps.ts'
import { cardOf } from '../card/card.ts'
import { proveCode } from '../session/session.ts'
import { requirePayPassword } from '../settings/settings.ts'
import { debitText } from './code-order.ts'
import type { WithCoupon } from './coupon-for-payment.ts'

/** A loan of which something can be paid now, up to date and locked until the debit is written down, so that two payments never overlap. */
export async function loanToPay(tx: Tx, deps: LendingDeps, key: LoanKey): Promise<LoanNow> {
  const locked = await findLoan(tx, key, 'update')
  if (locked === undefined) fail('LOAN_NOT_FOUND')
  if (!isPaidOut(locked)) fail('LOAN_NOT_PAYABLE')
  if (locked.status === 'settled' && (await returnedOwedOf(tx, locked)) === 0) fail('LOAN_ALREADY_SETTLED')
  // One day for all of it, though midnight may pass meanwhile: what is asked for is what is owed on the last day opened.
  const day = today(deps.clock)
  await openDaysWithin(tx, deps, { ...key, upTo: day })
  const loan = await findLoan(tx, key)
  if (loan === undefined) fail('LOAN_NOT_FOUND')
  const now = await loanNow(tx, loan, day)
  if (now.runningRepaymentId !== null) fail('REPAYMENT_RUNNING', { repaymentId: now.runningRepaymentId })
  return now
}

type Wanted = Pick<NewRepayment, 'mode' | 'effect' | 'askedFen' | 'upToPeriod'> & {
  readonly cardId: number
  readonly code: string
  readonly payPassword: string | undefined
  /** What was ordered, as the borrower named it; it may be booked as another mode. */
  readonly ordered: OrderMode
  readonly chosen?: (WithCoupon & { readonly coupon: Coupon }) | undefined
}

/** Writes down a debit the borrower confirmed by a code, and has it made. One that a coupon covers whole is done at once: there is no money. */
export async function orderDebit(
  tx: Tx,
  deps: LendingDeps,
  { loan, standing }: LoanNow,
  { cardId, code, payPassword, ordered, chosen, ...wanted }: Wanted,
) {
  const { userId, loanId } = loan
  const card = await cardOf(tx, userId, cardId)
  if (card === undefined) fail('CARD_NOT_FOUND')
  const order = debitText({ loanId, mode: ordered, amountFen: wanted.askedFen, cardId })
  await requirePayPassword(tx, deps, { userId, amountFen: wanted.askedFen, password: payPassword })
  await proveCode(tx, deps, { userId, purpose: 'repay', code, order })
  const repaymentId = deps.ids()
  const times = { askedOn: standing.onDate, askedAt: deps.clock.now(), nextTryAt: deps.clock.machineNow() }
  await insertRepayment(tx, { userId, loanId, repaymentId, card, ...wanted, ...times })
  if (chosen !== undefined) await reserveForPayment(tx, { userId, loanId, repaymentId, ...chosen })
  if (wanted.askedFen === 0) return { repaymentId, status: await takeCovered(tx, deps, { userId, repaymentId }) }
  await deps.jobs.send(tx, 'repay.debit', { userId, repaymentId })
  return { repaymentId, status: 'requested' as const }
}
