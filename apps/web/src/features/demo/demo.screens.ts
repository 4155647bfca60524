import { screen } from '#platform/screen.ts'

export const demoScreens = {
  demo: screen({
    path: '/demo',
    titleKey: 'demo:title',
    meta: { auth: 'guest', showAppHeader: true, keepAlive: true },
    label: 'demo',
    load: async () => (await import('./demo-screen.tsx')).DemoScreen,
  }),
}
