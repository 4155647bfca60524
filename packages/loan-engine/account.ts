import type { CivilDate } from '@fyh/base/dates.ts'
import { type Fen, fen, maxFen, minFen, zeroFen } from '@fyh/base/money.ts'
import { addParts, noParts, onlyPart, type Parts, subParts } from './parts.ts'
import { type Penalty, type PrincipalRepaid, penaltyOn } from './penalty.ts'
import type { LoanRules } from './rules.ts'
import type { PlanRow } from './schedule.ts'
import type { LoanTerms } from './terms.ts'

/** A loan as agreed: what was drawn up at the pay-out and by which settings. */
export type Loan = { readonly terms: LoanTerms; readonly plan: readonly PlanRow[]; readonly rules: LoanRules }

/** One period of a loan and what has happened to it so far. */
export type PeriodAccount = {
  readonly row: PlanRow
  readonly paid: Parts
  /** Let go by the lender: by settling early, or a charge that was waived. */
  readonly waived: Parts
  /** Given up because it will not be paid; the borrower owes it no more by this loan. */
  readonly writtenOff: Parts
  /** Charged beyond the plan and the penalty: charges, the early settlement fee, a surplus paid back that was none. */
  readonly added: Parts
  /** Principal that no longer runs, paid or written off, by day. */
  readonly repaid: readonly PrincipalRepaid[]
  /** Of what was paid, before the due day and after it. */
  readonly paidEarly: Fen
  readonly paidLate: Fen
  /** The day on which nothing was owed any more. */
  readonly closedOn: CivilDate | undefined
}

/** Everything charged, paid and open for a period on a day. */
export type PeriodFigures = { readonly charged: Parts; readonly owed: Parts; readonly penalty: Penalty }

export function openAccount(row: PlanRow): PeriodAccount {
  return {
    row,
    paid: noParts,
    waived: noParts,
    writtenOff: noParts,
    added: noParts,
    repaid: [],
    paidEarly: zeroFen,
    paidLate: zeroFen,
    closedOn: undefined,
  }
}

export function figuresOn(account: PeriodAccount, loan: Pick<Loan, 'terms' | 'rules'>, onDate: CivilDate): PeriodFigures {
  const { row, paid, waived, writtenOff, added } = account
  const penalty = penaltyOf(account, loan, onDate)
  const charged: Parts = {
    fee: fen(row.fee + added.fee),
    penalty: fen(penalty.amount + added.penalty),
    interest: fen(row.interest + added.interest),
    principal: fen(row.principal + added.principal),
  }
  return { charged, owed: notNegative(subParts(charged, addParts(paid, waived, writtenOff))), penalty }
}

/** The period as its row alone stands: without a surplus paid back that was none, as far as it is repaid, which it is first. */
export function asRowAlone(account: PeriodAccount): PeriodAccount {
  const { added, paid } = account
  const repaid = onlyPart('principal', minFen(added.principal, paid.principal))
  return { ...account, added: subParts(added, repaid), paid: subParts(paid, repaid) }
}

function penaltyOf({ row, repaid }: PeriodAccount, { terms, rules }: Pick<Loan, 'terms' | 'rules'>, onDate: CivilDate): Penalty {
  const { principal, dueDate } = row
  return penaltyOn({ principal, dueDate, onDate, repaid, annualRate: terms.annualRate, rule: rules.penalty })
}

function notNegative({ fee, penalty, interest, principal }: Parts): Parts {
  return {
    fee: maxFen(zeroFen, fee),
    penalty: maxFen(zeroFen, penalty),
    interest: maxFen(zeroFen, interest),
    principal: maxFen(zeroFen, principal),
  }
}
