import { z } from 'zod'
import { couponChoices } from './coupon-shapes.ts'
import { endpoint } from './endpoint.ts'
import { periods } from './offered-product.ts'
import { fenMax } from './shapes.ts'

/** Coupons to choose from for a new loan; part of the slice `borrow`. */
export const borrowCoupons = {
  coupons: endpoint({
    method: 'GET',
    path: '/fyh/app/loan/coupons',
    auth: 'user',
    summary: 'The borrower’s coupons for a new loan, with what each would take off it or why it does not fit',
    query: z.object({
      productId: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER),
      amountFen: z.coerce.number().int().min(0).max(fenMax),
      periods: z.coerce.number().int().pipe(periods),
    }),
    data: couponChoices,
    errors: ['LIMIT_MISSING', 'PRODUCT_NOT_OFFERED'],
    example: { query: { productId: 101, amountFen: 1000000, periods: 12 }, data: { items: [], bestId: null } },
  }),
}
