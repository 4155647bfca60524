import { z } from 'zod'
import { isMagic } from '../magic.ts'
import { findOrder, placeOrder } from '../money-orders.ts'
import { key, method, ok, type Party, short } from './party.ts'

const order = z.object({
  key,
  act: z.enum(['activate', 'use', 'cancel']),
  activationKey: short,
  packageCode: short,
  rightCode: short.nullable(),
  noticeUrl: z.url({ protocol: /^https?$/ }).max(500),
})

/** The supplier of benefits. Its orders are kept beside those of money, and carry none. */
export const benefit: Party = {
  order: method(order, { remembers: true, refusal: 'soldOut' }, async (act, request) => {
    const isFailed = isMagic('benefitFails', request.packageCode) || isMagic('rightGone', request.rightCode ?? '')
    await placeOrder(act, {
      port: 'benefit',
      kind: 'benefit',
      key: request.key,
      amountFen: 0,
      orderedOn: act.now.toISOString().slice(0, 10),
      end: isFailed ? { state: 'failed', takenFen: 0, reason: 'soldOut' } : { state: 'succeeded', takenFen: 0, reason: null },
      ...(request.act === 'use' && !isFailed && { voucher: voucherOf(act.deps.ids()) }),
      noticeUrl: request.noticeUrl,
      noticeTimes: act.failure === 'never' ? 0 : act.failure === 'twice' ? 2 : 1,
      afterMs: act.deps.timing.delayMs,
    })
    return ok()
  }),
  queryOrder: method(z.object({ key }), { remembers: false, refusal: 'busy' }, async (act, request) => {
    const found = await findOrder(act, { port: 'benefit', kind: 'benefit' }, request.key)
    if (found === undefined) return ok({ state: 'notFound', voucher: null, reason: null })
    const { state, reason, voucher } = found
    return ok({ state, voucher: state === 'succeeded' ? voucher : null, reason })
  }),
}

/** Twelve characters in groups of four, as people read them from a screen. */
function voucherOf(id: number): string {
  const digits = id.toString(36).toUpperCase().padStart(12, '0').slice(-12)
  return [digits.slice(0, 4), digits.slice(4, 8), digits.slice(8)].join('-')
}
