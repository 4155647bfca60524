import type { CivilDate } from '@fyh/base/dates.ts'
import { minFen, subFen, zeroFen } from '@fyh/base/money.ts'
import { figuresOn } from './account.ts'
import { allocationOf } from './allocate.ts'
import { changeByChargeOff } from './charge-off.ts'
import type { Effect } from './events.ts'
import {
  accountAfterPlan,
  accountAt,
  closePaid,
  type Entry,
  endPrincipal,
  type LoanState,
  lendMore,
  note,
  owedBy,
  payPart,
} from './loan-state.ts'
import { addParts, onlyPart, type Parts, partNames, subParts, totalOf } from './parts.ts'
import { reach } from './state-plan.ts'

type Of<Kind> = Extract<Effect, { readonly kind: Kind }>

/** Gives up everything owed: the loan is closed on that day, and what it lost is noted by period. */
export function writeOff(state: LoanState, event: Of<'writeOff'>): Entry {
  reach(state, event.on)
  const lost = new Map<number, Parts>()
  for (const account of state.accounts) {
    const parts = owedBy(account, state, event.on)
    if (totalOf(parts) === 0) continue
    lost.set(account.row.period, parts)
    account.writtenOff = addParts(account.writtenOff, parts)
    endPrincipal(state, account, { amount: parts.principal, on: event.on })
  }
  state.writtenOffOn = event.on
  closePaid(state, event.on)
  return note(state, event, allocationOf(lost, zeroFen))
}

/** Takes the loan out of the books as an asset. The borrower owes what he owed; what that is, is noted by period. */
export function chargeOff(state: LoanState, event: Of<'chargeOff'>): Entry {
  reach(state, event.on)
  if (state.writtenOffOn === undefined) changeByChargeOff(state, event.on, state.loan.rules.afterChargeOff ?? 'goesOn')
  state.chargedOffOn = event.on
  return note(state, event, allocationOf(leftByPeriod(state, event.on), zeroFen))
}

/** Less than nothing of a part where charging off made it smaller than what had been paid: another part then asks for that much more. */
function leftByPeriod(state: LoanState, on: CivilDate): Map<number, Parts> {
  const left = new Map<number, Parts>()
  for (const account of state.accounts) {
    const { charged } = figuresOn(account, state.loan, on)
    const parts = subParts(charged, addParts(account.paid, account.waived, account.writtenOff))
    if (partNames.some((part) => parts[part] !== 0)) left.set(account.row.period, parts)
  }
  return left
}

/**
 * Pays a surplus back to the borrower. Where more is paid back than is held, because a payment turned out to be none, the sum is owed as
 * principal of the next period, or of one after the plan, and what was held pays part of it.
 */
export function refundSurplus(state: LoanState, event: Of<'refundSurplus'>): Entry {
  const held = minFen(event.amount, state.surplus)
  const owed = subFen(event.amount, held)
  state.surplus = subFen(state.surplus, held)
  const lines = new Map<number, Parts>()
  if (owed > 0) {
    const account = accountAt(state, event.on) ?? accountAfterPlan(state, event.on)
    account.added = addParts(account.added, onlyPart('principal', event.amount))
    account.closedOn = undefined
    lendMore(state, event.amount)
    payPart(state, account, { part: 'principal', amount: held, on: event.on })
    lines.set(account.row.period, onlyPart('principal', owed))
  }
  return note(state, event, allocationOf(lines, zeroFen))
}
