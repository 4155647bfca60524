import type { CivilDate } from '@fyh/base/dates.ts'
import { type Fen, minFen, subFen, zeroFen } from '@fyh/base/money.ts'
import { type Allocation, allocationOf, type Debts, isIn, spread } from './allocate.ts'
import type { DueClass } from './allocation-order.ts'
import { dueChargesOf } from './charge.ts'
import { demand } from './engine-error.ts'
import { type LoanState, owedBy, payPart } from './loan-state.ts'
import { addParts, noParts, onlyPart, type Parts, totalOf } from './parts.ts'

/** Spreads money over what the loan owes on a day by the lender's rules, and books it. What is left over is the surplus. */
export function receive(
  state: LoanState,
  { amount, on, upToPeriod }: { amount: Fen; on: CivilDate; upToPeriod?: number | undefined },
): Allocation {
  demand(amount > 0, 'AMOUNT_NOT_POSITIVE', `${amount} fen`)
  const paid = new Map<number, Parts>()
  const surplus = spread(amount, debtsOf(state, { on, paid, upToPeriod }), state.loan.rules)
  return allocationOf(paid, surplus)
}

/** What each period owes is reckoned once a payment, then kept up by subtraction. */
function debtsOf(
  state: LoanState,
  { on, paid, upToPeriod = Number.POSITIVE_INFINITY }: { on: CivilDate; paid: Map<number, Parts>; upToPeriod?: number | undefined },
): Debts {
  const left = new Map<number, Parts>()
  const owedOf = (period: number): Parts => {
    const known = left.get(period)
    if (known !== undefined) return known
    const account = state.accounts[period - 1]
    const owed = account === undefined ? noParts : owedBy(account, state, on)
    left.set(period, owed)
    return owed
  }
  const dueCharges = (period: number): Parts => dueChargesOf(state, period, on)
  return {
    open: (due) => {
      const open: number[] = []
      for (const { row, closedOn } of state.accounts) {
        if (closedOn !== undefined || row.period > upToPeriod) continue
        const isWanted = isIn(classOn(row.dueDate, on), due) || (due === 'dueByNow' && totalOf(dueCharges(row.period)) > 0)
        if (isWanted && totalOf(owedOf(row.period)) > 0) open.push(row.period)
      }
      return open
    },
    owed: (period, step) => {
      const account = state.accounts[period - 1]
      if (account === undefined) return zeroFen
      const owed = owedOf(period)[step.part]
      return step.due === 'dueByNow' && account.row.dueDate > on ? minFen(owed, dueCharges(period)[step.part]) : owed
    },
    pay: (period, { part }, amount) => {
      const account = state.accounts[period - 1]
      if (account === undefined) return
      payPart(state, account, { part, amount, on })
      const owed = owedOf(period)
      left.set(period, { ...owed, [part]: subFen(owed[part], amount) })
      paid.set(period, addParts(paid.get(period) ?? noParts, onlyPart(part, amount)))
    },
  }
}

export function classOn(dueDate: CivilDate, on: CivilDate): DueClass {
  return dueDate < on ? 'overdue' : dueDate === on ? 'due' : 'advance'
}
