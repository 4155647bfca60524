import type { Same } from '../resources.ts'
import type { messenger as zh } from '../zh-cn/messenger.ts'

export const messenger: Same<typeof zh> = {
  notice: {
    title: 'WeChat authorization',
    refusedTitle: 'Not authorized yet',
    refusedBody:
      'We didn’t get an authorization code from WeChat. You can authorize again, or log in with your phone number and a text message.',
    failedTitle: 'Authorization didn’t finish',
    failedBody: 'We didn’t get a result from WeChat. You can try again, or log in with your phone number and a text message.',
    retry: 'Authorize again',
    sms: 'Log in by text message',
    goOn: 'Continue',
  },
  waiting: {
    title: 'Authorizing with WeChat',
    slow: 'The connection is slow. One moment, or log in by text message',
  },
  error: {
    noUserInfo: 'We couldn’t get your WeChat information. You can log in by text message',
    failed: 'Authorization failed. You can log in by text message',
    notInMessenger: 'Open this page in WeChat to authorize',
  },
}
