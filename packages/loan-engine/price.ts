import { addFen, type Fen, type Ppm, ppm, subFen, zeroFen } from '@fyh/base/money.ts'
import { demand } from './engine-error.ts'
import type { PlanRow } from './schedule.ts'

/** Money at a month after the pay-out, seen by the borrower: received is positive, paid is negative. */
export type CashFlow = { readonly month: number; readonly amount: Fen }

/** What a loan costs a year: `simple` is the monthly internal rate × 12, `compound` the same with interest on interest. */
export type Price = { readonly simple: Ppm; readonly compound: Ppm }

/** Everything that is received and paid by the plan, with what is taken at the pay-out itself. */
export function cashFlowsOf({
  principal,
  plan,
  upFrontFee = zeroFen,
}: {
  principal: Fen
  plan: readonly PlanRow[]
  upFrontFee?: Fen
}): CashFlow[] {
  return [
    { month: 0, amount: subFen(principal, upFrontFee) },
    ...plan.map((row) => ({ month: row.month, amount: subFen(zeroFen, row.total) })),
  ]
}

/**
 * The annualised price over everything the borrower pays (PBOC announcement 2021 no. 3 shows both figures).
 * Exactly one price exists when money is received at month 0 and only paid later; other flows are refused with EngineError.
 *
 * Floating point is used here and nowhere else in the engine: the rate is the root of a polynomial, which has no exact form in
 * whole numbers. It is rounded to a millionth at the end and never multiplied with money.
 */
export function priceOf(cashFlows: readonly CashFlow[]): Price {
  const received = addFen(...cashFlows.filter((flow) => flow.month === 0).map((flow) => flow.amount))
  const later = cashFlows.filter((flow) => flow.month !== 0 && flow.amount !== 0)
  demand(received > 0, 'CASH_FLOWS_WITHOUT_PRICE', 'nothing is received at month 0')
  demand(later.length > 0, 'CASH_FLOWS_WITHOUT_PRICE', 'nothing is paid back')
  demand(
    later.every((flow) => flow.amount < 0 && Number.isInteger(flow.month) && flow.month > 0 && flow.month <= monthMax),
    'CASH_FLOWS_WITHOUT_PRICE',
    'after month 0 money is only paid, at whole months',
  )
  const monthly = 1 / discountFactor(received, later) - 1
  const simple = Math.round(monthly * 12 * million)
  const compound = Math.round(((1 + monthly) ** 12 - 1) * million)
  demand(
    Number.isSafeInteger(compound) && Number.isSafeInteger(simple),
    'CASH_FLOWS_WITHOUT_PRICE',
    'the price is too high to be written down',
  )
  return { simple: ppm(simple), compound: ppm(compound) }
}

const million = 1_000_000
const monthMax = 1200

/**
 * The factor v for which Σ paid × v^month equals what was received. The sum rises with v from zero without bound, so a bracket is
 * found by doubling and halving it always ends at the one root; each step wins a bit of a double, which has 52.
 */
function discountFactor(received: Fen, later: readonly CashFlow[]): number {
  const isEnough = (factor: number) => later.reduce((sum, flow) => sum - flow.amount * factor ** flow.month, 0) >= received
  let low = 0
  let high = 1
  while (!isEnough(high)) {
    low = high
    high *= 2
  }
  for (let middle = (low + high) / 2; middle > low && middle < high; middle = (low + high) / 2) {
    if (isEnough(middle)) high = middle
    else low = middle
  }
  return high
}
