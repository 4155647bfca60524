import { screen } from '#platform/screen.ts'
import { isLoggedIn } from '#platform/store.ts'

export const homeScreens = {
  home: screen({
    path: '/home',
    titleKey: 'home:title',
    meta: { auth: 'guest', tab: 'home', tracksInit: 'user' },
    label: 'home',
    load: async () => {
      const [{ HomeScreen }] = await Promise.all([import('./home-screen.tsx'), isLoggedIn() ? import('./borrower-home.tsx') : undefined])
      return HomeScreen
    },
  }),
  account: screen({
    path: '/account',
    titleKey: 'home:account.title',
    meta: { auth: 'guest', tab: 'account' },
    label: 'account',
    load: async () => (await import('./account-screen.tsx')).AccountScreen,
  }),
}
