import { assert } from '@fyh/base/assert.ts'
import { equity } from '@fyh/contract/equity.ts'
import { constants } from '@fyh/contract/options.ts'
import type { LendingDeps } from '#lending/deps.ts'
import { askOrder, sendOrInquire, sendsMax, sentNews } from '#lending/orders/orders.ts'
import { findOrder } from './equity.sql.ts'
import { learnSupplierOrder, type SupplierNews } from './supplier-news.ts'
import { activationKeyOf, claimSupplierOrder, countSupplierSend, type SupplierOrder, type SupplierOrderKey } from './supplier-orders.sql.ts'

/** One step towards the outcome of an order at the supplier, see `askOrder`. */
export async function askSupplier(deps: LendingDeps, key: SupplierOrderKey): Promise<void> {
  await askOrder(deps, {
    claim: () => claimSupplierOrder(deps.db, key, deps.clock.machineNow()),
    step: (one) => nextStep(deps, one),
    learn: (tx, news: SupplierNews) => learnSupplierOrder(tx, deps, key, news),
  })
}

/**
 * How often an order without a result is asked after. An activation or a use is given up after about a day, so that the borrower has the
 * money or the right back; a refund does not wait longer than some minutes for the supplier's word on the cancellation.
 */
const asksMax = { activate: 290, use: 290, cancel: 6 } as const

async function nextStep(deps: LendingDeps, one: SupplierOrder): Promise<SupplierNews | undefined> {
  const wasAccepted = one.status === 'processing'
  const news = await sendOrInquire<SupplierNews>(
    { wasSent: one.sends > 0, wasAccepted, isSentEnough: !wasAccepted && one.sends >= sendsMax },
    {
      send: () => send(deps, one),
      inquire: () => inquire(deps, one),
      end: async () => ({ kind: 'failed', reason: 'notReceived' }),
    },
  )
  const isOpen = news === undefined || news.kind === 'accepted' || news.kind === 'unknown'
  return isOpen && one.tries > asksMax[one.act] ? { kind: 'failed', reason: 'noResult' } : news
}

async function send(deps: LendingDeps, one: SupplierOrder): Promise<SupplierNews> {
  const order = await findOrder(deps.db, one)
  const activationKey = await activationKeyOf(deps.db, one)
  assert(order !== undefined && activationKey !== undefined, `order ${one.orderKey} at the supplier has no activation`)
  const answer = await deps.providers.benefit.order({
    key: one.orderKey,
    act: one.act,
    activationKey,
    packageCode: order.package.code,
    rightCode: one.rightCode,
    noticeUrl: `${deps.config.apiUrl}${constants.apiPrefix}${equity.supplierNotice.path}`,
  })
  // After the call: a crash before this sends it once more under its key, which the supplier takes as the same order.
  await countSupplierSend(deps.db, one)
  const news = sentNews(answer)
  return news.kind === 'refused' ? { kind: 'failed', reason: news.reason } : news
}

async function inquire(deps: LendingDeps, one: SupplierOrder): Promise<SupplierNews | 'notFound' | undefined> {
  const answer = await deps.providers.benefit.queryOrder({ key: one.orderKey })
  if (answer.answer !== 'ok') return undefined
  switch (answer.state) {
    case 'processing':
      return one.status === 'requested' ? { kind: 'accepted' } : undefined
    case 'succeeded':
      return { kind: 'done', voucher: answer.voucher }
    case 'failed':
      return { kind: 'failed', reason: answer.reason ?? 'failed' }
    case 'notFound':
      return 'notFound'
  }
}
