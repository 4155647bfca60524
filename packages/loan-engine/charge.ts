import type { CivilDate } from '@fyh/base/dates.ts'
import { type Fen, fen, minFen, mulDiv, type Rounding, subFen, zeroFen } from '@fyh/base/money.ts'
import { allocationOf } from './allocate.ts'
import { demand } from './engine-error.ts'
import type { Charge, ChargeBase, ChargeSum, EventId } from './events.ts'
import {
  type AccountDraft,
  accountAfterPlan,
  accountAt,
  accountOf,
  closePaid,
  type Entry,
  isAfterPlan,
  type LoanState,
  note,
} from './loan-state.ts'
import { addParts, noParts, onlyPart, type Parts } from './parts.ts'
import { receive } from './receive.ts'
import { totalsOf } from './schedule.ts'

/** A charge in one period. A charge due with each period is as many of these, one a period. */
export type ChargeAccount = {
  readonly id: EventId
  readonly part: 'fee' | 'penalty'
  readonly period: number
  readonly due: CivilDate
  readonly amount: Fen
  readonly waived: Fen
  readonly payee: string | undefined
  /** Of a charge due with each period: what it asks of one. */
  readonly each?: ChargeSum
}

export type ChargeStanding = ChargeAccount & { readonly paid: Fen; readonly unpaid: Fen }

/** Adds a charge to the period in which it is due; one due after the plan gets a period of its own. A surplus held covers it at once. */
export function addCharge(state: LoanState, event: Charge): Entry {
  for (const { account, due, amount } of sharesOf(state, event)) {
    const { period } = account.row
    const charge = { id: event.id, part: event.part, period, due, amount, waived: zeroFen, payee: event.payee }
    state.charges.push(event.due === 'eachPeriod' ? { ...charge, each: event.sum } : charge)
    account.added = addParts(account.added, onlyPart(event.part, amount))
    if (amount > 0) account.closedOn = undefined
  }
  const entry = note(state, event)
  coverFromSurplus(state)
  return entry
}

type Share = { readonly account: AccountDraft; readonly due: CivilDate; readonly amount: Fen }

function sharesOf(state: LoanState, { sum, due, on }: Charge): Share[] {
  const { plan, terms } = state.loan
  const { rounding = 'halfUp' } = terms
  if (due === 'eachPeriod') {
    const running = state.accounts.filter(({ row }) => row.dueDate > on && !isAfterPlan(row))
    return running.map((account) => ({ account, due: account.row.dueDate, amount: sumOf(sum, account.row, rounding) }))
  }
  const account = accountAt(state, due) ?? accountAfterPlan(state, due)
  return [{ account, due, amount: sumOf(sum, totalsOf(plan), rounding) }]
}

/** Charges with each period ask anew of the periods not paid yet, whose principal and interest have changed. */
export function recountShares(state: LoanState): void {
  const { rounding = 'halfUp' } = state.loan.terms
  for (const charge of state.charges) {
    const account = accountOf(state, charge.period)
    if (charge.each === undefined || account.closedOn !== undefined) continue
    const amount = sumOf(charge.each, account.row, rounding)
    account.added = addParts(account.added, onlyPart(charge.part, subFen(amount, charge.amount)))
    charge.amount = amount
  }
}

/** Charges with each period go with the periods after the given one; others of theirs fall to it. */
export function dropSharesAfter(state: LoanState, period: number): void {
  const kept = state.charges.filter((charge) => charge.period <= period || charge.each === undefined)
  const account = accountOf(state, period)
  for (const charge of kept) {
    if (charge.period <= period) continue
    charge.period = period
    account.added = addParts(account.added, onlyPart(charge.part, charge.amount))
    account.waived = addParts(account.waived, onlyPart(charge.part, charge.waived))
  }
  state.charges.splice(0, state.charges.length, ...kept)
}

function sumOf(sum: ChargeSum, base: { principal: Fen; interest: Fen }, rounding: Rounding): Fen {
  if ('amount' in sum) return sum.amount
  return fen(mulDiv({ value: baseOf(sum.of, base), times: sum.rate, over: 1_000_000, rounding }))
}

function baseOf(of: ChargeBase, { principal, interest }: { principal: Fen; interest: Fen }): number {
  switch (of) {
    case 'principal':
      return principal
    case 'interest':
      return interest
    case 'both':
      return principal + interest
  }
}

/** Money paid too much pays what is owed later, from a day on or as if it had been meant for it: the payment's own lines grow. */
export function coverFromSurplus(state: LoanState, from?: CivilDate): void {
  for (const entry of state.entries) {
    const { surplus, lines } = entry.allocation
    const held = minFen(surplus, state.surplus)
    if (held === 0) continue
    const on = from ?? entry.event.on
    const more = receive(state, { amount: held, on })
    state.surplus = subFen(state.surplus, subFen(held, more.surplus))
    const parts = new Map(lines.map((line) => [line.period, line.parts]))
    for (const line of more.lines) parts.set(line.period, addParts(parts.get(line.period) ?? noParts, line.parts))
    entry.allocation = allocationOf(parts, subFen(surplus, subFen(held, more.surplus)))
    closePaid(state, on)
  }
}

/** Lets go what is not yet paid of a charge. Throws EngineError when no charge has the id. */
export function waiveCharge(state: LoanState, event: { kind: 'waiveCharge'; charge: EventId; on: CivilDate }): Entry {
  demand(
    state.charges.some(({ id }) => id === event.charge),
    'CHARGE_UNKNOWN',
    `${event.charge}`,
  )
  const waived = new Map<number, Parts>()
  for (const { id, period, part, unpaid } of chargeStandings(state)) {
    if (id !== event.charge || unpaid === 0) continue
    const account = accountOf(state, period)
    const parts = onlyPart(part, unpaid)
    account.waived = addParts(account.waived, parts)
    waived.set(period, parts)
  }
  for (const charge of state.charges) {
    const parts = charge.id === event.charge ? waived.get(charge.period) : undefined
    if (parts !== undefined) charge.waived = parts[charge.part]
  }
  closePaid(state, event.on)
  return note(state, event, allocationOf(waived, zeroFen))
}

/** What of each charge is paid: the money for fees and penalties of a period goes to its charges by their days, then to the plan's own. */
export function chargeStandings({ charges, accounts }: Pick<LoanState, 'charges' | 'accounts'>): ChargeStanding[] {
  const left = new Map(accounts.map(({ row, paid }) => [row.period, paid]))
  const byDay = [...charges].sort((a, b) => (a.due < b.due ? -1 : a.due > b.due ? 1 : 0))
  const standings = new Map<ChargeAccount, ChargeStanding>()
  for (const charge of byDay) {
    const money = left.get(charge.period) ?? noParts
    const paid = minFen(subFen(charge.amount, charge.waived), money[charge.part])
    left.set(charge.period, { ...money, [charge.part]: subFen(money[charge.part], paid) })
    standings.set(charge, { ...charge, paid, unpaid: subFen(subFen(charge.amount, charge.waived), paid) })
  }
  return charges.flatMap((charge) => standings.get(charge) ?? [])
}

/** Unpaid charges of a period whose own day has come. */
export function dueChargesOf(state: LoanState, period: number, on: CivilDate): Parts {
  if (state.charges.length === 0) return noParts
  const due = chargeStandings(state).filter((charge) => charge.period === period && charge.due <= on)
  return addParts(...due.map(({ part, unpaid }) => onlyPart(part, unpaid)))
}
