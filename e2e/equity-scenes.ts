import type { Around, Data, Scene } from './scenes.ts'

const at = '2026-11-28T02:00:00.000Z'
const refund = { amountFen: 2_990, state: 'sent', cardTail: '0022', bankName: '工商银行', askedAt: at, at, reason: null }
const press = (page: Around['page'], name: string) => page.getByRole('button', { name, exact: true }).click()

/** The order that `settled` has, in any state. */
const order = (name: string, changed: (data: Data) => Data, more: Partial<Scene> = {}): Scene => ({
  name: `equity-${name}`,
  screen: '/equityOrder',
  as: 'settled',
  path: '/equityOrder',
  of: ({ benefitOrderId }) => `/equityOrder?id=${benefitOrderId}`,
  answers: { '/equity/order/*': changed },
  ...more,
})
const over = (name: string, status: number, more: Data = {}): Scene =>
  order(name, (data) => ({ ...data, status, refundableFen: null, ...more }))
const paymentOf = (data: Data, more: Data): Data => ({ ...Object(data.payment), ...more })
const use = { rightCode: 'video-7d', at }
const used = (data: Data): Data => ({
  ...data,
  left: Array.isArray(data.left) ? data.left.map((one, place) => (place === 0 ? { ...Object(one), count: 0 } : one)) : [],
  refundableFen: 2_190,
  uses: [
    { ...use, useId: 1, state: 'done', voucher: 'AB12-CD34-EF56' },
    { ...use, useId: 2, state: 'failed', voucher: null },
    { ...use, useId: 3, state: 'running', voucher: null },
  ],
})
const unchanged = (data: Data): Data => data
const list = (name: string, path: string, more: Partial<Scene> = {}): Scene => ({
  name: `equity-${name}`,
  screen: '/equityOrder',
  as: 'settled',
  path,
  ...more,
})

const orders: readonly Scene[] = [
  order('3-in-use', unchanged),
  order('3-used', used),
  order('3-use', unchanged, { over: true, act: ({ page, words }) => press(page, words.equity.toUse) }),
  order('3-refund', used, { over: true, act: ({ page, words }) => press(page, words.equity.askRefund) }),
  order('3-used-up', (data) => ({
    ...data,
    left: Array.isArray(data.left) ? data.left.map((one) => ({ ...Object(one), count: 0 })) : [],
    refundableFen: null,
  })),
  order('1-paying', (data) => ({
    ...data,
    status: 1,
    refundableFen: null,
    activatedAt: null,
    lastDay: null,
    payment: paymentOf(data, { state: 'running', at: null, paidFen: 0 }),
  })),
  order('1-activating', (data) => ({ ...data, status: 1, activatedAt: null, lastDay: null })),
  order('2-unpaid', (data) => ({
    ...data,
    status: 2,
    refundableFen: null,
    activatedAt: null,
    lastDay: null,
    failReason: 'balanceTooLow',
    payment: paymentOf(data, { state: 'failed', reason: 'balanceTooLow', paidFen: 0 }),
  })),
  over('2-refunded', 2, { activatedAt: null, lastDay: null, failReason: 'soldOut', refund: { ...refund, state: 'arrived' } }),
  over('4-expired', 4, { lastDay: '2026-12-26' }),
  over('5-waiting', 5, { refund: { ...refund, state: 'waiting' } }),
  over('5-sent', 5, { refund }),
  order('5-failed', (data) => ({
    ...data,
    status: 5,
    refundableFen: null,
    refund: { ...refund, state: 'failed', reason: 'cardClosed', bankName: null },
  })),
  order(
    '5-other-card',
    (data) => ({ ...data, status: 5, refundableFen: null, refund: { ...refund, state: 'failed', reason: 'cardClosed' } }),
    { over: true, act: ({ page, words }) => press(page, words.equity.link.otherCard) },
  ),
  over('6-refunded', 6, { refund: { ...refund, state: 'arrived' } }),
  list('not-found', '/equityOrder?id=1'),
  list('order-loading', '/equityOrder?id=1', { answers: { '/equity/order/*': 'never' }, waiting: true }),
]

const offers: readonly Scene[] = [
  list('list', '/equityOrder'),
  list('list-empty', '/equityOrder', { as: 'approved' }),
  list('list-broken', '/equityOrder', { answers: { '/equity/packages': 'broken', '/equity/orders**': 'broken' } }),
  list('offer', '/equityOrder?packageId=2'),
  list('offer-errors', '/equityOrder?packageId=2', { act: ({ page }) => page.locator('footer button[type=submit]').click() }),
  list('offer-owned', '/equityOrder?packageId=1'),
  list('offer-gone', '/equityOrder?packageId=99'),
]

const samples: readonly Scene[] = [
  { name: 'mock-member', screen: '/mock/memberBenefit', as: 'active', path: '/mock/memberBenefit' },
  { name: 'mock-deduction', screen: '/mock/authorizedDeduction', as: 'active', path: '/mock/authorizedDeduction' },
  { name: 'mock-details', screen: '/mock/userInfoAuth', as: 'active', path: '/mock/userInfoAuth' },
  { name: 'mock-terms', screen: '/mock/serviceAgreement', as: 'guest', path: '/mock/serviceAgreement' },
  {
    name: 'mock-terms-broken',
    screen: '/mock/serviceAgreement',
    as: 'guest',
    path: '/mock/serviceAgreement',
    answers: { '/agreement/text**': 'broken' },
  },
]

/** The six statuses of an order of benefits, what is on sale, and the four samples. */
export const equityScenes: readonly Scene[] = [...orders, ...offers, ...samples]
