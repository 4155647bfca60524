import { today } from '@fyh/base/dates.ts'
import { type Fen, minFen, zeroFen } from '@fyh/base/money.ts'
import type { borrow } from '@fyh/contract/borrow.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import { options } from '@fyh/contract/options.ts'
import { type Approval, approvalInForce } from '#lending/approvals/approvals.ts'
import {
  type Lender,
  lendersOn,
  lendingRulesOf,
  opensAt,
  type Product,
  partnersOn,
  priceRangeOf,
  type Tier,
} from '#lending/lenders/lenders.ts'
import type { Limit } from '#lending/limits/limits.ts'
import { penaltyPpmDay } from '#lending/loan/loan.ts'
import type { Deps } from '#platform/deps.ts'
import { type Borrowing, blockedBy, mostToBorrow } from './borrow-rules.ts'

type Options = DataOf<typeof borrow.options>
type Offered = Options['products'][number]

/** What may be borrowed now, product by product. */
export async function optionsOf(deps: Deps, { userId, ...standing }: Borrowing<Limit> & { readonly userId: number }): Promise<Options> {
  const { db, clock } = deps
  const lenders = await lendersOn(db, today(clock))
  const availableFen = standing.limit?.availableFen ?? zeroFen
  const tier = standing.limit?.tier
  const own = tier === undefined ? [] : lenders.flatMap((lender) => offeredProducts(deps, lender, { tier, availableFen }))
  const products = tier === undefined ? [] : [...own, ...(await approvedProducts(deps, { userId, tier, availableFen }))]
  return {
    today: standing.today,
    availableFen,
    uses: [...options.loanUse],
    products,
    blocked: blockedBy(standing),
    applyAgainOn: standing.application?.applyAgainOn ?? null,
  }
}

/** Products of partners stand among the others only while the partner's approval can be used. */
async function approvedProducts(deps: Deps, { userId, ...borrower }: Borrower & { readonly userId: number }): Promise<Offered[]> {
  const now = deps.clock.now()
  const offered = []
  for (const { lender } of await partnersOn(deps.db, today(deps.clock))) {
    const approval = await approvalInForce(deps.db, { userId, lenderId: lender.lenderId, now })
    if (approval !== undefined) offered.push(...offeredProducts(deps, lender, { ...borrower, approval }))
  }
  return offered
}

type Borrower = { readonly tier: Tier; readonly availableFen: Fen; readonly approval?: Pick<Approval, 'amountFen' | 'periodsMax'> }

/**
 * A lender's products for a tier, within a partner's approval where one is handed in. One whose every price is above the cap is left out: it would
 * be refused.
 */
export function offeredProducts(
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  lender: Lender,
  borrower: Borrower | undefined,
): Offered[] {
  if (borrower === undefined) return []
  const { tier, availableFen, approval } = borrower
  const mostFen = approval === undefined ? availableFen : minFen(availableFen, approval.amountFen)
  const opening = config.lendersAlwaysOpen ? null : opensAt(lender.openingHours, clock.now())
  return lender.products.flatMap((product) => {
    const annualRatePpm = product.prices[tier]
    const range =
      annualRatePpm === null ? undefined : priceRangeOf(product, { annualRatePpm, on: today(clock), capPpm: lender.priceCapPpm })
    if (annualRatePpm === null || range === undefined) return []
    return [
      {
        ...termsOf(lender, product),
        periods: product.periods.filter((periods) => approval === undefined || periods <= approval.periodsMax),
        maxFen: mostToBorrow(mostFen, product),
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
