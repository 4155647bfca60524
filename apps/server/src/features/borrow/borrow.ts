/** Front door of the slice: quotes, signing, and new loans. */
export { borrowHandlers } from './borrow.handlers.ts'
export { borrowJobs } from './borrow.jobs.ts'
export { type Blocked, limitBlockedBy } from './borrow-rules.ts'
export { withdrawalOrder } from './code-order.ts'
export { requireOpen } from './lending-checks.ts'
export type { BorrowNeighbours } from './make-loan.ts'
export { offeredProducts } from './options.ts'
export { requireBorrower } from './standing.ts'
