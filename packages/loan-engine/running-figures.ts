import { type Product, type Rounding, sumDiv } from '@fyh/base/money.ts'
import type { Borne, RunningPeriod, RunningPlan, Span } from './running-period.ts'

/**
 * Works out interest, what is due and the balances of the periods from `index` on; those before are known.
 *
 * What interest does not fit into a period's instalment waits for the next period. What has been paid is never less than due: a payment
 * in advance makes its period as large as what was paid.
 */
export function countFrom(plan: RunningPlan, index: number): void {
  const rounding = plan.terms.rounding ?? 'halfUp'
  let before = plan.periods[index - 1]
  for (const period of plan.periods.slice(index)) {
    const opening = before === undefined ? 0 : balanceAfter(before)
    if (period.spans !== period.borne.spans || opening !== period.borne.opening) period.borne = bear(period.spans, opening, rounding)
    const waiting = before === undefined ? 0 : before.interest - before.interestDue
    period.interest = (period.isTakenOver ? 0 : period.borne.interest) + period.deferred + waiting
    countDue(period)
    before = period
  }
}

/** What is left open after a period's instalment. */
export function balanceAfter(period: RunningPeriod): number {
  return Math.max(0, period.borne.closing + period.paidPrincipal - period.principalDue)
}

/** What of a period's instalment is interest and what principal. */
export function countDue(period: RunningPeriod): void {
  const instalment = period.instalment + period.deferred
  const bearing = Math.max(0, period.interest)
  const principal = Math.max(0, instalment - bearing)
  const interest = period.paidPrincipal > principal ? period.paidInterest : Math.min(bearing, instalment)
  period.interestDue = Math.max(interest, period.paidInterest)
  period.principalDue = Math.max(instalment - period.interestDue, period.paidPrincipal)
}

/** The interest spans bear, rounded once over all of them. Those without interest have no say in what the others are added up in. */
function bear(spans: readonly Span[], opening: number, rounding: Rounding): Borne {
  const products: Product[] = []
  let balance = opening
  let closing = opening
  let lent = 0
  for (const { share, isPaused, drawn, corrected } of spans) {
    if (!isPaused && share.times !== 0) products.push({ value: balance, times: share.times, over: share.over })
    closing = balance + drawn + corrected
    balance = Math.max(0, closing)
    lent += drawn
  }
  return { spans, opening, interest: sumDiv(products, rounding), closing, drawn: lent }
}
