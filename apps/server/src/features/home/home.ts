/** Front door of the slice: what a guest and a borrower see first. */
export { homeHandlers } from './home.handlers.ts'
