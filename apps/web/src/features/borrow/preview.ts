import type { Fen, Ppm } from '@fyh/base/money.ts'
import { cashFlowsOf, priceOf } from '@fyh/loan-engine/price.ts'
import { planFor, totalsOf } from '@fyh/loan-engine/schedule.ts'
import type { PlanTableRow } from '#blocks/plan-table.tsx'
import type { BorrowOptions, QuoteRequest } from './borrow.queries.ts'

export type Preview = {
  readonly plan: readonly PlanTableRow[]
  readonly interest: Fen
  readonly total: Fen
  readonly simple: Ppm
  readonly compound: Ppm
}

/** Plan and price of a wish, by the engine the server quotes with, so that typing needs no round trip. The quote is what binds. */
export function previewOf(wish: Omit<QuoteRequest, 'use'>, offer: Pick<BorrowOptions, 'annualRatePpm' | 'dayCount' | 'today'>): Preview {
  const plan = planFor({
    principal: wish.amountFen,
    annualRate: offer.annualRatePpm,
    periods: wish.periods,
    method: wish.method,
    dayCount: offer.dayCount,
    payOutDate: offer.today,
    tail: 'lastInstalment',
    daysOff: { policy: 'stay' },
  })
  const price = priceOf(cashFlowsOf({ principal: wish.amountFen, plan }))
  const { interest, total } = totalsOf(plan)
  const rows = plan.map(({ explain, ...row }) => ({ ...row, explain: { ...explain, basisDays: explain.basis } }))
  return { plan: rows, interest, total, simple: price.simple, compound: price.compound }
}
