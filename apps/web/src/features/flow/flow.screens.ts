import { screen } from '#platform/screen.ts'

export const flowScreens = {
  middle: screen({
    path: '/h5Middle',
    titleKey: 'flow:title.middle',
    meta: { auth: 'guest', showAppHeader: true },
    label: 'h5Middle',
    load: async () => (await import('./middle-screen.tsx')).MiddleScreen,
  }),
  download: screen({
    path: '/download',
    titleKey: 'flow:title.download',
    meta: { auth: 'guest', showAppHeader: true, tracksInit: true },
    label: 'download',
    load: async () => (await import('./download-screen.tsx')).DownloadScreen,
  }),
  extend: screen({
    path: '/extend',
    titleKey: 'flow:title.extend',
    meta: { auth: 'guest', showAppHeader: true, tracksInit: true },
    label: 'extend',
    words: ['session'],
    load: async () => (await import('./extend-screen.tsx')).ExtendScreen,
  }),
}
