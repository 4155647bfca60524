/** Front door of the slice: what is due, debits, and the opening of business days. */
export { closeDays } from './days.ts'
export { duePeriods } from './due.ts'
export { repayHandlers } from './repay.handlers.ts'
export { repayJobs } from './repay.jobs.ts'
