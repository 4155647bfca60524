import type { Page } from '@playwright/test'
import type { Who } from './people.ts'
import type { Data, Scene } from './scenes.ts'

const home = (name: string, as: Who, more: Partial<Omit<Scene, 'name' | 'screen' | 'as'>> = {}): Scene => ({
  name,
  screen: '/home',
  as,
  path: '/home',
  ...more,
})

const withCard = (data: Data, change: object): Data => ({ ...data, card: { ...Object(data.card), ...change } })
const each = (rows: unknown, change: object) => (Array.isArray(rows) ? rows.map((row) => ({ ...row, ...change })) : rows)
const withFailedDebit = (data: Data, takenFen: number): Data => ({
  ...data,
  due: each(data.due, { failedDebit: { repaymentId: 1, cardTail: '0031', askedFen: 89_975, takenFen, reason: 'balanceTooLow' } }),
})
const loan = { amountFen: 1_000_000, periods: 12, paidPeriods: 3, borrowedAt: '2026-11-27T02:00:00.000Z' }
const loans = (['disbursing', 'failed', 'open', 'overdue'] as const).map((state, at) => ({ ...loan, state, loanId: at + 1 }))
/** The warning can be closed after three seconds. */
const readWarning = (page: Page, words: string) => page.getByRole('button', { name: words, exact: true }).click()

const announcements = [
  { announcementId: 2, kind: 'notice', title: '12 月 1 日 02:00–04:00 系统维护，期间不能还款' },
  { announcementId: 1, kind: 'banner', title: '新用户活动：完成首笔借款有红包' },
]

const sentAt = '2026-11-27T02:00:00.000Z'
const running = announcements.map((one) => ({ ...one, body: '11 月 27 日至 12 月 31 日，每人一次', target: null, from: sentAt }))
const activity = { tab: 'activity', loanId: null, sentAt, read: false }
const aboutActivities = [
  { ...activity, messageId: 2, kind: 'redPacketReceived', params: { activityId: 2, amountFen: 800, validUntilOn: '2026-12-27' } },
  { ...activity, messageId: 1, kind: 'couponReceived', params: { untilOn: '2026-12-26' } },
]

export const homeScenes: readonly Scene[] = [
  home('home-guest', 'guest'),
  home('home-loading', 'active', { answers: { '/user/fyhHome': 'never' }, waiting: true }),
  home('home-broken', 'active', { answers: { '/user/fyhHome': 'broken' } }),
  home('home-new', 'fresh'),
  home('home-half', 'faced'),
  home('home-reviewing', 'reviewing', {
    answers: { '/user/fyhHome': (data) => ({ ...data, card: { ...Object(data.card), expectedSeconds: 90 } }) },
  }),
  home('home-refused', 'refused'),
  home('home-refused-for-good', 'refused', {
    answers: { '/user/fyhHome': (data) => withCard(data, { reasons: ['overAge'], isForGood: true, canAskHuman: false }) },
  }),
  home('home-photos', 'photos', { answers: { '/user/fyhHome': (data) => withCard(data, { hasPhotos: true, idExpiresOn: '2026-12-20' }) } }),
  home('home-draft', 'faced', { answers: { '/user/fyhHome': (data) => withCard(data, { hasDraft: true }) } }),
  home('home-late', 'reviewing', { answers: { '/user/fyhHome': (data) => withCard(data, { submittedAt: '2026-01-01T00:00:00.000Z' }) } }),
  home('home-limit', 'approved'),
  home('home-owned', 'approved', {
    answers: { '/user/fyhHome': (data) => ({ ...data, owned: { coupons: 2, benefits: 1, redPackets: 120 } }) },
  }),
  home('home-id-expired', 'approved', { answers: { '/user/fyhHome': (data) => withCard(data, { idExpiresOn: '2026-01-20' }) } }),
  home('home-frozen', 'approved', {
    answers: { '/user/fyhHome': (data) => ({ ...withCard(data, { blocked: 'frozen' }), isFrozen: true }) },
  }),
  home('home-announced', 'approved', { answers: { '/user/fyhHome': (data) => ({ ...data, announcements }) } }),
  // The server draws home without them, so home is come to from another place.
  home('home-guest-announced', 'guest', {
    path: '/account',
    act: async ({ page, words }) => {
      await page.getByRole('navigation').getByRole('button', { name: words.shell.tab.home }).click()
      await page.getByText(announcements[0]?.title ?? '').waitFor()
    },
    answers: { '/user/home/tourist': (data) => ({ ...data, announcements }) },
  }),
  home('home-due', 'active'),
  home('home-overdue', 'overdue', { act: ({ page, words }) => readWarning(page, words.borrower.warning.read) }),
  home('home-overdue-warning', 'overdue', { over: true }),
  home('home-overdue-debit-failed', 'overdue', {
    answers: { '/user/fyhHome': (data) => withFailedDebit(data, 0) },
    act: ({ page, words }) => readWarning(page, words.borrower.warning.read),
  }),
  home('home-debit-partly', 'active', {
    answers: { '/user/fyhHome': (data) => withFailedDebit({ ...data, due: each(data.due, { daysLeft: 0, debit: 'byHand' }) }, 30_000) },
  }),
  home('home-loans', 'active', { answers: { '/user/fyhHome': (data) => ({ ...data, loans: { ...Object(data.loans), list: loans } }) } }),
  home('home-payout-failed', 'failed'),
  home('home-paid-out', 'newLoan'),
  home('home-settled', 'settled'),
  {
    name: 'account-owned',
    screen: '/account',
    as: 'active',
    path: '/account',
    answers: { '/user/account': (data) => ({ ...data, owned: { coupons: 2, benefits: 1, redPackets: 1 } }) },
  },
  {
    name: 'messages-activity',
    screen: '/messageCenter',
    as: 'active',
    path: '/messageCenter',
    answers: {
      '/service/announcements': () => ({ items: running }),
      '/message/list**': (data) => ({ ...data, items: aboutActivities }),
    },
    act: ({ page, words }) => page.getByRole('tab', { name: words.message.tab.activity }).click(),
  },
]
