import type { MessageKind } from './message.ts'

/** Places that a message leads to. The web has the address and the words of each; `loan` and `pay` need the loan that the message is about. */
export type MessageTarget =
  | 'apply'
  | 'applyResult'
  | 'benefit'
  | 'borrow'
  | 'capital'
  | 'cards'
  | 'coupons'
  | 'loan'
  | 'pay'
  | 'redPacket'
  | 'settings'
  | 'ticket'

/** Where each kind of message leads: the next thing that a reader can do or look at. Null where there is none. */
export const messageTargets = {
  welcome: 'apply',
  limitApproved: 'borrow',
  limitExpired: 'applyResult',
  applicationRefused: 'applyResult',
  applicationReviewing: 'applyResult',
  cardBound: 'cards',
  payoutRequested: 'loan',
  payoutDone: 'loan',
  payoutDoneLate: 'loan',
  payoutFailed: 'loan',
  paidTwice: 'loan',
  dueSoon: 'pay',
  debitDone: 'loan',
  debitPartly: 'pay',
  debitFailed: 'pay',
  fellOverdue: 'pay',
  overdueCured: 'loan',
  loanSettled: 'loan',
  surplusHeld: 'loan',
  paymentReturned: 'pay',
  penaltyTakenBack: 'loan',
  amountWaived: 'loan',
  waiverUndone: 'loan',
  loanClosed: 'loan',
  partnerApproved: 'capital',
  partnerRefused: 'capital',
  partnerIncomplete: 'capital',
  partnerEnded: 'capital',
  partnerLapsed: 'capital',
  partnerLateApproval: 'capital',
  redPacketReceived: 'redPacket',
  redPacketExpiring: 'redPacket',
  redPacketExpired: 'redPacket',
  redPacketCashedOut: 'redPacket',
  redPacketFailed: 'redPacket',
  redPacketTakenBack: 'redPacket',
  phoneChanged: 'settings',
  payPasswordSet: 'settings',
  ticketAnswered: 'ticket',
  ticketExtended: 'ticket',
  benefitActivated: 'benefit',
  benefitFailed: 'benefit',
  benefitPaymentReturned: 'benefit',
  benefitNotCharged: 'loan',
  benefitRefunded: 'benefit',
  benefitRefundFailed: 'benefit',
  benefitExpired: 'benefit',
  couponReceived: 'coupons',
  couponBack: 'coupons',
} as const satisfies Record<MessageKind, MessageTarget | null>
