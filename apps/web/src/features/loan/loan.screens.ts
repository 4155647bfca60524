import { screen } from '#platform/screen.ts'

export const loanScreens = {
  records: screen({
    path: '/loan',
    titleKey: 'loan:title.records',
    meta: { auth: 'user', showAppHeader: true, keepAlive: true, aboutMoney: 'page' },
    label: 'loan',
    load: async () => (await import('./records-screen.tsx')).RecordsScreen,
  }),
  detail: screen({
    path: '/loan/detail/:id',
    titleKey: 'loan:title.detail',
    meta: { auth: 'user', showAppHeader: true, aboutMoney: 'path' },
    label: 'loanDetail',
    words: ['option', 'agreement', 'lending', 'coupon'],
    load: async () => (await import('./detail-screen.tsx')).DetailScreen,
  }),
}
