import { type CivilDate, daysBetween } from '@fyh/base/dates.ts'
import { addFen, type Fen, maxFen, subFen, zeroFen } from '@fyh/base/money.ts'
import { figuresOn, type Loan, type PeriodAccount } from '@fyh/loan-engine/account.ts'
import type { ChargeStanding } from '@fyh/loan-engine/charge.ts'
import type { EventId, LoanEvent } from '@fyh/loan-engine/events.ts'
import type { Entry } from '@fyh/loan-engine/loan-state.ts'
import { addParts, noParts, type Parts, totalOf } from '@fyh/loan-engine/parts.ts'
import { replay } from '@fyh/loan-engine/replay.ts'

/** A row of the schedule as the format writes it. */
export type BookRow = Parts & {
  readonly n: number
  readonly days: number
  readonly due: CivilDate
  readonly settledOn: CivilDate | undefined
  readonly balanceAfter: Fen
  readonly total: Fen
  readonly paid: Fen
  readonly paidEarly: Fen
  readonly paidLate: Fen
  readonly waived: Fen
  readonly unpaid: Fen
  /** Beyond the last period agreed: for what falls due later. */
  readonly isAfterPlan: boolean
}

/** A movement as the format writes it. */
export type Movement = {
  readonly id: EventId | undefined
  readonly on: CivilDate
  readonly kind: string
  readonly amount: Fen
  readonly parts: Parts
  readonly balanceAfter: Fen
  readonly isReversed: boolean
}

export type Books = {
  readonly rows: readonly BookRow[]
  readonly movements: readonly Movement[]
  readonly charges: readonly ChargeStanding[]
  readonly outstanding: Fen
  readonly overpaid: Fen
  /** Taken with the pay-out; in no row. */
  readonly upFrontFee: Fen
  readonly state: 'active' | 'closed_obligations_met' | 'closed_written_off' | 'overpaid'
}

/** What the engine says of a loan after what is known on a day. */
export function booksOn(
  loan: Loan,
  { events, onDate, isPaidOut, upFrontFee }: { events: readonly LoanEvent[]; onDate: CivilDate; isPaidOut: boolean; upFrontFee: Fen },
): Books {
  const day = onDate < loan.terms.payOutDate ? loan.terms.payOutDate : onDate
  const { accounts, entries, charges, surplus, writtenOffOn } = replay(loan, events, day)
  const rows = accounts.map((account) => rowOf(account, { loan, onDate: day, isPaidOut }))
  const outstanding = addFen(zeroFen, ...rows.map(({ unpaid }) => unpaid))
  const moved = entries.flatMap(movementOf)
  return {
    rows,
    movements: [...payOutOf(loan, upFrontFee), ...moved],
    charges,
    outstanding,
    overpaid: surplus,
    upFrontFee,
    state:
      writtenOffOn !== undefined ? 'closed_written_off' : outstanding > 0 ? 'active' : surplus > 0 ? 'overpaid' : 'closed_obligations_met',
  }
}

/** A row that asks for nothing is settled when the loan is paid out. */
function rowOf(account: PeriodAccount, { loan, onDate, isPaidOut }: { loan: Loan; onDate: CivilDate; isPaidOut: boolean }): BookRow {
  const { row, paid, waived, writtenOff, closedOn } = account
  const { charged } = figuresOn(account, loan, onDate)
  const total = totalOf(charged)
  const settled = addFen(totalOf(paid), totalOf(waived), totalOf(writtenOff))
  return {
    ...charged,
    n: row.period,
    days: daysBetween(row.startDate, row.dueDate),
    due: row.dueDate,
    settledOn: isPaidOut ? (closedOn ?? (total === 0 ? loan.terms.payOutDate : undefined)) : undefined,
    balanceAfter: row.balanceAfter,
    total,
    paid: totalOf(paid),
    paidEarly: account.paidEarly,
    paidLate: account.paidLate,
    waived: totalOf(waived),
    unpaid: maxFen(zeroFen, subFen(total, settled)),
    isAfterPlan: row.period > loan.plan.length,
  }
}

function payOutOf({ terms }: Loan, upFrontFee: Fen): Movement[] {
  const { principal: amount, payOutDate: on } = terms
  const paidOut = { id: undefined, on, kind: 'disbursement', amount, parts: noParts, balanceAfter: amount, isReversed: false }
  if (upFrontFee === 0) return [paidOut]
  return [paidOut, { ...paidOut, kind: 'repayment_(at_time_of_disbursement)', amount: upFrontFee, parts: { ...noParts, fee: upFrontFee } }]
}

function movementOf({ event, allocation, balance }: Entry): Movement[] {
  const kind = movementKinds.get(event.kind)
  if (kind === undefined) return []
  const parts = addParts(...allocation.lines.map((line) => line.parts))
  const amount = 'amount' in event ? event.amount : totalOf(parts)
  return [
    { id: event.id, on: event.on, kind, amount, parts, balanceAfter: event.kind === 'chargeOff' ? zeroFen : balance, isReversed: false },
  ]
}

const movementKinds: ReadonlyMap<LoanEvent['kind'], string> = new Map([
  ['draw', 'disbursement'],
  ['repay', 'repayment'],
  ['settle', 'repayment'],
  ['waiver', 'interest_payment_waiver'],
  ['adjustCharge', 'charge_adjustment'],
  ['waiveCharge', 'waive_loan_charges'],
  ['chargeOff', 'charge-off'],
  ['writeOff', 'close_(as_written-off)'],
  ['refundSurplus', 'credit_balance_refund'],
])
