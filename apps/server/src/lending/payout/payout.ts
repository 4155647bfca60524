/** Front door: the money a lender pays out, from the order to what became of it. */

export { payoutLanes } from './ask-payouts.ts'
export { findPayout, insertPayout } from './payout.sql.ts'
export { caseOutcomes, excessOf, hasOpenPayoutCase, openCases, payoutsWaiting, type WaitingPayout } from './payout-cases.sql.ts'
export { learnPayout, type PayoutNews } from './payout-news.ts'
export { endWaitingPayout, resolveCase } from './payout-resolve.ts'
