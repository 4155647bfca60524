import { type CivilDate, daysBetween } from '@fyh/base/dates.ts'
import { type Fen, type Ppm, ppm, subFen, zeroFen } from '@fyh/base/money.ts'
import { demand, EngineError } from './engine-error.ts'
import { discountFactorOf, type TimedFlows } from './internal-rate.ts'
import type { PlanRow } from './schedule.ts'

/** Money at a month after the pay-out, seen by the borrower: received is positive, paid is negative. */
export type CashFlow = { readonly month: number; readonly amount: Fen }
/** The same on a day. */
export type DatedCashFlow = { readonly on: CivilDate; readonly amount: Fen }

/** What a loan costs a year: `simple` is the monthly internal rate × 12, `compound` the same with interest on interest. */
export type Price = { readonly simple: Ppm; readonly compound: Ppm }

type Plan = { readonly principal: Fen; readonly plan: readonly PlanRow[]; readonly upFrontFee?: Fen }

/** Everything that is received and paid by a plan of months, with what is taken at the pay-out itself. */
export function cashFlowsOf({ principal, plan, upFrontFee = zeroFen }: Plan): CashFlow[] {
  const flows: CashFlow[] = [{ month: 0, amount: subFen(principal, upFrontFee) }]
  for (const row of plan) {
    demand(row.month > 0, 'CASH_FLOWS_WITHOUT_PRICE', 'periods of days or weeks have dates, not months')
    flows.push({ month: row.month, amount: subFen(zeroFen, row.total) })
  }
  return flows
}

/** The same by the days on which it is due, for any plan. */
export function datedCashFlowsOf({ principal, plan, upFrontFee = zeroFen }: Plan): DatedCashFlow[] {
  const [first] = plan
  if (first === undefined) throw new EngineError('CASH_FLOWS_WITHOUT_PRICE', 'a plan without rows')
  const payOut = { on: first.startDate, amount: subFen(principal, upFrontFee) }
  return [payOut, ...plan.map((row) => ({ on: row.dueDate, amount: subFen(zeroFen, row.total) }))]
}

/**
 * The annualised price over everything the borrower pays (PBOC announcement 2021 no. 3 shows both figures), to a millionth.
 * Received and paid may stand in any order that leaves one price possible: one change of sign over time; or several, when the sum so
 * far changes its sign only once, as with money drawn in parts. Other flows, and prices too high to be written down, are refused with
 * CASH_FLOWS_WITHOUT_PRICE. Seen by the lender, with all signs turned, the price is the same.
 *
 * Floating point is used for prices, and to estimate an annuity, and nowhere else in the engine: the rate is the root of a polynomial,
 * which has no exact form in whole numbers. It is rounded to a millionth at the end and never multiplied with money.
 */
export function priceOf(cashFlows: readonly CashFlow[]): Price {
  const monthly = 1 / discountFactorOf(timed(cashFlows)) - 1
  return { simple: rounded(monthly * 12), compound: rounded((1 + monthly) ** 12 - 1) }
}

/** The rate of one step, a month or whatever `month` counts here: priceOf without making a year of it. */
export function stepRateOf(cashFlows: readonly CashFlow[]): Ppm {
  return rounded(1 / discountFactorOf(timed(cashFlows)) - 1)
}

/** The compound price a year of flows on days: days ÷ 365 between them. */
export function datedPriceOf(cashFlows: readonly DatedCashFlow[]): Ppm {
  const first = cashFlows[0]?.on
  const times = cashFlows.map(({ on }) => daysBetween(first ?? on, on))
  const amounts = cashFlows.map(({ amount }) => amount)
  return rounded((1 / discountFactorOf({ times, amounts })) ** 365 - 1)
}

/** Throws RATE_OVER_CAP when the simple price, fees and all, is above the highest allowed. */
export function checkPrice({ simple }: Price, cap: Ppm): void {
  demand(simple <= cap, 'RATE_OVER_CAP', `a price of ${simple} ppm, at most ${cap}`)
}

const million = 1_000_000
const monthMax = 1200

function timed(cashFlows: readonly CashFlow[]): TimedFlows {
  const times: number[] = []
  const amounts: number[] = []
  for (const { month, amount } of cashFlows) {
    if (!Number.isInteger(month) || month < 0 || month > monthMax) {
      throw new EngineError('CASH_FLOWS_WITHOUT_PRICE', `not a whole month: ${month}`)
    }
    times.push(month)
    amounts.push(amount)
  }
  return { times, amounts }
}

function rounded(rate: number): Ppm {
  const millionths = Math.round(rate * million)
  demand(Number.isSafeInteger(millionths), 'CASH_FLOWS_WITHOUT_PRICE', 'the price is too high to be written down')
  return ppm(millionths)
}
