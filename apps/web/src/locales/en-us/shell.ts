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
    slow: 'The network is slow. Still loading',
    failedTitle: 'This didn’t load',
    failedBody: 'Check your connection and try again',
    codeDigits: '{{digits}}-digit code',
    codeNotFound: 'There’s no {{digits}}-digit code in what you pasted. Please type it.',
    explain: 'see how it adds up',
    tooLong: 'Up to {{max}} characters. The rest was left out',
  },
  error: {
    http: 'Network error [{{status}}]',
    noAnswer: 'Request failed. Check your connection and try again',
    unsent: 'You’re offline, so nothing was sent',
    crashTitle: 'Something went wrong on this page',
    crashBody: 'Your details and what you submitted are safe. Reload to continue.',
    reload: 'Reload',
    chunkTitle: 'The page didn’t load completely',
    chunkBody: 'The connection may have dropped, or the app was just updated. Reload to continue.',
    oldTitle: 'The app was updated',
    oldBody: 'This page is from before the update. Reload to continue.',
  },
  notFound: {
    title: 'We couldn’t find this page',
    body: 'The link may be out of date. You can continue from the home page.',
    home: 'Back to home',
  },
}
