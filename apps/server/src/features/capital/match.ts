import type { CivilDate } from '@fyh/base/dates.ts'
import { addDays, civilDateAt } from '@fyh/base/dates.ts'
import { type Fen, fen, minFen, mulDiv } from '@fyh/base/money.ts'
import type { MatchReason } from '@fyh/contract/capital-shapes.ts'
import { opensAt, type Partner, type Product, priceRangeOf, type Tier, type Wish } from '#lending/lenders/lenders.ts'
import type { Facts } from './facts.ts'
import { exampleAmount, longestOf } from './worked.ts'

export type Reason = { code: MatchReason; values: Record<string, string | number> }
/** What the borrower wants; what is left out is chosen for them. */
export type Wanted = { readonly amountFen?: Fen | undefined; readonly periods?: Wish['periods'] | undefined }

/** What is known of a partner besides its listing. */
export type Circumstances = {
  readonly now: Date
  readonly alwaysOpen: boolean
  /** Applications it took today. */
  readonly used: number
  /** The day of its last refusal of this borrower. */
  readonly refusedOn: CivilDate | undefined
  /** It was tried already for the same wish. */
  readonly isTried: boolean
}

/** Why a partner does not take a borrower now: every rule that stands against it, in the order of the rules. None: it matches. */
export function reasonsAgainst(partner: Partner, facts: Facts | undefined, wanted: Wanted, known: Circumstances): Reason[] {
  const { criteria, dailyQuota } = partner.listing
  const availableFen = facts?.limit.availableFen ?? 0
  if (facts === undefined || availableFen < criteria.limitMinFen)
    return [{ code: 'limitTooSmall', values: { minFen: criteria.limitMinFen } }]
  const on = civilDateAt(known.now)
  const opening = known.alwaysOpen ? null : opensAt(partner.lender.openingHours, known.now)
  const isRefusedLately = known.refusedOn !== undefined && addDays(known.refusedOn, criteria.refusedDays) > on
  const isServed = criteria.provinces === null || criteria.provinces.some((code) => code === facts.province)
  return [
    ...when(opening !== null, 'closed', { opensAt: opening?.toISOString() ?? '' }),
    ...termsAgainst(partner, facts, wanted, on),
    ...when(facts.age < criteria.ageMin || facts.age > criteria.ageMax, 'ageNotServed', { min: criteria.ageMin, max: criteria.ageMax }),
    ...when(!isServed, 'regionNotServed', {}),
    ...when(known.used >= dailyQuota, 'quotaUsed', {}),
    ...when(isRefusedLately, 'refusedLately', { againOn: addDays(known.refusedOn ?? on, criteria.refusedDays) }),
    ...when(known.isTried, 'triedAlready', {}),
  ]
}

/** Product, term, amount and price. */
function termsAgainst({ lender }: Partner, { limit }: Facts, wanted: Wanted, on: CivilDate): Reason[] {
  const offered = lender.products.filter(({ prices }) => prices[limit.tier] !== null)
  const priced = offered.filter((product) => isWithinCap(product, { tier: limit.tier, capPpm: lender.priceCapPpm, on }))
  if (offered.length === 0) return [{ code: 'productNotOffered', values: {} }]
  if (priced.length === 0) return [{ code: 'priceAboveCap', values: {} }]
  const { periods, amountFen } = wanted
  const ofTerm = periods === undefined ? priced : priced.filter((product) => product.periods.includes(periods))
  if (ofTerm.length === 0) return [{ code: 'termNotOffered', values: {} }]
  const least = Math.min(...ofTerm.map(({ amountMinFen }) => amountMinFen))
  const most = Math.max(...ofTerm.map(({ amountMaxFen }) => amountMaxFen))
  return [
    ...when((amountFen ?? limit.availableFen) < least, 'amountTooSmall', { minFen: least }),
    ...when(amountFen !== undefined && amountFen > most, 'amountTooLarge', { maxFen: most }),
    ...when(amountFen !== undefined && amountFen > limit.availableFen, 'limitTooSmall', { minFen: amountFen ?? 0 }),
  ]
}

function isWithinCap(
  product: Product,
  { tier, capPpm, on }: { tier: Tier; capPpm: Parameters<typeof priceRangeOf>[1]['capPpm']; on: CivilDate },
): boolean {
  const annualRatePpm = product.prices[tier]
  return annualRatePpm !== null && priceRangeOf(product, { annualRatePpm, on, capPpm }) !== undefined
}

const when = (holds: boolean, code: MatchReason, values: Reason['values']): Reason[] => (holds ? [{ code, values }] : [])

/** The product of a partner that a wish is for, with the wish in figures; undefined where none fits. */
export function wishOf(
  { lender }: Partner,
  { tier, availableFen }: { readonly tier: Tier; readonly availableFen: Fen },
  wanted: Wanted,
  on: CivilDate,
): { readonly product: Product; readonly wish: Wish } | undefined {
  for (const product of lender.products) {
    const annualRatePpm = product.prices[tier]
    if (annualRatePpm === null) continue
    const periods = wanted.periods ?? longestOf(product)
    const amountFen = wanted.amountFen ?? wholeSteps(minFen(exampleAmount(product), availableFen), product)
    if (!product.periods.includes(periods) || amountFen < product.amountMinFen || amountFen > product.amountMaxFen) continue
    return { product, wish: { amountFen, periods, annualRatePpm, payOutDate: on } }
  }
  return undefined
}

const wholeSteps = (amount: Fen, { amountStepFen }: Pick<Product, 'amountStepFen'>): Fen =>
  fen(mulDiv({ value: amount, times: 1, over: amountStepFen, rounding: 'down' }) * amountStepFen)
