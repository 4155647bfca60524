import { assert } from '@fyh/base/assert.ts'
import { defaultRules, type LoanRules } from '@fyh/loan-engine/rules.ts'
import type { DayCount, Tail } from '@fyh/loan-engine/terms.ts'

/** Who lends, and on which settings. What a loan was made with is stored with the loan; this is for new ones. */
export type Lender = {
  readonly lenderId: number
  readonly name: string
  readonly licence: string
  readonly dayCount: Extract<DayCount, '30/360' | 'actual/365' | 'actual/360'>
  readonly tail: Exclude<Tail, 'evened'>
  readonly rules: LoanRules
  /** How long the cost sheet stays open before it can be signed. */
  readonly costSheetReadSeconds: number
  /** How long a pay-out takes at most, as told to the borrower. */
  readonly payOutHours: number
}

const lenders: readonly Lender[] = [
  {
    lenderId: 1,
    name: '示例消费金融有限公司',
    licence: 'L0000',
    dayCount: '30/360',
    tail: 'lastInstalment',
    rules: { ...defaultRules, interestAhead: 'counts' },
    costSheetReadSeconds: 6,
    payOutHours: 2,
  },
]

export function lenderOf(lenderId: number): Lender {
  const lender = lenders.find((candidate) => candidate.lenderId === lenderId)
  assert(lender !== undefined, `no lender ${lenderId}`)
  return lender
}

/** The lender of new loans. */
export const currentLenderId = 1
