/** Front door of the slice: loans as records, where they stand, and the one way to change their status. */

export { currentLenderId, type Lender, lenderOf } from './lenders.ts'
export { loanHandlers } from './loan.handlers.ts'
export { findLoan, findLoans, loanCounts, loansAfter, moveLoan, paymentsOf, paymentsOfLoans, type Received, runningRepaymentOf } from './loan.sql.ts'
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
  type LoanNow,
  loanNow,
  loansNow,
  partsWithTotal,
  penaltyRateOf,
  penaltySpansOf,
  penaltyTomorrow,
  planRowShown,
  shortenedInterest,
  standingAt,
} from './loan-standing.ts'
export { findOrder, keepNotice } from './orders.sql.ts'
export { returnedOwedOf } from './received.sql.ts'
