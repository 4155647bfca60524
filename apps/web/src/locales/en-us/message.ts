import type { Same } from '../resources.ts'
import type { message as zh } from '../zh-cn/message.ts'

export const message: Same<typeof zh> = {
  title: { center: 'Messages', detail: 'Message' },
  tab: { all: 'All', notice: 'Repayment', system: 'System', activity: 'Activity' },
  readAll: 'Mark all read',
  unread: 'Not read',
  more: 'Load more',
  empty: 'No messages yet',
  emptyBody: 'Decisions, pay-outs and reminders will appear here',
  notFound: 'This message does not exist or was deleted',
  openLoan: 'See this loan',
  openApply: 'See the result',
  toCenter: 'Back to messages',
  kind: {
    welcome: {
      title: 'Welcome',
      body: 'You are registered. Verify your identity and fill in your profile to get a limit; applying costs nothing.',
    },
    limitApproved: {
      title: 'Limit approved',
      body: 'Your limit is {{limit}} yuan at {{rate}} a year (simple), valid until {{validUntilOn}}.',
    },
    limitExpired: {
      title: 'Limit expired',
      body: 'Your limit of {{limit}} yuan was valid until {{validUntilOn}} and has expired. To borrow again, please apply anew; your loans are not affected.',
    },
    applicationRefused: {
      title: 'Application not approved',
      body: 'We are sorry, this application was not approved. See the result for the reasons; you may apply again from {{applyAgainOn}}.',
    },
    applicationReviewing: { title: 'Application in review', body: 'Your application is being reviewed; we will send you a message.' },
    cardBound: { title: 'Card bound', body: 'Your debit card {{cardTail}} of {{bankName}} is bound.' },
    payoutRequested: { title: 'Loan submitted', body: 'Your loan of {{amount}} yuan was handed to the lender; expect it within 2 hours.' },
    payoutDone: {
      title: 'Loan paid out',
      body: '{{amount}} yuan were paid to your card {{cardTail}}. The first instalment is due on {{firstDueOn}}.',
    },
    payoutFailed: {
      title: 'Pay-out failed',
      body: 'Your loan of {{amount}} yuan couldn’t be paid out. Nothing was charged, and your limit is available again. Open the loan to see the reason and what you can do.',
    },
    payoutDoneLate: {
      title: 'Loan paid out',
      body: 'We reported that your loan of {{amount}} yuan couldn’t be paid out. The lender has now confirmed that it paid the money to your card {{cardTail}}. Your loan is active, and the first instalment is due on {{firstDueOn}}.',
    },
    paidTwice: {
      title: 'You were paid too much',
      body: 'The lender paid you {{amount}} yuan too much. This money isn’t part of your loan and bears no interest. Please don’t use it, and contact customer service to return it.',
    },
    dueSoon: { title: 'Payment reminder', body: '{{amount}} yuan are due on {{dueOn}}. Please make sure that the card has enough money.' },
    debitDone: { title: 'Repaid', body: '{{amount}} yuan were repaid and count towards your loan.' },
    debitPartly: { title: 'Partly repaid', body: 'Of {{asked}} yuan {{amount}} were debited. Please pay the rest soon.' },
    debitFailed: { title: 'Debit failed', body: '{{amount}} yuan could not be debited. Please check your card and repay by hand.' },
    fellOverdue: {
      title: 'Loan overdue',
      body: '{{amount}} yuan due on {{dueOn}} are overdue. Please pay soon: paid within the grace days it costs no penalty; later, penalty is charged from the day after the due day.',
    },
    overdueCured: { title: 'No longer overdue', body: 'What was overdue is paid. Your loan is in good standing again.' },
    loanSettled: {
      title: 'Loan settled',
      body: 'Contract {{contractNo}} is settled in full, {{amount}} yuan were repaid in all. You can borrow again while your limit is valid.',
    },
    paymentReturned: {
      title: 'Payment returned',
      body: 'The bank took back {{amount}} yuan, so they do not count. See in the loan what is owed now, and please pay again.',
    },
    penaltyTakenBack: {
      title: 'Penalty taken back',
      body: 'Your money counts from the day it was received, so {{amount}} yuan of penalty were taken back.',
    },
    surplusHeld: { title: 'Surplus held', body: '{{amount}} yuan paid too much are held for you; please contact us about them.' },
    amountWaived: { title: 'Amount waived', body: '{{amount}} yuan owed under contract {{contractNo}} were waived and need not be paid.' },
    waiverUndone: {
      title: 'Waiver withdrawn',
      body: 'An earlier waiver for contract {{contractNo}} was withdrawn. See the loan for what is owed now, or ask customer service.',
    },
    loanClosed: {
      title: 'Loan written off',
      body: 'Contract {{contractNo}} was written off. No more interest or penalty is charged. Ask customer service if you have questions.',
    },
  },
}
