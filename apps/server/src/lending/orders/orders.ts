/** Front door: orders by which outside parties move money or decide on it: sent, asked about and reported in one way. */

export { askEach, askOrder, sendOrInquire, sendsMax, sentNews } from './ask.ts'
export { claimOrder, nextTryAt, type OrderTable, ordersToAsk } from './lease.sql.ts'
export { takeNotice } from './notice.ts'
export { findOrder, keepOrder } from './orders.sql.ts'
