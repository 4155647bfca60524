import { screen } from '#platform/screen.ts'

export const cardScreens = {
  addBankCard: screen({
    path: '/addBankCard',
    titleKey: 'card:title.addBankCard',
    meta: { auth: 'user', showAppHeader: true },
    label: 'addBankCard',
    load: async () => (await import('./add-bank-card-screen.tsx')).AddBankCardScreen,
  }),
  selectBank: screen({
    path: '/selectBank',
    titleKey: 'card:title.selectBank',
    meta: { auth: 'user', showAppHeader: true },
    label: 'selectBank',
    load: async () => (await import('./select-bank-screen.tsx')).SelectBankScreen,
  }),
  supportedBanks: screen({
    path: '/supportedBankList',
    titleKey: 'card:title.supportedBanks',
    meta: { auth: 'guest', showAppHeader: true },
    label: 'supportedBankList',
    load: async () => (await import('./supported-banks-screen.tsx')).SupportedBanksScreen,
  }),
}
