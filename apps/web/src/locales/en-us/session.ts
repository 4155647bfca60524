import type { Same } from '../resources.ts'
import type { session as zh } from '../zh-cn/session.ts'

export const session: Same<typeof zh> = {
  login: {
    title: 'Log in',
    heading: 'Log in by phone',
    lead: 'A new number is registered once the code is proved',
    mobile: 'Phone number',
    mobilePlaceholder: '11 digits',
    mobileInvalid: 'The phone number is not valid, please enter 11 digits',
    codeMissing: 'Please get a code and enter it',
    submit: 'Log in / register',
    agree: 'I have read and agree to',
    agreeFirst: 'Please read and agree to the texts first',
    neverAsk: 'We never ask you for your code, for any reason',
    welcomeBack: 'Logged in',
  },
}
