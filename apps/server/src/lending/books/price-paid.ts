import { type CivilDate, daysBetween } from '@fyh/base/dates.ts'
import { addFen, type Fen, type Ppm, ppm, subFen, zeroFen } from '@fyh/base/money.ts'
import type { PlanRow } from '@fyh/loan-engine/schedule.ts'
import type { RunningLoan } from '#lending/loan/loan.ts'
import type { Books } from './booking.ts'

/**
 * Returns what a loan has cost a year so far: interest and fees paid ÷ (principal open × the time it was open), in months of its plan and parts
 * of them, as the price check of products counts it. `benefitsFen` is what was paid for benefits bought with it. Late fees stay out: they have a ceiling of their own. A fen is left out for rounding.
 * Undefined while no principal was open for a day.
 */
export function pricePaid(
  { amountFen, payOutDate, plan }: PaidLoan,
  { outcomes }: Pick<Books, 'outcomes'>,
  benefitsFen: Fen = zeroFen,
): Ppm | undefined {
  let open: Fen = amountFen
  let at = 0
  let fenMonths = 0
  let cost = benefitsFen
  for (const { received, outcome } of outcomes.toSorted((a, b) => (a.received.on < b.received.on ? -1 : 1))) {
    const { principal, interest, fee } = outcome.allocation.parts
    const then = monthsAt(plan, { payOutDate, on: received.on })
    fenMonths += open * (then - at)
    at = then
    open = subFen(open, principal)
    cost = addFen(cost, interest, fee)
  }
  return fenMonths <= 0 ? undefined : ppm(Math.max(0, Math.round(((cost - 1) * 12 * 1_000_000) / fenMonths)))
}

type PaidLoan = Pick<RunningLoan, 'amountFen' | 'payOutDate' | 'plan'>

const daysOfMonthBeyond = 30

/** Months of the plan from the pay-out to a day; beyond its end by months of thirty days. */
function monthsAt(plan: readonly PlanRow[], { payOutDate, on }: { readonly payOutDate: CivilDate; readonly on: CivilDate }): number {
  let months = 0
  for (const { startDate, dueDate, month } of plan) {
    if (on < dueDate) return months + (month - months) * (Math.max(0, daysBetween(startDate, on)) / daysBetween(startDate, dueDate))
    months = month
  }
  return months + daysBetween(plan.at(-1)?.dueDate ?? payOutDate, on) / daysOfMonthBeyond
}
