import { screen } from '#platform/screen.ts'
import { isLoggedIn } from '#platform/store.ts'
import { loadBorrowerHome } from './load-borrower-home.ts'

export const homeScreens = {
  home: screen({
    path: '/home',
    titleKey: 'home:title',
    meta: { auth: 'guest', tab: 'home', tracksInit: 'user' },
    label: 'home',
    load: async () => {
      const [{ HomeScreen }] = await Promise.all([import('./home-screen.tsx'), isLoggedIn() ? loadBorrowerHome() : undefined])
      return HomeScreen
    },
  }),
  account: screen({
    path: '/account',
    titleKey: 'borrower:account.title',
    meta: { auth: 'guest', tab: 'account' },
    label: 'account',
    words: ['borrower'],
    load: async () => (await import('./account-screen.tsx')).AccountScreen,
  }),
}
