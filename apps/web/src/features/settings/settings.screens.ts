import { screen } from '#platform/screen.ts'

export const settingsScreens = {
  setting: screen({
    path: '/setting',
    titleKey: 'settings:title',
    meta: { auth: 'guest', showAppHeader: true },
    label: 'setting',
    load: async () => (await import('./setting-screen.tsx')).SettingScreen,
  }),
  aboutUs: screen({
    path: '/aboutUs',
    titleKey: 'settings:aboutUs',
    meta: { auth: 'guest', showAppHeader: true },
    label: 'aboutUs',
    load: async () => (await import('./about-us-screen.tsx')).AboutUsScreen,
  }),
  aboutFyh: screen({
    path: '/aboutFyh',
    titleKey: 'settings:aboutFyh',
    meta: { auth: 'guest', showAppHeader: true },
    label: 'aboutFyh',
    load: async () => (await import('./about-fyh-screen.tsx')).AboutFyhScreen,
  }),
}
