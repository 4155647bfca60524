import type { Same } from '../resources.ts'
import type { messenger as zh } from '../zh-cn/messenger.ts'

export const messenger: Same<typeof zh> = {
  notice: {
    title: 'Messenger authorisation',
    refusedTitle: 'Not authorised yet',
    refusedBody:
      'No authorisation code was obtained from the messenger. You can authorise again, or log in by phone number and text message.',
    failedTitle: 'The authorisation did not come through',
    failedBody: 'The messenger did not hand its result to this page. You can try once more, or log in by phone number and text message.',
    retry: 'Authorise again',
    sms: 'Log in by text message',
    goOn: 'Go on',
  },
  waiting: {
    title: 'Authorising in the messenger',
    slow: 'The connection is slow, one moment please; you can log in by text message as well',
  },
  error: {
    noUserInfo: 'Your information could not be fetched; you can log in by text message',
    failed: 'The authorisation failed; you can log in by text message',
    notInMessenger: 'Please open this page in the messenger to authorise',
  },
}
