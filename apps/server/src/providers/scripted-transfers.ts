import { zeroFen } from '@fyh/base/money.ts'
import type { Answer, Keyed } from './answer.ts'
import type { QueryTransferAnswer, Transfer } from './payment/port.ts'
import { scriptedCall } from './scripted-call.ts'
import type { Notice } from './scripted-money.ts'
import type { ScriptedEntry } from './scripted-statement.ts'

export type TransferOutcome = { readonly result: 'succeeded' } | { readonly result: 'failed'; readonly reason: string }

/** The part of the scripted payment channel that sends money to cards, beside its debits. */
export function scriptedTransfers(pending: (() => Notice)[], filed: ScriptedEntry[]) {
  const decided: TransferOutcome[] = []
  const orders = new Map<string, { readonly request: Transfer; answer: QueryTransferAnswer }>()
  const accept = (request: Transfer): Answer => {
    if (orders.has(request.key)) return { answer: 'ok' }
    const outcome = decided.shift() ?? { result: 'succeeded' }
    const order = { request, answer: answerOf(request, 'processing') }
    orders.set(request.key, order)
    pending.push(() => {
      const reason = outcome.result === 'failed' ? outcome.reason : null
      order.answer = answerOf(request, outcome.result, reason)
      if (outcome.result === 'succeeded') file(request, 'transfer', request.orderedOn)
      return noticeOf(request, outcome.result, reason)
    })
    return { answer: 'ok' }
  }
  const file = ({ key, amountFen }: Transfer, kind: 'transfer' | 'transferReturn', on: Transfer['orderedOn']): void => {
    filed.push({ orderKey: key, kind, amountFen, on })
  }
  return {
    transfer: scriptedCall<Transfer, Answer>(accept),
    queryTransfer: scriptedCall<Keyed, QueryTransferAnswer>(({ key }) => orders.get(key)?.answer ?? notFound),
    decideTransfer: (outcome: TransferOutcome): void => {
      decided.push(outcome)
    },
    /** The card's bank sends the money of a transfer back on a day, and the channel reports it with its next call-backs. */
    returnTransfer: (key: string, on: Transfer['orderedOn']): void => {
      const order = orders.get(key)
      if (order === undefined) throw new Error(`no transfer ${key} was ordered`)
      order.answer = answerOf(order.request, 'returned', 'cardClosed')
      file(order.request, 'transferReturn', on)
      pending.push(() => noticeOf(order.request, 'returned', 'cardClosed'))
    },
  }
}

const notFound: QueryTransferAnswer = { answer: 'ok', state: 'notFound', amountFen: zeroFen, reason: null }

type State = Extract<QueryTransferAnswer, { answer: 'ok' }>['state']

const answerOf = ({ amountFen }: Transfer, state: State, reason: string | null = null): QueryTransferAnswer => ({
  answer: 'ok',
  state,
  amountFen,
  reason,
})

const noticeOf = ({ key, amountFen, noticeUrl }: Transfer, result: State, reason: string | null): Notice => ({
  url: noticeUrl,
  body: { noticeId: `${result}-${key}`, key, result, amountFen, ...(reason !== null && { reason }) },
})
