import { formatYuan } from '@fyh/base/money.ts'
import type { equity } from '@fyh/contract/equity.ts'
import type { Language } from '@fyh/contract/errors.ts'
import { fail } from '@fyh/serve/fail.ts'
import type { LendingDeps } from '#lending/deps.ts'
import { takeNotice } from '#lending/orders/orders.ts'
import { transfersAbout } from '#lending/transfers/transfers.ts'
import type { SliceHandlers, Tx } from '#platform/deps.ts'
import { pageOf } from '#platform/page.ts'
import { requireAgreed } from '../agreement/agreement.ts'
import { cardOf, cardsOf, summaryOf } from '../card/card.ts'
import { proveCode } from '../session/session.ts'
import { requirePayPassword } from '../settings/settings.ts'
import { leftOf, refundOf } from './benefit-package.ts'
import { purchaseText } from './code-order.ts'
import {
  type BenefitOrder,
  type BenefitOrderKey,
  findOrder,
  isStatus,
  moveOrder,
  newestOrders,
  openOrders,
  ordersAfter,
} from './equity.sql.ts'
import { orderAtSupplier } from './order-at-supplier.ts'
import { orderBenefit } from './order-benefit.ts'
import { packageOnSale, packagesOnSale } from './packages.ts'
import { hasFailed, orderRefund, refundTransfer } from './refund.ts'
import { hasRunningUse, isRefundable, isRunning, orderShown, packageShown, usedBy } from './shown.ts'
import { learnSupplierOrder } from './supplier-news.ts'
import { supplierOrdersOf } from './supplier-orders.sql.ts'

const pageSize = 10

export function equityHandlers(deps: LendingDeps): SliceHandlers<typeof equity> {
  const { db, clock } = deps
  return {
    async packages({ ctx: { userId, language } }) {
      const [own, newest] = [await openOrders(db, userId), await newestOrders(db, userId)]
      const packages = packagesOnSale(deps).map((one) => ({
        ...packageShown(one, language),
        ownOrderId: own.get(one.packageId) ?? null,
        lastOrderId: newest.get(one.packageId) ?? null,
      }))
      return { packages, cards: (await cardsOf(db, userId)).map(summaryOf) }
    },

    async orders({ query: { after }, ctx: { userId, language } }) {
      const orders = await ordersAfter(db, { userId, after, take: pageSize + 1 })
      const shown = await shownOf(deps, orders, { userId, language })
      return pageOf(shown, { size: pageSize, idOf: ({ orderId }) => orderId, shown: (one) => one })
    },

    async order({ params, ctx: { userId, language } }) {
      const order = (await findOrder(db, { userId, orderId: params.id })) ?? fail('BENEFIT_NOT_FOUND')
      const [shown] = await shownOf(deps, [order], { userId, language })
      return shown ?? fail('BENEFIT_NOT_FOUND')
    },

    async buy({ body: { packageId, priceFen, cardId, authCode, payPassword, agreed }, ctx }) {
      const { tx, userId } = ctx
      const one = packageOnSale(deps, packageId) ?? fail('BENEFIT_NOT_ON_SALE')
      if (one.priceFen !== priceFen) fail('BENEFIT_PRICE_CHANGED', { price: formatYuan(one.priceFen) })
      const card = (await cardOf(tx, userId, cardId)) ?? fail('CARD_NOT_FOUND')
      const ownOrderId = (await openOrders(tx, userId)).get(packageId)
      if (ownOrderId !== undefined) fail('BENEFIT_OWNED', { orderId: ownOrderId })
      await requireAgreed(tx, deps, { userId, scene: 'benefit', agreed, ctx })
      await requirePayPassword(tx, deps, { userId, amountFen: priceFen, password: payPassword })
      await proveCode(tx, deps, { userId, purpose: 'benefit', code: authCode, order: purchaseText({ packageId, priceFen, cardId }) })
      const order = await orderBenefit(tx, deps, { userId, package: one, card, loanId: null })
      return { orderId: order?.orderId ?? fail('BENEFIT_OWNED') }
    },

    async use({ body: { orderId, rightCode }, ctx: { tx, userId } }) {
      const order = await lockOwn(tx, { userId, orderId })
      if (!isRunning(order, clock.now())) fail('BENEFIT_NOT_IN_USE')
      const used = usedBy(await supplierOrdersOf(tx, { userId, orderIds: [orderId] }))
      const left = leftOf(order.package, used).find((right) => right.rightCode === rightCode)?.count ?? 0
      if (left === 0) fail('BENEFIT_RIGHT_USED_UP')
      const { supplierOrderId } = await orderAtSupplier(tx, deps, order, { act: 'use', rightCode })
      return { useId: supplierOrderId }
    },

    async refund({ body: { orderId, amountFen, cardId }, ctx: { tx, userId } }) {
      const order = await lockOwn(tx, { userId, orderId })
      if (!isRefundable(order, clock.now())) fail('BENEFIT_NOT_REFUNDABLE')
      const supplierOrders = await supplierOrdersOf(tx, { userId, orderIds: [orderId] })
      if (hasRunningUse(supplierOrders)) fail('BENEFIT_USE_RUNNING')
      const refundFen = refundOf(order.package, usedBy(supplierOrders))
      if (refundFen === 0) fail('BENEFIT_NOT_REFUNDABLE')
      if (refundFen !== amountFen) fail('BENEFIT_REFUND_CHANGED', { amount: formatYuan(refundFen) })
      const card = (await cardOf(tx, userId, cardId ?? order.cardId)) ?? fail('CARD_NOT_FOUND')
      await moveOrder(tx, order, 'refund', { refundFen, refundCardId: card.cardId, refundAskedAt: clock.now() })
      await orderAtSupplier(tx, deps, order, { act: 'cancel' })
      return { orderId }
    },

    async refundAgain({ body: { orderId, cardId }, ctx: { tx, userId } }) {
      const order = await lockOwn(tx, { userId, orderId })
      const last = await refundTransfer(tx, order)
      // Without a payment the channel took it back: the borrower has the money already.
      if (!hasFailed(last) || order.paidFen === 0 || !isStatus(order, 'activationFailed', 'refunding')) fail('BENEFIT_NOT_REFUNDABLE')
      const card = (await cardOf(tx, userId, cardId)) ?? fail('CARD_NOT_FOUND')
      await orderRefund(tx, deps, order, { amountFen: last.amountFen, cardId: card.cardId })
      return { orderId }
    },

    // A voucher is worth money: it is kept sealed with its use, and not with the notice.
    supplierNotice: ({ body: { voucher = null, ...notice } }) =>
      takeNotice(deps, notice, {
        kind: 'benefit',
        learn: (tx, { userId, orderId: supplierOrderId }) =>
          learnSupplierOrder(
            tx,
            deps,
            { userId, supplierOrderId },
            notice.result === 'succeeded' ? { kind: 'done', voucher } : { kind: 'failed', reason: notice.reason ?? 'failed' },
          ),
      }),
  }
}

async function lockOwn(tx: Tx, key: BenefitOrderKey): Promise<BenefitOrder> {
  return (await findOrder(tx, key, 'update')) ?? fail('BENEFIT_NOT_FOUND')
}

/** Orders as answers, with what is known of each from three more queries for all of them. */
async function shownOf(
  deps: LendingDeps,
  orders: readonly BenefitOrder[],
  { userId, language }: { readonly userId: number; readonly language: Language },
) {
  const orderIds = orders.map(({ orderId }) => orderId)
  const supplierOrders = await supplierOrdersOf(deps.db, { userId, orderIds })
  const cards = await cardsOf(deps.db, userId)
  const transfers = await transfersAbout(deps.db, { userId, subjectKind: 'benefit', subjectIds: orderIds })
  const newest = (orderId: number, purpose: 'benefit' | 'benefitRefund') =>
    transfers.find((one) => one.subject.id === orderId && one.purpose === purpose)
  return orders.map((order) =>
    orderShown(
      deps,
      {
        order,
        supplierOrders: supplierOrders.filter(({ orderId }) => orderId === order.orderId),
        payment: newest(order.orderId, 'benefit'),
        refund: newest(order.orderId, 'benefitRefund'),
        cards,
      },
      language,
    ),
  )
}
