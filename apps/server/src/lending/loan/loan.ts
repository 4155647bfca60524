/** Front door: loans and their quotes as records, where a loan stands, and the one way to change its status. */

export { cardToDebit } from './card-to-debit.ts'
export { couponsIn, couponsTaken, discountOfLines, discountTaken } from './coupon-effect.ts'
export { type Decision, type DecisionMade, insertDecision, lossesOf, reverseCoupon, reverseDecision } from './decisions.sql.ts'
export {
  debitFrom,
  debitsUnderWay,
  debitUnderWay,
  findLoan,
  findLoans,
  type History,
  type LoanTrack,
  loanCounts,
  loansAfter,
  loansOf,
  moveLoan,
  paymentsOf,
  paymentsOfLoans,
  type Received,
  textHashesOf,
  trackOf,
} from './loan.sql.ts'
export {
  engineLoan,
  isOpen,
  isPaidOut,
  type LoanRecord,
  penaltyPpmDay,
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
export { insertLoan, markGivenUp, takeContractNumber, writeFailReason, writePaidOut, writeTerms } from './loan-terms.sql.ts'
export { duePeriods, dueSums, isSettlingCheaper, type PayNow, payNowOf, settlementNow } from './pay-now.ts'
export { planShown, type StandingShown, standingShown } from './plan-shown.ts'
export { findQuote, forgetUnusedQuotes, hasNewerQuote, insertQuote, markSigned, markUsed, type Quote, quotesSince } from './quote.sql.ts'
export { heldAndLost, receivedShown, returnedLoans, returnedOwedOf } from './received.sql.ts'
export { numberOf, statusNumbers } from './status-numbers.ts'
