import type { LendingRules } from '@fyh/contract/lending-rules.ts'
import type { Product } from './lender.ts'

type Settings = Pick<Product, 'dayCount' | 'tail' | 'daysOff' | 'rules'>

/** The rules of a product, or of a loan made by it, as shown to its borrower. */
export function lendingRulesOf({ dayCount, tail, daysOff, rules }: Settings): LendingRules {
  const { allocationOrder, penalty, earlySettlementFee, earlySettlementFreeDays, interestAhead } = rules
  return {
    dayCount,
    tail,
    daysOff,
    allocationOrder,
    penalty: { percentOfRate: penalty.percentOfRate, graceDays: penalty.graceDays, ceilingPpm: penalty.ceiling },
    earlySettlementFeePpm: earlySettlementFee,
    earlySettlementFreeDays,
    interestAhead,
  }
}
