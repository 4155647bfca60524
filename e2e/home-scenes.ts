import type { Who } from './people.ts'
import type { Scene } from './scenes.ts'

const home = (name: string, as: Who, more: Partial<Omit<Scene, 'name' | 'screen' | 'as'>> = {}): Scene => ({
  name,
  screen: '/home',
  as,
  path: '/home',
  ...more,
})

const announcements = [
  { announcementId: 2, kind: 'notice', title: '12 月 1 日 02:00–04:00 系统维护，期间不能还款' },
  { announcementId: 1, kind: 'banner', title: '新用户活动：完成首笔借款有红包' },
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
  home('home-limit', 'approved'),
  home('home-announced', 'approved', { answers: { '/user/fyhHome': (data) => ({ ...data, announcements }) } }),
  home('home-guest-announced', 'guest', {
    answers: { '/user/home/tourist': (data) => ({ ...data, announcements }) },
  }),
  home('home-due', 'active'),
  home('home-overdue', 'overdue'),
  home('home-payout-failed', 'failed'),
  home('home-paid-out', 'newLoan'),
  home('home-settled', 'settled'),
]
