import type { Api } from '@fyh/contract/api.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import { api } from '#platform/api.ts'
import { look } from '#platform/query.ts'
import { currentUser } from '#platform/store.ts'

export type ProductPage = DataOf<Api['capital']['product']>
export type LenderTerms = ProductPage['lenders'][number]
export type ProductTerms = LenderTerms['products'][number]
export type WorkedLoan = ProductPage['worked']['loans'][number]

/** The product with loans worked out for a term; a borrower's own price is in it, so each account has an answer of its own. */
export const productLook = (periods: number) =>
  look(['capital', 'product', currentUser()?.userId ?? 0, periods], (options) => api.capital.product({ query: { periods } }, options))
