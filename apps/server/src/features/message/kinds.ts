import type { MessageKind } from '@fyh/contract/message.ts'
import type { MessageTab } from './message.sql.ts'

export const tabOfKind: Readonly<Record<MessageKind, MessageTab>> = {
  welcome: 'system',
  limitApproved: 'notice',
  limitExpired: 'notice',
  applicationRefused: 'notice',
  applicationReviewing: 'notice',
  cardBound: 'system',
  payoutRequested: 'notice',
  payoutDone: 'notice',
  payoutDoneLate: 'notice',
  payoutFailed: 'notice',
  paidTwice: 'notice',
  dueSoon: 'notice',
  debitDone: 'notice',
  debitPartly: 'notice',
  debitFailed: 'notice',
  fellOverdue: 'notice',
  overdueCured: 'notice',
  loanSettled: 'notice',
  surplusHeld: 'notice',
  paymentReturned: 'notice',
  penaltyTakenBack: 'notice',
  amountWaived: 'notice',
  waiverUndone: 'notice',
  loanClosed: 'notice',
}
