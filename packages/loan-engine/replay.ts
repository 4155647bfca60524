import { unreachable } from '@fyh/base/assert.ts'
import type { CivilDate } from '@fyh/base/dates.ts'
import { addFen, type Fen, subFen, zeroFen } from '@fyh/base/money.ts'
import { asRowAlone, type Loan, type PeriodAccount } from './account.ts'
import type { Allocation } from './allocate.ts'
import { becomeRows, rateRows } from './change-rows.ts'
import { addCharge, type ChargeStanding, chargeStandings, coverFromSurplus, recountShares, waiveCharge } from './charge.ts'
import { demand } from './engine-error.ts'
import { checkDay, checkEvent } from './event-domain.ts'
import { type Effect, effectsUpTo, isPayment, type LoanEvent, type Payment, type PlanChange } from './events.ts'
import {
  accountOf,
  closePaid,
  type Entry,
  type EntryDraft,
  type LoanState,
  note,
  openState,
  owedInState,
  payPart,
  redrawAccounts,
} from './loan-state.ts'
import { addParts, partNames, totalOf } from './parts.ts'
import { prepaymentOf } from './prepay.ts'
import { receive } from './receive.ts'
import { checkRules } from './rules.ts'
import type { RunningPlan } from './running-period.ts'
import { settlementOf } from './settlement.ts'
import { changePlan, isRecalculated, reach, startPlan } from './state-plan.ts'
import { checkTerms } from './terms.ts'
import { fitWaived, waive } from './waive.ts'
import { chargeOff, refundSurplus, writeOff } from './write-off.ts'

export type { Payment } from './events.ts'

/** What a payment did. `settled` says that it ended the loan early and the rest of the interest was let go. */
export type PaymentOutcome = { readonly payment: Payment; readonly allocation: Allocation; readonly settled: boolean }

export type Replayed = {
  readonly accounts: readonly PeriodAccount[]
  readonly outcomes: readonly PaymentOutcome[]
  /** What every event moved, in the order in which they took effect. */
  readonly entries: readonly Entry[]
  readonly charges: readonly ChargeStanding[]
  readonly surplus: Fen
  readonly chargedOffOn: CivilDate | undefined
  readonly writtenOffOn: CivilDate | undefined
  /** The plan as it runs where interest follows what is really open or events changed it; undefined where it is as agreed. */
  readonly running: RunningPlan | undefined
}

/**
 * The state of a loan as a function of what was agreed and what happened, nothing else: events are taken by their day (those of one
 * day in the order given), so one that becomes known late falls into its place, one known twice counts once, and one reversed is left
 * out. Events after `onDate` are left out, too. Throws EngineError for what lies outside the domain.
 */
export function replay(loan: Loan, events: readonly LoanEvent[], onDate: CivilDate): Replayed {
  checkTerms(loan.terms)
  checkRules(loan.rules)
  checkDay(onDate)
  demand(onDate >= loan.terms.payOutDate, 'DATE_BEFORE_PAY_OUT', `${onDate} is before ${loan.terms.payOutDate}`)
  const state = openState(loan)
  startPlan(state)
  for (const event of effectsUpTo(events, onDate)) {
    checkEvent(event, loan.terms)
    step(state, event, onDate)
  }
  reach(state, onDate)
  const { accounts, entries, surplus, chargedOffOn, writtenOffOn, running } = state
  return { accounts, outcomes: outcomesOf(entries), entries, charges: chargeStandings(state), surplus, chargedOffOn, writtenOffOn, running }
}

/** Does what the event does, and gives back what it noted. */
function step(state: LoanState, event: Effect, onDate: CivilDate): Entry {
  switch (event.kind) {
    case 'waiver':
      return event.of === undefined ? pay(state, event) : waive(state, event, event.of)
    case 'repay':
      return repay(state, event)
    case 'adjustCharge':
      return pay(state, event)
    case 'settle':
      return settle(state, event) ?? payToEnd(state, event)
    case 'prepay':
      return prepay(state, event)
    case 'charge':
      return addCharge(state, event)
    case 'waiveCharge':
      return waiveCharge(state, event)
    case 'chargeOff':
      return chargeOff(state, event)
    case 'writeOff':
      return writeOff(state, event)
    case 'refundSurplus':
      return refundSurplus(state, event)
    case 'draw':
    case 'changeRate':
    case 'pauseInterest':
    case 'moveDueDate':
    case 'extend':
    case 'deferPrincipal':
      return change(state, event, onDate)
    default:
      return unreachable(event)
  }
}

type Of<Kind> = Extract<Effect, { readonly kind: Kind }>
/**
 * Where interest goes by the plan, charges with each period follow what a drawing makes of it. What a loan that was paid comes to owe again
 * is paid by a surplus first, unless the change is one agreed ahead.
 */
function change(state: LoanState, event: Extract<Effect, PlanChange>, onDate: CivilDate): Entry {
  const wasPaid = isPaid(state)
  const entry = changePlan(state, event)
  if (event.kind === 'draw' && state.loan.terms.recalculation === undefined) recountShares(state)
  if (wasPaid && event.on <= onDate) coverFromSurplus(state, event.on)
  return entry
}

function isPaid({ accounts }: LoanState): boolean {
  return accounts.every(({ closedOn }) => closedOn !== undefined)
}

type PaidIn = Of<'repay' | 'settle' | 'prepay' | 'waiver' | 'adjustCharge'>

function repay(state: LoanState, event: Of<'repay'>): Entry {
  return reachesSettling(state, event) ? (settle(state, event) ?? pay(state, event)) : pay(state, event)
}

/**
 * Where interest paid ahead counts, nobody pays more than settling takes, unless it takes a fee or what is ahead is held. What is asked
 * first is quick to know.
 */
function reachesSettling(state: LoanState, { amount, on }: Of<'repay'>): boolean {
  const { loan, accounts, balance } = state
  const { interestAhead, excess, earlySettlementFee } = loan.rules
  if (interestAhead !== 'counts' || excess === 'hold' || earlySettlementFee > 0 || isRecalculated(state)) return false
  const early = accounts.filter(({ row }) => row.dueDate > on)
  if (amount < subFen(balance, addFen(zeroFen, ...early.map(({ paid }) => addFen(paid.interest, paid.fee))))) return false
  return early.length > 0 && settlementOf(accounts, loan, on).quote.total < totalOf(owedInState(state, on))
}

function pay(state: LoanState, event: PaidIn): EntryDraft {
  const upToPeriod = event.kind === 'repay' ? event.upToPeriod : undefined
  return received(state, event, receive(state, { amount: event.amount, on: event.on, upToPeriod }))
}

/** Undefined for a payment that does not reach the quote, or comes when nothing is left to settle: that is a repayment. */
function settle(state: LoanState, event: Of<'repay' | 'settle' | 'prepay'>): Entry | undefined {
  if (isRecalculated(state)) return undefined
  const { quote, changes } = settlementOf(state.accounts, state.loan, event.on)
  if (event.amount < quote.total || isPaid(state)) return undefined
  for (const { period, waived, added } of changes) {
    const account = accountOf(state, period)
    account.waived = addParts(account.waived, waived)
    account.added = addParts(account.added, added)
  }
  const { lines, total } = quote
  const entry = book(state, event, { lines, parts: addParts(...lines.map(({ parts }) => parts)), surplus: subFen(event.amount, total) })
  entry.settled = true
  return entry
}

/** Where interest follows what is open, what is owed to the day ends the loan by itself, whatever the rule for an excess. */
function payToEnd(state: LoanState, event: Of<'settle'>): Entry {
  if (!isRecalculated(state)) return pay(state, event)
  const wasPaid = isPaid(state)
  const entry = received(state, event, receive(state, { amount: event.amount, on: event.on, settles: true }))
  entry.settled = !wasPaid && isPaid(state)
  return entry
}

/** Pays ahead of the plan, which is then drawn anew; enough to settle the loan settles it. */
function prepay(state: LoanState, event: Of<'prepay'>): Entry {
  if (isRecalculated(state)) return pay(state, event)
  const settled = settle(state, event)
  if (settled !== undefined) return settled
  const { instalment } = becomeRows(state, event.on)
  const { rows, ...allocation } = prepaymentOf(state.accounts.map(asRowAlone), state.loan, { ...event, instalment })
  redrawAccounts(state, rows)
  rateRows(state, event.on)
  const entry = book(state, event, allocation)
  fitWaived(state)
  return entry
}

function book(state: LoanState, event: PaidIn, allocation: Allocation): EntryDraft {
  for (const { period, parts } of allocation.lines) {
    const account = accountOf(state, period)
    for (const part of partNames) payPart(state, account, { part, amount: parts[part], on: event.on })
  }
  return received(state, event, allocation)
}

function received(state: LoanState, event: PaidIn, allocation: Allocation): EntryDraft {
  closePaid(state, event.on)
  state.surplus = addFen(state.surplus, allocation.surplus)
  return note(state, event, allocation)
}

function outcomesOf(entries: readonly Entry[]): PaymentOutcome[] {
  return entries.flatMap(({ event, allocation, settled }) => (isPayment(event) ? [{ payment: event, allocation, settled }] : []))
}
