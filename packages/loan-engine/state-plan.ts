import { assert } from '@fyh/base/assert.ts'
import type { CivilDate } from '@fyh/base/dates.ts'
import { type Fen, fen } from '@fyh/base/money.ts'
import { figuresOn, type Loan, openAccount, type PeriodAccount } from './account.ts'
import type { AllocationLine, OwedPeriod } from './allocate.ts'
import { changeRows } from './change-rows.ts'
import { demand } from './engine-error.ts'
import type { Effect, PlanChange } from './events.ts'
import type { AccountDraft, Entry, LoanState } from './loan-state.ts'
import { accountOf, isOpenByPlan, lendMore, note, planChangesOf, reopenOwing } from './loan-state.ts'
import { methodTraits } from './methods.ts'
import { addParts, noParts, onlyPart, type PartName } from './parts.ts'
import { monthAfter } from './periods.ts'
import { periodDue } from './running-dates.ts'
import { drawnIn, periodOf, type RunningPlan } from './running-period.ts'
import { openPlan, type PeriodPayment } from './running-plan.ts'
import { type PlanStep, takeStep } from './running-steps.ts'
import { dueOf, type RunningRow, rowsOf } from './running-view.ts'

/** Interest on what is really open is reckoned anew with each event; the plan of other loans runs only once an event changes it. */
export function startPlan(state: LoanState): void {
  if (state.loan.terms.recalculation !== undefined) takePlan(state, runningPlanOf(state))
}

/** Whether payments change what later periods owe. Once the loan is given up, they do no more. */
export function isRecalculated({ loan, chargedOffOn, writtenOffOn }: Pick<LoanState, 'loan' | 'chargedOffOn' | 'writtenOffOn'>): boolean {
  return loan.terms.recalculation !== undefined && chargedOffOn === undefined && writtenOffOn === undefined
}

/** Brings interest on overdue principal up to a day. */
export function reach(state: LoanState, on: CivilDate): void {
  if (isRecalculated(state) && state.running !== undefined) takePlan(state, takeStep(state.running, { kind: 'reach', on }))
}

/** What a payment in advance of a period finds of its principal or interest. */
export function dueInAdvance(
  plan: RunningPlan,
  account: AccountDraft,
  { part, onDate }: { part: 'interest' | 'principal'; onDate: CivilDate },
): Fen {
  const due = dueOf(plan, { period: account.row.period, onDate })[part] + account.added[part]
  const met = account.paid[part] + account.waived[part] + account.writtenOff[part]
  return fen(Math.max(0, due - met))
}

/** What each period owes where its principal and interest are those of the rows; one that is closed and asks for nothing new owes nothing. */
export function owedByRows(
  { loan, accounts }: { readonly loan: Loan; readonly accounts: readonly PeriodAccount[] },
  rows: readonly RunningRow[],
  on: CivilDate,
): OwedPeriod[] {
  return accounts.map((account) => {
    const { period } = account.row
    const { principal, interest } = rows[period - 1] ?? account.row
    const asked = { ...account, row: { ...account.row, principal, interest } }
    const isClosed = account.closedOn !== undefined && !isOpenByPlan(asked)
    return { period, owed: isClosed ? noParts : figuresOn(asked, loan, on).owed }
  })
}

/** Tells the plan of a payment by the rows that settle it, already booked. */
export function settleInPlan(state: LoanState, on: CivilDate, lines: readonly AllocationLine[]): void {
  const { running } = state
  if (running === undefined) return
  const paid = running.periods.map((_, k) => {
    const { principal, interest } = lines.find(({ period }) => period === k + 1)?.parts ?? noParts
    return { principal: ofPlan(running, accountOf(state, k + 1), principal), interest }
  })
  takePlan(state, takeStep(running, { kind: 'settle', on, paid }))
}

/** Principal that a period still owes beside the plan: paid back to the borrower beyond what was held. The plan knows nothing of it. */
function besidePlan(plan: RunningPlan, { row, added, paid, waived, writtenOff }: PeriodAccount): Fen {
  const known = plan.periods[row.period - 1]?.paidPrincipal ?? 0
  const met = paid.principal + waived.principal + writtenOff.principal - known
  return fen(Math.max(0, added.principal - met))
}

/** Tells the plan of a payment, which may change what other periods owe. What is owed beside it is paid first. */
export function payInPlan(state: LoanState, { part, ...payment }: PeriodPayment & { readonly part: PartName }): void {
  const { period, amount } = payment
  if (state.running === undefined || !isInPlan(state, period)) return
  if (part === 'principal') {
    const own = ofPlan(state.running, accountOf(state, period), amount)
    takePlan(state, takeStep(state.running, { ...payment, kind: 'payPrincipal', amount: own }))
  }
  if (part === 'interest') takePlan(state, takeStep(state.running, { ...payment, kind: 'payInterest' }))
}

/** What of a payment of principal that is already booked is the plan's own. */
function ofPlan(plan: RunningPlan, account: AccountDraft, amount: Fen): Fen {
  if (account.added.principal === 0) return amount
  const before = { ...account, paid: addParts(account.paid, onlyPart('principal', fen(-amount))) }
  return fen(Math.max(0, amount - besidePlan(plan, before)))
}

/** Periods after the plan, for charges that fall due later, are none of the running plan's. */
export function isInPlan({ running }: LoanState, period: number): boolean {
  return running !== undefined && period <= running.periods.length
}

/** Changes the plan from a day on. Throws EngineError for a change that this loan's plan cannot follow. */
export function changePlan(state: LoanState, event: Extract<Effect, PlanChange>): Entry {
  if (state.writtenOffOn !== undefined) return changeNothing(state, event)
  if (methodTraits[state.loan.terms.method].share === 'instalment' && !runsByRows(state)) runPlan(state, event)
  else changeRows(state, event)
  return note(state, event)
}

/** A plan of equal instalments that a prepayment has redrawn goes on as rows. */
function runsByRows(state: LoanState): boolean {
  const isPrepaid = state.accounts.some(({ row }) => row.redrawn !== undefined)
  return state.running === undefined && (isPrepaid || planChangesOf(state).length > 0)
}

/** What was agreed ahead of a loan that is given up before then has nothing left to change; nobody lends more on it. */
function changeNothing(state: LoanState, event: Extract<Effect, PlanChange>): Entry {
  demand(event.kind !== 'draw', 'EVENT_NOT_POSSIBLE', 'a drawing after the loan was written off')
  return note(state, event)
}

function runPlan(state: LoanState, event: PlanChange): void {
  const plan = state.running ?? runningPlanOf(state)
  const told = isRecalculated(state) ? plan : withPayments(state, plan)
  takePlan(state, takeStep(told, stepOf(told, event)))
  if (event.kind === 'draw') lendMore(state, event.amount)
}

/** Interest by plan does not follow payments; what is paid counts as of the due day, so that a changed plan asks for no less. */
function withPayments({ accounts }: LoanState, plan: RunningPlan): RunningPlan {
  let told = plan
  for (const account of accounts) {
    const { period, dueDate } = account.row
    const known = told.periods[period - 1]
    if (known === undefined) continue
    const interest = fen(account.paid.interest - known.paidInterest)
    const principal = ofPlan(told, account, fen(account.paid.principal - known.paidPrincipal))
    if (interest > 0) told = takeStep(told, { kind: 'payInterest', period, on: dueDate, amount: interest })
    if (principal > 0) told = takeStep(told, { kind: 'payPrincipal', period, on: dueDate, amount: principal })
  }
  return told
}

function stepOf(plan: RunningPlan, event: PlanChange): PlanStep {
  switch (event.kind) {
    case 'draw':
    case 'extend':
      return event
    case 'changeRate':
      return { kind: 'changeRate', from: event.on, annualRate: event.annualRate }
    case 'pauseInterest':
      return { kind: 'pauseInterest', from: event.on, to: event.to }
    case 'moveDueDate':
      return { kind: 'moveDueDate', period: periodDue(plan, event.from), newDue: event.newDue }
    case 'deferPrincipal':
      return { kind: 'deferPrincipal', from: periodDue(plan, event.from), periods: event.periods }
  }
}

function runningPlanOf({ loan: { terms, plan } }: LoanState): RunningPlan {
  return takeStep(openPlan(terms, { rows: plan }), { kind: 'draw', on: terms.payOutDate, amount: terms.principal })
}

/** Rows take what the plan says now; a plan that has grown gets the accounts of its new periods. */
function takePlan(state: LoanState, plan: RunningPlan): void {
  state.running = plan
  let balance = 0
  for (const row of rowsOf(plan)) {
    const account = state.accounts[row.period - 1] ?? addAccount(state, row)
    balance = takeRow(account, row, balance + drawnIn(periodOf(plan, row.period)))
    reopenOwing(account, state.loan)
  }
}

function addAccount(state: LoanState, { period }: RunningRow): AccountDraft {
  const last = state.accounts[state.accounts.length - 1]
  assert(last !== undefined, 'a plan has rows')
  const account = openAccount({ ...last.row, period, month: monthAfter(last.row.month, state.loan.terms) })
  state.accounts.push(account)
  return account
}

/** Gives back the balance after the row. */
function takeRow(account: AccountDraft, { startDate, dueDate, principal, interest }: RunningRow, balance: number): number {
  const { row } = account
  const after = balance - principal
  const isSame = row.principal === principal && row.interest === interest && row.dueDate === dueDate && row.balanceBefore === balance
  if (isSame) return after
  const total = fen(principal + interest + row.fee)
  account.row = { ...row, startDate, dueDate, principal, interest, total, balanceBefore: fen(balance), balanceAfter: fen(after) }
  return after
}
