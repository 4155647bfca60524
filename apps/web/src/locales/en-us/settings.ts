import type { Same } from '../resources.ts'
import type { settings as zh } from '../zh-cn/settings.ts'

export const settings: Same<typeof zh> = {
  title: 'Settings',
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
}
