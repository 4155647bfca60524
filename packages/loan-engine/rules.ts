import { type CivilDate, daysBetween } from '@fyh/base/dates.ts'
import { type Ppm, ppm } from '@fyh/base/money.ts'
import { type AllocationStep, stepsOf } from './allocation-order.ts'
import type { AfterChargeOff } from './charge-off.ts'
import { demand } from './engine-error.ts'
import { partNames } from './parts.ts'

export type PenaltyRule = {
  /** The penalty's daily rate in percent of the contract's daily rate. */
  readonly percentOfRate: number
  /** Days after the due day within which paying costs nothing; after them the penalty counts from the due day. */
  readonly graceDays: number
  /** The penalty of a period never exceeds this share of the principal that was overdue in it. */
  readonly ceiling: Ppm
}

/** `horizontal` covers a period whole before the next; `vertical` covers one part in all periods before the next part. */
export type AllocationDirection = 'horizontal' | 'vertical'

/** Which periods money in advance goes to: the next, the last, all in equal shares, or none: then it is held for the borrower. */
export type ExcessRule = 'nextPeriod' | 'lastPeriod' | 'reAmortise' | 'hold'

/**
 * Interest paid ahead of the days that earn it, where interest goes by the plan: when the loan is settled or principal prepaid it stays
 * paid, or it counts towards what is still owed, and a payment that reaches what settling takes settles.
 */
export type InterestAheadRule = 'kept' | 'counts'

/** A lender's settings, as printed in the agreement. */
export type LoanRules = {
  /** What a payment covers first: four parts inside a period, or steps by class and part (eight or twelve). */
  readonly allocationOrder: readonly AllocationStep[]
  /** Horizontal unless given. */
  readonly allocationDirection?: AllocationDirection
  /** The next period unless given. */
  readonly excess?: ExcessRule
  /** Kept unless given. */
  readonly interestAhead?: InterestAheadRule
  /** Goes on unless given. */
  readonly afterChargeOff?: AfterChargeOff
  readonly penalty: PenaltyRule
  /** Fee for settling early, as a share of the principal not yet due. */
  readonly earlySettlementFee: Ppm
  /** Days from the pay-out, its own day counted, on which settling costs no such fee; none unless given. */
  readonly earlySettlementFreeDays?: number
}

export const defaultRules: LoanRules = {
  allocationOrder: partNames,
  penalty: { percentOfRate: 150, graceDays: 3, ceiling: ppm(1_000_000) },
  earlySettlementFee: ppm(0),
}

/** Throws EngineError for settings the engine cannot follow. */
export function checkRules({ allocationOrder, penalty, earlySettlementFee, earlySettlementFreeDays = 0 }: LoanRules): void {
  stepsOf(allocationOrder)
  demand(isWholeWithin(penalty.percentOfRate, 1000), 'PENALTY_RULE_INVALID', `${penalty.percentOfRate} % of the rate`)
  demand(isWholeWithin(penalty.graceDays, 366), 'PENALTY_RULE_INVALID', `${penalty.graceDays} grace days`)
  demand(isWholeWithin(penalty.ceiling, 10_000_000), 'PENALTY_RULE_INVALID', `ceiling ${penalty.ceiling} ppm`)
  demand(isWholeWithin(earlySettlementFee, 1_000_000), 'FEE_OUT_OF_RANGE', `early settlement fee ${earlySettlementFee} ppm`)
  demand(isWholeWithin(earlySettlementFreeDays, 3660), 'FEE_OUT_OF_RANGE', `${earlySettlementFreeDays} days without the fee`)
}

/** The share of the principal not yet due that settling on a day costs. */
export function earlySettlementRateOn(rules: LoanRules, { payOutDate, onDate }: { payOutDate: CivilDate; onDate: CivilDate }): Ppm {
  return daysBetween(payOutDate, onDate) < (rules.earlySettlementFreeDays ?? 0) ? ppm(0) : rules.earlySettlementFee
}

function isWholeWithin(n: number, most: number): boolean {
  return Number.isSafeInteger(n) && n >= 0 && n <= most
}
