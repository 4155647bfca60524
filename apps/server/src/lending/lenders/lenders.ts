/** Front door: who lends, which products, and at what prices. */

export {
  type Lender,
  type LenderRecord,
  type Lending,
  type Product,
  rulesSchema,
  type Tier,
  tierSchema,
  tiers,
} from './lender.ts'
export { everyLenderId, publishedLenderIds } from './lender-ids.ts'
export { opensAt } from './opening.ts'
export type { Partner, PartnerField } from './partners.ts'
export { offeredRates, type PlanSettings, type PriceRange, planOf, priceFor, priceRange, priceRangeOf, type Wish } from './pricing.ts'
export { publishEditions } from './publish.ts'
export { publishedFolder, publishedOf, readPublished } from './published-files.ts'
export { lastListingOf, lenderOf, lendersOn, lendingOn, partnersOn, priceOfTier, productOf, productOfQuote } from './registry.ts'
export { lendingRulesOf } from './rules-shown.ts'
