import { unreachable } from '@fyh/base/assert.ts'
import { type CivilDate, daysBetween } from '@fyh/base/dates.ts'
import { addFen, type Fen, fen, mulDiv } from '@fyh/base/money.ts'
import { dropSharesAfter, recountShares } from './charge.ts'
import type { AccountDraft, LoanState } from './loan-state.ts'
import { addParts } from './parts.ts'
import { interestUntil } from './running-view.ts'

/**
 * What charging off does to the plan, as Apache Fineract's progressive loans know it. `goesOn`: nothing. `noInterest`: interest ends on
 * the day; instalments stay, so principal comes forward and the last periods become smaller. `allDue`: the running period ends on the
 * day and asks for all principal; later ones fall away.
 */
export type AfterChargeOff = 'goesOn' | 'noInterest' | 'allDue'

/** Changes the rows of what is not paid yet. On or after the last due day nothing changes. */
export function changeByChargeOff(state: LoanState, on: CivilDate, after: AfterChargeOff): void {
  switch (after) {
    case 'goesOn':
      return
    case 'noInterest':
      stopInterest(state, on)
      break
    case 'allDue':
      makeAllDue(state, on)
      break
    default:
      unreachable(after)
  }
  writeBalances(state)
  if (state.loan.terms.recalculation === undefined) recountShares(state)
}

function stopInterest(state: LoanState, on: CivilDate): void {
  for (const account of state.accounts) {
    const { row, closedOn } = account
    if (row.startDate <= on && on < row.dueDate) {
      const interest = interestOn(state, account, on)
      if (interest > 0 || interestLeft(account) > 0) moveInterest(account, interest)
    } else if (row.startDate > on && closedOn === undefined) {
      moveInterest(account, row.interest - interestLeft(account))
    }
  }
  takeFromLast(state)
}

/** What is not asked for as interest is asked for as principal. */
function moveInterest(account: AccountDraft, interest: number): void {
  const { row } = account
  setRow(account, { principal: row.principal + row.interest - interest, interest })
}

/** No more principal than was lent: the last open periods give back what the earlier ones took, or take what they lack. */
function takeFromLast(state: LoanState): void {
  let missing = state.loan.terms.principal - state.accounts.reduce((sum, { row }) => sum + row.principal, 0)
  for (let k = state.accounts.length - 1; k > 0 && missing !== 0; k -= 1) {
    const account = state.accounts[k]
    if (account === undefined || account.closedOn !== undefined) continue
    const principal = Math.max(0, account.row.principal + missing)
    missing -= principal - account.row.principal
    setRow(account, { principal, interest: account.row.interest })
  }
}

function makeAllDue(state: LoanState, on: CivilDate): void {
  const index = state.accounts.findIndex(({ row }) => row.startDate < on && on <= row.dueDate)
  const running = state.accounts[index]
  const last = state.accounts[state.accounts.length - 1]
  if (running === undefined || last === undefined || on >= last.row.dueDate) return
  const { row } = running
  const interest = running.closedOn === undefined ? interestOn(state, running, on) : row.interest
  const later = state.accounts.splice(index + 1)
  const principal = addFen(row.principal, ...later.map((account) => account.row.principal))
  running.paid = addParts(running.paid, ...later.map(({ paid }) => paid))
  running.repaid = [...running.repaid, ...later.flatMap(({ repaid }) => repaid)]
  running.paidEarly = addFen(running.paidEarly, ...later.map(({ paidEarly }) => paidEarly))
  running.closedOn = undefined
  running.row = { ...row, dueDate: on }
  setRow(running, { principal, interest })
  dropSharesAfter(state, row.period)
}

/** Up to the day: on what is really open, or of a plan that does not follow it the days' part of what is still owed. */
function interestOn(state: LoanState, account: AccountDraft, on: CivilDate): Fen {
  const { row } = account
  const { terms } = state.loan
  if (terms.recalculation !== undefined && state.running !== undefined) {
    return interestUntil(state.running, { period: row.period, onDate: on })
  }
  const over = daysBetween(row.startDate, row.dueDate)
  const times = daysBetween(row.startDate, on)
  return fen(mulDiv({ value: interestLeft(account), times, over, rounding: terms.rounding ?? 'halfUp' }))
}

function interestLeft({ row, paid, waived }: AccountDraft): number {
  return Math.max(0, row.interest - paid.interest - waived.interest)
}

function writeBalances({ accounts }: LoanState): void {
  let balance: number = accounts[0]?.row.balanceBefore ?? 0
  for (const account of accounts) {
    const after = Math.max(0, balance - account.row.principal)
    account.row = { ...account.row, balanceBefore: fen(balance), balanceAfter: fen(after) }
    balance = after
  }
}

function setRow(account: AccountDraft, { principal, interest }: { principal: number; interest: number }): void {
  const { row } = account
  account.row = { ...row, principal: fen(principal), interest: fen(interest), total: fen(principal + interest + row.fee) }
}
