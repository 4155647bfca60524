import type { CivilDate } from '@fyh/base/dates.ts'
import type { Fen } from '@fyh/base/money.ts'
import { bookLines, type Loan, openAccounts, owedOn, type PeriodAccount } from './account.ts'
import { type Allocation, allocate } from './allocate.ts'
import { demand } from './engine-error.ts'
import { addParts } from './parts.ts'
import { checkRules } from './rules.ts'
import { settlementOf } from './settlement.ts'
import { checkTerms } from './terms.ts'

/**
 * Money received for a loan, counted from the day `on`. `repay` covers periods oldest first, up to `upToPeriod` when it was meant for
 * no later one; the rest is surplus. `settle` ends the loan when it reaches that day's settlement quote, else it is a repayment.
 */
export type Payment = { readonly on: CivilDate; readonly amount: Fen } & (
  | { readonly kind: 'repay'; readonly upToPeriod?: number }
  | { readonly kind: 'settle' }
)

/** What a payment did. `settled` says that it ended the loan early and the rest of the interest was let go. */
export type PaymentOutcome = { readonly payment: Payment; readonly allocation: Allocation; readonly settled: boolean }

export type Replayed = { readonly accounts: readonly PeriodAccount[]; readonly outcomes: readonly PaymentOutcome[] }

/**
 * The state of a loan as a function of what was agreed and what was paid, nothing else: payments are taken by their day (those of
 * one day in the order given), so a payment that becomes known late falls into its place. Payments after `onDate` are left out.
 */
export function replay(loan: Loan, payments: readonly Payment[], onDate: CivilDate): Replayed {
  checkTerms(loan.terms)
  checkRules(loan.rules)
  demand(onDate >= loan.terms.payOutDate, 'DATE_BEFORE_PAY_OUT', `${onDate} is before ${loan.terms.payOutDate}`)
  const known = payments.filter((payment) => payment.on <= onDate).sort((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0))
  let accounts: readonly PeriodAccount[] = openAccounts(loan.plan)
  const outcomes: PaymentOutcome[] = []
  for (const payment of known) {
    demand(payment.on >= loan.terms.payOutDate, 'DATE_BEFORE_PAY_OUT', `payment on ${payment.on}`)
    const step =
      payment.kind === 'settle' ? (settle(accounts, loan, payment) ?? repay(accounts, loan, payment)) : repay(accounts, loan, payment)
    accounts = step.accounts
    outcomes.push(step.outcome)
  }
  return { accounts, outcomes }
}

type Step = { accounts: readonly PeriodAccount[]; outcome: PaymentOutcome }

function repay(accounts: readonly PeriodAccount[], loan: Loan, payment: Payment): Step {
  const lastPeriod = payment.kind === 'repay' ? (payment.upToPeriod ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY
  const owed = owedOn(accounts, loan, payment.on).filter(({ period }) => period <= lastPeriod)
  const allocation = allocate({ amount: payment.amount, owed, order: loan.rules.allocationOrder })
  return {
    accounts: bookLines(accounts, loan, { lines: allocation.lines, on: payment.on }),
    outcome: { payment, allocation, settled: false },
  }
}

/** Undefined when the amount does not reach the quote, or nothing is left to settle. */
function settle(accounts: readonly PeriodAccount[], loan: Loan, payment: Payment): Step | undefined {
  const { quote, changes } = settlementOf(accounts, loan, payment.on)
  if (quote.total === 0 || payment.amount < quote.total) return undefined
  const changed = accounts.map((account) => {
    const change = changes.find(({ period }) => period === account.row.period)
    if (change === undefined) return account
    return { ...account, waived: addParts(account.waived, change.waived), added: addParts(account.added, change.added) }
  })
  const owed = quote.lines.map(({ period, parts }) => ({ period, owed: parts }))
  const allocation = allocate({ amount: payment.amount, owed, order: loan.rules.allocationOrder })
  return {
    accounts: bookLines(changed, loan, { lines: allocation.lines, on: payment.on }),
    outcome: { payment, allocation, settled: true },
  }
}
