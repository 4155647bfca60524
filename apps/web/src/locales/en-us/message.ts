import type { Same } from '../resources.ts'
import type { message as zh } from '../zh-cn/message.ts'

export const message: Same<typeof zh> = {
  title: { center: 'Messages', detail: 'Message' },
  tab: { all: 'All', notice: 'Repayment', system: 'System', activity: 'Activity' },
  announcements: 'Announcements',
  readAll: 'Mark all as read',
  unread: 'Unread',
  more: 'Load more',
  empty: 'No messages yet',
  emptyBody: 'Results, payouts, and reminders will appear here',
  emptyActivity: 'Coupons, red packets, and offers will appear here',
  running: 'Running now',
  notFound: 'This message doesn’t exist or was deleted',
  target: {
    apply: 'Continue your application',
    applyResult: 'View the result',
    benefit: 'View your benefit orders',
    borrow: 'See your limit and costs',
    capital: 'View your application',
    cards: 'View your cards',
    coupons: 'View your coupons',
    loan: 'View this loan',
    pay: 'Repay',
    redPacket: 'View the red packet',
    settings: 'Open settings',
    ticket: 'View your request',
  },
  targetGone: 'What this message is about no longer exists',
  toCenter: 'Back to messages',
  kind: {
    welcome: {
      title: 'Welcome',
      body: 'You’re registered. Verify your identity and fill in your profile to get a limit. Applying is free.',
    },
    limitApproved: {
      title: 'Limit approved',
      body: 'Your limit is ¥{{limit}}, valid until {{validUntilOn}}.',
    },
    limitApprovedWithRate: {
      title: 'Limit approved',
      body: 'Your limit is ¥{{limit}} at up to {{rate}} APR (simple), valid until {{validUntilOn}}.',
    },
    limitExpired: {
      title: 'Limit expired',
      body: 'Your limit of ¥{{limit}} was valid until {{validUntilOn}} and has expired. To borrow more, apply again. Your current loans aren’t affected.',
    },
    applicationRefused: {
      title: 'Application not approved',
      body: 'We’re sorry, your application wasn’t approved. You can see the reasons in the result and apply again from {{applyAgainOn}}.',
    },
    applicationReviewing: { title: 'Application in review', body: 'We’re reviewing your application. We’ll message you with the result.' },
    phoneChanged: {
      title: 'Your login phone has changed',
      body: 'You now log in with {{mobileMask}}, and other devices have been logged out. Wasn’t you? Please contact us right away.',
    },
    payPasswordSet: {
      title: 'Your payment password has been set',
      body: 'Your payment password was set or changed. Wasn’t you? Please contact us right away.',
    },
    cardBound: { title: 'Card added', body: 'You added your {{bankName}} debit card ending in {{cardTail}}.' },
    payoutRequested: {
      title: 'Loan submitted',
      body: 'We sent your loan of ¥{{amount}} to the lender. We’ll message you when the money arrives.',
    },
    payoutDone: {
      title: 'Loan paid out',
      body: '¥{{amount}} was paid to your card ending in {{cardTail}}. Your first installment is due on {{firstDueOn}}.',
    },
    payoutFailed: {
      title: 'Payout failed',
      body: 'Your loan of ¥{{amount}} couldn’t be paid out. Nothing was charged, and your limit is available again. Open the loan to see the reason and what you can do.',
    },
    payoutDoneLate: {
      title: 'Loan paid out',
      body: 'We told you that your loan of ¥{{amount}} couldn’t be paid out. The lender has now confirmed that it paid the money to your card ending in {{cardTail}}. Your loan is active, and your first installment is due on {{firstDueOn}}.',
    },
    paidTwice: {
      title: 'You were paid too much',
      body: 'The lender paid you ¥{{amount}} too much. This money isn’t part of your loan and bears no interest. Please don’t use it, and contact customer service to return it.',
    },
    dueSoon: { title: 'Payment reminder', body: '¥{{amount}} is due on {{dueOn}}. Please make sure your card has enough funds.' },
    debitDone: { title: 'Repaid', body: 'We received your payment of ¥{{amount}}.' },
    debitPartly: { title: 'Partly repaid', body: 'We could only debit ¥{{amount}} of ¥{{asked}}. Please pay the rest soon.' },
    debitFailed: { title: 'Debit failed', body: 'We couldn’t debit ¥{{amount}}. Please check your card and pay in the app.' },
    fellOverdue: {
      title: 'Loan overdue',
      body: '¥{{amount}} due on {{dueOn}} is overdue. Please pay soon. A late fee is charged under your loan contract.',
    },
    fellOverdueWithGrace: {
      title: 'Loan overdue',
      body: '¥{{amount}} due on {{dueOn}} is overdue. Please pay soon. No late fee if you pay by {{graceUntilOn}}. After that, it’s charged from the day after the due date.',
    },
    overdueCured: { title: 'No longer overdue', body: 'You’ve paid what was overdue. Your loan is back on track.' },
    loanSettled: {
      title: 'Loan settled',
      body: 'Contract {{contractNo}} is fully repaid. You paid ¥{{amount}} in total. You can borrow again while your limit is valid.',
    },
    paymentReturned: {
      title: 'Payment returned',
      body: 'Your bank returned your payment of ¥{{amount}}, so it doesn’t count. Open the loan to see what’s due now, and please pay again.',
    },
    penaltyTakenBack: {
      title: 'Late fee reversed',
      body: 'We credited your payment as of the day we received it, so we reversed a late fee of ¥{{amount}}.',
    },
    surplusHeld: { title: 'Overpayment', body: 'You overpaid ¥{{amount}}. We’re holding it for you. Questions? Please contact us.' },
    amountWaived: { title: 'Amount waived', body: '¥{{amount}} due under contract {{contractNo}} was waived. You don’t need to pay it.' },
    waiverUndone: {
      title: 'Waiver canceled',
      body: 'An earlier waiver for contract {{contractNo}} was canceled. Open the loan to see what’s due now. Questions? Please contact us.',
    },
    couponReceived: {
      title: 'You’ve got a coupon',
      body: 'Use it for a loan or a repayment through {{untilOn}}, Beijing time. See My coupons for its conditions.',
    },
    couponBack: {
      title: 'Your coupon is back',
      body: 'Your bank returned a payment, so the coupon used for it is yours again. Use it through {{untilOn}}, Beijing time.',
    },
    loanClosed: {
      title: 'Loan written off',
      body: 'Contract {{contractNo}} was written off. No more interest or late fees are charged. Questions? Please contact us.',
    },
    benefitActivated: { title: 'Benefits activated', body: 'Your benefits are active until {{validUntilOn}}.' },
    benefitFailed: {
      title: 'Benefits not activated',
      body: 'We’re sending the ¥{{amount}} back to your card ending in {{cardTail}}. Follow it in your benefit order.',
    },
    benefitFailedUnpaid: {
      title: 'Benefits not activated',
      body: 'Your card ending in {{cardTail}} couldn’t be debited, so the order was canceled.',
    },
    benefitPaymentReturned: {
      title: 'Benefit payment returned',
      body: 'Your payment of ¥{{amount}} was returned to your card ending in {{cardTail}}. Benefits you haven’t used can no longer be used.',
    },
    benefitNotCharged: {
      title: 'The package wasn’t charged',
      body: 'The package you chose with your loan wasn’t charged: the ¥{{amount}} in the cost sheet isn’t taken. Your loan isn’t affected.',
    },
    benefitRefunded: { title: 'Refund received', body: 'Your benefit refund of ¥{{amount}} is on your card ending in {{cardTail}}.' },
    benefitRefundFailed: {
      title: 'Refund failed',
      body: '¥{{amount}} didn’t reach your card ending in {{cardTail}}. Choose another card of yours in your benefit order.',
    },
    benefitExpired: { title: 'Benefits expired', body: 'Your benefits ended on {{validUntilOn}}. They weren’t renewed.' },
    partnerApproved: {
      title: 'Approved by the partner lender',
      body: '{{lender}} approved ¥{{amount}}. You can sign and borrow until {{validUntilOn}}. After that the approval ends.',
    },
    partnerRefused: {
      title: 'Declined by the partner lender',
      body: '{{lender}} declined your application. Your limit isn’t affected. See why, or choose another lender.',
    },
    partnerIncomplete: {
      title: 'Your application needs more',
      body: '{{lender}} asks for more information. Open your application, complete it, and submit it again.',
    },
    partnerEnded: {
      title: 'Application ended',
      body: 'Your application to {{lender}} has ended, and no loan was made. You can choose another lender.',
    },
    partnerLapsed: {
      title: 'Approval ended',
      body: 'The approval from {{lender}} has ended, and no loan was made. If you still want to borrow, please apply again.',
    },
    partnerLateApproval: {
      title: 'An approval came too late',
      body: '{{lender}} approved your application after it had ended. We won’t use it, and have asked the lender to withdraw it.',
    },
    ticketAnswered: { title: 'Your request was answered', body: 'We answered your request {{number}}. Open it to read the answer.' },
    ticketExtended: {
      title: 'We need more time',
      body: 'Your request {{number}} takes longer to look into. The new deadline for our answer is {{dueOn}}.',
    },
    redPacketReceived: {
      title: 'Red packet received',
      body: '¥{{amount}} is in your red packet balance. You can transfer it to your debit card until 23:59:59 on {{validUntilOn}}.',
    },
    redPacketExpiring: {
      title: 'Red packet expires soon',
      body: 'Your red packet of ¥{{amount}} hasn’t been transferred. It expires after 23:59:59 on {{validUntilOn}}.',
    },
    redPacketExpired: {
      title: 'Red packet expired',
      body: 'Your red packet of ¥{{amount}} was valid until 23:59:59 on {{validUntilOn}} and has expired. Your limit and rates aren’t affected.',
    },
    redPacketCashedOut: {
      title: 'Red packet transferred',
      body: 'Your red packet of ¥{{amount}} was paid to your card ending in {{cardTail}}.',
    },
    redPacketFailed: {
      title: 'Red packet transfer failed',
      body: 'Your red packet of ¥{{amount}} didn’t reach your card ending in {{cardTail}}. It’s back in your balance, and you can try another card until 23:59:59 on {{validUntilOn}}.',
    },
    redPacketTakenBack: {
      title: 'Red packet taken back',
      body: 'The conditions are no longer met, so your red packet of ¥{{amount}} was taken back. Your limit and rates aren’t affected.',
    },
  },
}
