/** Front door of the slice: what is due, debits, and the opening of business days. */
export { booksOf } from './booking.ts'
export { closeDays, openDaysWithin } from './close.ts'
export { repayHandlers } from './repay.handlers.ts'
export { repayJobs } from './repay.jobs.ts'
export { type OpenReport, openReports } from './reported.sql.ts'
export { resolveDebit } from './reported.ts'
export { restate } from './restate.ts'
