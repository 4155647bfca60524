/** Front door of the slice: what a borrower sees of their loans. */
export { loanHandlers } from './loan.handlers.ts'
