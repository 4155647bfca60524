/** Front door of the slice: loans as records, where they stand, and the one way to change their status. */

export { type Decision, type DecisionMade, insertDecision, lossesOf, reverseDecision } from './decisions.sql.ts'
export { currentLenderId, type Lender, lenderOf } from './lenders.ts'
export { loanHandlers } from './loan.handlers.ts'
export {
  findLoan,
  findLoans,
  type History,
  loanCounts,
  loansAfter,
  loansOf,
  moveLoan,
  paymentsOf,
  paymentsOfLoans,
  type Received,
  runningRepaymentOf,
} from './loan.sql.ts'
export {
  engineLoan,
  isOpen,
  isPaidOut,
  type LoanRecord,
  type OwedParts,
  penaltyPpmDay,
  planSchema,
  type RunningLoan,
} from './loan-record.ts'
export {
  accountsAt,
  isLost,
  type LoanNow,
  loanNow,
  loansNow,
  partsWithTotal,
  penaltyRateOf,
  penaltySpansOf,
  penaltyTomorrow,
  standingAt,
} from './loan-standing.ts'
export { findOrder, hasOpenPayoutCase, keepNotice } from './orders.sql.ts'
export { duePeriods, dueSums, dueTotalOf, isSettlingCheaper, type PayNow, payNowOf, settlementNow } from './pay-now.ts'
export { planShown, type StandingShown, standingShown } from './plan-shown.ts'
export { returnedLoans, returnedOwedOf } from './received.sql.ts'
