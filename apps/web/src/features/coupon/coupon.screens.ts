import { screen } from '#platform/screen.ts'

export const couponScreens = {
  coupons: screen({
    path: '/coupons',
    titleKey: 'coupon:title.coupons',
    meta: { auth: 'user', showAppHeader: true },
    label: 'coupons',
    load: async () => (await import('./coupons-screen.tsx')).CouponsScreen,
  }),
}
