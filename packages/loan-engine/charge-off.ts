import { unreachable } from '@fyh/base/assert.ts'
import { type CivilDate, daysBetween } from '@fyh/base/dates.ts'
import { addFen, type Fen, fen, maxFen, mulDiv, subFen } from '@fyh/base/money.ts'
import { dropSharesAfter, recountShares } from './charge.ts'
import { type AccountDraft, isOpenByPlan, type LoanState } from './loan-state.ts'
import { addParts, onlyPart } from './parts.ts'
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

/** What is not asked for as interest is asked for as principal, and no more principal than before: the last open periods give it back. */
function stopInterest(state: LoanState, on: CivilDate): void {
  const principal = principalOf(state)
  for (const account of state.accounts) {
    const { row } = account
    if (row.dueDate <= on) continue
    const interest = interestOn(state, account, on)
    setRow(account, { principal: row.principal + row.interest - interest, interest })
  }
  let missing = principal - principalOf(state)
  for (const account of [...state.accounts].reverse()) {
    if (account.closedOn !== undefined) continue
    const { row } = account
    const left = Math.max(0, row.principal + missing)
    missing -= left - row.principal
    setRow(account, { principal: left, interest: row.interest })
  }
}

function principalOf({ accounts }: Pick<LoanState, 'accounts'>): Fen {
  return addFen(...accounts.map(({ row }) => row.principal))
}

function makeAllDue(state: LoanState, on: CivilDate): void {
  const index = state.accounts.findIndex(({ row }) => row.startDate < on && on <= row.dueDate)
  const running = state.accounts[index]
  if (running === undefined) return
  const { row } = running
  const interest = interestOn(state, running, on)
  const later = state.accounts.splice(index + 1)
  const principal = addFen(row.principal, ...later.map((account) => account.row.principal))
  running.paid = addParts(running.paid, ...later.map(({ paid }) => paid))
  running.waived = addParts(running.waived, ...later.map(({ waived }) => onlyPart('principal', waived.principal)))
  running.repaid = [...running.repaid, ...later.flatMap(({ repaid }) => repaid)]
  running.paidEarly = addFen(running.paidEarly, ...later.map(({ paidEarly }) => paidEarly))
  running.row = { ...row, dueDate: on }
  setRow(running, { principal, interest })
  dropSharesAfter(state, row.period)
  if (isOpenByPlan(running)) running.closedOn = undefined
}

/** Up to the day: on what is really open, or of a plan that does not follow it what was met and the days' part of the rest. */
function interestOn(state: LoanState, { row, paid, waived }: AccountDraft, on: CivilDate): Fen {
  const { terms } = state.loan
  const met = addFen(paid.interest, waived.interest)
  if (on <= row.startDate) return met
  const running = terms.recalculation && state.running
  if (running !== undefined) return maxFen(met, interestUntil(running, { period: row.period, onDate: on }))
  const over = daysBetween(row.startDate, row.dueDate)
  const times = daysBetween(row.startDate, on)
  const rest = mulDiv({ value: subFen(row.interest, met), times, over, rounding: terms.rounding ?? 'halfUp' })
  return fen(met + rest)
}

function writeBalances({ accounts }: Pick<LoanState, 'accounts'>): void {
  let balance: number = principalOf({ accounts })
  for (const account of accounts) {
    const after = balance - account.row.principal
    account.row = { ...account.row, balanceBefore: fen(balance), balanceAfter: fen(after) }
    balance = after
  }
}

function setRow(account: AccountDraft, { principal, interest }: { principal: number; interest: number }): void {
  const { row } = account
  account.row = { ...row, principal: fen(principal), interest: fen(interest), total: fen(principal + interest + row.fee) }
}
