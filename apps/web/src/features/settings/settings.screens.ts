import { screen } from '#platform/screen.ts'

export const settingsScreens = {
  setting: screen({
    path: '/setting',
    titleKey: 'settings:title',
    meta: { auth: 'guest', showAppHeader: true },
    label: 'setting',
    load: async () => (await import('./setting-screen.tsx')).SettingScreen,
  }),
}
