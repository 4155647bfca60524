/** Front door: money that moves to or from a card for something other than a loan, from the order to what became of it. */

export { askTransfer } from './ask-transfer.ts'
export { orderTransfer, type WantedTransfer } from './order-transfer.ts'
export { learnTransfer, outcomeOfDebit, outcomeOfTransfer, type TransferNews } from './transfer-news.ts'
export { findTransfer, latestTransfer, type Transfer, type TransferKey, transfersAbout, transfersToAsk } from './transfers.sql.ts'
