import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { agreedTexts, authCode, cardSummary, day, fenAmount, id, idParam, moment, pageOf, pageQuery, payPassword } from './shapes.ts'

/** Pictures of rights that the pages have. */
export const rightIcons = ['video', 'meal', 'ride', 'gift'] as const

const supplier = z.object({ name: z.string(), phone: z.string() })
const right = z.object({
  rightCode: z.string(),
  name: z.string(),
  icon: z.enum(rightIcons),
  count: z.int().min(1),
  /** What one of it is worth when the rest is refunded; all of them sum to the price. */
  unitFen: fenAmount,
})
export const packageShown = z.object({
  packageId: id,
  name: z.string(),
  supplier,
  priceFen: fenAmount,
  termDays: z.int(),
  rights: z.array(right),
})
const benefitPackage = packageShown.extend({
  /** The order of this package that is not over yet: a second one cannot be bought beside it. */
  ownOrderId: id.nullable(),
  /** The newest order of this package, whatever became of it. */
  lastOrderId: id.nullable(),
})

/** Where the money of a refund is. `failed`: it did not arrive, or came back; another card can be chosen. */
const refund = z.object({
  amountFen: fenAmount,
  state: z.enum(['waiting', 'sent', 'failed', 'arrived']),
  cardTail: z.string(),
  /** Null where the card is no longer bound. */
  bankName: z.string().nullable(),
  askedAt: moment,
  /** When it came into this state. */
  at: moment,
  reason: z.string().nullable(),
})
export const equityOrderShape = z.object({
  orderId: id,
  orderNo: z.string(),
  /** R4.2: 1 activating, 2 activation failed, 3 in use, 4 expired, 5 refunding, 6 refunded. */
  status: z.int().min(1).max(6),
  package: packageShown,
  /** The loan it was bought with; null when it was bought by itself. */
  loanId: id.nullable(),
  payment: z.object({
    state: z.enum(['waiting', 'running', 'paid', 'failed', 'returned']),
    cardId: id,
    cardTail: z.string(),
    /** Null where the card is no longer bound. */
    bankName: z.string().nullable(),
    paidFen: fenAmount,
    /** When the bank's answer came. */
    at: moment.nullable(),
    reason: z.string().nullable(),
  }),
  boughtAt: moment,
  activatedAt: moment.nullable(),
  /** The last day on which the rights can be used; they end at its end, Asia/Shanghai. */
  lastDay: day.nullable(),
  /** Why it was not activated. */
  failReason: z.string().nullable(),
  /** How many of each right are left. */
  left: z.array(z.object({ rightCode: z.string(), count: z.int() })),
  uses: z.array(
    z.object({
      useId: id,
      rightCode: z.string(),
      state: z.enum(['running', 'done', 'failed']),
      voucher: z.string().nullable(),
      at: moment,
    }),
  ),
  /** What a refund asked for now would bring; null when none can be asked for. */
  refundableFen: fenAmount.nullable(),
  refund: refund.nullable(),
})

const rightsExample = [{ rightCode: 'video-7d', name: '影音会员 7 天券', icon: 'video', count: 2, unitFen: 400 } as const]
const packageExample = {
  packageId: 1,
  name: '生活权益包',
  supplier: { name: '示例权益服务有限公司', phone: '400-000-0001' },
  priceFen: 2_990,
  termDays: 30,
  rights: rightsExample,
}
const orderExample = {
  orderId: 1,
  orderNo: 'EQ1',
  status: 3,
  package: packageExample,
  loanId: null,
  payment: {
    state: 'paid',
    cardId: 1,
    cardTail: '0009',
    bankName: '工商银行',
    paidFen: 2_990,
    at: '2026-11-27T02:00:03.000Z',
    reason: null,
  } as const,
  boughtAt: '2026-11-27T02:00:00.000Z',
  activatedAt: '2026-11-27T02:00:05.000Z',
  lastDay: '2026-12-26',
  failReason: null,
  left: [{ rightCode: 'video-7d', count: 2 }],
  uses: [],
  refundableFen: 2_990,
  refund: null,
}

export const equity = {
  packages: endpoint({
    method: 'GET',
    path: '/fyh/app/equity/packages',
    auth: 'user',
    summary:
      'Packages of benefits on sale today, with supplier, price, term and rights, and the cards that can pay. A loan never depends on one',
    data: z.object({ packages: z.array(benefitPackage), cards: z.array(cardSummary) }),
    errors: [],
    example: { data: { packages: [{ ...packageExample, ownOrderId: null, lastOrderId: null }], cards: [] } },
  }),
  orders: endpoint({
    method: 'GET',
    path: '/fyh/app/equity/orders',
    auth: 'user',
    summary: 'Orders of benefits, newest first',
    query: pageQuery,
    data: pageOf(equityOrderShape),
    errors: [],
    example: { query: {}, data: { items: [], next: null } },
  }),
  order: endpoint({
    method: 'GET',
    path: '/fyh/app/equity/order/:id',
    auth: 'user',
    summary: 'One order of benefits with what is left of its rights, its vouchers and its refund',
    params: idParam,
    data: equityOrderShape,
    errors: ['BENEFIT_NOT_FOUND'],
    example: { params: { id: 1 }, data: orderExample },
  }),
  buy: endpoint({
    method: 'POST',
    path: '/fyh/app/equity/buy',
    auth: 'user',
    moves: 'money',
    summary: 'Buys a package by a debit of a bound card, confirmed by a code that names it; it is activated once the money has arrived',
    body: z.object({ packageId: id, priceFen: fenAmount, cardId: id, authCode, payPassword: payPassword.optional(), agreed: agreedTexts }),
    data: z.object({ orderId: id }),
    errors: [
      'BENEFIT_NOT_ON_SALE',
      'BENEFIT_PRICE_CHANGED',
      'BENEFIT_OWNED',
      'CARD_NOT_FOUND',
      'AGREEMENT_REQUIRED',
      'AGREEMENT_OUTDATED',
      'PAYMENT_PASSWORD_REQUIRED',
      'PAYMENT_PASSWORD_WRONG',
      'PAYMENT_PASSWORD_LOCKED',
      'SMS_CODE_WRONG',
      'SMS_CODE_EXPIRED',
      'SMS_CODE_OTHER_ORDER',
      'SMS_TRIES_LIMIT',
    ],
    example: { body: { packageId: 1, priceFen: 2_990, cardId: 1, authCode: '0000', agreed: [] }, data: { orderId: 1 } },
  }),
  use: endpoint({
    method: 'POST',
    path: '/fyh/app/equity/use',
    auth: 'user',
    moves: 'money',
    summary: 'Uses one of a right: the supplier gives a voucher, and one less is left',
    body: z.object({ orderId: id, rightCode: z.string().max(40) }),
    data: z.object({ useId: id }),
    errors: ['BENEFIT_NOT_FOUND', 'BENEFIT_NOT_IN_USE', 'BENEFIT_RIGHT_USED_UP'],
    example: { body: { orderId: 1, rightCode: 'video-7d' }, data: { useId: 1 } },
  }),
  refund: endpoint({
    method: 'POST',
    path: '/fyh/app/equity/refund',
    auth: 'user',
    moves: 'money',
    summary:
      'Refunds an order: all of its price while no right was used, what its unused rights are worth afterwards. The amount is the one shown',
    body: z.object({ orderId: id, amountFen: fenAmount, cardId: id.optional() }),
    data: z.object({ orderId: id }),
    errors: ['BENEFIT_NOT_FOUND', 'BENEFIT_NOT_REFUNDABLE', 'BENEFIT_REFUND_CHANGED', 'BENEFIT_USE_RUNNING', 'CARD_NOT_FOUND'],
    example: { body: { orderId: 1, amountFen: 2_990 }, data: { orderId: 1 } },
  }),
  refundAgain: endpoint({
    method: 'POST',
    path: '/fyh/app/equity/refundAgain',
    auth: 'user',
    moves: 'money',
    summary: 'Sends a refund that did not arrive, or came back, to a bound card of the borrower’s choice',
    body: z.object({ orderId: id, cardId: id }),
    data: z.object({ orderId: id }),
    errors: ['BENEFIT_NOT_FOUND', 'BENEFIT_NOT_REFUNDABLE', 'CARD_NOT_FOUND'],
    example: { body: { orderId: 1, cardId: 2 }, data: { orderId: 1 } },
  }),
  supplierNotice: endpoint({
    method: 'POST',
    path: '/fyh/callback/benefit/order',
    auth: 'vendor',
    summary: 'The supplier of benefits reports what became of an order; the same notice twice, late or out of order changes nothing more',
    body: z.object({
      noticeId: z.string().max(80),
      key: z.string().max(80),
      result: z.enum(['succeeded', 'failed']),
      voucher: z.string().max(80).optional(),
      reason: z.string().max(200).optional(),
    }),
    data: z.object({ received: z.literal(true) }),
    errors: ['NOTICE_UNKNOWN'],
    example: { body: { noticeId: 'n1', key: 'benefit-1', result: 'succeeded' }, data: { received: true } },
  }),
}
