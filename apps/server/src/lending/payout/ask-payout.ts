import { assert } from '@fyh/base/assert.ts'
import { today } from '@fyh/base/dates.ts'
import { borrow } from '@fyh/contract/borrow.ts'
import { constants } from '@fyh/contract/options.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import type { LendingDeps } from '#lending/deps.ts'
import { findLoan, type LoanRecord } from '#lending/loan/loan.ts'
import { askOrder, sendOrInquire, sendsMax, sentNews } from '#lending/orders/orders.ts'
import { cannotCancel, type QueryPayOutAnswer } from '#providers/lender/port.ts'
import { listening } from './listening.ts'
import { claimPayout, type Payout, type PayoutKey, refusedBefore } from './payout.sql.ts'
import { learnPayout, type PayoutNews } from './payout-news.ts'

/** One step towards the outcome of a pay-out, see `askOrder`. Returns whether a lender left a call without an answer. */
export async function askPayout(given: LendingDeps, key: PayoutKey): Promise<boolean> {
  const { deps, wasSilent } = listening(given)
  await askOrder(deps, {
    claim: () => claimPayout(deps.db, key, deps.clock.machineNow()),
    step: (payout) => nextStep(deps, payout),
    learn: (tx, news: PayoutNews) => learnPayout(tx, deps, key, news),
  })
  return wasSilent()
}

/** Undefined while there is nothing new. */
async function nextStep(deps: LendingDeps, payout: Payout): Promise<PayoutNews | undefined> {
  const loan = await findLoan(deps.db, payout)
  assert(loan !== undefined, `pay-out ${payout.orderKey} has no loan`)
  // The money came by an earlier attempt, so this one must not bring it a second time.
  if (loan.status !== 'disbursing') return cancel(deps, payout)
  const isFresh = payout.status === 'requested'
  if (isFresh && !(await earlierAreOver(deps, payout))) return undefined
  // Tries count waits, too; a fresh attempt that was tried before may never have been sent.
  const isSentEnough = !isFresh && payout.tries > sendsMax
  return sendOrInquire(
    { wasSent: !isFresh || payout.tries > 1, wasAccepted: payout.status === 'accepted', isSentEnough },
    {
      send: () => order(deps, payout, loan),
      inquire: async () => newsOf(payout, await portOf(deps, payout).queryPayOut({ key: payout.orderKey })),
      // The lender is asked to cancel the order, which is an answer that holds.
      end: () => cancel(deps, payout),
    },
  )
}

async function order(
  deps: LendingDeps,
  { userId, orderKey, amountFen, cardId, lenderId }: Payout,
  { contractNo }: LoanRecord,
): Promise<PayoutNews> {
  const card = await deps.cards.cardOf(deps.db, userId, cardId)
  assert(card !== undefined, `pay-out ${orderKey} has no card`)
  const answer = await deps.providers.lender(lenderId).payOut({
    key: orderKey,
    contractNo,
    amountFen,
    channelAgreementNo: card.channelAgreementNo,
    orderedOn: today(deps.clock),
    noticeUrl: `${deps.config.apiUrl}${constants.apiPrefix}${borrow.payoutNotice.path}`,
  })
  return sentNews(answer)
}

/**
 * When the cancellation has no result, the lender is asked where the order stands, so that a payment is booked even if its notice was lost.
 * An unknown outcome stays open: it is never guessed, and the next try asks again.
 */
async function cancel(deps: LendingDeps, payout: Payout): Promise<PayoutNews | undefined> {
  const lender = portOf(deps, payout)
  const key = { key: payout.orderKey }
  const cancelled = await lender.cancelPayOut(key)
  const hasResult = cancelled.answer === 'ok' && cancelled.state !== 'notFound'
  const news = newsOf(payout, hasResult ? cancelled : await lender.queryPayOut(key))
  return news === 'notFound' ? undefined : news
}

/**
 * Before a loan is handed in again, the lender confirms that each attempt it refused stays refused. One whose success was missed is
 * booked here, which spares the second pay-out.
 */
async function earlierAreOver(deps: LendingDeps, payout: Payout): Promise<boolean> {
  for (const earlier of await refusedBefore(deps.db, payout)) {
    // The loan may have been handed in with another lender since.
    const lender = portOf(deps, earlier)
    const key = { key: earlier.orderKey }
    const found = newsOf(earlier, await lender.queryPayOut(key))
    // An order that was refused at once is not kept by every lender; one that cannot cancel has given its last word.
    const news = found === 'notFound' ? lastWord(earlier, await lender.cancelPayOut(key)) : found
    if (news?.kind === 'paid') await transaction(deps.db, (tx) => learnPayout(tx, deps, earlier, news))
    if (news?.kind !== 'refused') return false
  }
  return true
}

/** Any refusal but `cannotCancel` may pass, for example `busy`: the lender has to be asked again. */
function lastWord(payout: Payout, answer: QueryPayOutAnswer): PayoutNews | undefined {
  if (answer.answer === 'refused' && answer.reason === cannotCancel) return { kind: 'refused', reason: answer.reason }
  const news = newsOf(payout, answer)
  return news === 'notFound' ? undefined : news
}

/** The lender that an attempt was ordered from. */
const portOf = ({ providers }: LendingDeps, { lenderId }: Payout) => providers.lender(lenderId)

function newsOf(payout: Payout, answer: QueryPayOutAnswer): PayoutNews | 'notFound' | undefined {
  if (answer.answer !== 'ok') return undefined
  switch (answer.state) {
    case 'processing':
      return payout.status === 'accepted' ? undefined : { kind: 'accepted' }
    case 'paid':
      return { kind: 'paid', amountFen: answer.amountFen, paidAt: answer.paidAt === null ? undefined : new Date(answer.paidAt) }
    case 'refused':
      return { kind: 'refused', reason: answer.reason === 'cancelled' ? 'notReceived' : (answer.reason ?? 'refused') }
    case 'notFound':
      return 'notFound'
  }
}
