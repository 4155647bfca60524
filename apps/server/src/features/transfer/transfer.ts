/** Front door: what the payment channel reports of money that moves for something other than a loan, and the jobs that ask after it. */

export { transferHandlers } from './transfer.handlers.ts'
export { transferJobs } from './transfer.jobs.ts'
