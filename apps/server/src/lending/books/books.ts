/** Front door: repayments as records, what follows from them for a loan, and the one way to restate its books. */

export { book, bookCovered, bookMore } from './book.ts'
export { booksOf } from './booking.ts'
export { earnedInAll, earnedOn } from './earned.ts'
export { type PenaltyDay, penaltyDaysOf, penaltyOfDay } from './penalty-days.ts'
export { pricePaid } from './price-paid.ts'
export {
  claimRepayment,
  countSend,
  findRepayment,
  hasAutoDebit,
  insertRepayment,
  isRunning,
  moveRepayment,
  type NewRepayment,
  newestRepayments,
  noteReason,
  type Repayment,
  type RepaymentKey,
  repaymentsToAsk,
} from './repayments.sql.ts'
export { restate } from './restate.ts'
export { bookReturns } from './returned.ts'
