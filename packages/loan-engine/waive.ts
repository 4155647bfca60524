import { addFen, type Fen, maxFen, minFen, subFen, zeroFen } from '@fyh/base/money.ts'
import { allocationOf } from './allocate.ts'
import type { Effect, PeriodRange } from './events.ts'
import { closePaid, type Entry, endPrincipal, type LoanState, note, owedBy } from './loan-state.ts'
import { addParts, noParts, onlyPart, type PartName, type Parts } from './parts.ts'
import { isRecalculated, payInPlan } from './state-plan.ts'

type Waiver = Extract<Effect, { readonly kind: 'waiver' }>

/**
 * Lets go of certain parts only, the oldest period first, in the order in which they are named. At most what is owed of them: what a
 * payment that became known later had covered is not there to be let go of.
 */
export function waive(state: LoanState, event: Waiver, parts: readonly PartName[]): Entry {
  const waived = new Map<number, Parts>()
  let left: Fen = event.amount
  const { from, to } = event.within ?? allPeriods
  for (const account of state.accounts) {
    if (account.row.period < from || account.row.period > to) continue
    const owed = owedBy(account, state, event.on)
    for (const part of parts) {
      const amount = minFen(left, owed[part])
      if (amount === 0) continue
      account.waived = addParts(account.waived, onlyPart(part, amount))
      if (part === 'principal') endPrincipal(state, account, { amount, on: event.on })
      if (isRecalculated(state)) payInPlan(state, { period: account.row.period, part, on: event.on, amount, isWaived: true })
      waived.set(account.row.period, addParts(waived.get(account.row.period) ?? noParts, onlyPart(part, amount)))
      left = subFen(left, amount)
    }
  }
  closePaid(state, event.on)
  return note(state, event, allocationOf(waived, zeroFen))
}

const allPeriods: PeriodRange = { from: 1, to: Number.POSITIVE_INFINITY }

/**
 * After a plan was redrawn, no period has more interest waived than it still charges: what was waived ahead of a period whose interest
 * became less ends with that interest.
 */
export function fitWaived(state: LoanState): void {
  for (const account of state.accounts) {
    const { row, added, paid, waived } = account
    const most = maxFen(zeroFen, subFen(addFen(row.interest, added.interest), paid.interest))
    if (waived.interest > most) account.waived = { ...waived, interest: most }
  }
}
