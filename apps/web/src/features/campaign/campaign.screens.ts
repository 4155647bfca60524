import { screen } from '#platform/screen.ts'

export const campaignScreens = {
  /** ?invite= the code of the friend whose link this is. */
  cash: screen({
    path: '/funders/cash/:id',
    titleKey: 'campaign:title.cash',
    meta: { auth: 'guest', showAppHeader: true, aboutMoney: 'page' },
    words: ['coupon'],
    label: 'fundersCash',
    load: async () => (await import('./cash-screen.tsx')).CashScreen,
  }),
  /** ?activityId= : the red packet of one activity; without it the balance and all activities. */
  receive: screen({
    path: '/funders/cashReceive',
    titleKey: 'campaign:title.receive',
    meta: { auth: 'user', showAppHeader: true, aboutMoney: 'page' },
    words: ['coupon'],
    label: 'cashReceive',
    load: async () => (await import('./receive-screen.tsx')).ReceiveScreen,
  }),
  records: screen({
    path: '/funders/cashReceiveRecord/:activityId',
    titleKey: 'campaign:title.records',
    meta: { auth: 'user', showAppHeader: true, aboutMoney: 'page' },
    label: 'cashReceiveRecord',
    load: async () => (await import('./records-screen.tsx')).RecordsScreen,
  }),
}
