import { today } from '@fyh/base/dates.ts'
import { type Fen, fen, type Ppm, ppm } from '@fyh/base/money.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import { constants, options } from '@fyh/contract/options.ts'
import type { productPage } from '@fyh/contract/product-page.ts'
import {
  type Lender,
  lendersOn,
  lendingRulesOf,
  offeredRates,
  opensAt,
  type PriceRange,
  type Product,
  priceRange,
  type Tier,
} from '#lending/lenders/lenders.ts'
import { limitOf } from '#lending/limits/limits.ts'
import { lossesOf, penaltyPpmDay } from '#lending/loan/loan.ts'
import type { Deps } from '#platform/deps.ts'
import { ageMax, ageMin } from '../apply/apply.ts'
import { type Periods, workedLoans } from './worked-loans.ts'

type Page = DataOf<typeof productPage>
type LenderTerms = Page['lenders'][number]

/** What the worked loans lend. */
const workedPrincipal = fen(1_000_000)

/** The loan as a product on today's editions; `userId` of a borrower adds the price of their tier. */
export async function productPageOf(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  { userId, periods }: { userId: number | undefined; periods: Periods },
): Promise<Page> {
  const on = today(deps.clock)
  const lenders = await lendersOn(deps.db, on)
  const tier = userId === undefined ? undefined : await tierOf(deps, userId)
  const terms = lenders.flatMap((lender) => termsOf(deps, lender, tier))
  const products = terms.flatMap((one) => one.products)
  return {
    today: on,
    limitMaxFen: fen(constants.amountMaxFen),
    minFen: least(products.map(({ minFen }) => minFen)) ?? fen(constants.amountMinFen),
    stepFen: least(lenders.flatMap((lender) => lender.products.map(({ amountStepFen }) => amountStepFen))) ?? fen(constants.amountStepFen),
    periods: options.period.filter((period) => products.some((product) => product.periods.includes(period))),
    price: priceRange(lenders, { on }) ?? null,
    ownPrice: tier === undefined ? null : (priceRange(lenders, { on, tier }) ?? null),
    worked: { principal: workedPrincipal, periods, loans: workedLoans(lenders, { amountFen: workedPrincipal, periods, on, tier }) },
    lenders: terms,
    ages: { min: ageMin, max: ageMax },
    next: userId === undefined ? 'login' : tier === undefined ? 'apply' : 'borrow',
  }
}

/** The price tier of a borrower who may borrow by it today; undefined without a limit in force. */
async function tierOf({ db, clock }: Pick<Deps, 'db' | 'clock'>, userId: number): Promise<Tier | undefined> {
  const limit = await limitOf(db, userId)
  if (limit === undefined || limit.validUntil < today(clock) || (await lossesOf(db, userId)) > 0) return undefined
  return limit.tier
}

/** A lender that offers something today. */
function termsOf({ clock, config }: Pick<Deps, 'clock' | 'config'>, lender: Lender, tier: Tier | undefined): LenderTerms[] {
  const on = today(clock)
  const price = priceRange([lender], { on })
  if (price === undefined) return []
  const { lenderId, name, licence, type, openingHours, payOutHours } = lender
  const opening = config.lendersAlwaysOpen ? null : opensAt(openingHours, clock.now())
  return [
    {
      lenderId,
      name,
      licence,
      type,
      openingHours,
      opensAt: opening?.toISOString() ?? null,
      payOutHours,
      price,
      ownPrice: tier === undefined ? null : (priceRange([lender], { on, tier }) ?? null),
      products: lender.products.flatMap((product) => productTermsOf(product, tier)),
    },
  ]
}

function productTermsOf(product: Product, tier: Tier | undefined): LenderTerms['products'] {
  const rate = rateRangeOf(product)
  if (rate === undefined) return []
  const ownRatePpm = tier === undefined ? null : product.prices[tier]
  const { percentOfRate } = product.rules.penalty
  const perDay = (annualRatePpm: Ppm) => penaltyPpmDay({ annualRatePpm, percentOfRate })
  return [
    {
      productId: product.productId,
      method: product.method,
      periods: product.periods,
      minFen: product.amountMinFen,
      maxFen: product.amountMaxFen,
      rate,
      ownRatePpm,
      penalty: {
        fromPpmDay: perDay(rate.fromPpm),
        toPpmDay: perDay(rate.toPpm),
        ownPpmDay: ownRatePpm === null ? null : perDay(ownRatePpm),
      },
      rules: lendingRulesOf(product),
    },
  ]
}

function rateRangeOf(product: Product): PriceRange | undefined {
  const rates = offeredRates(product).map(({ annualRatePpm }) => annualRatePpm)
  return rates.length === 0 ? undefined : { fromPpm: ppm(Math.min(...rates)), toPpm: ppm(Math.max(...rates)) }
}

const least = (amounts: readonly Fen[]): Fen | undefined => (amounts.length === 0 ? undefined : fen(Math.min(...amounts)))
