import { assert } from '@fyh/base/assert.ts'
import { type CivilDate, today } from '@fyh/base/dates.ts'
import type { Fen } from '@fyh/base/money.ts'
import { constants } from '@fyh/contract/options.ts'
import { repay } from '@fyh/contract/repay.ts'
import type { RepaymentEvent, RepaymentStatus } from '@fyh/contract/repayment.machine.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import type { Deps, Tx } from '#platform/deps.ts'
import { agreementEnded, cardOf } from '../card/card.ts'
import { findLoan, isPaidOut } from '../loan/loan.ts'
import { sendMessage } from '../message/message.ts'
import { book } from './book.ts'
import { claimRepayment, findRepayment, isRunning, moveRepayment, noteReason, type Repayment, type RepaymentKey } from './repay.sql.ts'
import { bookReturns } from './returned.ts'

/** What became known of a debit. Whether it took all or a part is told by the amount alone; `receivedOn` by the channel. */
export type DebitNews =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'failed'; readonly reason: string }
  | ({ readonly kind: 'taken' } & Taken)
  /** The channel took the money back, whether or not it told before that it had it. */
  | ({ readonly kind: 'returned' } & Taken)

type Taken = { readonly takenFen: Fen; readonly channelNo: string | null; readonly receivedOn: CivilDate | null }

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

async function order(deps: Deps, { userId, cardId, orderKey, askedFen, askedOn }: Repayment): Promise<DebitNews> {
  const card = await cardOf(deps.db, userId, cardId)
  assert(card !== undefined, `the card of debit ${orderKey} is gone`)
  const answer = await deps.providers.payment.debit({
    key: orderKey,
    channelAgreementNo: card.channelAgreementNo,
    amountFen: askedFen,
    orderedOn: askedOn,
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
    case 'returned': {
      const { takenFen, channelNo, receivedOn = null } = answer
      return { kind: answer.state === 'returned' ? 'returned' : 'taken', takenFen, channelNo, receivedOn }
    }
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
 * booked once, also when the debit was given up before, and taken out once when the channel takes it back.
 */
export async function learnDebit(tx: Tx, deps: Deps, key: RepaymentKey, told: DebitNews): Promise<void> {
  const isOfNothing = (told.kind === 'taken' || told.kind === 'returned') && told.takenFen === 0
  const news: DebitNews = isOfNothing ? { kind: 'failed', reason: 'nothingTaken' } : told
  // The loan is locked first, everywhere, so that two tellers of news never wait for each other.
  const loanId = (await findRepayment(tx, key))?.loanId
  assert(loanId !== undefined, `no repayment ${key.repaymentId}`)
  const loan = await findLoan(tx, { userId: key.userId, loanId }, 'update')
  const repayment = await findRepayment(tx, key, 'update')
  assert(loan !== undefined && isPaidOut(loan) && repayment !== undefined, `repayment ${key.repaymentId} has no running loan`)
  if (isOfAnotherSum(deps, repayment, news)) return
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
  await bookReturns(tx, deps, { userId: key.userId, loanId })
  await deps.jobs.send(tx, 'repay.openDays', { userId: key.userId, loanId })
}

const hasMoney = (status: RepaymentStatus): boolean => status === 'succeeded' || status === 'partly' || status === 'returned'

/** A channel takes back what it took, whole. Another sum is for a person to clear up, and changes nothing by itself. */
function isOfAnotherSum({ log }: Deps, { repaymentId, status, takenFen }: Repayment, news: DebitNews): boolean {
  if (news.kind !== 'returned' || !hasMoney(status) || news.takenFen === takenFen) return false
  log.error({ repaymentId, takenFen, returnedFen: news.takenFen }, 'a channel takes back another sum than it took: a person should look')
  return true
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

async function learnFailure(tx: Tx, deps: Deps, repayment: Repayment, reason: string): Promise<void> {
  await noteReason(tx, repayment, { reason, channelNo: null, at: deps.clock.now() })
  await tellFailure(tx, deps, repayment, reason)
  if (reason === 'agreementEnded') await agreementEnded(tx, deps, repayment)
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
