import type { Same } from '../resources.ts'
import type { shell as zh } from '../zh-cn/shell.ts'

export const shell: Same<typeof zh> = {
  brand: { fyh: 'Fuyihua', fbd: 'Fubaodai', neutral: 'Credit' },
  brandMark: { fyh: 'F', fbd: 'F', neutral: 'C' },
  tab: {
    label: 'Main',
    home: 'Home',
    borrowMoney: 'Borrow',
    account: 'Me',
    unread_one: '{{count}} unread message',
    unread_other: '{{count}} unread messages',
  },
  ui: {
    back: 'Back',
    close: 'Close',
    cancel: 'Cancel',
    confirm: 'OK',
    clear: 'Clear',
    choose: 'Please choose',
    retry: 'Try again',
    loading: 'Loading',
    slow: 'The network is slow, still loading',
    failedTitle: 'This did not load',
    failedBody: 'Please check your connection and try again',
    codeDigits: '{{digits}}-digit code',
    codeNotFound: 'The pasted text has no {{digits}}-digit code. Please type it in.',
    explain: 'see how it is made up',
    tooLong: 'At most {{max}} characters; the rest was left out',
  },
  error: {
    http: 'Network error [{{status}}]',
    noAnswer: 'No answer, please check your connection and try again',
    unsent: 'Your phone has no network, nothing was sent',
    crashTitle: 'Something went wrong on this page',
    crashBody: 'Your details and what you submitted are safe. Reload to go on.',
    reload: 'Reload',
    chunkTitle: 'The page did not load fully',
    chunkBody: 'The connection broke or the application was just updated. Reload to go on.',
    oldTitle: 'The application was updated',
    oldBody: 'This page is from before the update. Reload to go on.',
  },
  notFound: {
    title: 'This page was not found',
    body: 'The link may be out of date. You can go on from the home page.',
    home: 'Back to home',
  },
}
