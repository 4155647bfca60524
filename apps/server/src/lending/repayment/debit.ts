import { assert } from '@fyh/base/assert.ts'
import { type CivilDate, today } from '@fyh/base/dates.ts'
import type { Fen } from '@fyh/base/money.ts'
import { constants } from '@fyh/contract/options.ts'
import { repay } from '@fyh/contract/repay.ts'
import type { RepaymentEvent, RepaymentStatus } from '@fyh/contract/repayment.machine.ts'
import {
  book,
  bookCovered,
  bookReturns,
  claimRepayment,
  countSend,
  findRepayment,
  isRunning,
  moveRepayment,
  noteReason,
  type Repayment,
  type RepaymentKey,
} from '#lending/books/books.ts'
import { freeOfPayment } from '#lending/coupons/coupons.ts'
import type { LendingDeps } from '#lending/deps.ts'
import { findLoan, isPaidOut, type RunningLoan } from '#lending/loan/loan.ts'
import { askOrder, sendOrInquire, sendsMax, sentNews } from '#lending/orders/orders.ts'
import type { Tx } from '#platform/deps.ts'
import type { QueryDebitAnswer } from '#providers/payment/port.ts'
import { insertReport } from './reported.sql.ts'

/** What became known of a debit. The amount alone says whether it took all or a part; `receivedOn` is the channel's. */
export type DebitNews =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'failed'; readonly reason: string }
  | ({ readonly kind: 'taken' } & Taken)
  /** The channel took the money back, whether or not it told before that it had it. */
  | ({ readonly kind: 'returned' } & Taken)

type Taken = { readonly takenFen: Fen; readonly channelNo: string | null; readonly receivedOn: CivilDate | null }

/** One step towards the outcome of a debit, see `askOrder`. */
export async function askDebit(deps: LendingDeps, key: RepaymentKey): Promise<void> {
  await askOrder(deps, {
    claim: () => claimRepayment(deps.db, key, deps.clock.machineNow()),
    step: (repayment) => nextStep(deps, repayment),
    learn: (tx, news: DebitNews) => learnDebit(tx, deps, key, { news, from: 'answer' }),
  })
}

/** What came of an order, or that it is given up: the loan's days wait for the result, and a borrower must not be left without them. */
async function nextStep(deps: LendingDeps, repayment: Repayment): Promise<DebitNews | undefined> {
  const { status, sends, tries } = repayment
  const wasAccepted = status === 'processing'
  // A debit may have been claimed before without being sent: what counts is that the channel was called.
  const wasSent = sends > 0
  const news = await sendOrInquire<DebitNews>(
    { wasSent, wasAccepted, isSentEnough: !wasAccepted && sends >= sendsMax },
    {
      send: () => order(deps, repayment),
      inquire: () => resultOf(deps, repayment),
      end: async () => ({ kind: 'failed', reason: 'notReceived' }),
    },
  )
  const isOpen = news === undefined || news.kind === 'accepted' || news.kind === 'unknown'
  return wasSent && isOpen && tries > asksMax ? { kind: 'failed', reason: 'noResult' } : news
}

async function order(deps: LendingDeps, repayment: Repayment): Promise<DebitNews> {
  const { userId, cardId, orderKey, askedFen, askedOn } = repayment
  const card = await deps.cards.cardOf(deps.db, userId, cardId)
  assert(card !== undefined, `the card of debit ${orderKey} is gone`)
  const answer = await deps.providers.payment.debit({
    key: orderKey,
    channelAgreementNo: card.channelAgreementNo,
    amountFen: askedFen,
    orderedOn: askedOn,
    noticeUrl: `${deps.config.apiUrl}${constants.apiPrefix}${repay.debitNotice.path}`,
  })
  // After the call: a crash before this sends it once more under its key, which the channel takes as the same debit.
  await countSend(deps.db, repayment)
  const news = sentNews(answer)
  return news.kind === 'refused' ? { kind: 'failed', reason: news.reason } : news
}

async function resultOf(deps: LendingDeps, repayment: Repayment): Promise<DebitNews | 'notFound' | undefined> {
  const answer = await deps.providers.payment.queryDebit({ key: repayment.orderKey })
  if (answer.answer !== 'ok') return undefined
  if (answer.state === 'processing') return repayment.status === 'requested' ? { kind: 'accepted' } : undefined
  return answer.state === 'notFound' ? 'notFound' : outcomeOf(answer)
}

type Answered = Extract<QueryDebitAnswer, { answer: 'ok' }>

/** What the channel answers of a debit that came to an end; undefined for one that did not. */
export function outcomeOf({ state, takenFen, channelNo, receivedOn = null, reason }: Answered): DebitNews | undefined {
  switch (state) {
    case 'succeeded':
    case 'partly':
      return { kind: 'taken', takenFen, channelNo, receivedOn }
    case 'returned':
      return { kind: 'returned', takenFen, channelNo, receivedOn }
    case 'failed':
      return { kind: 'failed', reason: reason ?? 'failed' }
    case 'processing':
    case 'notFound':
      return undefined
  }
}

/** About a day of asking, within which payment channels settle. Money that arrives later is booked all the same, on the day it is known. */
const asksMax = 290

/** Hours after the order in which a debit has a result: what has none after the last question counts as failed. Questions take 24 hours, their turns the rest. */
export const resultHoursMax = 25

/** News and where they come from: a notice that the channel sent, or its answer to our question. */
type Learned = { readonly news: DebitNews; readonly from: 'notice' | 'answer' }

/**
 * Takes news of a debit in. News that the machine knows no move for are late or a repeat and change nothing. Money that arrived is
 * booked once, also when the debit was given up before, and taken out once when the channel takes it back. A notice of another sum
 * than was ordered books nothing: the channel is asked first.
 */
export async function learnDebit(tx: Tx, deps: LendingDeps, key: RepaymentKey, { news: heard, from }: Learned): Promise<void> {
  const isOfNothing = (heard.kind === 'taken' || heard.kind === 'returned') && heard.takenFen === 0
  const news: DebitNews = isOfNothing ? { kind: 'failed', reason: 'nothingTaken' } : heard
  const { loan, repayment } = await lockDebit(tx, key)
  const learned = { news: heard, from }
  if (isOfAnotherSum(repayment, learned)) return keepReport(tx, deps, repayment, learned.news)
  const moved = await moveBy(tx, repayment, { events: eventsOf(repayment, news), on: today(deps.clock) })
  if (moved === undefined) return
  if (news.kind === 'failed') await learnFailure(tx, deps, repayment, news.reason)
  if (news.kind === 'taken' || news.kind === 'returned') {
    const isNew = !hasMoney(repayment.status)
    if (isNew) await noteReason(tx, key, { reason: null, channelNo: news.channelNo, at: deps.clock.now() })
    if (isNew) await book(tx, deps, { loan, repayment: moved, takenFen: news.takenFen, receivedOn: news.receivedOn })
  }
  if (isRunning(moved.status)) return
  // Returns and days waited for the result; they go on now.
  const loanKey = { userId: loan.userId, loanId: loan.loanId }
  await bookReturns(tx, deps, loanKey)
  await deps.jobs.send(tx, 'repay.openDays', loanKey)
}

/** Ends a payment that a coupon covers whole: nothing is debited, and no channel hears of it. */
export async function takeCovered(tx: Tx, deps: LendingDeps, key: RepaymentKey): Promise<'succeeded'> {
  const { loan, repayment } = await lockDebit(tx, key)
  assert(repayment.askedFen === 0, `repayment ${key.repaymentId} asks for money`)
  const moved = await moveBy(tx, repayment, { events: ['send', 'succeed'], on: today(deps.clock) })
  assert(moved !== undefined, `repayment ${key.repaymentId} is not new`)
  await bookCovered(tx, deps, { loan, repayment: moved })
  await deps.jobs.send(tx, 'repay.openDays', { userId: loan.userId, loanId: loan.loanId })
  return 'succeeded'
}

/** A debit and its loan, locked. The loan is locked first, everywhere, so that two sources of news never wait for each other. */
export async function lockDebit(tx: Tx, key: RepaymentKey): Promise<{ loan: RunningLoan; repayment: Repayment }> {
  const loanId = (await findRepayment(tx, key))?.loanId
  assert(loanId !== undefined, `no repayment ${key.repaymentId}`)
  const loan = await findLoan(tx, { userId: key.userId, loanId }, 'update')
  const repayment = await findRepayment(tx, key, 'update')
  assert(loan !== undefined && isPaidOut(loan) && repayment !== undefined, `repayment ${key.repaymentId} has no running loan`)
  return { loan, repayment }
}

export const hasMoney = (status: RepaymentStatus): boolean => status === 'succeeded' || status === 'partly' || status === 'returned'

type MoneyNews = Extract<DebitNews, { kind: 'taken' | 'returned' }>

/** Whether news name a sum that must not be booked as it is: in a notice any but the ordered or booked one, in an answer a return of another than was taken. */
function isOfAnotherSum({ status, askedFen, takenFen }: Repayment, learned: Learned): learned is Learned & { news: MoneyNews } {
  const { news, from } = learned
  if (news.kind !== 'taken' && news.kind !== 'returned') return false
  if (from === 'notice') return news.takenFen !== (hasMoney(status) ? takenFen : askedFen)
  return news.kind === 'returned' && hasMoney(status) && news.takenFen !== takenFen
}

/** Keeps a sum that is not booked, and has the channel asked about it, once. */
async function keepReport(tx: Tx, deps: LendingDeps, repayment: Repayment, { kind, takenFen }: MoneyNews): Promise<void> {
  const { userId, repaymentId, askedFen } = repayment
  const result = kind === 'returned' ? 'returned' : takenFen < askedFen ? 'partly' : 'succeeded'
  const times = { at: deps.clock.now(), nextAskAt: deps.clock.machineNow() }
  const isNew = await insertReport(tx, repayment, { result, reportedFen: takenFen, ...times })
  if (!isNew) return
  deps.log.warn(
    { repaymentId, askedFen, reportedFen: takenFen },
    'the payment channel reports an amount that differs from the order; asking the channel',
  )
  await deps.jobs.send(tx, 'repay.askReport', { userId, repaymentId })
}

/** The moves that news ask for. An order whose acceptance was never written down is accepted by what came of it. */
function eventsOf({ status, askedFen }: Repayment, news: DebitNews): RepaymentEvent[] {
  const accepted: RepaymentEvent[] = status === 'requested' ? ['send'] : []
  switch (news.kind) {
    case 'accepted':
      return ['send']
    case 'unknown':
      return [...accepted, 'loseTrack']
    case 'failed':
      return ['fail']
    case 'taken':
      return [...accepted, news.takenFen < askedFen ? 'takePart' : 'succeed']
    case 'returned':
      return hasMoney(status) ? ['takeBack'] : [...accepted, news.takenFen < askedFen ? 'takePart' : 'succeed', 'takeBack']
  }
}

async function moveBy(
  tx: Tx,
  repayment: Repayment,
  { events, on }: { events: readonly RepaymentEvent[]; on: CivilDate },
): Promise<Repayment | undefined> {
  let moved: Repayment | undefined = repayment
  for (const event of events) {
    moved = await moveRepayment(tx, moved, event, on)
    if (moved === undefined) return undefined
  }
  return moved
}

async function learnFailure(tx: Tx, deps: LendingDeps, repayment: Repayment, reason: string): Promise<void> {
  await noteReason(tx, repayment, { reason, channelNo: null, at: deps.clock.now() })
  await freeOfPayment(tx, repayment)
  await tellFailure(tx, deps, repayment, reason)
  if (reason === 'agreementEnded') await deps.cards.agreementEnded(tx, deps, repayment)
}

async function tellFailure(
  tx: Tx,
  deps: LendingDeps,
  { userId, loanId, repaymentId, askedFen, cardTail }: Repayment,
  reason: string,
): Promise<void> {
  await deps.tell(tx, {
    userId,
    kind: 'debitFailed',
    params: { amountFen: askedFen, cardTail, reason },
    loanId,
    once: `debitFailed:${repaymentId}`,
  })
}
