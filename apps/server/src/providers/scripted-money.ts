import { type Fen, zeroFen } from '@fyh/base/money.ts'
import { day, fenAmount } from '@fyh/contract/shapes.ts'
import { z } from 'zod'
import type { Answer, Keyed } from './answer.ts'
import type { PayOut, QueryPayOutAnswer } from './lender/port.ts'
import type { Debit, QueryDebitAnswer } from './payment/port.ts'
import { scriptedApplications } from './scripted-applications.ts'
import { scriptedCall } from './scripted-call.ts'
import { type ScriptedEntry, scriptedStatement } from './scripted-statement.ts'
import { scriptedTransfers } from './scripted-transfers.ts'

/** A call-back as the vendor sends it: POST to `url`, signed. */
export type Notice = {
  readonly url: string
  readonly body: Readonly<Record<string, unknown>> & { readonly noticeId: string; readonly key: string }
}

export type DebitOutcome =
  | { readonly result: 'succeeded' }
  | { readonly result: 'partly'; readonly takenFen: Fen }
  | { readonly result: 'failed'; readonly reason: string }
export type PayOutOutcome = { readonly result: 'paid' } | { readonly result: 'refused'; readonly reason: string }

type Pending = (() => Notice)[]

export function scriptedPayment(pending: Pending) {
  const filed: ScriptedEntry[] = []
  const decided: DebitOutcome[] = []
  const orders = new Map<string, QueryDebitAnswer>()
  const accept = (request: Debit): Answer => {
    if (orders.has(request.key)) return { answer: 'ok' }
    const outcome = decided.shift() ?? { result: 'succeeded' }
    orders.set(request.key, { answer: 'ok', state: 'processing', takenFen: zeroFen, channelNo: null, reason: null })
    pending.push(() => {
      orders.set(request.key, debitEnd(request, outcome))
      const entry = { orderKey: request.key, kind: 'debit', amountFen: takenOf(request, outcome), on: request.orderedOn } as const
      if (entry.amountFen > 0) filed.push(entry)
      return debitNotice(request, outcome)
    })
    return { answer: 'ok' }
  }
  return {
    debit: scriptedCall<Debit, Answer>(accept),
    queryDebit: scriptedCall<Keyed, QueryDebitAnswer>(({ key }) => orders.get(key) ?? debitNotFound),
    ...scriptedTransfers(pending, filed),
    ...scriptedStatement(filed),
    /** From now on the channel knows an order as a notice says; one that cannot be read changes nothing. */
    answerAs: (notice: Readonly<Record<string, unknown>>): void => {
      const { data } = noticeSchema.safeParse(notice)
      if (data === undefined) return
      const { key, result, takenFen, channelNo, receivedOn, reason } = data
      if (orders.has(key)) orders.set(key, { answer: 'ok', state: result, takenFen, channelNo, receivedOn, reason })
    },
    decide: (outcome: DebitOutcome): void => {
      decided.push(outcome)
    },
  }
}

export type ScriptedLender = ReturnType<typeof scriptedLender>

/** Every lender, each with orders and statements of its own. */
export function scriptedLenders(pending: Pending): (lenderId: number) => ScriptedLender {
  const lenders = new Map<number, ScriptedLender>()
  return (lenderId) => {
    const lender = lenders.get(lenderId) ?? scriptedLender(lenderId, pending)
    lenders.set(lenderId, lender)
    return lender
  }
}

function scriptedLender(lenderId: number, pending: Pending) {
  const filed: ScriptedEntry[] = []
  const decided: PayOutOutcome[] = []
  const orders = new Map<string, QueryPayOutAnswer>()
  const accept = (request: PayOut): Answer => {
    const known = orders.get(request.key)
    if (known === cancelled) return { answer: 'refused', reason: 'cancelled' }
    if (known !== undefined) return { answer: 'ok' }
    const outcome = decided.shift() ?? { result: 'paid' }
    orders.set(request.key, { answer: 'ok', state: 'processing', amountFen: request.amountFen, paidAt: null, reason: null })
    pending.push(() => {
      orders.set(request.key, payOutEnd(request, outcome))
      const { key, amountFen, orderedOn } = request
      if (outcome.result === 'paid') filed.push({ orderKey: key, kind: 'payOut', amountFen, on: orderedOn })
      return payOutNotice(lenderId, request, outcome)
    })
    return { answer: 'ok' }
  }
  /** An order that is in process cannot be cancelled any more. */
  const cancel = ({ key }: Keyed): QueryPayOutAnswer => {
    const known = orders.get(key)
    if (known === undefined) orders.set(key, cancelled)
    return known ?? cancelled
  }
  return {
    payOut: scriptedCall<PayOut, Answer>(accept),
    queryPayOut: scriptedCall<Keyed, QueryPayOutAnswer>(({ key }) => orders.get(key) ?? payOutNotFound),
    cancelPayOut: scriptedCall<Keyed, QueryPayOutAnswer>(cancel),
    ...scriptedStatement(filed),
    ...scriptedApplications(lenderId, pending),
    decide: (outcome: PayOutOutcome): void => {
      decided.push(outcome)
    },
  }
}

const noticeSchema = z.object({
  key: z.string(),
  result: z.enum(['processing', 'succeeded', 'partly', 'failed', 'returned']),
  takenFen: fenAmount,
  channelNo: z.string().nullable().default(null),
  receivedOn: day.nullable().default(null),
  reason: z.string().nullable().default(null),
})

const debitNotFound: QueryDebitAnswer = { answer: 'ok', state: 'notFound', takenFen: zeroFen, channelNo: null, reason: null }
const cancelled: QueryPayOutAnswer = { answer: 'ok', state: 'refused', amountFen: zeroFen, paidAt: null, reason: 'cancelled' }
const payOutNotFound: QueryPayOutAnswer = { answer: 'ok', state: 'notFound', amountFen: zeroFen, paidAt: null, reason: null }

function debitEnd(request: Debit, outcome: DebitOutcome): QueryDebitAnswer {
  const channelNo = outcome.result === 'failed' ? null : `channel-${request.key}`
  const receivedOn = outcome.result === 'failed' ? null : request.orderedOn
  return { answer: 'ok', state: outcome.result, takenFen: takenOf(request, outcome), channelNo, receivedOn, reason: reasonOf(outcome) }
}

function debitNotice(request: Debit, outcome: DebitOutcome): Notice {
  const body = {
    noticeId: `notice-${request.key}`,
    key: request.key,
    result: outcome.result,
    takenFen: takenOf(request, outcome),
    ...(outcome.result === 'failed' ? { reason: outcome.reason } : { channelNo: `channel-${request.key}` }),
  }
  return { url: request.noticeUrl, body }
}

function takenOf(request: Debit, outcome: DebitOutcome): Fen {
  if (outcome.result === 'failed') return zeroFen
  return outcome.result === 'partly' ? outcome.takenFen : request.amountFen
}

function payOutEnd(request: PayOut, outcome: PayOutOutcome): QueryPayOutAnswer {
  return { answer: 'ok', state: outcome.result, amountFen: request.amountFen, paidAt: null, reason: reasonOf(outcome) }
}

function payOutNotice(lenderId: number, request: PayOut, outcome: PayOutOutcome): Notice {
  const reason = reasonOf(outcome)
  const body = {
    noticeId: `notice-${request.key}`,
    lenderId,
    key: request.key,
    result: outcome.result,
    amountFen: request.amountFen,
    ...(reason === null ? {} : { reason }),
  }
  return { url: request.noticeUrl, body }
}

function reasonOf(outcome: DebitOutcome | PayOutOutcome): string | null {
  return 'reason' in outcome ? outcome.reason : null
}
