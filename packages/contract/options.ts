/** Spec 3, option lists: values are exact; labels live in the language packs under `option.<list>.<value>`. */
export const options = {
  period: [12, 9, 6, 3],
  loanUse: ['01', '02', '03', '04', '05', '06', '07', '08'],
  contactRelationOne: ['01', '02', '03'],
  contactRelationTwo: ['01', '02', '03', '04', '05', '06', '07'],
  education: ['01', '02', '03', '04', '05', '06', '07'],
  marital: ['1', '2', '3'],
  occupation: ['1', '2', '3', '4', '5', '6'],
  trade: ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12', '13', '14', '15', '16', '17', '18', '19', '20', '21'],
  /** Monthly income before tax, yuan: under 3,000; 3,000–5,000; 5,000–8,000; 8,000–12,000; 12,000–20,000; more. */
  income: ['1', '2', '3', '4', '5', '6'],
  repayMethod: ['equalInstalment', 'equalPrincipal', 'flat', 'interestFirst', 'bullet'],
} as const

export type OptionList = keyof typeof options
export type OptionOf<L extends OptionList> = (typeof options)[L][number]

/** Occupation 5 is a student: product rules refuse a loan to students. */
export const studentOccupation = '5'

/** How many loans one confirmation pays. */
export const togetherMax = 10

/** Spec 9: business constants, each value exact. */
export const constants = {
  apiPrefix: '/api',
  timeoutMs: 60_000,
  expiryToastMs: 1_500,
  expiryRedirectMs: 1_500,
  channelCodeDefault: 'fyh',
  channelCodeMini: 'FYH-mini',
  appVersion: '1.0.0',
  traceVersion: '1.0.0',
  traceType: 'h5_fyh',
  phoneType: 'H5',
  periodDefault: 12,
  useDefault: '01',
  smsCodeDigits: 4,
  shortPasswordLength: 6,
  amountMinFen: 50_000,
  amountStepFen: 10_000,
  amountMaxFen: 20_000_000,
} as const

/** What a borrower can pay of a loan: what is due, or all of it. */
export const quoteModes = ['due', 'all'] as const
/** What a borrower can order: `prepay` pays principal ahead and keeps the loan running. */
export const orderModes = [...quoteModes, 'prepay'] as const
/** Every kind of repayment. `auto`: the automatic debit of a due day; `returned`: what a settled loan's returned payment left owing. */
export const repaymentModes = [...orderModes, 'auto', 'returned'] as const
export type QuoteMode = (typeof quoteModes)[number]
export type OrderMode = (typeof orderModes)[number]
export type RepaymentMode = (typeof repaymentModes)[number]

export const productTypes = ['fyh', 'fbd', 'neutral'] as const
export type ProductType = (typeof productTypes)[number]
/** By the names that carriers have registered as senders, which are those of the brands. */
export const brandNames = { fyh: '富易花', fbd: '富宝贷', neutral: '信用借款' } as const satisfies Record<ProductType, string>
