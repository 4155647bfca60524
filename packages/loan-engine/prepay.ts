import type { CivilDate } from '@fyh/base/dates.ts'
import { addFen, type Fen, maxFen, minFen, type Ppm, subFen, zeroFen } from '@fyh/base/money.ts'
import { figuresOn, type Loan, type PeriodAccount } from './account.ts'
import { accruedOn } from './accrual.ts'
import { type AllocationLine, allocate } from './allocate.ts'
import { addParts, noParts, type Parts, partNames, totalOf } from './parts.ts'
import { redrawnRows } from './redraw.ts'
import type { PlanRow } from './schedule.ts'

/** What a prepayment does to the rest of the plan: fewer periods with the same instalment, or the same periods with a lower one. */
export type PrepayEffect = 'shorten' | 'lower'

/**
 * Days of a period on which interest ran on one balance. `whole` is what that balance would have cost for the whole period;
 * `amount` is whole × days ÷ periodDays, rounded half up.
 */
export type InterestSpan = {
  readonly from: CivilDate
  readonly to: CivilDate
  readonly balance: Fen
  readonly whole: Fen
  readonly days: number
  readonly periodDays: number
  readonly amount: Fen
  /** Where the rate changed inside the period: the rate of these days. */
  readonly ratePpm?: Ppm
}

/** What prepayments made of the period in which they fell: its principal holds `prepaid`, its interest is the sum of the spans. */
export type Redrawn = {
  readonly prepaid: Fen
  readonly spans: readonly InterestSpan[]
  /** What the instalment or share from here on was drawn from, where it is a new one. */
  readonly drawn?: { readonly balance: Fen; readonly periods: number }
  /** Paid whole before: the instalment is what it was, and holds all of the interest. */
  readonly isPaid?: boolean
}

/** Lines sum to `parts`, and `parts` with the surplus to the amount. `rows` is the whole plan from now on; periods not in it fell away. */
export type Prepayment = {
  readonly lines: readonly AllocationLine[]
  readonly parts: Parts
  readonly surplus: Fen
  readonly rows: readonly PlanRow[]
}

/**
 * What an amount paid ahead of the plan does on a day. It covers, in this order: everything due by the day as any repayment does; the
 * interest that has run in the first open period not yet due; principal. The rest of the plan is drawn anew over the same due days
 * from what is then left. An amount that does not reach principal changes no row. What was paid before stays as it was paid. Interest
 * paid ahead beyond what a period now costs is kept, or counts as principal of its instalment, by the lender's rule: its line is then
 * negative there, also that of a period paid whole. An amount that settles the loan is the caller's to settle.
 * `instalment` is the one in force, where the running period's principal and interest do not sum to it.
 */
export function prepaymentOf(
  accounts: readonly PeriodAccount[],
  loan: Loan,
  { on, amount, effect, instalment }: { on: CivilDate; amount: Fen; effect: PrepayEffect; instalment?: Fen | undefined },
): Prepayment {
  const open = accounts.filter((account) => account.closedOn === undefined)
  const due = open.filter((account) => account.row.dueDate <= on)
  const owed = due.map((account) => {
    const { period, dueDate } = account.row
    return { period, owed: figuresOn(account, loan, on).owed, due: dueDate < on ? ('overdue' as const) : ('due' as const) }
  })
  const first = allocate({ amount, owed, order: loan.rules.allocationOrder, direction: loan.rules.allocationDirection ?? 'horizontal' })
  const counts = loan.rules.interestAhead === 'counts'
  const running = open.find((account) => account.row.dueDate > on)
  const ahead = running === undefined ? undefined : aheadOf(running, accounts, { on, amount: first.surplus })
  const rows = accounts.map((account) => account.row)
  const later = accounts.filter((account) => running !== undefined && account.row.period > running.row.period)
  if (running === undefined || ahead === undefined) return { ...first, rows }
  const { principal } = ahead
  const paidAhead = counts ? accounts.filter(({ row }) => row.dueDate > on && row.period < running.row.period) : []
  const after = principal === 0 ? rows : redrawnRows(rows, { running, paidAhead, later, loan, on, principal, effect, instalment })
  const counted = paidAhead.map((account) => ({ period: account.row.period, parts: countedIn(account, after) }))
  const own = { period: running.row.period, parts: addParts(ahead, countedIn(running, after)) }
  const lines = [...counted, own].filter(({ parts }) => partNames.some((part) => parts[part] !== 0))
  return {
    lines: [...first.lines, ...lines],
    parts: addParts(first.parts, ...lines.map(({ parts }) => parts)),
    surplus: subFen(first.surplus, totalOf(ahead)),
    rows: after,
  }
}

/** What was paid of the period's interest beyond what it comes to now, as the principal it becomes. */
function countedIn(account: PeriodAccount, rows: readonly PlanRow[]): Parts {
  const counts = unearnedIn(account, rows)
  return { ...noParts, interest: subFen(zeroFen, counts), principal: counts }
}

/** What was paid of the period's interest beyond what it comes to now. */
function unearnedIn({ row, paid }: PeriodAccount, rows: readonly PlanRow[]): Fen {
  const interest = rows.find(({ period }) => period === row.period)?.interest ?? row.interest
  return maxFen(zeroFen, subFen(paid.interest, interest))
}

/** Of what is left after everything due: interest that has run, then principal, never more than is open. */
function aheadOf(running: PeriodAccount, accounts: readonly PeriodAccount[], { on, amount }: { on: CivilDate; amount: Fen }): Parts {
  const { row, paid, waived } = running
  const interest = minFen(amount, interestToDay({ row, paid, waived }, on))
  const open = accounts.filter((account) => account.row.period >= running.row.period)
  const principalOpen = addFen(
    ...open.map((account) => subFen(account.row.principal, addFen(account.paid.principal, account.waived.principal))),
  )
  return { ...noParts, interest, principal: minFen(subFen(amount, interest), principalOpen) }
}

/** Interest of a period that has run by a day and is not paid yet, never more than the period still owes of it. */
export function interestToDay({ row, paid, waived }: Pick<PeriodAccount, 'row' | 'paid' | 'waived'>, on: CivilDate): Fen {
  const earned = minFen(accruedOn(row, on), subFen(row.interest, waived.interest))
  return maxFen(zeroFen, subFen(earned, paid.interest))
}
