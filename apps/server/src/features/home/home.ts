/** Front door of the slice: what a guest and a borrower see first. */
export { guestOffer, homeHandlers } from './home.handlers.ts'
