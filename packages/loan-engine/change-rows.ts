import type { CivilDate } from '@fyh/base/dates.ts'
import { addFen, type Fen, fen } from '@fyh/base/money.ts'
import { openAccount } from './account.ts'
import { addPeriods } from './due-dates.ts'
import { demand, EngineError } from './engine-error.ts'
import type { PlanChange } from './events.ts'
import { type AccountDraft, isAfterPlan, type LoanState, planChangesOf, reopenOwing } from './loan-state.ts'
import { methodTraits } from './methods.ts'
import { daysOf } from './periods.ts'
import { type InterestChange, rateInForce, rowsByRates, withInterest } from './rate-by-days.ts'
import { extendedRows, movedRows, type Redrawing, rowsAtRate } from './redraw-plan.ts'
import type { PlanRow } from './schedule.ts'

/**
 * A change of a plan that is its rows: of every method but equal instalments, and of those once principal was prepaid. Principal stays
 * where it is unless the change spreads it anew; what was paid stays paid. Throws EngineError for a drawing and for principal put off.
 */
export function changeRows(state: LoanState, event: PlanChange): void {
  const before = planChangesOf(state)
  const changes = [...before, event].filter(isInterestChange)
  const redrawing = { loan: state.loan, accounts: state.accounts, before, annualRate: rateInForce(state.loan.terms, changes) }
  const rows = rowsAfter(redrawing, event).filter((row, k) => row.dueDate >= event.on || row !== state.accounts[k]?.row)
  takeRows(state, rowsByRates(rows, { loan: state.loan, changes }))
}

function rowsAfter(redrawing: Redrawing, event: PlanChange): PlanRow[] {
  const { loan, accounts } = redrawing
  switch (event.kind) {
    case 'extend':
      return extendedRows(redrawing, event)
    case 'moveDueDate':
      return movedRows(redrawing, event)
    case 'changeRate':
      if (methodTraits[loan.terms.method].share === 'instalment') return rowsAtRate(redrawing, event.on)
      break
    case 'pauseInterest':
      break
    case 'draw':
    case 'deferPrincipal':
      throw new EngineError('EVENT_NOT_POSSIBLE', `${event.kind} of a loan by ${loan.terms.method}, or after a prepayment`)
  }
  return accounts.map(({ row }) => row).filter((row) => !isAfterPlan(row))
}

/**
 * Readies a changed plan for a prepayment on a day: periods not yet due are rows at the rate in force, also where instalments ran.
 * Gives back the instalment that ran. Throws EngineError after a drawing or principal put off.
 */
export function becomeRows(state: LoanState, on: CivilDate): { instalment: Fen | undefined } {
  const before = planChangesOf(state)
  if (before.length === 0) return { instalment: undefined }
  const isFixed = before.some(({ kind }) => kind === 'draw' || kind === 'deferPrincipal')
  demand(!isFixed, 'EVENT_NOT_POSSIBLE', 'a prepayment after a drawing, or after principal was put off')
  const { running, loan } = state
  const current = state.accounts.find(({ row, closedOn }) => closedOn === undefined && row.dueDate > on)
  const known = current === undefined ? undefined : running?.periods[current.row.period - 1]
  const ratePpm = rateInForce(loan.terms, before.filter(isInterestChange))
  if (running !== undefined) {
    for (const account of state.accounts) if (account.row.dueDate > on) account.row = asRow(account.row, loan)
    state.running = undefined
    rateRows(state, on)
  }
  for (const account of state.accounts) {
    const { row } = account
    if (row.dueDate > on) account.row = { ...row, explain: { ...row.explain, ratePpm } }
  }
  return { instalment: known && fen(known.instalment) }
}

/** Rows not due by a day of a changed plan bear the interest of the rates that hold, and no less than was met. */
export function rateRows(state: LoanState, on: CivilDate): void {
  const before = planChangesOf(state)
  if (before.length === 0) return
  const changes = before.filter(isInterestChange)
  const rows = state.accounts.map(({ row }) => row).filter((row) => row.dueDate > on && !isAfterPlan(row))
  takeRows(state, changes.length === 0 ? rows : rowsByRates(rows, { loan: state.loan, changes }))
}

/** A row whose days and balance are those that ran. */
function asRow(row: PlanRow, { terms, plan }: LoanState['loan']): PlanRow {
  const agreed = plan[row.period - 1]
  const { years, ...explain } = row.explain
  const { startDate: from, dueDate: to } = row
  const isAgreed = agreed !== undefined && agreed.startDate === from && agreed.dueDate === to
  const isWhole = addPeriods(from, { ...(terms.period ?? { unit: 'month', every: 1 }), count: 1 }) === to
  const days = isAgreed ? agreed.explain : daysOf(terms, { from, to, periods: isWhole ? 1 : undefined })
  const { basis, days: count, years: split } = days
  return { ...row, explain: { ...explain, basis, days: count, ...(split && { years: split }), balance: row.balanceBefore } }
}

/** A period keeps the interest that was met of it; one that owes again is open again. */
function takeRows(state: LoanState, rows: readonly PlanRow[]): void {
  for (const row of rows) {
    const account = state.accounts[row.period - 1] ?? addAccount(state, row)
    const met = addFen(account.paid.interest, account.waived.interest)
    account.row = met > row.interest ? withInterest(row, met) : row
    reopenOwing(account, state.loan)
  }
}

function addAccount(state: LoanState, row: PlanRow): AccountDraft {
  const account = openAccount(row)
  state.accounts.push(account)
  return account
}

function isInterestChange(event: PlanChange): event is InterestChange {
  return event.kind === 'changeRate' || event.kind === 'pauseInterest'
}
