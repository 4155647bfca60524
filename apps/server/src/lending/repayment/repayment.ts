/** Front door: the debits of repayments, from the order to what became of them. */

export { debitOfLastDay, debitsOfDay } from './day-debit.ts'
export { askDebit, type DebitNews, learnDebit, resultHoursMax, takeCovered } from './debit.ts'
export { type OpenReport, openReports, reportsToAsk } from './reported.sql.ts'
export { askReport, resolveDebit } from './reported.ts'
