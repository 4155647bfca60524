import { assert } from '@fyh/base/assert.ts'
import { constants } from '@fyh/contract/options.ts'
import { transferPurposes } from '@fyh/contract/transfer.machine.ts'
import { transfer as endpoints } from '@fyh/contract/transfer.ts'
import type { LendingDeps } from '#lending/deps.ts'
import { askOrder, sendOrInquire, sendsMax, sentNews } from '#lending/orders/orders.ts'
import { learnTransfer, outcomeOfDebit, outcomeOfTransfer, type TransferNews } from './transfer-news.ts'
import { claimTransfer, countSend, type Transfer, type TransferKey } from './transfers.sql.ts'

/** One step towards the outcome of a transfer, see `askOrder`. */
export async function askTransfer(deps: LendingDeps, key: TransferKey): Promise<void> {
  await askOrder(deps, {
    claim: () => claimTransfer(deps.db, key, deps.clock.machineNow()),
    step: (transfer) => nextStep(deps, transfer),
    learn: (tx, news: TransferNews) => learnTransfer(tx, deps, key, { news, from: 'answer' }),
  })
}

/** An order whose outcome stays unknown is asked after for as long as it takes: it is never guessed, because its money may move yet. */
async function nextStep(deps: LendingDeps, transfer: Transfer): Promise<TransferNews | undefined> {
  const wasAccepted = transfer.status === 'processing'
  return sendOrInquire<TransferNews>(
    // What counts is that the channel was called: an order may have been claimed before without being sent.
    { wasSent: transfer.sends > 0, wasAccepted, isSentEnough: !wasAccepted && transfer.sends >= sendsMax },
    {
      send: () => send(deps, transfer),
      inquire: () => (transferPurposes[transfer.purpose] === 'out' ? askAfterTransfer(deps, transfer) : askAfterDebit(deps, transfer)),
      end: async () => ({ kind: 'failed', reason: 'notReceived' }),
    },
  )
}

async function send(deps: LendingDeps, transfer: Transfer): Promise<TransferNews> {
  const { userId, cardId, orderKey, amountFen, orderedOn, purpose } = transfer
  const card = await deps.cards.cardOf(deps.db, userId, cardId)
  assert(card !== undefined, `the card of transfer ${orderKey} is gone`)
  const isOut = transferPurposes[purpose] === 'out'
  const { path } = isOut ? endpoints.transferNotice : endpoints.chargeNotice
  const request = {
    key: orderKey,
    channelAgreementNo: card.channelAgreementNo,
    amountFen,
    orderedOn,
    noticeUrl: `${deps.config.apiUrl}${constants.apiPrefix}${path}`,
  }
  const { payment } = deps.providers
  const answer = await (isOut ? payment.transfer(request) : payment.debit(request))
  // After the call: a crash before this sends it once more under its key, which the channel takes as the same order.
  await countSend(deps.db, transfer)
  const news = sentNews(answer)
  return news.kind === 'refused' ? { kind: 'failed', reason: news.reason } : news
}

async function askAfterTransfer(deps: LendingDeps, transfer: Transfer): Promise<TransferNews | 'notFound' | undefined> {
  const answer = await deps.providers.payment.queryTransfer({ key: transfer.orderKey })
  if (answer.answer !== 'ok') return undefined
  if (answer.state === 'processing') return accepted(transfer)
  return answer.state === 'notFound' ? 'notFound' : outcomeOfTransfer({ ...answer, result: answer.state })
}

async function askAfterDebit(deps: LendingDeps, transfer: Transfer): Promise<TransferNews | 'notFound' | undefined> {
  const answer = await deps.providers.payment.queryDebit({ key: transfer.orderKey })
  if (answer.answer !== 'ok') return undefined
  if (answer.state === 'processing') return accepted(transfer)
  return answer.state === 'notFound' ? 'notFound' : outcomeOfDebit({ ...answer, result: answer.state })
}

const accepted = ({ status }: Transfer): TransferNews | undefined => (status === 'requested' ? { kind: 'accepted' } : undefined)
