import type { Account } from './accounts.ts'

type Kind = {
  /** What has happened. */
  readonly when: string
  /** The accounts of its legs. A correction of a posting moves the same ones, the other way round. */
  readonly debit: readonly Account[]
  readonly credit: readonly Account[]
}

const interestAndFees = ['interestReceivable', 'feeReceivable'] as const
const receivables = ['principalReceivable', ...interestAndFees, 'penaltyReceivable'] as const

/** Kinds of postings about a loan. `postings.ts` has a function of the same name for each. */
export const loanPostingKinds = {
  paidOut: { when: 'the lender says it has paid', debit: ['principalReceivable'], credit: ['lenderFunding'] },
  excessPaidOut: { when: 'the lender says it paid money beyond the loan', debit: ['excessPayoutReceivable'], credit: ['lenderFunding'] },
  excessReturned: { when: 'an operator says the lender has it back', debit: ['lenderFunding'], credit: ['excessPayoutReceivable'] },
  excessLost: { when: 'an operator says it will not come back', debit: ['writtenOff'], credit: ['excessPayoutReceivable'] },
  interestAccrued: { when: 'a day of a running period is closed', debit: ['interestReceivable'], credit: ['interestIncome'] },
  feeCharged: { when: 'a fee falls due, or money reaches it', debit: ['feeReceivable'], credit: ['feeIncome'] },
  penaltyAccrued: {
    when: 'a day of overdue principal is closed, once the grace days are over',
    debit: ['penaltyReceivable'],
    credit: ['penaltyIncome'],
  },
  repaid: { when: 'a debit brought money', debit: ['channelClearing'], credit: receivables },
  surplusHeld: { when: 'a debit brought more than was owed', debit: ['channelClearing'], credit: ['surplusHeld'] },
  waived: { when: 'an operator waives', debit: ['waived'], credit: receivables },
  writtenOff: { when: 'an operator writes off', debit: ['writtenOff'], credit: receivables },
  lenderCoupon: { when: 'a coupon of the lender takes something off', debit: ['couponsOfLender'], credit: receivables },
  platformCoupon: { when: 'a coupon of the platform takes something off', debit: ['couponsOfPlatform'], credit: receivables },
  restated: {
    when: 'an event moves interest or fees earned',
    debit: [...interestAndFees, 'waived'],
    credit: ['interestIncome', 'feeIncome'],
  },
  returned: {
    when: 'the channel takes back money of a settled loan',
    debit: ['returnedReceivable', 'surplusHeld'],
    credit: ['channelClearing'],
  },
  returnedRepaid: { when: 'that sum is paid again', debit: ['channelClearing'], credit: ['returnedReceivable', 'surplusHeld'] },
} as const satisfies Readonly<Record<string, Kind>>

/** Kinds of postings about red packets and benefits, which belong to no loan. */
export const subjectPostingKinds = {
  redPacketGranted: { when: 'a borrower receives a red packet', debit: ['campaignCost'], credit: ['redPacketHeld'] },
  redPacketExpired: { when: 'a red packet expires', debit: ['redPacketHeld'], credit: ['campaignCost'] },
  redPacketTakenBack: { when: 'the conditions of a red packet fall away', debit: ['redPacketHeld'], credit: ['campaignCost'] },
  redPacketLost: { when: 'that happens after its transfer', debit: ['writtenOff'], credit: ['campaignCost'] },
  redPacketRecovered: { when: 'the transfer comes back after that', debit: ['redPacketHeld'], credit: ['writtenOff'] },
  redPacketPaid: { when: 'a red packet arrived on a card', debit: ['redPacketHeld'], credit: ['channelClearing'] },
  redPacketReturned: { when: "the card's bank sent it back", debit: ['channelClearing'], credit: ['redPacketHeld'] },
  benefitPaid: { when: 'a debit paid for benefits', debit: ['channelClearing'], credit: ['benefitHeld'] },
  benefitPaidReturned: { when: 'the channel takes such a debit back', debit: ['benefitHeld'], credit: ['channelClearing'] },
  benefitRefunded: { when: 'a refund of benefits arrived on a card', debit: ['benefitHeld'], credit: ['channelClearing'] },
  benefitRefundReturned: { when: "the card's bank sent it back", debit: ['channelClearing'], credit: ['benefitHeld'] },
  benefitEarned: { when: 'a right is used, or its term ends', debit: ['benefitHeld'], credit: ['supplierPayable'] },
} as const satisfies Readonly<Record<string, Kind>>

/** Every kind of posting there is. */
export const postingKinds = { ...loanPostingKinds, ...subjectPostingKinds }

export type LoanPostingKind = keyof typeof loanPostingKinds
export type SubjectPostingKind = keyof typeof subjectPostingKinds
export type PostingKind = keyof typeof postingKinds
