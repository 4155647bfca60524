import type { Same } from '../resources.ts'
import type { borrower as zh } from '../zh-cn/borrower.ts'

export const borrower: Same<typeof zh> = {
  frozen:
    'There’s a problem with your account. It can’t get text codes, so you can’t borrow, repay, or add a card for now. Please contact customer service.',
  responsible: 'Borrow within your means and repay on time',
  steps: {
    label: 'What’s missing',
    none: 'Not started',
    doing: 'To do',
    done: 'Done',
    expired: 'ID card expired, verify again',
    draft: 'Draft saved',
    photos: 'Photos uploaded, details to check',
  },
  photos: 'If a photo is blurred or was misread, you can take it again.',
  retake: 'Check or retake photos',
  idExpires: 'Your ID card expires on {{date}}. You can update it with your next limit assessment once it’s renewed.',
  idExpired: 'Your ID card expired on {{date}}. You can update it with your next limit assessment once it’s renewed.',
  refused: { forGood: 'This won’t change with time, so applying again won’t help.' },
  debit: {
    failed: 'Debit of ¥{{asked}} from card ending in {{tail}} failed: {{reason}}',
    partly: 'Only ¥{{taken}} of ¥{{asked}} was debited from card ending in {{tail}}: {{reason}}',
    changeCard: 'Change card',
  },
  loans: {
    title: 'My loans',
    amount: 'Loan of ¥{{amount}}',
    paid: '{{paid}} of {{periods}} installments paid',
    periods: '{{periods}} installments',
    state: { disbursing: 'Being paid out', failed: 'Not paid out', open: 'Open', overdue: 'Overdue' },
    see: 'View this loan',
  },
  warning: {
    next: 'What happens next',
    title: 'What being overdue means',
    fee: 'The late fee grows daily on overdue principal. Tomorrow adds ¥{{amount}}.',
    grace: 'You’re still in the grace period. Paying now avoids the late fee.',
    noFee: 'The late fee isn’t growing right now.',
    debit: 'We won’t debit your card again automatically. Please pay yourself.',
    borrow: 'You can’t borrow until you’ve paid what’s overdue.',
    lost: 'A loan that stays unpaid for long may be written off. You can’t borrow after that.',
    credit: 'Credit report: this product doesn’t report loans to a credit bureau, and what you signed doesn’t allow it.',
    help: 'If you have trouble paying, contact customer service early.',
    wait: 'Got it ({{seconds}} s)',
    read: 'Got it',
  },
  quick: { coupons: 'Coupons', benefits: 'Benefits', redPackets: 'Red packets', announcements: 'Notices', usable: '{{count}} to use' },
  account: {
    coupons: 'Coupons',
    couponCount: '{{count}} to use',
    benefits: 'Benefits',
    benefitCount: '{{count}} active',
    redPackets: 'Red packets',
    redPacketCount: '{{count}} to transfer',
    none: 'None',
  },
}
