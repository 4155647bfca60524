import { screen } from '#platform/screen.ts'

export const messageScreens = {
  center: screen({
    path: '/messageCenter',
    titleKey: 'message:title.center',
    meta: { auth: 'user', showAppHeader: true },
    label: 'messageCenter',
    load: async () => (await import('./center-screen.tsx')).CenterScreen,
  }),
  /** ?id= */
  detail: screen({
    path: '/messageDetail',
    titleKey: 'message:title.detail',
    meta: { auth: 'user', showAppHeader: true, aboutMoney: 'pageOnly' },
    label: 'messageDetail',
    load: async () => (await import('./detail-screen.tsx')).DetailScreen,
  }),
}
