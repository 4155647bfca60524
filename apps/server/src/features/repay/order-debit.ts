import { today } from '@fyh/base/dates.ts'
import type { Fen } from '@fyh/base/money.ts'
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

type Confirmed = {
  readonly userId: number
  /** All that the code was asked for. */
  readonly order: string
  readonly amountFen: Fen
  readonly cardId: number
  readonly code: string
  readonly payPassword: string | undefined
}

/** The card to debit, once the borrower has confirmed the order by a code, and by the payment password where it asks for one. */
export async function confirmedCard(tx: Tx, deps: LendingDeps, confirmed: Confirmed): Promise<NewRepayment['card']> {
  const { userId, order, amountFen, cardId, code, payPassword } = confirmed
  const card = await cardOf(tx, userId, cardId)
  if (card === undefined) fail('CARD_NOT_FOUND')
  await requirePayPassword(tx, deps, { userId, amountFen, password: payPassword })
  await proveCode(tx, deps, { userId, purpose: 'repay', code, order })
  return card
}

type Debit = Pick<NewRepayment, 'mode' | 'effect' | 'askedFen' | 'upToPeriod'>

/** Writes down one debit that was confirmed; `sendDebit` has it made. */
export async function writeDebit(
  tx: Tx,
  deps: LendingDeps,
  { loan, standing }: LoanNow,
  debit: Debit & Pick<NewRepayment, 'card'>,
): Promise<number> {
  const { userId, loanId } = loan
  const repaymentId = deps.ids()
  const times = { askedOn: standing.onDate, askedAt: deps.clock.now(), nextTryAt: deps.clock.machineNow() }
  await insertRepayment(tx, { userId, loanId, repaymentId, ...debit, ...times })
  return repaymentId
}

/** Has a debit made that was written down. */
export const sendDebit = (tx: Tx, deps: LendingDeps, debit: { readonly userId: number; readonly repaymentId: number }): Promise<void> =>
  deps.jobs.send(tx, 'repay.debit', debit)

type Wanted = Debit & {
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
  now: LoanNow,
  { cardId, code, payPassword, ordered, chosen, ...wanted }: Wanted,
) {
  const { userId, loanId } = now.loan
  const amountFen = wanted.askedFen
  const order = debitText({ loanId, mode: ordered, amountFen, cardId })
  const card = await confirmedCard(tx, deps, { userId, order, amountFen, cardId, code, payPassword })
  const repaymentId = await writeDebit(tx, deps, now, { card, ...wanted })
  if (chosen !== undefined) await reserveForPayment(tx, { userId, loanId, repaymentId, ...chosen })
  if (amountFen === 0) return { repaymentId, status: await takeCovered(tx, deps, { userId, repaymentId }) }
  await sendDebit(tx, deps, { userId, repaymentId })
  return { repaymentId, status: 'requested' as const }
}
