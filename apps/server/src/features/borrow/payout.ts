import { assert } from '@fyh/base/assert.ts'
import { civilDateAt, today } from '@fyh/base/dates.ts'
import type { Fen } from '@fyh/base/money.ts'
import { borrow } from '@fyh/contract/borrow.ts'
import { constants } from '@fyh/contract/options.ts'
import type { PayoutEvent } from '@fyh/contract/payout.machine.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import { post } from '#ledger/ledger.ts'
import { paidOut } from '#ledger/postings.ts'
import type { Deps, Tx } from '#platform/deps.ts'
import { freeLimit } from '../apply/apply.ts'
import { cardOf } from '../card/card.ts'
import { findLoan, type LoanRecord, moveLoan } from '../loan/loan.ts'
import { sendMessage } from '../message/message.ts'
import { writeFailReason, writePaidOut } from './borrow.sql.ts'
import { planOf } from './offer.ts'
import { claimPayout, findPayout, movePayout, type Payout, type PayoutKey } from './payout.sql.ts'

/** What became known of a pay-out. `paidAt` is the lender's own time, machine time. */
export type PayoutNews =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'paid'; readonly amountFen: Fen; readonly paidAt: Date | undefined }

/**
 * One step towards the outcome of a pay-out: orders it, or, when it was ordered before, asks what became of it. Harmless when repeated:
 * the lender knows the order by its key, and only one node at a time has it in hand.
 */
export async function askPayout(deps: Deps, key: PayoutKey): Promise<void> {
  const payout = await claimPayout(deps.db, key, deps.clock.machineNow())
  if (payout === undefined) return
  const isFirst = payout.status === 'requested' && payout.tries === 1
  const news = isFirst ? await order(deps, payout) : await inquire(deps, payout)
  if (news !== undefined) await transaction(deps.db, (tx) => learnPayout(tx, deps, key, news))
}

async function order(deps: Deps, { userId, loanId, orderKey, amountFen }: Payout): Promise<PayoutNews> {
  const loan = await findLoan(deps.db, { userId, loanId })
  const card = loan && (await cardOf(deps.db, userId, loan.cardId))
  assert(loan !== undefined && card !== undefined, `pay-out ${orderKey} has no loan or card`)
  const answer = await deps.providers.lender.payOut({
    key: orderKey,
    contractNo: loan.contractNo,
    amountFen,
    channelAgreementNo: card.channelAgreementNo,
    orderedOn: today(deps.clock),
    noticeUrl: `${deps.config.apiUrl}${constants.apiPrefix}${borrow.payoutNotice.path}`,
  })
  if (answer.answer === 'ok') return { kind: 'accepted' }
  return answer.answer === 'refused' ? { kind: 'refused', reason: answer.reason } : { kind: 'unknown' }
}

/**
 * Undefined while there is nothing new. An order the lender never got is sent again under its key; one it accepted before is not refused by
 * being unknown for a while, because its money may go out yet.
 */
async function inquire(deps: Deps, payout: Payout): Promise<PayoutNews | undefined> {
  const answer = await deps.providers.lender.queryPayOut({ key: payout.orderKey })
  if (answer.answer !== 'ok') return undefined
  switch (answer.state) {
    case 'processing':
      return payout.status === 'accepted' ? undefined : { kind: 'accepted' }
    case 'paid':
      return { kind: 'paid', amountFen: answer.amountFen, paidAt: answer.paidAt === null ? undefined : new Date(answer.paidAt) }
    case 'refused':
      return { kind: 'refused', reason: answer.reason ?? 'refused' }
    case 'notFound':
      if (payout.status === 'accepted') return undefined
      return payout.tries <= sendsMax ? order(deps, payout) : { kind: 'refused', reason: 'notReceived' }
  }
}

const sendsMax = 5
const eventOf = { accepted: 'accept', unknown: 'loseTrack', refused: 'refuse', paid: 'pay' } as const satisfies Record<
  PayoutNews['kind'],
  PayoutEvent
>

/** Takes news of a pay-out in. News that the machine knows no move for are late or a repeat and change nothing. */
export async function learnPayout(tx: Tx, deps: Deps, key: PayoutKey, news: PayoutNews): Promise<void> {
  // The loan is locked first, everywhere, so that two tellers of news never wait for each other.
  const loanId = (await findPayout(tx, key))?.loanId
  assert(loanId !== undefined, `no pay-out ${key.payoutId}`)
  const loan = await findLoan(tx, { userId: key.userId, loanId }, 'update')
  const payout = await findPayout(tx, key, 'update')
  assert(loan !== undefined && payout !== undefined, `pay-out ${key.payoutId} has no loan`)
  if (news.kind === 'paid' && news.amountFen !== payout.amountFen) {
    deps.log.error({ payoutId: payout.payoutId }, 'a lender tells of a pay-out of another amount; it is left for a person to look at')
    return
  }
  const at = deps.clock.now()
  const moved = await movePayout(tx, payout, eventOf[news.kind], { at, reason: news.kind === 'refused' ? news.reason : undefined })
  if (!moved) {
    if (news.kind === 'paid' && payout.status === 'refused')
      deps.log.error({ payoutId: payout.payoutId }, 'a loan was paid out after it was refused; it is left for a person to look at')
    return
  }
  if (news.kind === 'paid') await takePaid(tx, deps, { loan, orderKey: payout.orderKey, paidAt: businessTimeOf(deps, news.paidAt) })
  if (news.kind === 'refused') await takeRefused(tx, deps, { loan, payout, reason: news.reason })
}

/** The lender's moment in business time: as long ago as it is by the machine's clock. */
function businessTimeOf({ clock }: Deps, at: Date | undefined): Date {
  const ago = at === undefined ? 0 : Math.max(0, clock.machineNow().getTime() - at.getTime())
  return new Date(clock.now().getTime() - ago)
}

/** The debt begins: the plan counts from the day the money went out, which is the day of business time at which the lender paid. */
async function takePaid(
  tx: Tx,
  deps: Deps,
  { loan, orderKey, paidAt }: { loan: LoanRecord; orderKey: string; paidAt: Date },
): Promise<void> {
  const { userId, loanId, amountFen } = loan
  const paidOutAt = paidAt < loan.borrowedAt ? loan.borrowedAt : paidAt
  const payOutDate = civilDateAt(paidOutAt)
  const { periods, method, annualRatePpm, dayCount, tail } = loan
  const plan = planOf({ dayCount, tail }, { amountFen, periods, method, annualRatePpm, payOutDate })
  await writePaidOut(tx, loan, { plan, payOutDate, paidOutAt })
  await post(tx, paidOut({ userId, loanId, on: payOutDate, orderKey, amount: amountFen }))
  await moveLoan(tx, loan, 'paidOut')
  const card = await cardOf(tx, userId, loan.cardId)
  await sendMessage(tx, deps, {
    userId,
    kind: 'payoutDone',
    params: { amountFen, cardTail: card?.tail ?? '', firstDueOn: plan[0]?.dueDate ?? payOutDate },
    loanId,
    once: `payoutDone:${loanId}`,
  })
  // The news may come days later; the days since are opened now.
  await deps.jobs.send(tx, 'repay.openDays', { userId, loanId })
}

async function takeRefused(
  tx: Tx,
  deps: Deps,
  { loan, payout, reason }: { loan: LoanRecord; payout: Payout; reason: string },
): Promise<void> {
  const { userId, loanId, amountFen } = loan
  await moveLoan(tx, loan, 'refused')
  await writeFailReason(tx, loan, reason)
  await freeLimit(tx, userId, amountFen)
  await sendMessage(tx, deps, {
    userId,
    kind: 'payoutFailed',
    params: { amountFen, reason },
    loanId,
    once: `payoutFailed:${payout.payoutId}`,
  })
}
