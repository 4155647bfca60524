import { screen } from '#platform/screen.ts'

export const equityScreens = {
  order: screen({
    path: '/equityOrder',
    titleKey: 'equity:title.order',
    meta: { auth: 'user', showAppHeader: true, aboutMoney: 'page' },
    label: 'equityOrder',
    load: async () => (await import('./order-screen.tsx')).OrderScreen,
  }),
  memberBenefit: screen({
    path: '/mock/memberBenefit',
    titleKey: 'equity:title.memberBenefit',
    meta: { auth: 'user', showAppHeader: true },
    label: 'mockMemberBenefit',
    load: async () => (await import('./member-benefit-screen.tsx')).MemberBenefitScreen,
  }),
  authorizedDeduction: screen({
    path: '/mock/authorizedDeduction',
    titleKey: 'equity:title.authorizedDeduction',
    meta: { auth: 'user', showAppHeader: true },
    label: 'mockAuthorizedDeduction',
    load: async () => (await import('./sample-text-screens.tsx')).AuthorizedDeductionScreen,
  }),
  userInfoAuth: screen({
    path: '/mock/userInfoAuth',
    titleKey: 'equity:title.userInfoAuth',
    meta: { auth: 'user', showAppHeader: true },
    label: 'mockUserInfoAuth',
    load: async () => (await import('./sample-text-screens.tsx')).UserInfoAuthScreen,
  }),
  serviceAgreement: screen({
    path: '/mock/serviceAgreement',
    titleKey: 'equity:title.serviceAgreement',
    meta: { auth: 'guest', showAppHeader: true },
    label: 'mockServiceAgreement',
    load: async () => (await import('./sample-text-screens.tsx')).ServiceAgreementScreen,
  }),
}
