import type { CivilDate } from '@fyh/base/dates.ts'
import { type Fen, fen } from '@fyh/base/money.ts'
import { countFrom } from './running-figures.ts'
import { settleLast, stopInterestAfter } from './running-last.ts'
import { countOverdue } from './running-overdue.ts'
import { changeBalance, copyOf, earlierOf, isPaid, paidOf, periodOf, type RunningPlan, sumOver } from './running-period.ts'
import { type RunningRow, rowsOf } from './running-view.ts'

/**
 * The periods as they ask for what settles the loan on a day, what was paid of them included: all principal, and interest up to the day
 * or, when so agreed, up to the next due day; overdue principal bears it as long.
 */
export function settlingRows(plan: RunningPlan, onDate: CivilDate): RunningRow[] {
  return rowsOf(knownUntil(plan, settledUntil(plan, onDate)))
}

/**
 * The same where the last periods are paid first: of the principal of periods not yet due, the last ask for their agreed instalment, the
 * first for the rest.
 */
export function filledFromLast(plan: RunningPlan, rows: readonly RunningRow[], onDate: CivilDate): RunningRow[] {
  const isOpen = ({ period, dueDate }: RunningRow) => dueDate > onDate && !isPaid(periodOf(plan, period))
  const first = rows.find(isOpen)
  let left = rows.filter(isOpen).reduce((sum, { period, principal }) => sum + principal - periodOf(plan, period).paidPrincipal, 0)
  const filled = [...rows].reverse().map((row) => {
    if (!isOpen(row)) return row
    const { agreed, paidPrincipal, paidInterest } = periodOf(plan, row.period)
    const more = row === first ? left : Math.min(left, Math.max(0, agreed - paidPrincipal - paidInterest))
    left -= more
    return { ...row, principal: fen(paidPrincipal + more) }
  })
  return filled.reverse()
}

export type SettledPeriod = { readonly principal: Fen; readonly interest: Fen }

/** The plan after a payment by its `settlingRows`, `paid` of each. Once all is paid no period asks for anything any more. */
export function settlePlan(plan: RunningPlan, { on, paid }: { on: CivilDate; paid: readonly SettledPeriod[] }): RunningPlan {
  const until = settledUntil(plan, on)
  const asked = knownUntil(plan, until)
  const next = copyOf(plan)
  countOverdue(next, until)
  next.periods.forEach((period, k) => {
    const { principal, interest } = paid[k] ?? { principal: 0, interest: 0 }
    period.paidPrincipal += principal
    period.paidInterest += interest
    if (principal > 0) changeBalance(next, { on: earlierOf(until, period.dueDate), corrected: -principal })
  })
  const isSettled = sumOver(next, paidOf) === sumOver(asked, ({ principalDue, interestDue }) => principalDue + interestDue)
  next.periods.forEach((period, k) => {
    const { instalment, deferred, isTakenOver } = periodOf(asked, k + 1)
    period.instalment = isSettled ? paidOf(period) : instalment
    period.deferred = isSettled ? 0 : deferred
    period.isTakenOver = !isSettled && isTakenOver
  })
  countFrom(next, 0)
  if (!isSettled) settleLast(next, until)
  return next
}

function knownUntil(plan: RunningPlan, until: CivilDate): RunningPlan {
  const known = copyOf(plan)
  countOverdue(known, until)
  stopInterestAfter(known, until)
  settleLast(known, until)
  askOnce(known)
  return known
}

/** Interest that was paid ahead in later periods than those that ask for it now is not asked for again. */
function askOnce(known: RunningPlan): void {
  let beyond = sumOver(known, ({ interestDue, waivedInterest, borne }) => interestDue - waivedInterest - borne.interest)
  for (const period of [...known.periods].reverse()) {
    if (beyond <= 0) return
    const less = Math.min(beyond, period.interestDue - period.paidInterest)
    period.interestDue -= less
    beyond -= less
  }
}

function settledUntil({ terms, periods }: RunningPlan, onDate: CivilDate): CivilDate {
  if (terms.recalculation?.settleUntil !== 'nextDueDay') return onDate
  return periods.find(({ startDate, dueDate }) => startDate < onDate && dueDate > onDate)?.dueDate ?? onDate
}
