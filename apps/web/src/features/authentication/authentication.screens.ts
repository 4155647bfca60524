import { screen } from '#platform/screen.ts'

export const authenticationScreens = {
  staff: screen({
    path: '/authentication/staff',
    titleKey: 'authentication:title.staff',
    meta: { auth: 'user', showAppHeader: true },
    label: 'authenticationStaff',
    load: 'later',
  }),
  bankCard: screen({
    path: '/authentication/bankCard',
    titleKey: 'authentication:title.bankCard',
    meta: { auth: 'user', showAppHeader: true },
    label: 'authenticationBankCard',
    load: 'later',
  }),
  reserveFund: screen({
    path: '/authentication/reserveFund',
    titleKey: 'authentication:title.reserveFund',
    meta: { auth: 'user', showAppHeader: true },
    label: 'authenticationReserveFund',
    load: 'later',
  }),
  success: screen({
    path: '/authentication/success',
    titleKey: 'authentication:title.success',
    meta: { auth: 'user', showAppHeader: true, titleOfPrevious: true },
    label: 'authenticationSuccess',
    load: 'later',
  }),
}
