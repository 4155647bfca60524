import type { CivilDate } from '@fyh/base/dates.ts'
import { type Fen, type Ppm, ppm } from '@fyh/base/money.ts'
import { daysOffOf } from '@fyh/loan-engine/official-calendar.ts'
import { cashFlowsOf, type Price, priceOf } from '@fyh/loan-engine/price.ts'
import { type PlanRow, planFor } from '@fyh/loan-engine/schedule.ts'
import { type Lender, type Product, type Tier, tiers } from './lender.ts'

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

export type PriceRange = { readonly fromPpm: Ppm; readonly toPpm: Ppm }

/**
 * The lowest and the highest all-in simple price of what the lenders offer on a day, over products and tiers, or to one tier. A contract
 * rate is never shown in its place: of a flat loan it is about half the price. Undefined when nothing is offered.
 */
export function priceRange(lenders: readonly Lender[], { on, tier }: { on: CivilDate; tier?: Tier }): PriceRange | undefined {
  const ranges = lenders.flatMap(({ priceCapPpm: capPpm, products }) =>
    products.flatMap((product) =>
      offeredRates(product)
        .filter((offered) => tier === undefined || offered.tier === tier)
        .flatMap(({ annualRatePpm }) => priceRangeOf(product, { annualRatePpm, on, capPpm }) ?? []),
    ),
  )
  return rangeOver(ranges.flatMap(({ fromPpm, toPpm }) => [fromPpm, toPpm]))
}

type Priced = { readonly annualRatePpm: Ppm; readonly on: CivilDate; readonly capPpm: Ppm }

/** The same of one product at one rate, over its periods at the smallest and the largest amount. Prices above the cap are left out: such loans are refused. */
export function priceRangeOf(product: Product, { annualRatePpm, on, capPpm }: Priced): PriceRange | undefined {
  const prices = product.periods.flatMap((periods) =>
    [product.amountMinFen, product.amountMaxFen].map(
      (amountFen) => priceFor(product, { amountFen, periods, annualRatePpm, payOutDate: on }).simple,
    ),
  )
  return rangeOver(prices.filter((price) => price <= capPpm))
}

function rangeOver(prices: readonly Ppm[]): PriceRange | undefined {
  return prices.length === 0 ? undefined : { fromPpm: ppm(Math.min(...prices)), toPpm: ppm(Math.max(...prices)) }
}

/** The tiers that a product is offered to, each with its contract rate. */
export function offeredRates({ prices }: Pick<Product, 'prices'>): { readonly tier: Tier; readonly annualRatePpm: Ppm }[] {
  return tiers.flatMap((tier) => {
    const annualRatePpm = prices[tier]
    return annualRatePpm === null ? [] : [{ tier, annualRatePpm }]
  })
}
