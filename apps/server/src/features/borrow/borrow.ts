/** Front door of the slice: quotes, signing, loans and their pay-out. */
export { borrowHandlers } from './borrow.handlers.ts'
export { borrowJobs } from './borrow.jobs.ts'
export { type Blocked, limitBlockedBy } from './borrow-rules.ts'
export { codeOrder } from './code-order.ts'
export { type CaseOutcome, caseOutcomes, excessOf, openCases, payoutsWaiting } from './payout-cases.sql.ts'
export { endWaitingPayout, resolveCase } from './payout-resolve.ts'
