import { screen } from '#platform/screen.ts'

export const homeScreens = {
  home: screen({
    path: '/home',
    titleKey: 'home:title',
    meta: { auth: 'guest', tab: 'home', tracksInit: 'user' },
    label: 'home',
    load: async () => (await import('./home-screen.tsx')).HomeScreen,
  }),
  account: screen({
    path: '/account',
    titleKey: 'home:account.title',
    meta: { auth: 'guest', tab: 'account' },
    label: 'account',
    load: async () => (await import('./account-screen.tsx')).AccountScreen,
  }),
}
