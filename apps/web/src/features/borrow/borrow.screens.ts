import { screen } from '#platform/screen.ts'

const load = async () => (await import('./borrow-money-screen.tsx')).BorrowMoneyScreen

export const borrowScreens = {
  borrowMoney: screen({
    path: '/borrowMoney',
    titleKey: 'borrow:title.borrowMoney',
    meta: { auth: 'user', tab: 'borrowMoney', aboutMoney: 'page' },
    label: 'borrowMoney',
    words: ['option', 'lending', 'coupon'],
    load,
  }),
  loanBorrowMoney: screen({
    path: '/loan/borrowMoney',
    titleKey: 'borrow:title.borrowMoney',
    meta: { auth: 'user', showAppHeader: true, aboutMoney: 'page' },
    label: 'loanBorrowMoney',
    words: ['option', 'lending', 'coupon'],
    load,
  }),
  /** ?quoteId=, and loanId= when that loan is submitted again */
  sign: screen({
    path: '/signAgreement',
    titleKey: 'borrow:title.sign',
    meta: { auth: 'user', showAppHeader: true, aboutMoney: 'query' },
    label: 'signAgreement',
    words: ['option', 'agreement', 'lending'],
    load: async () => (await import('./sign-screen.tsx')).SignScreen,
  }),
  /** ?quoteId=, and loanId= when that loan is submitted again */
  withdraw: screen({
    path: '/withdraw/:capitalId',
    titleKey: 'borrow:title.withdraw',
    meta: { auth: 'user', showAppHeader: true, aboutMoney: 'query' },
    label: 'withdraw',
    words: ['lending', 'option'],
    load: async () => (await import('./withdraw-screen.tsx')).WithdrawScreen,
  }),
  /** ?loanId= */
  withdrawSuccess: screen({
    path: '/withdrawSuccess',
    titleKey: 'borrow:title.withdrawSuccess',
    meta: { auth: 'user', showAppHeader: true, endsWay: true, aboutMoney: 'query' },
    label: 'withdrawSuccess',
    load: async () => (await import('./withdraw-success-screen.tsx')).WithdrawSuccessScreen,
  }),
}
