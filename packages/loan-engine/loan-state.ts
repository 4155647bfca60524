import { assert } from '@fyh/base/assert.ts'
import type { CivilDate } from '@fyh/base/dates.ts'
import { addFen, type Fen, fen, subFen, zeroFen } from '@fyh/base/money.ts'
import { figuresOn, type Loan, openAccount, type PeriodAccount } from './account.ts'
import { type Allocation, allocationOf } from './allocate.ts'
import type { ChargeAccount } from './charge.ts'
import { type Effect, isPlanChange, type PlanChange } from './events.ts'
import { addParts, noParts, onlyPart, type PartName, type Parts, totalOf } from './parts.ts'
import type { RunningPlan } from './running-period.ts'
import type { PlanRow } from './schedule.ts'

/** What an event moved: a drawing adds to the balance, a payment takes from it, a waiver only lets go. */
export type Entry = {
  readonly event: Effect
  readonly allocation: Allocation
  /** A payment ended the loan early and the rest of the interest was let go. */
  readonly settled: boolean
  /** Principal outstanding after it. */
  readonly balance: Fen
}

type Draft<T> = { -readonly [Key in keyof T]: T[Key] }
export type AccountDraft = Draft<PeriodAccount>
export type EntryDraft = Draft<Entry>

/** The fold's own working copy of a loan. Nothing outside a replay holds it, so it is changed in place. */
export type LoanState = {
  readonly loan: Loan
  readonly accounts: AccountDraft[]
  readonly charges: Draft<ChargeAccount>[]
  readonly entries: EntryDraft[]
  /** Paid beyond what was owed: held for the borrower and refundable. */
  surplus: Fen
  balance: Fen
  chargedOffOn: CivilDate | undefined
  writtenOffOn: CivilDate | undefined
  /** The plan while it is not as agreed: interest on what is really open, or changed by an event. */
  running: RunningPlan | undefined
}

export function openState(loan: Loan): LoanState {
  return {
    loan,
    accounts: loan.plan.map(openAccount),
    charges: [],
    entries: [],
    surplus: zeroFen,
    balance: loan.terms.principal,
    chargedOffOn: undefined,
    writtenOffOn: undefined,
    running: undefined,
  }
}

/** A period that is closed stays closed: without open principal no penalty grows. */
export function owedBy(account: PeriodAccount, { loan }: Pick<LoanState, 'loan'>, onDate: CivilDate): Parts {
  return account.closedOn === undefined ? figuresOn(account, loan, onDate).owed : noParts
}

/** Books a part of a payment to a period. */
export function payPart(
  state: LoanState,
  account: AccountDraft,
  { part, amount, on }: { part: PartName; amount: Fen; on: CivilDate },
): void {
  account.paid = addParts(account.paid, onlyPart(part, amount))
  if (on < account.row.dueDate) account.paidEarly = addFen(account.paidEarly, amount)
  if (on > account.row.dueDate) account.paidLate = addFen(account.paidLate, amount)
  if (part === 'principal') endPrincipal(state, account, { amount, on })
}

/** Principal that is paid or written off runs no longer from that day. */
export function endPrincipal(state: LoanState, account: AccountDraft, { amount, on }: { amount: Fen; on: CivilDate }): void {
  if (amount === 0) return
  account.repaid = [...account.repaid, { on, amount }]
  state.balance = subFen(state.balance, amount)
}

/** Every period that owes nothing any more is closed on that day. The penalty is asked for only when nothing else is owed. */
export function closePaid(state: LoanState, on: CivilDate): void {
  for (const account of state.accounts) {
    if (account.closedOn !== undefined || isOpenByPlan(account)) continue
    if (totalOf(figuresOn(account, state.loan, on).owed) === 0) account.closedOn = on
  }
}

/** A period whose row has changed so that it owes again is open again. */
export function reopenOwing(account: AccountDraft, loan: Loan): void {
  const { closedOn } = account
  if (closedOn !== undefined && totalOf(figuresOn(account, loan, closedOn).owed) > 0) account.closedOn = undefined
}

/** Whether principal, interest or a fee is owed, the penalty left aside. */
export function isOpenByPlan({ row, paid, waived, writtenOff, added }: PeriodAccount): boolean {
  const isOpen = (part: 'fee' | 'interest' | 'principal') => row[part] + added[part] > paid[part] + waived[part] + writtenOff[part]
  return isOpen('principal') || isOpen('interest') || isOpen('fee')
}

/** Notes what an event moved, with the balance after it. */
export function note(state: LoanState, event: Effect, allocation: Allocation = nothingMoved): EntryDraft {
  const entry: EntryDraft = { event, allocation, settled: false, balance: state.balance }
  state.entries.push(entry)
  return entry
}

const nothingMoved: Allocation = allocationOf(new Map(), zeroFen)

/** The account of a period; rows of a loan are numbered from one without a gap. */
export function accountOf({ accounts }: Pick<LoanState, 'accounts'>, period: number): AccountDraft {
  const account = accounts[period - 1]
  assert(account !== undefined, 'every period has its account')
  return account
}

/** The account of the period in which a day falls: after its start and up to its due day; the pay-out day is in the first. */
export function accountAt(state: LoanState, day: CivilDate): AccountDraft | undefined {
  return state.accounts.find(({ row }) => day <= row.dueDate)
}

/** A period after the last for what falls due after the plan, or that period moved on to a later day. */
export function accountAfterPlan(state: LoanState, dueDate: CivilDate): AccountDraft {
  const last = accountOf(state, state.accounts.length)
  if (isAfterPlan(last.row)) {
    last.row = { ...last.row, dueDate }
    return last
  }
  const account = openAccount(rowAfter(last.row, dueDate))
  state.accounts.push(account)
  return account
}

/** A period that holds only charges. */
export function isAfterPlan({ explain, balanceBefore }: PlanRow): boolean {
  return explain.days === 0 && balanceBefore === 0
}

/** The changes of the plan so far. */
export function planChangesOf({ entries }: Pick<LoanState, 'entries'>): Extract<Effect, PlanChange>[] {
  return entries.map(({ event }) => event).filter(isPlanChange)
}

/** The periods run on with these rows; one that is not among them has fallen away, and what was charged in it falls to the last. */
export function redrawAccounts(state: LoanState, rows: readonly PlanRow[]): void {
  const gone = state.accounts.splice(rows.length)
  rows.forEach((row, k) => {
    const account = state.accounts[k]
    if (account === undefined) state.accounts.push(openAccount(row))
    else account.row = row
  })
  const last = accountOf(state, rows.length)
  last.added = addParts(last.added, ...gone.map(({ added }) => added))
  for (const charge of state.charges) charge.period = Math.min(charge.period, rows.length)
}

function rowAfter(last: PlanRow, dueDate: CivilDate): PlanRow {
  return {
    ...last,
    period: last.period + 1,
    startDate: last.dueDate,
    dueDate,
    principal: zeroFen,
    interest: zeroFen,
    fee: zeroFen,
    total: zeroFen,
    balanceBefore: last.balanceAfter,
    explain: { ...last.explain, balance: last.balanceAfter, days: 0 },
  }
}

/** Everything owed on a day over all periods. */
export function owedInState(state: LoanState, on: CivilDate): Parts {
  return addParts(...state.accounts.map((account) => owedBy(account, state, on)))
}

export function lendMore(state: LoanState, amount: number): void {
  state.balance = fen(state.balance + amount)
}
