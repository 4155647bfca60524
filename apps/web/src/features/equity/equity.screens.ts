import { screen } from '#platform/screen.ts'

export const equityScreens = {
  order: screen({
    path: '/equityOrder',
    titleKey: 'equity:title.order',
    meta: { auth: 'user', showAppHeader: true, aboutMoney: 'page' },
    label: 'equityOrder',
    load: 'later',
  }),
  memberBenefit: screen({
    path: '/mock/memberBenefit',
    titleKey: 'equity:title.memberBenefit',
    meta: { auth: 'user', showAppHeader: true },
    label: 'mockMemberBenefit',
    load: 'later',
  }),
  authorizedDeduction: screen({
    path: '/mock/authorizedDeduction',
    titleKey: 'equity:title.authorizedDeduction',
    meta: { auth: 'user', showAppHeader: true },
    label: 'mockAuthorizedDeduction',
    load: 'later',
  }),
  userInfoAuth: screen({
    path: '/mock/userInfoAuth',
    titleKey: 'equity:title.userInfoAuth',
    meta: { auth: 'user', showAppHeader: true },
    label: 'mockUserInfoAuth',
    load: 'later',
  }),
  serviceAgreement: screen({
    path: '/mock/serviceAgreement',
    titleKey: 'equity:title.serviceAgreement',
    meta: { auth: 'guest', showAppHeader: true },
    label: 'mockServiceAgreement',
    load: 'later',
  }),
}
