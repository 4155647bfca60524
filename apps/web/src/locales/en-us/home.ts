import type { Same } from '../resources.ts'
import type { home as zh } from '../zh-cn/home.ts'

export const home: Same<typeof zh> = {
  title: 'Home',
  login: 'Log in',
  messages: 'Messages',
  unreadMessages: 'Messages, {{count}} unread',
  guest: {
    limitUpTo: 'Credit limit up to',
    rate: 'APR (simple) from {{from}} to {{to}}',
    example: '¥{{principal}} over {{periods}} months at {{rate}} APR: about ¥{{instalment}} a month',
    seeLimit: 'See my limit',
    free: 'Applying is free. Your limit and rate depend on approval',
    closed: 'Applications are paused for now',
    stepsTitle: 'Four steps',
    stepIdentity: 'Identity',
    stepIdentityTime: '~2 min',
    stepFace: 'Face',
    stepFaceTime: '~20 s',
    stepProfile: 'Profile',
    stepProfileTime: '~1 min',
    stepLimit: 'Limit',
    stepLimitTime: 'At the end',
    lenderTitle: 'Who lends',
    lenderBody: 'Licensed lenders provide the loans. Before you sign, you see the lender, every cost, and the APR.',
    banks: 'Supported banks',
    safetyTitle: 'How we protect your data',
    safetyBody: 'We store your ID and contacts encrypted. Never share your code with anyone.',
    responsible: 'Borrow within your means and repay on time. Not for students.',
  },
  quick: { label: 'Services', product: 'Product', help: 'Help', contact: 'Contact', complain: 'Complaints' },
  closeAnnouncement: 'Close: {{title}}',
}
