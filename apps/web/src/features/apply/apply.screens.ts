import { screen } from '#platform/screen.ts'

export const applyScreens = {
  idCardGuide: screen({
    path: '/applyIdcardGuid',
    titleKey: 'apply:title.idCardGuide',
    meta: { auth: 'user', showAppHeader: true },
    label: 'applyIdcardGuid',
    load: async () => (await import('./id-card-guide-screen.tsx')).IdCardGuideScreen,
  }),
  identity: screen({
    path: '/applyIdentity',
    titleKey: 'apply:title.identity',
    meta: { auth: 'user', showAppHeader: true, tracksInit: true },
    label: 'applyIdentity',
    load: async () => (await import('./identity-screen.tsx')).IdentityScreen,
  }),
  face: screen({
    path: '/faceApplyLive',
    titleKey: 'apply:title.face',
    meta: { auth: 'user', showAppHeader: true },
    label: 'faceApplyLive',
    load: async () => (await import('./face-screen.tsx')).FaceStep,
  }),
  next: screen({
    path: '/applyNext',
    titleKey: 'apply:title.next',
    meta: { auth: 'user', showAppHeader: true },
    label: 'applyNext',
    load: async () => (await import('./next-screen.tsx')).NextScreen,
  }),
  profile: screen({
    path: '/applyProfile',
    titleKey: 'apply:title.profile',
    meta: { auth: 'user', showAppHeader: true, tracksInit: true },
    label: 'applyProfile',
    words: ['option'],
    load: async () => (await import('./profile-screen.tsx')).ProfileStep,
  }),
  confirm: screen({
    path: '/applyConfirm',
    titleKey: 'apply:title.confirm',
    meta: { auth: 'user', showAppHeader: true },
    label: 'applyConfirm',
    words: ['option'],
    load: async () => (await import('./confirm-screen.tsx')).ConfirmStep,
  }),
  result: screen({
    path: '/applyResult',
    titleKey: 'apply:title.result',
    meta: { auth: 'user', showAppHeader: true },
    label: 'applyResult',
    load: async () => (await import('./result-screen.tsx')).ResultScreen,
  }),
  additional: screen({
    path: '/additionalInformation',
    titleKey: 'apply:title.additional',
    meta: { auth: 'user', showAppHeader: true },
    label: 'additionalInformation',
    load: 'later',
  }),
}
