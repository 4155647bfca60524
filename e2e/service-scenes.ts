import { coupon } from '@fyh/contract/coupon.ts'
import { service } from '@fyh/contract/service.ts'
import type { Data, Scene } from './scenes.ts'

type More = Partial<Scene>
const at =
  (screen: string, as: Scene['as'], prefix: string) =>
  (name: string, more: More = {}): Scene => ({ name: `${prefix}-${name}`, screen, as, path: screen, ...more })

const help = at('/help', 'guest', 'help')
const contact = at('/customerService', 'guest', 'contact')
const form = at('/feedback', 'active', 'feedback')
const listed = at('/feedbackRecord', 'active', 'feedback-record')
const detail = at('/feedbackDetail', 'active', 'feedback-detail')
const notices = at('/noticeList', 'guest', 'notices')

const ticketData = service.ticket.example.data
const ticket = (name: string, change: Data): Scene =>
  detail(name, { path: '/feedbackDetail?id=1', answers: { '/service/ticket/1': () => ({ ...ticketData, ...change }) } })
const answered = {
  state: 'answered',
  answer: '经核对，第 3 期利息按合同计算，已为您列出逐日明细。如有疑问请再联系我们。',
  outcome: 'notUpheld',
  answeredAt: '2026-12-01T06:20:00.000Z',
}
const tickets = [
  { ...ticketData, ticketId: 3, number: 'FK2026113000000003', kind: 'feedback', category: 'app', state: 'closed' },
  { ...ticketData, ticketId: 2, number: 'TS2026112900000002', state: 'answered' },
  { ...ticketData, isLate: true },
]
const [announcement] = service.announcements.example.data.items
const banner = { ...announcement, announcementId: 2, kind: 'banner', title: '新用户活动：完成首笔借款有红包', target: 'product' }

const serviceScreens: readonly Scene[] = [
  help('all'),
  help('open', { act: ({ page }) => page.locator('summary').first().click() }),
  help('none', { act: ({ page, words }) => page.getByLabel(words.help.search).fill('zzzzzz') }),
  contact('phone'),
  form('empty'),
  form('complaint', { path: '/feedback?kind=complaint', of: ({ loanId }) => `/feedback?kind=complaint&loanId=${loanId}` }),
  form('errors', { act: ({ page, words }) => page.getByRole('button', { name: words.service.form.submit, exact: true }).click() }),
  form('topics', { over: true, act: ({ page, words }) => page.getByLabel(words.service.form.category).click() }),
  listed('all', { answers: { '/service/tickets**': () => ({ items: tickets, next: 1 }) } }),
  listed('empty'),
  listed('broken', { answers: { '/service/tickets**': 'broken' } }),
  ticket('received', {}),
  ticket('late', { state: 'inProgress', isLate: true }),
  ticket('extended', { state: 'extended' }),
  ticket('answered', answered),
  ticket('closed', { ...answered, state: 'closed', closedAt: '2026-12-02T01:00:00.000Z' }),
  detail('unknown', { path: '/feedbackDetail?id=99' }),
  notices('all', { answers: { '/service/announcements': () => ({ items: [banner, announcement] }) } }),
  notices('none', { answers: { '/service/announcements': () => ({ items: [] }) } }),
  notices('broken', { answers: { '/service/announcements': 'broken' } }),
]

const [borrowing] = coupon.list.example.data.items
const repaying: Data = {
  ...borrowing,
  couponId: 2,
  use: 'repay',
  rule: { kind: 'amountOff', amountFen: 2000 },
  minFen: 50_000,
  bearer: 'lender',
  lenders: ['示例消费金融有限公司'],
}
const free: Data = { ...borrowing, couponId: 3, rule: { kind: 'interestFreeDays', days: 30, maxFen: null }, periods: [6, 12] }
const held: Data = { ...repaying, couponId: 4, status: 'reserved', loanId: 1 }
const used: Data = { ...repaying, couponId: 5, status: 'used', loanId: 1, usedAt: '2026-12-01T06:20:00.000Z', discountFen: 2000 }
const coupons = at('/coupons', 'active', 'coupons')
const items = (...list: unknown[]) => ({ '/coupon/list**': () => ({ items: list, next: null }) })
const couponScreens: readonly Scene[] = [
  coupons('usable', { answers: items(borrowing, repaying, free, held) }),
  coupons('used', { answers: items(used), act: ({ page, words }) => page.getByRole('tab', { name: words.coupon.tab.used }).click() }),
  coupons('expired', {
    answers: items({ ...free, status: 'expired' }, { ...repaying, status: 'revoked' }),
    act: ({ page, words }) => page.getByRole('tab', { name: words.coupon.tab.expired }).click(),
  }),
  coupons('empty'),
  coupons('broken', { answers: { '/coupon/list**': 'broken' } }),
]

/** Service and coupons. What needs an operator is shown by changing the server's answer. */
export const serviceScenes: readonly Scene[] = [...serviceScreens, ...couponScreens]
