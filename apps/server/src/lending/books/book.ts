import { type CivilDate, today } from '@fyh/base/dates.ts'
import { type Fen, minFen, subFen, zeroFen } from '@fyh/base/money.ts'
import type { MessageContent } from '@fyh/contract/message-params.ts'
import { noParts, totalOf } from '@fyh/loan-engine/parts.ts'
import { freeOfPayment, spendOnPayment } from '#lending/coupons/coupons.ts'
import type { LendingDeps } from '#lending/deps.ts'
import { post, returnedRepaid } from '#lending/ledger/ledger.ts'
import { freeLimit } from '#lending/limits/limits.ts'
import { paymentsOf, type RunningLoan, returnedOwedOf } from '#lending/loan/loan.ts'
import type { Tx } from '#platform/deps.ts'
import { knownOn } from './known-on.ts'
import { writeReceived, writeSplits, writeTaken } from './received.sql.ts'
import type { Repayment } from './repayments.sql.ts'
import { type Restated, restate } from './restate.ts'
import { valueDayOf } from './value-day.ts'

type Brought = { readonly loan: RunningLoan; readonly repayment: Repayment; readonly takenFen: Fen; readonly receivedOn: CivilDate | null }

/**
 * Books money that a debit brought, on the day it counts from: what has happened to the loan since is restated. The loan is locked by the
 * caller.
 */
export async function book(tx: Tx, deps: LendingDeps, { loan, repayment, takenFen, receivedOn }: Brought): Promise<void> {
  const now = today(deps.clock)
  // No day is opened any more for a settled loan, and what is paid for a returned sum is none of its plan.
  const bookedTo = repayment.mode === 'returned' ? now : loan.bookedTo
  const reckonedWith = await reckonedWithOf(tx, loan, repayment)
  const days = { receivedOn, askedOn: repayment.askedOn, reckonedWith, payOutDate: loan.payOutDate, bookedTo, today: now }
  const { on, doubt } = valueDayOf(days)
  if (doubt !== undefined)
    deps.log.error({ repaymentId: repayment.repaymentId, doubt, ...days, on }, 'an operator should check the value date of this payment')
  await writeReceived(tx, repayment, { takenFen, on, receivedOn })
  if (repayment.mode === 'returned') return bookForReturned(tx, deps, { loan, repayment, takenFen })
  await settleCoupon(tx, deps, { loan, repayment, takenFen, on })
  const restated = await restate(tx, { loan, cause: `repaid:${repayment.repaymentId}`, on: knownOn(deps, loan) })
  await tell(tx, deps, { loan, repayment, takenFen, restated })
}

/** Books that a debit brought more than was booked of it: the payment counts from the same day, with the larger sum. The loan is locked by the caller. */
export async function bookMore(tx: Tx, deps: LendingDeps, { loan, repayment, takenFen }: Omit<Brought, 'receivedOn'>): Promise<void> {
  await writeTaken(tx, repayment, takenFen)
  await settleCoupon(tx, deps, { loan, repayment, takenFen, on: repayment.countsFrom ?? loan.bookedTo })
  const restated = await restate(tx, { loan, cause: `retaken:${repayment.repaymentId}:${takenFen}`, on: knownOn(deps, loan) })
  await tell(tx, deps, { loan, repayment, takenFen, restated })
}

/** A coupon counts with a payment that brought all of what it was ordered for, and is free again after any other. */
async function settleCoupon(tx: Tx, deps: LendingDeps, { on, ...brought }: Omit<Brought, 'receivedOn'> & { on: CivilDate }): Promise<void> {
  const { loan, repayment, takenFen } = brought
  if (takenFen >= repayment.askedFen) await spendOnPayment(tx, deps, { loan, repayment, on })
  else await freeOfPayment(tx, repayment)
}

/** Books a payment that a coupon covers whole: there is no money, and its discount counts from the day. The loan is locked by the caller. */
export async function bookCovered(
  tx: Tx,
  deps: LendingDeps,
  { loan, repayment }: { loan: RunningLoan; repayment: Repayment },
): Promise<void> {
  await spendOnPayment(tx, deps, { loan, repayment, on: repayment.askedOn })
  const restated = await restate(tx, { loan, cause: `covered:${repayment.repaymentId}`, on: knownOn(deps, loan) })
  await tell(tx, deps, { loan, repayment, takenFen: zeroFen, restated })
}

/** The last day by which something had happened to the loan when the debit was asked for. A prepayment is what its quote said, to the day. */
async function reckonedWithOf(tx: Tx, loan: RunningLoan, { mode, askedOn }: Repayment): Promise<CivilDate | undefined> {
  if (mode === 'prepay') return askedOn
  const days = (await paymentsOf(tx, loan)).map(({ on }) => on).filter((on) => on <= askedOn)
  return days.sort().at(-1)
}

/** Money for what the channel took back of a loan that was settled. */
async function bookForReturned(tx: Tx, deps: LendingDeps, { loan, repayment, takenFen }: Omit<Brought, 'receivedOn'>): Promise<void> {
  const { userId, repaymentId, orderKey } = repayment
  const amount = minFen(takenFen, await returnedOwedOf(tx, loan))
  const surplus = subFen(takenFen, amount)
  await post(tx, returnedRepaid({ userId, loanId: loan.loanId, on: knownOn(deps, loan), repaymentId, orderKey, amount, surplus }))
  await writeSplits(tx, userId, [{ repaymentId, parts: { ...noParts, principal: amount }, surplus }])
  await freeLimit(tx, userId, amount)
  if (amount > 0) await tellTaken(tx, deps, { repayment, takenFen })
  if (surplus > 0) await tellOf(tx, deps, repayment, { kind: 'surplusHeld', params: { amountFen: surplus } })
}

type Booked = Omit<Brought, 'receivedOn'> & { readonly restated: Restated }

async function tell(tx: Tx, deps: LendingDeps, { loan, repayment, takenFen, restated }: Booked): Promise<void> {
  const { event, standing, outcomes, penaltyChange, surplusChange } = restated
  const own = outcomes.find(({ received }) => received.repaymentId === repayment.repaymentId)
  if (event === 'settle') await tellSettled(tx, deps, { loan, paidTotal: standing.paidTotal })
  if (event === 'cure') await tellOf(tx, deps, repayment, { kind: 'overdueCured', params: { contractNo: loan.contractNo } })
  if (penaltyChange < 0)
    await tellOf(tx, deps, repayment, { kind: 'penaltyTakenBack', params: { amountFen: subFen(zeroFen, penaltyChange) } })
  if (surplusChange > 0) await tellOf(tx, deps, repayment, { kind: 'surplusHeld', params: { amountFen: surplusChange } })
  // A settled loan gets one message, which names the total paid.
  if (event !== 'settle' && own !== undefined && totalOf(own.outcome.allocation.parts) > 0)
    await tellTaken(tx, deps, { repayment, takenFen })
}

async function tellSettled(tx: Tx, deps: LendingDeps, { loan, paidTotal }: { loan: RunningLoan; paidTotal: Fen }): Promise<void> {
  await deps.tell(tx, {
    userId: loan.userId,
    kind: 'loanSettled',
    params: { amountFen: paidTotal, contractNo: loan.contractNo },
    loanId: loan.loanId,
    once: `loanSettled:${loan.loanId}`,
  })
}

async function tellTaken(tx: Tx, deps: LendingDeps, { repayment, takenFen }: { repayment: Repayment; takenFen: Fen }): Promise<void> {
  const { askedFen, cardTail } = repayment
  if (takenFen < askedFen) {
    await tellOf(tx, deps, repayment, { kind: 'debitPartly', params: { amountFen: takenFen, askedFen, cardTail } })
  } else {
    await tellOf(tx, deps, repayment, { kind: 'debitDone', params: { amountFen: takenFen, cardTail } })
  }
}

type AboutPayment = MessageContent<'surplusHeld' | 'overdueCured' | 'penaltyTakenBack' | 'debitPartly' | 'debitDone'>

async function tellOf(tx: Tx, deps: LendingDeps, { userId, loanId, repaymentId }: Repayment, content: AboutPayment): Promise<void> {
  await deps.tell(tx, { ...content, userId, loanId, once: `${content.kind}:${repaymentId}` })
}
