import { type CivilDate, today } from '@fyh/base/dates.ts'
import { type Fen, fen, ppm } from '@fyh/base/money.ts'
import type { capital } from '@fyh/contract/capital.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import { constants } from '@fyh/contract/options.ts'
import { cashFlowsOf, priceOf } from '@fyh/loan-engine/price.ts'
import { totalsOf } from '@fyh/loan-engine/schedule.ts'
import {
  type Lender,
  lendersOn,
  lendingRulesOf,
  offeredRates,
  type Product,
  planOf,
  priceRange,
  type Wish,
} from '#lending/lenders/lenders.ts'
import { limitOf } from '#lending/limits/limits.ts'
import { penaltyPpmDay } from '#lending/loan/loan.ts'
import type { Deps } from '#platform/deps.ts'

type Shown = DataOf<typeof capital.product>
export type Worked = NonNullable<DataOf<typeof capital.match>['hit']>['worked'] & object

/** The least age at which a borrower is taken on. */
export const ageMin = 18

/** The product page: the product asked for, or the first with equal instalments. */
export async function productShown(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { productId, userId }: { productId: number | undefined; userId: number | undefined },
): Promise<Shown> {
  const on = today(clock)
  const lenders = await lendersOn(db, on)
  const tier = userId === undefined ? undefined : (await limitOf(db, userId))?.tier
  const products = lenders.flatMap((lender) => lender.products)
  const product = productId === undefined ? products[0] : products.find((one) => one.productId === productId)
  const price =
    product &&
    priceRange(
      lenders.map((lender) => ({ ...lender, products: lender.products.filter((one) => productId === undefined || one === product) })),
      { on },
    )
  if (product === undefined || price === undefined) return offShelf
  const own = tier === undefined ? null : product.prices[tier]
  const rates = offeredRates(product).map(({ annualRatePpm }) => annualRatePpm)
  const [lowest = ppm(0), highest = ppm(0)] = [rates[0], rates.at(-1)]
  const shown = [
    ['lowest', lowest],
    ['own', own],
    ['highest', highest],
  ] as const
  return {
    onShelf: true,
    limitMaxFen: fen(constants.amountMaxFen),
    amountMinFen: product.amountMinFen,
    amountStepFen: product.amountStepFen,
    periods: product.periods,
    method: product.method,
    price,
    examples: shown.flatMap(([whose, annualRatePpm]) =>
      annualRatePpm === null ? [] : [{ ...workedOut(product, exampleWish(product, { annualRatePpm, on })), whose }],
    ),
    rules: lendingRulesOf(product),
    penaltyPpmDay: penaltyPpmDay({ annualRatePpm: own ?? highest, percentOfRate: product.rules.penalty.percentOfRate }),
    lenders: lenders.flatMap((lender) => lenderShown(lender, on)),
    ageMin,
  }
}

const offShelf: Shown = {
  onShelf: false,
  limitMaxFen: fen(constants.amountMaxFen),
  amountMinFen: fen(constants.amountMinFen),
  amountStepFen: fen(constants.amountStepFen),
  periods: [],
  method: null,
  price: null,
  examples: [],
  rules: null,
  penaltyPpmDay: null,
  lenders: [],
  ageMin,
}

function lenderShown(lender: Lender, on: CivilDate): Shown['lenders'] {
  const price = priceRange([lender], { on })
  if (price === undefined) return []
  const { lenderId, name, licence, type } = lender
  return [{ lenderId, name, licence, type, price, isPartner: false }]
}

/** Ten thousand yuan over the longest term, as far as the product lends that. */
export function exampleWish(product: Product, { annualRatePpm, on }: Pick<Wish, 'annualRatePpm'> & { on: CivilDate }): Wish {
  return { amountFen: exampleAmount(product), periods: longestOf(product), annualRatePpm, payOutDate: on }
}

export const exampleAmount = ({ amountMinFen, amountMaxFen }: Pick<Product, 'amountMinFen' | 'amountMaxFen'>): Fen =>
  fen(Math.min(Math.max(1_000_000, amountMinFen), amountMaxFen))

export const longestOf = ({ periods }: Pick<Product, 'periods'>): Wish['periods'] => periods.toSorted((a, b) => b - a)[0] ?? 12

/** A loan worked out by the engine that would make it. */
export function workedOut(product: Product, wish: Wish): Worked {
  const plan = planOf(product, wish)
  const { simple, compound } = priceOf(cashFlowsOf({ principal: wish.amountFen, plan }))
  return {
    productId: product.productId,
    amountFen: wish.amountFen,
    periods: wish.periods,
    method: product.method,
    annualRatePpm: wish.annualRatePpm,
    simplePpm: simple,
    compoundPpm: compound,
    instalmentFen: plan[0]?.total ?? wish.amountFen,
    totalInterestFen: totalsOf(plan).interest,
  }
}
