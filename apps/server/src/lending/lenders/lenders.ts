/** Front door: who lends, which products, and at what prices. */

export { currentLenderId, type Lender, lenderOf } from './current-lender.ts'
export { planOf, priceRange } from './pricing.ts'
export { lendersOn } from './registry.ts'
