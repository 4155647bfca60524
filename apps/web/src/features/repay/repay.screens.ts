import { screen } from '#platform/screen.ts'

export const repayScreens = {
  /** ?loanId= : the plan of one loan, or of the most pressing one; ?explain= opens a period's parts. */
  plan: screen({
    path: '/repayment',
    titleKey: 'repay:title.plan',
    meta: { auth: 'user', showAppHeader: true, aboutMoney: 'query' },
    label: 'repayment',
    words: ['coupon'],
    load: async () => (await import('./plan-screen.tsx')).PlanScreen,
  }),
  /** id is the loan; ?mode=due (default) or all. */
  detail: screen({
    path: '/repaymentDetail/:id',
    titleKey: 'repay:title.detail',
    meta: { auth: 'user', showAppHeader: true, aboutMoney: 'path' },
    label: 'repaymentDetail',
    words: ['coupon'],
    load: async () => (await import('./detail-screen.tsx')).RepaymentDetailScreen,
  }),
  /** id is the loan: a part of the principal, ahead of the plan. */
  prepay: screen({
    path: '/prepayment/:id',
    titleKey: 'repay:title.prepay',
    meta: { auth: 'user', showAppHeader: true, aboutMoney: 'path' },
    label: 'prepayment',
    load: async () => (await import('./prepay-screen.tsx')).PrepayScreen,
  }),
  /** ?bills= what is paid of which loans, as `bill-choice.ts` writes it. */
  together: screen({
    path: '/repayTogether',
    titleKey: 'repay:title.together',
    meta: { auth: 'user', showAppHeader: true, aboutMoney: 'page' },
    label: 'repayTogether',
    load: async () => (await import('./together-screen.tsx')).RepayTogetherScreen,
  }),
  /** ?id= the repayment, or ?ids= those of several loans. */
  result: screen({
    path: '/repaymentResult',
    titleKey: 'repay:title.result',
    meta: { auth: 'user', showAppHeader: true, aboutMoney: 'page' },
    label: 'repaymentResult',
    words: ['coupon'],
    load: async () => (await import('./result-screen.tsx')).RepaymentResultScreen,
  }),
  bills: screen({
    path: '/loan/record',
    titleKey: 'repay:title.bills',
    meta: { auth: 'user', showAppHeader: true, keepAlive: true, aboutMoney: 'page' },
    label: 'loanRecord',
    load: async () => (await import('./bills-screen.tsx')).BillsScreen,
  }),
}
