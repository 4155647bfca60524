import type { CivilDate } from '@fyh/base/dates.ts'
import { type Fen, minFen, subFen } from '@fyh/base/money.ts'
import { type Allocation, allocate, allocationOf, type Debts, isIn, type OwedPeriod, owedInAll, spread } from './allocate.ts'
import type { DueClass, Step, StepClass } from './allocation-order.ts'
import { dueChargesOf } from './charge.ts'
import { type AccountDraft, accountOf, type LoanState, owedBy, payPart } from './loan-state.ts'
import { addParts, byPart, noParts, onlyPart, type Parts, partNames, totalOf } from './parts.ts'
import { principalOpen } from './running-period.ts'
import { payDayOf } from './running-plan.ts'
import { filledFromLast, settlingRows } from './running-settle.ts'
import { dueInAdvance, isInPlan, isRecalculated, owedByRows, payInPlan, reach, settleInPlan } from './state-plan.ts'

type Money = {
  readonly amount: Fen
  readonly on: CivilDate
  readonly upToPeriod?: number | undefined
  /** Meant to settle: what ends the loan is taken for that, also where an excess is held. */
  readonly settles?: boolean
}

/** Spreads money over what the loan owes on a day by the lender's rules, and books it. What is left over is the surplus. */
export function receive(state: LoanState, money: Money): Allocation {
  reach(state, money.on)
  const owed = owedToEnd(state, money)
  if (owed !== undefined) return endLoan(state, money, owed)
  const paid = new Map<number, Parts>()
  const debts = isRecalculated(state) ? movingDebts(state, money, paid) : fixedDebts(state, money, paid)
  const surplus = spread(money.amount, debts, state.loan.rules)
  return allocationOf(paid, surplus)
}

/**
 * What settles a loan whose interest follows what is open, where money could end it because it reaches all principal. It is then owed
 * whatever the order of parts, so that paying less than the quote leaves the difference; nobody ends a loan for less.
 */
function owedToEnd(state: LoanState, { amount, on, upToPeriod, settles = false }: Money): OwedPeriod[] | undefined {
  const { running, loan } = state
  const isForAll = upToPeriod === undefined && (settles || loan.rules.excess !== 'hold')
  if (!isForAll || !isRecalculated(state) || running === undefined || amount < principalOpen(running)) return undefined
  const rows = settlingRows(running, on)
  const owed = owedByRows(state, rows, on)
  if (owedInAll(owed) === 0) return undefined
  const isLastFirst = !settles && loan.rules.excess === 'lastPeriod' && amount >= owedInAll(owed)
  return isLastFirst ? owedByRows(state, filledFromLast(running, rows, on), on) : owed
}

function endLoan(state: LoanState, { amount, on }: Money, owed: readonly OwedPeriod[]): Allocation {
  const allocation = allocate({ amount, owed })
  for (const { period, parts } of allocation.lines) {
    const account = accountOf(state, period)
    for (const part of partNames) payPart(state, account, { part, amount: parts[part], on })
  }
  settleInPlan(state, on, allocation.lines)
  return allocation
}

/** What each period owes is reckoned once a payment, then kept up by subtraction. */
function fixedDebts(state: LoanState, { on, upToPeriod = Number.POSITIVE_INFINITY }: Money, paid: Map<number, Parts>): Debts {
  const left = new Map<number, Parts>()
  const owedOf = (account: AccountDraft): Parts => {
    const { period } = account.row
    const known = left.get(period)
    if (known !== undefined) return known
    const owed = owedBy(account, state, on)
    left.set(period, owed)
    return owed
  }
  const owedFor = (account: AccountDraft, due: StepClass): Parts => {
    const owed = owedOf(account)
    const { period, dueDate } = account.row
    if (due !== 'dueByNow' || dueDate <= on) return owed
    const charges = dueChargesOf(state, period, on)
    return byPart((part) => minFen(owed[part], charges[part]))
  }
  return {
    *open(due) {
      for (const account of state.accounts) {
        const { row, closedOn } = account
        if (closedOn !== undefined || row.period > upToPeriod) continue
        const isAsked = due === 'dueByNow' || isIn(classOn(row.dueDate, on), due)
        if (isAsked && totalOf(owedFor(account, due)) > 0) yield row.period
      }
    },
    owed: (period, { due, part }) => owedFor(accountOf(state, period), due)[part],
    pay: (period, { part }, amount) => {
      if (amount === 0) return
      const account = accountOf(state, period)
      bookPart(state, account, { part, amount, on }, paid)
      const owed = owedOf(account)
      left.set(period, { ...owed, [part]: subFen(owed[part], amount) })
    },
  }
}

/** The plan moves with each payment, and a period in advance owes interest for the days that have run only. */
function movingDebts(state: LoanState, money: Money, paid: Map<number, Parts>): Debts {
  const { on, upToPeriod = Number.POSITIVE_INFINITY } = money
  const dayFor = (period: number, due: Step['due']): CivilDate =>
    due === 'advance' && state.running !== undefined && isInPlan(state, period) ? payDayOf(state.running, { period, on }) : on
  const owedIn = (account: AccountDraft, { due, part }: Step): Fen => {
    const { running } = state
    const { period } = account.row
    const isMoving = due === 'advance' && (part === 'interest' || part === 'principal') && isInPlan(state, period)
    if (!isMoving || running === undefined) return owedBy(account, state, on)[part]
    return dueInAdvance(running, account, { part, onDate: dayFor(period, due) })
  }
  const owesIn = (account: AccountDraft, due: Step['due']): boolean =>
    totalOf(owedBy(account, state, on)) > 0 &&
    (['fee', 'penalty', 'interest', 'principal'] as const).some((part) => owedIn(account, { due, part }) > 0)
  return {
    *open(due) {
      for (const account of state.accounts) {
        const { period, dueDate } = account.row
        if (period <= upToPeriod && isIn(classOn(dueDate, on), due) && owesIn(account, due)) yield period
      }
    },
    owed: (period, step) => owedIn(accountOf(state, period), step),
    pay: (period, { part }, amount) => {
      const account = accountOf(state, period)
      if (amount > 0) bookPart(state, account, { part, amount, on }, paid)
      payInPlan(state, { period, part, on, amount })
    },
  }
}

type Part = { readonly part: keyof Parts; readonly amount: Fen; readonly on: CivilDate }

function bookPart(state: LoanState, account: AccountDraft, part: Part, paid: Map<number, Parts>): void {
  payPart(state, account, part)
  const { period } = account.row
  paid.set(period, addParts(paid.get(period) ?? noParts, onlyPart(part.part, part.amount)))
}

function classOn(dueDate: CivilDate, on: CivilDate): DueClass {
  return dueDate < on ? 'overdue' : dueDate === on ? 'due' : 'advance'
}
