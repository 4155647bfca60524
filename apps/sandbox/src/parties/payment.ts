import { addDays, civilDate } from '@fyh/base/dates.ts'
import { fen, mulDiv } from '@fyh/base/money.ts'
import { z } from 'zod'
import { isMagic, noticeTimes } from '../magic.ts'
import { findOrder, placeOrder } from '../money-orders.ts'
import { statementOf } from '../statement.ts'
import { cardTailOf } from './bank.ts'
import { type Act, civilDay, key, method, ok, type Party, refused, short } from './party.ts'

const amountFen = z.int().min(1).max(2_000_000_000)
/** A debit takes the amount from the card of the agreement, a transfer sends it there. */
const moved = z.object({
  key,
  channelAgreementNo: short,
  amountFen,
  orderedOn: civilDay,
  noticeUrl: z.url({ protocol: /^https?$/ }).max(500),
})

export const payment: Party = {
  debit: method(moved, { remembers: true, refusal: 'overCardLimit' }, async (act, request) => {
    const cardTail = await cardTailOf(act, request.channelAgreementNo)
    if (cardTail === undefined) return refused('agreementEnded')
    await placeOrder(act, {
      port: 'payment',
      kind: 'debit',
      key: request.key,
      amountFen: request.amountFen,
      orderedOn: request.orderedOn,
      receivedOn: addDays(civilDate(request.orderedOn), -act.daysBack),
      end: endOf(act, cardTail, request.amountFen),
      noticeUrl: request.noticeUrl,
      noticeTimes: noticeTimes(cardTail, act.failure),
      afterMs: act.deps.timing.delayMs,
    })
    return ok()
  }),
  queryDebit: method(z.object({ key }), { remembers: false, refusal: 'busy' }, async (act, request) => {
    const order = await findOrder(act, { port: 'payment', kind: 'debit' }, request.key)
    if (order === undefined) return ok({ state: 'notFound', takenFen: 0, channelNo: null, receivedOn: null, reason: null })
    const { state, takenFen, receivedOn, reason } = order
    const isTaken = takenFen > 0 && state !== 'processing'
    return ok({
      state,
      takenFen: state === 'processing' ? 0 : takenFen,
      channelNo: isTaken ? order.channelNo : null,
      receivedOn: isTaken ? receivedOn : null,
      reason,
    })
  }),
  transfer: method(moved, { remembers: true, refusal: 'cardFrozen' }, async (act, request) => {
    const cardTail = await cardTailOf(act, request.channelAgreementNo)
    if (cardTail === undefined) return refused('agreementEnded')
    const isFailed = isMagic('transferFails', cardTail)
    await placeOrder(act, {
      port: 'payment',
      kind: 'transfer',
      key: request.key,
      amountFen: request.amountFen,
      orderedOn: request.orderedOn,
      end: isFailed
        ? { state: 'failed', takenFen: 0, reason: 'cardFrozen' }
        : { state: 'succeeded', takenFen: request.amountFen, reason: null },
      noticeUrl: request.noticeUrl,
      noticeTimes: noticeTimes(cardTail, act.failure),
      afterMs: act.deps.timing.delayMs,
      ...(isMagic('transferReturned', cardTail) && { bounceAfterMs: act.deps.timing.lateMs }),
    })
    return ok()
  }),
  queryTransfer: method(z.object({ key }), { remembers: false, refusal: 'busy' }, async (act, request) => {
    const order = await findOrder(act, { port: 'payment', kind: 'transfer' }, request.key)
    if (order === undefined) return ok({ state: 'notFound', amountFen: 0, reason: null })
    const { state, amountFen, reason } = order
    return ok({ state, amountFen, reason })
  }),
  statement: statementOf('payment'),
}

function endOf({ failure }: Act, cardTail: string, amountFen: number) {
  if (isMagic('debitFails', cardTail)) return { state: 'failed', takenFen: 0, reason: 'balanceTooLow' } as const
  const half = mulDiv({ value: fen(amountFen), times: 1, over: 2, rounding: 'down' })
  const isPart = (failure === 'part' || isMagic('debitPart', cardTail)) && half > 0
  return isPart
    ? ({ state: 'partly', takenFen: half, reason: null } as const)
    : ({ state: 'succeeded', takenFen: amountFen, reason: null } as const)
}
