import { assert } from '@fyh/base/assert.ts'
import type { CivilDate } from '@fyh/base/dates.ts'
import type { Db, Tx } from '#platform/deps.ts'
import { editionsBy, findEdition } from './editions.sql.ts'
import { capOn, type Lender, type LenderRecord, type Lending, type PriceCaps, type Product, type Tier } from './lender.ts'
import { type Partner, type PartnersEdition, partnersOf } from './partners.ts'
import { type PriceRange, priceRange } from './pricing.ts'
import type { Edition } from './published-files.ts'

/**
 * The lenders that lend on a day on the platform's own decision, each with its products in force, by id. The first product of the first lender
 * is the default. Partners lend on an approval of their own: `partnersOn`.
 */
export async function lendersOn(db: Db | Tx, on: CivilDate): Promise<readonly Lender[]> {
  return lendersOf(await editionsOn(db, on), on).filter(({ isPartner }) => !isPartner)
}

/** The partners that are on the list of a day, in the order of the list. Nobody else is applied to. */
export async function partnersOn(db: Db | Tx, on: CivilDate): Promise<readonly Partner[]> {
  const editions = await editionsOn(db, on)
  return partnersOf(lendersOf(editions, on), inForce(editions.filter(isPartners), on, () => 1)[0], on)
}

/** Terms of a partner as its last listing has them, also when it is not listed any more; undefined for a lender that never was a partner. */
export async function lastListingOf(db: Db | Tx, { lenderId, on }: { lenderId: number; on: CivilDate }): Promise<Partner | undefined> {
  const editions = await editionsOn(db, on)
  const lender = lendersOf(editions, on).find((one) => one.lenderId === lenderId)
  const lists = editions.filter(isPartners).toSorted((a, b) => b.edition - a.edition)
  for (const { edition, partners } of lists) {
    const listing = partners.find((one) => one.lenderId === lenderId)
    if (listing !== undefined && lender !== undefined) return { lender, listing, edition }
  }
  return undefined
}

const editionsOn = async (db: Db | Tx, on: CivilDate): Promise<Edition[]> => (await editionsBy(db, on)).map(({ edition }) => edition)

/** Every lender of editions in hand, partners included. */
export function lendersOf(editions: readonly Edition[], on: CivilDate): readonly Lender[] {
  const lenders = inForce(editions.filter(isLender), on, ({ lenderId }) => lenderId)
  const products = inForce(editions.filter(isProduct), on, ({ productId }) => productId)
  const [caps] = inForce(editions.filter(isCaps), on, () => 1)
  return lenders.flatMap((lender) => {
    const priceCapPpm = caps && capOn(caps, lender.type, on)
    if (priceCapPpm === undefined) return []
    return [{ ...lender, priceCapPpm, products: products.filter(({ lenderId }) => lenderId === lender.lenderId) }]
  })
}

/** One edition of a lender, as a quote or a loan names it. */
export async function lenderOf(db: Db | Tx, { lenderId, edition }: { lenderId: number; edition: number }): Promise<LenderRecord> {
  const found = (await findEdition(db, { kind: 'lender', recordId: lenderId, edition }))?.edition
  assert(found?.kind === 'lender', `no edition ${edition} of lender ${lenderId}`)
  return found
}

/** One edition of a product, as a quote or a loan names it. */
export async function productOf(db: Db | Tx, { productId, edition }: { productId: number; edition: number }): Promise<Product> {
  const found = (await findEdition(db, { kind: 'product', recordId: productId, edition }))?.edition
  assert(found?.kind === 'product', `no edition ${edition} of product ${productId}`)
  return found
}

/** The product on which a quote stands, as it was when the quote was made. */
export function productOfQuote(db: Db | Tx, { productId, productEdition }: { productId: number; productEdition: number }) {
  return productOf(db, { productId, edition: productEdition })
}

/** A product in force on a day, with its lender, partners included; undefined when there is none. */
export async function lendingOn(
  db: Db | Tx,
  { productId, on }: { productId: number; on: CivilDate },
): Promise<(Lending & { lender: Lender }) | undefined> {
  for (const lender of lendersOf(await editionsOn(db, on), on)) {
    const product = lender.products.find((one) => one.productId === productId)
    if (product !== undefined) return { lender, product }
  }
  return undefined
}

/** What a tier's products cost on a day, see `priceRange`; null when none is offered to it. */
export async function priceOfTier(db: Db | Tx, { tier, on }: { tier: Tier; on: CivilDate }): Promise<PriceRange | null> {
  return priceRange(await lendersOn(db, on), { on, tier }) ?? null
}

/** The edition in force of each record: of those begun by the day, the one with the highest number. */
function inForce<E extends Edition>(editions: readonly E[], on: CivilDate, idOf: (one: E) => number): E[] {
  const newest = new Map<number, E>()
  for (const one of editions.filter(({ inForceFrom }) => inForceFrom <= on)) {
    const known = newest.get(idOf(one))
    if (known === undefined || one.edition > known.edition) newest.set(idOf(one), one)
  }
  return [...newest.values()].sort((a, b) => idOf(a) - idOf(b))
}

const isLender = (one: Edition): one is LenderRecord => one.kind === 'lender'
const isProduct = (one: Edition): one is Product => one.kind === 'product'
const isPartners = (one: Edition): one is PartnersEdition => one.kind === 'partners'
const isCaps = (one: Edition): one is PriceCaps => one.kind === 'caps'
