import { assert } from '@fyh/base/assert.ts'
import type { Fen } from '@fyh/base/money.ts'
import { constants } from '@fyh/contract/options.ts'
import { repay } from '@fyh/contract/repay.ts'
import type { RepaymentEvent } from '@fyh/contract/repayment.machine.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import type { Deps, Tx } from '#platform/deps.ts'
import { agreementEnded, cardOf } from '../card/card.ts'
import { findLoan, isPaidOut } from '../loan/loan.ts'
import { sendMessage } from '../message/message.ts'
import { book } from './book.ts'
import { claimRepayment, findRepayment, isRunning, moveRepayment, noteReason, type Repayment, type RepaymentKey } from './repay.sql.ts'

/** What became known of a debit. Whether it took all or a part is told by the amount alone. */
export type DebitNews =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'taken'; readonly takenFen: Fen; readonly channelNo: string | null }

/**
 * One step towards the outcome of a debit: orders it, or, when it was ordered before, asks what became of it. Harmless when repeated: the
 * channel knows the order by its key, and only one node at a time has it in hand.
 */
export async function askDebit(deps: Deps, key: RepaymentKey): Promise<void> {
  const repayment = await claimRepayment(deps.db, key, deps.clock.machineNow())
  if (repayment === undefined) return
  const isFirst = repayment.status === 'requested' && repayment.tries === 1
  const news = isFirst ? await order(deps, repayment) : await inquire(deps, repayment)
  if (news !== undefined) await transaction(deps.db, (tx) => learnDebit(tx, deps, key, news))
}

async function order(deps: Deps, { userId, cardId, orderKey, askedFen }: Repayment): Promise<DebitNews> {
  const card = await cardOf(deps.db, userId, cardId)
  assert(card !== undefined, `the card of debit ${orderKey} is gone`)
  const answer = await deps.providers.payment.debit({
    key: orderKey,
    channelAgreementNo: card.channelAgreementNo,
    amountFen: askedFen,
    noticeUrl: `${deps.config.apiUrl}${constants.apiPrefix}${repay.debitNotice.path}`,
  })
  if (answer.answer === 'ok') return { kind: 'accepted' }
  return answer.answer === 'refused' ? { kind: 'failed', reason: answer.reason } : { kind: 'unknown' }
}

/** What came of an order, or that it is given up: the loan's days wait for the result, and a borrower must not be left without them. */
async function inquire(deps: Deps, repayment: Repayment): Promise<DebitNews | undefined> {
  const news = await resultOf(deps, repayment)
  const isOpen = news === undefined || news.kind === 'accepted' || news.kind === 'unknown'
  return isOpen && repayment.tries > asksMax ? { kind: 'failed', reason: 'noResult' } : news
}

/**
 * Undefined while there is nothing new. An order the channel never got is sent again under its key, a few times; one it accepted before is
 * not refused by being unknown for a while.
 */
async function resultOf(deps: Deps, repayment: Repayment): Promise<DebitNews | undefined> {
  const answer = await deps.providers.payment.queryDebit({ key: repayment.orderKey })
  if (answer.answer !== 'ok') return undefined
  switch (answer.state) {
    case 'processing':
      return repayment.status === 'requested' ? { kind: 'accepted' } : undefined
    case 'succeeded':
    case 'partly':
      return { kind: 'taken', takenFen: answer.takenFen, channelNo: answer.channelNo }
    case 'failed':
      return { kind: 'failed', reason: answer.reason ?? 'failed' }
    case 'notFound':
      if (repayment.status === 'processing') return undefined
      return repayment.tries <= sendsMax ? order(deps, repayment) : { kind: 'failed', reason: 'notReceived' }
  }
}

const sendsMax = 5
/** About a day of asking, within which payment channels settle. Money that arrives later is booked all the same, on the day it is known. */
const asksMax = 290

/**
 * Takes news of a debit in. News that the machine knows no move for are late or a repeat and change nothing. Money that arrived is
 * booked once, also when the debit was given up before.
 */
export async function learnDebit(tx: Tx, deps: Deps, key: RepaymentKey, told: DebitNews): Promise<void> {
  const news: DebitNews = told.kind === 'taken' && told.takenFen === 0 ? { kind: 'failed', reason: 'nothingTaken' } : told
  // The loan is locked first, everywhere, so that two tellers of news never wait for each other.
  const loanId = (await findRepayment(tx, key))?.loanId
  assert(loanId !== undefined, `no repayment ${key.repaymentId}`)
  const loan = await findLoan(tx, { userId: key.userId, loanId }, 'update')
  const repayment = await findRepayment(tx, key, 'update')
  assert(loan !== undefined && isPaidOut(loan) && repayment !== undefined, `repayment ${key.repaymentId} has no running loan`)
  const moved = await moveBy(tx, repayment, eventsOf(repayment, news))
  if (moved === undefined) return
  if (news.kind === 'failed' || news.kind === 'taken') {
    const known = news.kind === 'failed' ? { reason: news.reason, channelNo: null } : { reason: null, channelNo: news.channelNo }
    await noteReason(tx, key, { ...known, at: deps.clock.now() })
  }
  if (news.kind === 'failed') await tellFailure(tx, deps, repayment, news.reason)
  if (news.kind === 'failed' && news.reason === 'agreementEnded') await agreementEnded(tx, deps, repayment)
  if (news.kind === 'taken') await book(tx, deps, { loan, repayment: moved, takenFen: news.takenFen })
  // Days were not opened while the result was open; they are now.
  if (!isRunning(moved.status)) await deps.jobs.send(tx, 'repay.openDays', { userId: key.userId, loanId })
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
  }
}

async function moveBy(tx: Tx, repayment: Repayment, events: readonly RepaymentEvent[]): Promise<Repayment | undefined> {
  let moved: Repayment | undefined = repayment
  for (const event of events) {
    moved = await moveRepayment(tx, moved, event)
    if (moved === undefined) return undefined
  }
  return moved
}

async function tellFailure(
  tx: Tx,
  deps: Deps,
  { userId, loanId, repaymentId, askedFen, cardTail }: Repayment,
  reason: string,
): Promise<void> {
  await sendMessage(tx, deps, {
    userId,
    kind: 'debitFailed',
    params: { amountFen: askedFen, cardTail, reason },
    loanId,
    once: `debitFailed:${repaymentId}`,
  })
}
