import type { CivilDate } from '@fyh/base/dates.ts'
import { addFen, type Fen, minFen, subFen, zeroFen } from '@fyh/base/money.ts'
import type { payNow } from '@fyh/contract/plan-shapes.ts'
import { settlementQuote } from '@fyh/loan-engine/settle.ts'
import type { SettlementQuote } from '@fyh/loan-engine/settlement.ts'
import type { PeriodStanding, Standing } from '@fyh/loan-engine/standing.ts'
import type { z } from 'zod'
import { engineLoan, isOpen, isPaidOut } from './loan-record.ts'
import type { LoanNow } from './loan-standing.ts'

export type PayNow = z.output<typeof payNow>

/** What paying now means: everything due or overdue, else the next period. */
export function duePeriods(standing: Standing): PeriodStanding[] {
  const open = standing.periods.filter(({ state }) => state !== 'paid')
  const due = open.filter(({ dueDate }) => dueDate <= standing.onDate)
  return due.length > 0 ? due : open.slice(0, 1)
}

/** What the plan asks for now. */
const dueTotalOf = (standing: Standing): Fen => addFen(...duePeriods(standing).map(({ owedTotal }) => owedTotal))

/** What settles the loan on the day it stands at. */
export function settlementNow({ loan, payments, standing }: LoanNow): SettlementQuote {
  const start: CivilDate = isPaidOut(loan) ? loan.payOutDate : standing.onDate
  return settlementQuote({ loan: engineLoan(loan, start), payments, onDate: standing.onDate })
}

/** Whether settling takes less than what the plan asks for now: its interest ends today, and what was paid ahead counts. */
export const isSettlingCheaper = (now: LoanNow): boolean => isOpen(now.loan.status) && settlementNow(now).total < dueTotalOf(now.standing)

/** What the payment page asks for today, which every amount beside a way to it must say; null when nothing of the plan can be paid. */
export function payNowOf(now: LoanNow): PayNow | null {
  const { loan, standing } = now
  if (!isPaidOut(loan) || !isOpen(loan.status)) return null
  const due = duePeriods(standing)
  const settlement = settlementNow(now)
  const planned = dueTotalOf(standing)
  const isCheaper = settlement.total < planned
  const totalFen = isCheaper ? settlement.total : planned
  return {
    totalFen,
    overdueFen: minFen(totalFen, standing.overdueTotal),
    overdueDays: standing.overdueDays,
    periods: (isCheaper ? settlement.lines : due).map(({ period }) => period),
    dueDate: due[0]?.dueDate ?? null,
    settleFen: settlement.total,
  }
}

/** The one definition of what is overdue and what is due soon, over all loans: together they are what the payment pages ask for today. */
export function dueSums(loans: readonly LoanNow[]): { readonly overdueFen: Fen; readonly dueSoonFen: Fen } {
  const asked = loans.map(payNowOf).filter((one) => one !== null)
  const overdueFen = addFen(zeroFen, ...asked.map((one) => one.overdueFen))
  return { overdueFen, dueSoonFen: subFen(addFen(zeroFen, ...asked.map(({ totalFen }) => totalFen)), overdueFen) }
}
