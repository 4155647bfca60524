import type { CivilDate } from '@fyh/base/dates.ts'
import { maxFen, subFen, zeroFen } from '@fyh/base/money.ts'
import type { AllocationLine, OwedPeriod } from './allocate.ts'
import { addParts, byPart, noParts, type Parts, totalOf } from './parts.ts'
import { type Penalty, type PrincipalRepaid, penaltyOn } from './penalty.ts'
import type { LoanRules } from './rules.ts'
import type { PlanRow } from './schedule.ts'
import type { LoanTerms } from './terms.ts'

/** A loan as agreed: what was drawn up at the pay-out and by which settings. */
export type Loan = { readonly terms: LoanTerms; readonly plan: readonly PlanRow[]; readonly rules: LoanRules }

/** One period of a loan and what has happened to it so far. A value: each step makes a new one. */
export type PeriodAccount = {
  readonly row: PlanRow
  readonly paid: Parts
  /** Let go by settling early. */
  readonly waived: Parts
  /** Charged beyond the plan and the penalty: the early settlement fee. */
  readonly added: Parts
  readonly repaid: readonly PrincipalRepaid[]
  /** The day on which nothing was owed any more. */
  readonly closedOn: CivilDate | undefined
}

/** Everything charged, paid and open for a period on a day. */
export type PeriodFigures = { readonly charged: Parts; readonly owed: Parts; readonly penalty: Penalty }

export function openAccounts(plan: readonly PlanRow[]): PeriodAccount[] {
  return plan.map((row) => ({ row, paid: noParts, waived: noParts, added: noParts, repaid: [], closedOn: undefined }))
}

export function figuresOn(account: PeriodAccount, { terms, rules }: Pick<Loan, 'terms' | 'rules'>, onDate: CivilDate): PeriodFigures {
  const { row, paid, waived, added, repaid } = account
  const { principal, dueDate } = row
  const penalty = penaltyOn({ principal, dueDate, onDate, repaid, annualRate: terms.annualRate, rule: rules.penalty })
  const planned: Parts = { fee: row.fee, penalty: penalty.amount, interest: row.interest, principal: row.principal }
  const charged = addParts(planned, added)
  const owed = byPart((part) => maxFen(zeroFen, subFen(subFen(charged[part], waived[part]), paid[part])))
  return { charged, owed, penalty }
}

/** What is owed by each period that is still open. One that is closed stays closed: without open principal no penalty grows. */
export function owedOn(accounts: readonly PeriodAccount[], loan: Pick<Loan, 'terms' | 'rules'>, onDate: CivilDate): OwedPeriod[] {
  const open = accounts.filter((account) => account.closedOn === undefined)
  return open.map((account) => ({ period: account.row.period, owed: figuresOn(account, loan, onDate).owed }))
}

/** The accounts after the lines of a payment have been booked on a day. */
export function bookLines(
  accounts: readonly PeriodAccount[],
  loan: Pick<Loan, 'terms' | 'rules'>,
  { lines, on }: { lines: readonly AllocationLine[]; on: CivilDate },
): PeriodAccount[] {
  return accounts.map((account) => {
    if (account.closedOn !== undefined) return account
    const parts = lines.find((line) => line.period === account.row.period)?.parts ?? noParts
    const repaid = parts.principal > 0 ? [...account.repaid, { on, amount: parts.principal }] : account.repaid
    const booked = { ...account, paid: addParts(account.paid, parts), repaid }
    return totalOf(figuresOn(booked, loan, on).owed) === 0 ? { ...booked, closedOn: on } : booked
  })
}
