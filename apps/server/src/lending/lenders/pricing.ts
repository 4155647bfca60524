import type { CivilDate } from '@fyh/base/dates.ts'
import { type Fen, type Ppm, ppm } from '@fyh/base/money.ts'
import { cashFlowsOf, type Price, priceOf } from '@fyh/loan-engine/price.ts'
import { type PlanRow, planFor } from '@fyh/loan-engine/schedule.ts'
import { daysOffOf, type Lender, type Product, type Tier, tiers } from './lender.ts'

export type Wish = {
  readonly amountFen: Fen
  readonly periods: Product['periods'][number]
  readonly annualRatePpm: Ppm
  readonly payOutDate: CivilDate
}
export type PlanSettings = Pick<Product, 'method' | 'dayCount' | 'tail' | 'daysOff'>

/** The repayment plan of a loan by a product's settings, from any pay-out day. */
export function planOf(
  { method, dayCount, tail, daysOff }: PlanSettings,
  { amountFen, periods, annualRatePpm, payOutDate }: Wish,
): PlanRow[] {
  return planFor({
    principal: amountFen,
    annualRate: annualRatePpm,
    periods,
    method,
    dayCount,
    tail,
    payOutDate,
    daysOff: daysOffOf(daysOff),
  })
}

/** The all-in price of the same loan: what is lent against everything that the plan asks for. */
export function priceFor(settings: PlanSettings, wish: Wish): Price {
  return priceOf(cashFlowsOf({ principal: wish.amountFen, plan: planOf(settings, wish) }))
}

/**
 * The lowest and the highest all-in simple price of what the lenders offer on a day, over products, tiers and periods at the smallest and
 * the largest amount. A contract rate is never shown in its place: of a flat loan it is about half the price. Prices above the lender's
 * cap are left out, as such loans are refused. Undefined when nothing is offered.
 */
export function priceRange(lenders: readonly Lender[], on: CivilDate): { readonly fromPpm: Ppm; readonly toPpm: Ppm } | undefined {
  const prices = lenders.flatMap((lender) =>
    lender.products.flatMap((product) => pricesOf(product, on).filter((price) => price <= lender.priceCapPpm)),
  )
  return prices.length === 0 ? undefined : { fromPpm: ppm(Math.min(...prices)), toPpm: ppm(Math.max(...prices)) }
}

function pricesOf(product: Product, payOutDate: CivilDate): Ppm[] {
  return offeredRates(product).flatMap(({ annualRatePpm }) =>
    product.periods.flatMap((periods) =>
      [product.amountMinFen, product.amountMaxFen].map(
        (amountFen) => priceFor(product, { amountFen, periods, annualRatePpm, payOutDate }).simple,
      ),
    ),
  )
}

/** The tiers that a product is offered to, each with its contract rate. */
export function offeredRates({ prices }: Pick<Product, 'prices'>): { readonly tier: Tier; readonly annualRatePpm: Ppm }[] {
  return tiers.flatMap((tier) => {
    const annualRatePpm = prices[tier]
    return annualRatePpm === null ? [] : [{ tier, annualRatePpm }]
  })
}
