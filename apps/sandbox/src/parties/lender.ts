import type { LenderParty } from '@fyh/base/lender-party.ts'
import { z } from 'zod'
import { applicationAnswer, cancelApplication, endOfAmount, placeApplication } from '../applications.ts'
import { isMagic, noticeTimes, payOutRefusedFen } from '../magic.ts'
import { cancelPayOut, findOrder, placeOrder } from '../money-orders.ts'
import { statementOf } from '../statement.ts'
import { cardTailOf } from './bank.ts'
import { civilDay, key, method, ok, type Party, refused, short } from './party.ts'

const payOut = z.object({
  key,
  contractNo: short,
  amountFen: z.int().min(1).max(2_000_000_000),
  channelAgreementNo: short,
  orderedOn: civilDay,
  noticeUrl: z.url({ protocol: /^https?$/ }).max(500),
})

const apply = z.object({
  key,
  amountFen: z.int().min(1).max(2_000_000_000),
  periods: z.int().min(1).max(60),
  data: z.record(z.string(), z.union([z.string().max(400), z.record(z.string(), z.string())])),
  noticeUrl: z.url({ protocol: /^https?$/ }).max(500),
})

/** One of the lenders: its orders and its statement are its own. */
export const lender = (party: LenderParty): Party => ({
  payOut: method(payOut, { remembers: true, refusal: 'riskRefused' }, async (act, request) => {
    const cardTail = await cardTailOf(act, request.channelAgreementNo)
    if (cardTail === undefined) return refused('cardRefused')
    if ((await findOrder(act, { port: party, kind: 'payOut' }, request.key)) !== undefined) return refused('cancelled')
    await placeOrder(act, {
      port: party,
      kind: 'payOut',
      key: request.key,
      amountFen: request.amountFen,
      orderedOn: request.orderedOn,
      end: endOf(cardTail, request.amountFen),
      noticeUrl: request.noticeUrl,
      noticeTimes: noticeTimes(cardTail, act.failure),
      afterMs: 2 * act.deps.timing.delayMs,
    })
    return ok()
  }),
  queryPayOut: method(z.object({ key }), { remembers: false, refusal: 'busy' }, async (act, request) => {
    const order = await findOrder(act, { port: party, kind: 'payOut' }, request.key)
    if (order === undefined) return ok({ state: 'notFound', amountFen: 0, paidAt: null, reason: null })
    return ok({ state: order.state, amountFen: order.amountFen, paidAt: null, reason: order.reason })
  }),
  cancelPayOut: method(z.object({ key }), { remembers: false, isCancel: true, refusal: 'busy' }, async (act, request) => {
    if (act.failure === 'cannotCancel') return refused('cannotCancel')
    await cancelPayOut(act, party, request.key)
    const order = await findOrder(act, { port: party, kind: 'payOut' }, request.key)
    if (order === undefined) return refused('busy')
    return ok({ state: order.state, amountFen: order.amountFen, paidAt: null, reason: order.reason })
  }),
  statement: statementOf(party),
  apply: method(apply, { remembers: true, refusal: 'riskRefused' }, async ({ tx, deps, failure }, { key, amountFen, noticeUrl }) => {
    if ((await applicationAnswer(tx, party, key)).state === 'cancelled') return refused('cancelled')
    await placeApplication(tx, deps, { port: party, key, amountFen, noticeUrl, end: endOfAmount(amountFen), failure })
    return ok()
  }),
  queryApply: method(z.object({ key }), { remembers: false, refusal: 'busy' }, async ({ tx }, request) =>
    ok(await applicationAnswer(tx, party, request.key)),
  ),
  cancelApply: method(z.object({ key }), { remembers: false, isCancel: true, refusal: 'busy' }, async ({ tx, failure }, request) => {
    if (failure === 'cannotCancel') return refused('cannotCancel')
    await cancelApplication(tx, party, request.key)
    return ok(await applicationAnswer(tx, party, request.key))
  }),
})

function endOf(cardTail: string, amountFen: number) {
  if (isMagic('payOutRefused', cardTail)) return { state: 'refused', takenFen: 0, reason: 'cardRefused' } as const
  if (isMagic('payOutOverLimit', cardTail)) return { state: 'refused', takenFen: 0, reason: 'overCardLimit' } as const
  if (amountFen === payOutRefusedFen) return { state: 'refused', takenFen: 0, reason: 'riskRefused' } as const
  return { state: 'paid', takenFen: amountFen, reason: null } as const
}
