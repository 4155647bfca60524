/** Front door of the slice: partner lenders, from the match to the approval that a loan is made on. */
export { capitalHandlers } from './capital.handlers.ts'
export { capitalJobs } from './capital.jobs.ts'
export { takeApproval } from './moving.ts'
