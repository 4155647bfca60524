import type { CivilDate } from '@fyh/base/dates.ts'
import type { Loan } from './account.ts'
import type { LoanEvent } from './events.ts'
import { replay } from './replay.ts'
import { type SettlementQuote, settlementOf } from './settlement.ts'

/** What settles the loan on a day: a function of the loan, its events up to that day, and the day; never of an amount somebody typed. */
export function settlementQuote({
  loan,
  payments,
  onDate,
}: {
  loan: Loan
  payments: readonly LoanEvent[]
  onDate: CivilDate
}): SettlementQuote {
  return settlementOf(replay(loan, payments, onDate).accounts, loan, onDate).quote
}
