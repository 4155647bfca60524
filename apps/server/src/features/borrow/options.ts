import { today } from '@fyh/base/dates.ts'
import { type Fen, zeroFen } from '@fyh/base/money.ts'
import type { borrow } from '@fyh/contract/borrow.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import { options } from '@fyh/contract/options.ts'
import { type Lender, lendersOn, lendingRulesOf, opensAt, type Product, priceRangeOf, type Tier } from '#lending/lenders/lenders.ts'
import type { Limit } from '#lending/limits/limits.ts'
import { penaltyPpmDay } from '#lending/loan/loan.ts'
import type { Deps } from '#platform/deps.ts'
import { type Borrowing, blockedBy, mostToBorrow } from './borrow-rules.ts'

type Options = DataOf<typeof borrow.options>
type Offered = Options['products'][number]

/** What may be borrowed now, product by product. */
export async function optionsOf(deps: Deps, standing: Borrowing<Limit>): Promise<Options> {
  const { db, clock } = deps
  const lenders = await lendersOn(db, today(clock))
  const availableFen = standing.limit?.availableFen ?? zeroFen
  const tier = standing.limit?.tier
  const products = tier === undefined ? [] : lenders.flatMap((lender) => offeredBy(deps, lender, { tier, availableFen }))
  return {
    today: standing.today,
    availableFen,
    uses: [...options.loanUse],
    products,
    blocked: blockedBy(standing),
    applyAgainOn: standing.application?.applyAgainOn ?? null,
  }
}

type Borrower = { readonly tier: Tier; readonly availableFen: Fen }

/** A lender's products for a tier. One whose every price is above the cap is left out: it would be refused. */
function offeredBy({ clock, config }: Deps, lender: Lender, { tier, availableFen }: Borrower): Offered[] {
  const opening = config.lendersAlwaysOpen ? null : opensAt(lender.openingHours, clock.now())
  return lender.products.flatMap((product) => {
    const annualRatePpm = product.prices[tier]
    const range =
      annualRatePpm === null ? undefined : priceRangeOf(product, { annualRatePpm, on: today(clock), capPpm: lender.priceCapPpm })
    if (annualRatePpm === null || range === undefined) return []
    return [
      {
        ...termsOf(lender, product),
        maxFen: mostToBorrow(availableFen, product),
        annualRatePpm,
        priceFromPpm: range.fromPpm,
        priceToPpm: range.toPpm,
        penaltyPpmDay: penaltyPpmDay({ annualRatePpm, percentOfRate: product.rules.penalty.percentOfRate }),
        opensAt: opening?.toISOString() ?? null,
      },
    ]
  })
}

function termsOf(lender: Lender, product: Product) {
  return {
    productId: product.productId,
    lenderId: lender.lenderId,
    lender: lender.name,
    lenderLicence: lender.licence,
    lenderType: lender.type,
    method: product.method,
    periods: product.periods,
    minFen: product.amountMinFen,
    stepFen: product.amountStepFen,
    rules: lendingRulesOf(product),
    bankCodes: lender.bankCodes,
    openingHours: lender.openingHours,
  }
}
