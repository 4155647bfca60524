import { screen } from '#platform/screen.ts'

export const sessionScreens = {
  login: screen({
    path: '/login',
    titleKey: 'session:login.title',
    meta: { auth: 'guest' },
    label: 'login',
    load: async () => (await import('./login-screen.tsx')).LoginScreen,
  }),
}
