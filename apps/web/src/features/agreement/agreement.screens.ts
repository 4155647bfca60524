import { screen } from '#platform/screen.ts'

export const agreementScreens = {
  signed: screen({
    path: '/userAgreement',
    titleKey: 'agreement:title.signed',
    meta: { auth: 'user', showAppHeader: true },
    label: 'userAgreement',
    load: async () => (await import('./signed-screen.tsx')).SignedScreen,
  }),
}
