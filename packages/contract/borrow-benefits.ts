import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { packageShown } from './equity.ts'
import { periods } from './offered-product.ts'
import { fenMax, ratePpm } from './shapes.ts'

/** Why a package cannot be bought with a loan. `cap`: the loan would cost more than its lender may take; `owned`: one is not over yet. */
export const benefitObstacles = ['cap', 'owned'] as const

/** Packages of benefits that can be bought with a new loan; part of the slice `borrow`. */
export const borrowBenefits = {
  benefits: endpoint({
    method: 'GET',
    path: '/fyh/app/loan/benefits',
    auth: 'user',
    summary:
      'Packages of benefits on sale that can be added to a new loan, with the price of the loan without and with each. None is chosen by itself, and none changes the loan. Empty for products of partners',
    query: z.object({
      productId: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER),
      amountFen: z.coerce.number().int().min(0).max(fenMax),
      periods: z.coerce.number().int().pipe(periods),
    }),
    data: z.object({
      items: z.array(
        z.object({
          package: packageShown,
          /** The all-in price a year, simple, without and with the package. */
          priceBeforePpm: ratePpm,
          pricePpm: ratePpm,
          obstacle: z.enum(benefitObstacles).nullable(),
        }),
      ),
    }),
    errors: ['LIMIT_MISSING', 'PRODUCT_NOT_OFFERED'],
    example: { query: { productId: 101, amountFen: 1000000, periods: 12 }, data: { items: [] } },
  }),
}
