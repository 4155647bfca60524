/**
 * Chart of accounts. Debits are positive, credits negative, and the legs of a posting sum to zero.
 * The receivables are what a borrower owes; they are never below zero for a loan.
 */
export const accounts = {
  principalReceivable: 'Principal a borrower owes',
  interestReceivable: 'Interest that fell due or was paid ahead, not yet paid',
  feeReceivable: 'Fees charged, not yet paid',
  penaltyReceivable: 'Penalty of overdue principal, not yet paid',
  lenderFunding: 'Money lenders put in',
  channelClearing: 'Money the payment channel took and owes us',
  surplusHeld: 'Money taken beyond what was owed, held for the borrower',
  interestIncome: 'Interest earned',
  feeIncome: 'Fees earned',
  penaltyIncome: 'Penalty earned',
  waived: 'Claims given up',
} as const

export type Account = keyof typeof accounts
