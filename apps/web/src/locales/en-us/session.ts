import type { Same } from '../resources.ts'
import type { session as zh } from '../zh-cn/session.ts'

export const session: Same<typeof zh> = {
  login: {
    title: 'Log in',
    heading: 'Log in with your phone',
    lead: 'New here? Your account is created when you enter the code',
    mobile: 'Phone number',
    mobilePlaceholder: '11 digits',
    mobileInvalid: 'This phone number isn’t valid. Enter 11 digits',
    codeMissing: 'Get a code and enter it',
    submit: 'Log in or register',
    agree: 'I’ve read and agree to',
    agreeFirst: 'Read and agree to the agreements first',
    neverAsk: 'We’ll never ask you for your code',
    welcomeBack: 'You’re logged in',
    withoutPartner: 'Register directly',
  },
}
