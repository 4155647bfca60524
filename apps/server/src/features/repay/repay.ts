/** Front door of the slice: what is due, quotes and payments, and the jobs of debits and business days. */
export { debitOrder, togetherOrder } from './code-order.ts'
export { repayHandlers } from './repay.handlers.ts'
export { repayJobs } from './repay.jobs.ts'
