import { screen } from '#platform/screen.ts'

export const campaignScreens = {
  cash: screen({
    path: '/funders/cash/:id',
    titleKey: 'campaign:title.cash',
    meta: { auth: 'guest', showAppHeader: true, aboutMoney: 'page' },
    label: 'fundersCash',
    load: 'later',
  }),
  receive: screen({
    path: '/funders/cashReceive',
    titleKey: 'campaign:title.receive',
    meta: { auth: 'user', showAppHeader: true, aboutMoney: 'page' },
    label: 'cashReceive',
    load: 'later',
  }),
  records: screen({
    path: '/funders/cashReceiveRecord/:activityId',
    titleKey: 'campaign:title.records',
    meta: { auth: 'user', showAppHeader: true, aboutMoney: 'page' },
    label: 'cashReceiveRecord',
    load: 'later',
  }),
}
