/** What an account is: what others owe us, what we owe others, what was earned, what was given up. */
type AccountClass = 'asset' | 'liability' | 'income' | 'expense'
/** The side on which an account grows. Debits are positive amounts, credits negative ones. */
type NormalSide = 'debit' | 'credit'

type AccountKind = {
  readonly accountClass: AccountClass
  readonly side: NormalSide
  readonly term: string
  readonly meaning: string
  /** Whether a loan's balance on the account may stand on the other side of zero. */
  readonly mayCross: boolean
}

const asset = { accountClass: 'asset', side: 'debit' } as const
const liability = { accountClass: 'liability', side: 'credit' } as const
const income = { accountClass: 'income', side: 'credit' } as const
const expense = { accountClass: 'expense', side: 'debit' } as const
const oneSided = { mayCross: false } as const

/**
 * Chart of accounts. The legs of a posting sum to zero. The receivables are what a borrower owes; they are never below zero for a loan,
 * and what came in beyond them is held as surplus.
 */
export const accounts = {
  principalReceivable: { ...asset, ...oneSided, term: '应收本金', meaning: 'Principal a borrower owes' },
  interestReceivable: { ...asset, ...oneSided, term: '应收利息', meaning: 'Interest earned, not yet paid' },
  feeReceivable: { ...asset, ...oneSided, term: '应收费用', meaning: 'Fees charged, not yet paid' },
  penaltyReceivable: { ...asset, ...oneSided, term: '应收罚息', meaning: 'Penalty of overdue principal, not yet paid' },
  channelClearing: {
    ...asset,
    mayCross: true,
    term: '渠道待清算款',
    meaning: 'Money the payment channel took for us, less what it gave back',
  },
  returnedReceivable: {
    ...asset,
    ...oneSided,
    term: '应收退回款',
    meaning: 'Money of a settled loan that the channel took back, owed anew',
  },
  excessPayoutReceivable: {
    ...asset,
    ...oneSided,
    term: '应收多放款项',
    meaning: 'Money a lender paid out beyond the loan, to be paid back',
  },
  redPacketHeld: { ...liability, ...oneSided, term: '应付红包', meaning: 'Red packets a borrower has received and not cashed out' },
  benefitHeld: { ...liability, ...oneSided, term: '权益款', meaning: 'Money paid for benefits that can still be refunded' },
  supplierPayable: { ...liability, ...oneSided, term: '应付权益供应方', meaning: 'Money for benefits that suppliers have earned' },
  lenderFunding: { ...liability, ...oneSided, term: '资金方出资', meaning: 'Money lenders put in' },
  surplusHeld: { ...liability, ...oneSided, term: '溢缴款', meaning: 'Money taken beyond what was owed, held for the borrower' },
  interestIncome: { ...income, ...oneSided, term: '利息收入', meaning: 'Interest earned' },
  feeIncome: { ...income, ...oneSided, term: '费用收入', meaning: 'Fees earned' },
  penaltyIncome: { ...income, ...oneSided, term: '罚息收入', meaning: 'Penalty earned' },
  campaignCost: { ...expense, ...oneSided, term: '活动支出', meaning: 'Red packets granted: what of the budget of an activity is spent' },
  waived: { ...expense, ...oneSided, term: '减免', meaning: 'Claims given up in favour of the borrower' },
  writtenOff: { ...expense, ...oneSided, term: '核销', meaning: 'Claims no longer expected to be paid' },
  couponsOfLender: {
    ...expense,
    ...oneSided,
    term: '放款机构承担的优惠券',
    meaning: 'Discounts of coupons that the lender of the loan bears',
  },
  couponsOfPlatform: { ...expense, ...oneSided, term: '平台承担的优惠券', meaning: 'Discounts of coupons that the platform bears' },
} as const satisfies Readonly<Record<string, AccountKind>>

export type Account = keyof typeof accounts

/** The kind of debt behind each receivable, as the engine names it. */
export const receivableOf = {
  principal: 'principalReceivable',
  interest: 'interestReceivable',
  fee: 'feeReceivable',
  penalty: 'penaltyReceivable',
} as const satisfies Readonly<Record<string, Account>>
