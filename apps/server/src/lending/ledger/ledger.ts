/** Front door: the chart of accounts, every posting there is, and the one way to book them. */

export { type Account, accounts } from './accounts.ts'
export { balancesOf, post, standingByLedger } from './ledger.sql.ts'
export type { Posting, PostingKind } from './posting.ts'
export {
  excessLost,
  excessPaidOut,
  excessReturned,
  feeCharged,
  interestAccrued,
  paidOut,
  penaltyAccrued,
  repaid,
  surplusHeld,
  waived,
  writtenOff,
} from './postings.ts'
export { bookedEvents, correctionsTo, earnedBooked, earnedRestated, paymentReturned, returnedRepaid } from './restated.ts'
