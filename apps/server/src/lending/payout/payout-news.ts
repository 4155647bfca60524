import { assert } from '@fyh/base/assert.ts'
import { type CivilDate, civilDateAt } from '@fyh/base/dates.ts'
import type { Fen } from '@fyh/base/money.ts'
import type { PayoutEvent } from '@fyh/contract/payout.machine.ts'
import type { PlanRow } from '@fyh/loan-engine/schedule.ts'
import { restate } from '#lending/books/books.ts'
import { freeOfLoan, spendOnPayout } from '#lending/coupons/coupons.ts'
import type { LendingDeps } from '#lending/deps.ts'
import { paidOut, post } from '#lending/ledger/ledger.ts'
import { planOf, productOfQuote } from '#lending/lenders/lenders.ts'
import { freeLimit, useLimitAgain } from '#lending/limits/limits.ts'
import {
  findLoan,
  findQuote,
  isPaidOut,
  type LoanRecord,
  moveLoan,
  type Quote,
  writeFailReason,
  writePaidOut,
  writeTerms,
} from '#lending/loan/loan.ts'
import type { Tx } from '#platform/deps.ts'
import { findPayout, movePayout, type Payout, type PayoutKey, runningPayout } from './payout.sql.ts'
import { correctOtherAmounts, openExcess, openOtherAmount } from './payout-cases.ts'

/** What became known of a pay-out. `paidAt` is the lender's own time, machine time. */
export type PayoutNews =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'paid'; readonly amountFen: Fen; readonly paidAt: Date | undefined }

const eventOf = { accepted: 'accept', unknown: 'loseTrack', refused: 'refuse', paid: 'pay' } as const satisfies Record<
  PayoutNews['kind'],
  PayoutEvent
>

/** Takes news of a pay-out in. News that the machine knows no move for are late or a repeat and change nothing. */
export async function learnPayout(tx: Tx, deps: LendingDeps, key: PayoutKey, news: PayoutNews): Promise<void> {
  // The loan is locked first, everywhere, so that two tellers of news never wait for each other.
  const loanId = (await findPayout(tx, key))?.loanId
  assert(loanId !== undefined, `no pay-out ${key.payoutId}`)
  const loan = await findLoan(tx, { userId: key.userId, loanId }, 'update')
  const payout = await findPayout(tx, key, 'update')
  assert(loan !== undefined && payout !== undefined, `pay-out ${key.payoutId} has no loan`)
  if (news.kind === 'paid') return learnPaid(tx, deps, { loan, payout, news })
  const reason = news.kind === 'refused' ? news.reason : undefined
  const moved = await movePayout(tx, payout, eventOf[news.kind], { at: deps.clock.now(), reason })
  // A loan that has its money, or that waits for none, is not failed by an attempt that ends afterwards.
  if (moved && news.kind === 'refused' && loan.status === 'disbursing') await takeRefused(tx, deps, { loan, payout, reason: news.reason })
}

type PaidNews = { loan: LoanRecord; payout: Payout; news: Extract<PayoutNews, { kind: 'paid' }> }

/**
 * Money that moved always counts, whatever was known before: for the loan, or, when the loan has its money, as excess that an operator
 * resolves. An amount other than the one ordered moves nothing by itself.
 */
async function learnPaid(tx: Tx, deps: LendingDeps, { loan, payout, news }: PaidNews): Promise<void> {
  const { amountFen } = news
  const at = deps.clock.now()
  if (payout.status === 'paid') {
    if (amountFen !== payout.paidFen) await openOtherAmount(tx, deps, payout, amountFen)
    return
  }
  const isSecond = isPaidOut(loan)
  if (!isSecond && amountFen !== payout.amountFen) return openOtherAmount(tx, deps, payout, amountFen)
  const moved = await movePayout(tx, payout, 'pay', { at, paidFen: amountFen })
  assert(moved, `pay-out ${payout.payoutId} cannot be paid from ${payout.status}`)
  await correctOtherAmounts(tx, deps, payout)
  const paidAt = businessTimeOf(deps, news.paidAt)
  if (isSecond) return openExcess(tx, deps, { payout, reportedFen: amountFen, excessFen: amountFen, on: civilDateAt(paidAt) })
  await takePaid(tx, deps, { loan, payout, paidAt })
  if (loan.status === 'disbursing') await withdrawUnsent(tx, deps, loan)
}

/** The lender's moment in business time: as long ago as it is by the machine's clock. */
function businessTimeOf({ clock }: LendingDeps, at: Date | undefined): Date {
  const ago = at === undefined ? 0 : Math.max(0, clock.machineNow().getTime() - at.getTime())
  return new Date(clock.now().getTime() - ago)
}

/**
 * The debt begins, on the terms that this attempt was ordered on: the plan counts from the day the money went out, which is the day of
 * business time at which the lender paid.
 */
async function takePaid(
  tx: Tx,
  deps: LendingDeps,
  { loan, payout, paidAt }: { loan: LoanRecord; payout: Payout; paidAt: Date },
): Promise<void> {
  const { userId, loanId, amountFen, status } = loan
  const isLate = status === 'failed'
  const quote = await findQuote(tx, payout)
  const { periods, method, annualRatePpm, dayCount, tail, daysOff, borrowedAt } = await ontoTermsOf(tx, payout, loan)
  const paidOutAt = paidAt < borrowedAt ? borrowedAt : paidAt
  const payOutDate = civilDateAt(paidOutAt)
  const plan = planOf({ method, dayCount, tail, daysOff }, { amountFen, periods, annualRatePpm, payOutDate })
  await writePaidOut(tx, loan, { plan, payOutDate, paidOutAt })
  const { orderKey, lenderId } = payout
  await post(tx, paidOut({ userId, loanId, on: payOutDate, orderKey, lenderId, amount: amountFen }))
  // The refusal had freed it.
  if (isLate) await useLimitAgain(tx, userId, amountFen)
  await moveLoan(tx, loan, 'paidOut')
  await takeCoupon(tx, deps, { loan, payout, chosen: quote?.coupon ?? null, plan, on: payOutDate })
  const card = await deps.cards.cardOf(tx, userId, payout.cardId)
  await deps.tell(tx, {
    userId,
    kind: isLate ? 'payoutDoneLate' : 'payoutDone',
    params: { amountFen, cardTail: card?.tail ?? '', firstDueOn: plan[0]?.dueDate ?? payOutDate },
    loanId,
    once: `payoutDone:${loanId}`,
  })
  const isOutdated = isLate || loan.quoteId !== payout.quoteId
  const { cardId } = payout
  await deps.loanPaidOut(tx, deps, { userId, loanId, cardId, isLate: isOutdated, benefit: quote?.benefit ?? null })
  // The news may come days later; the days since are opened now.
  await deps.jobs.send(tx, 'repay.openDays', { userId, loanId })
}

/** The coupon of the quote that this attempt was ordered on: its discounts belong to the loan from the first day. */
async function takeCoupon(
  tx: Tx,
  deps: LendingDeps,
  { loan, payout, ...paid }: { loan: LoanRecord; payout: Payout; chosen: Quote['coupon']; plan: readonly PlanRow[]; on: CivilDate },
): Promise<void> {
  const hasDiscount = await spendOnPayout(tx, deps, { loan, ...paid })
  if (!hasDiscount) return
  const running = await findLoan(tx, loan)
  assert(running !== undefined && isPaidOut(running), `loan ${loan.loanId} has its money`)
  await restate(tx, { loan: running, cause: `coupon:${payout.payoutId}` })
}

/** A loan that was submitted again since may stand on later terms and another card than the attempt that brought the money. */
async function ontoTermsOf(tx: Tx, { userId, quoteId, cardId }: Payout, loan: LoanRecord): Promise<LoanRecord> {
  if (loan.quoteId === quoteId && loan.cardId === cardId) return loan
  const quote = await findQuote(tx, { userId, quoteId })
  assert(quote !== undefined, `loan ${loan.loanId} has no quote ${quoteId}`)
  const product = await productOfQuote(tx, quote)
  await writeTerms(tx, { loanId: loan.loanId, quote, cardId, product })
  const rewritten = await findLoan(tx, loan)
  assert(rewritten !== undefined, `loan ${loan.loanId} is gone`)
  return rewritten
}

/** A later attempt that was not sent yet is not needed any more. One that was sent is cancelled at the lender, see `askPayout`. */
async function withdrawUnsent(tx: Tx, deps: LendingDeps, loan: LoanRecord): Promise<void> {
  const later = await runningPayout(tx, loan)
  if (later === undefined || later.status !== 'requested' || later.tries > 0) return
  await movePayout(tx, later, 'refuse', { at: deps.clock.now(), reason: 'withdrawn' })
}

async function takeRefused(
  tx: Tx,
  deps: LendingDeps,
  { loan, payout, reason }: { loan: LoanRecord; payout: Payout; reason: string },
): Promise<void> {
  const { userId, loanId, amountFen } = loan
  await moveLoan(tx, loan, 'refused')
  await writeFailReason(tx, loan, reason)
  await freeLimit(tx, userId, amountFen)
  await freeOfLoan(tx, loan)
  await deps.tell(tx, {
    userId,
    kind: 'payoutFailed',
    params: { amountFen, reason },
    loanId,
    once: `payoutFailed:${payout.payoutId}`,
  })
}
