/** Front door: the chart of accounts, every posting there is, and the one way to book them. */

export { type Account, accounts } from './accounts.ts'
export { balancesOf, post, standingByLedger } from './ledger.sql.ts'
export { type BooksKey, type Posting, type Subject, subjectKinds } from './posting.ts'
export type { PostingKind } from './posting-kinds.ts'
export {
  excessLost,
  excessPaidOut,
  excessReturned,
  feeCharged,
  interestAccrued,
  lenderCoupon,
  paidOut,
  penaltyAccrued,
  platformCoupon,
  repaid,
  restated,
  returned,
  returnedRepaid,
  surplusHeld,
  waived,
  writtenOff,
} from './postings.ts'
export {
  redPacketExpired,
  redPacketGranted,
  redPacketLost,
  redPacketRecovered,
  redPacketTakenBack,
} from './red-packet-postings.ts'
export { bookedEvents, correctionsTo, earnedBooked } from './restated.ts'
export { benefitEarned, transferMoved, transferReturned } from './transfer-postings.ts'
