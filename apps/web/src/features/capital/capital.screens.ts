import { screen } from '#platform/screen.ts'

const loadProduct = async () => (await import('./product-screen.tsx')).ProductScreen

export const capitalScreens = {
  product: screen({
    path: '/product',
    titleKey: 'capital:title.product',
    meta: { auth: 'guest', showAppHeader: true },
    label: 'product',
    words: ['product', 'lending', 'option'],
    load: loadProduct,
  }),
  /** The same screen as /product, under the address that apps open. */
  webViewProduct: screen({
    path: '/webViewProduct',
    titleKey: 'capital:title.product',
    meta: { auth: 'guest', showAppHeader: true },
    label: 'webViewProduct',
    words: ['product', 'lending', 'option'],
    load: loadProduct,
  }),
  jsd: screen({
    path: '/funders/jsd',
    titleKey: 'capital:title.jsd',
    meta: { auth: 'user', showAppHeader: true, aboutMoney: 'page' },
    label: 'fundersJsd',
    words: ['borrow', 'lending', 'option', 'agreement'],
    load: async () => (await import('./jsd-screen.tsx')).JsdScreen,
  }),
  /** A guest may enter: an expired login inside the partner’s product leads here, and not to our own login. */
  form: screen({
    path: '/capitalForm',
    titleKey: 'capital:title.form',
    meta: { auth: 'guest', showAppHeader: true, aboutMoney: 'page' },
    label: 'capitalForm',
    words: ['session'],
    load: async () => (await import('./form-screen.tsx')).FormScreen,
  }),
  profile: screen({
    path: '/capitalProfile',
    titleKey: 'capital:title.profile',
    meta: { auth: 'user', showAppHeader: true, aboutMoney: 'page' },
    label: 'capitalProfile',
    words: ['agreement'],
    load: async () => (await import('./profile-screen.tsx')).ProfileScreen,
  }),
  withdraw: screen({
    path: '/capitalWithdraw',
    titleKey: 'capital:title.withdraw',
    meta: { auth: 'user', showAppHeader: true, aboutMoney: 'page' },
    label: 'capitalWithdraw',
    words: ['borrow', 'lending', 'option'],
    load: async () => (await import('./withdraw-screen.tsx')).CapitalWithdrawScreen,
  }),
  result: screen({
    path: '/capitalResult',
    titleKey: 'capital:title.result',
    meta: { auth: 'user', showAppHeader: true, aboutMoney: 'page' },
    label: 'capitalResult',
    load: async () => (await import('./result-screen.tsx')).ResultScreen,
  }),
}
