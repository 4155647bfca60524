import type { Same } from '../resources.ts'
import type { settings as zh } from '../zh-cn/settings.ts'

export const settings: Same<typeof zh> = {
  title: 'Settings',
  aboutUs: 'About us',
  aboutFyh: 'About this product',
  language: 'Language',
  theme: 'Look',
  mobile: 'Phone number',
  about: 'Version',
  logout: 'Log out',
  logoutTitle: 'Log out?',
  logoutBody: 'You will need a code to log in again. Your details and loans stay as they are.',
  logoutConfirm: 'Log out',
  stay: 'Stay',
  loggedOut: 'Logged out',
  devices: {
    title: 'Where you are logged in',
    name: '{{machine}} · {{program}}',
    machine: { iphone: 'iPhone', ipad: 'iPad', android: 'Android phone', windows: 'Windows PC', mac: 'Mac', other: 'Other device' },
    program: { browser: 'browser', messenger: 'WeChat', miniProgram: 'mini-program', app: 'app' },
    used: 'Last used {{at}}, logged in from {{address}}',
    this: 'This device',
    end: 'Log out',
    endTitle: 'Log out “{{name}}”?',
    endBody: 'That device will need a code to log in again. If it is not yours, log it out.',
    endOthers: 'Log out all other devices',
    endOthersTitle: 'Log out all other devices?',
    leave: 'Keep',
    ended: 'Logged out',
  },
}
