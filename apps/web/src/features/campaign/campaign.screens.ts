import { screen } from '#platform/screen.ts'

export const campaignScreens = {
  cash: screen({
    path: '/funders/cash/:id',
    titleKey: 'campaign:title.cash',
    meta: { auth: 'guest', showAppHeader: true },
    label: 'fundersCash',
    load: 'later',
  }),
  receive: screen({
    path: '/funders/cashReceive',
    titleKey: 'campaign:title.receive',
    meta: { auth: 'user', showAppHeader: true },
    label: 'cashReceive',
    load: 'later',
  }),
  records: screen({
    path: '/funders/cashReceiveRecord/:activityId',
    titleKey: 'campaign:title.records',
    meta: { auth: 'user', showAppHeader: true },
    label: 'cashReceiveRecord',
    load: 'later',
  }),
}
