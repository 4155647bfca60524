import { assert } from '@fyh/base/assert.ts'
import type { CivilDate } from '@fyh/base/dates.ts'
import type { Db, Tx } from '#platform/deps.ts'
import { capOn, type Lender, type LenderRecord, type Lending, type PriceCaps, type Product } from './lender.ts'
import { type Published, publishedFolder, readPublished } from './published-files.ts'

/** The lenders that lend on a day, each with its products in force, by id. The first product of the first lender is the default. */
export async function lendersOn(_db: Db | Tx, on: CivilDate): Promise<readonly Lender[]> {
  const editions = readPublished(publishedFolder)
  const lenders = inForce(editions.filter(isLender), on, ({ lenderId }) => lenderId)
  const products = inForce(editions.filter(isProduct), on, ({ productId }) => productId)
  const [caps] = inForce(editions.filter(isCaps), on, () => 1)
  return lenders.flatMap((lender) => {
    const priceCapPpm = caps && capOn(caps, lender.type, on)
    if (priceCapPpm === undefined) return []
    return [{ ...lender, priceCapPpm, products: products.filter(({ lenderId }) => lenderId === lender.lenderId) }]
  })
}

/** One edition of a lender, as a loan or a quote names it. */
export async function lenderOf(_db: Db | Tx, { lenderId, edition }: { lenderId: number; edition: number }): Promise<LenderRecord> {
  const lender = readPublished(publishedFolder)
    .filter(isLender)
    .find((one) => one.lenderId === lenderId && one.edition === edition)
  assert(lender !== undefined, `no edition ${edition} of lender ${lenderId}`)
  return lender
}

/** One edition of a product, as a loan or a quote names it. */
export async function productOf(_db: Db | Tx, { productId, edition }: { productId: number; edition: number }): Promise<Product> {
  const product = readPublished(publishedFolder)
    .filter(isProduct)
    .find((one) => one.productId === productId && one.edition === edition)
  assert(product !== undefined, `no edition ${edition} of product ${productId}`)
  return product
}

/** A product in force on a day, with its lender; undefined when there is none. */
export async function lendingOn(
  db: Db | Tx,
  { productId, on }: { productId: number; on: CivilDate },
): Promise<(Lending & { lender: Lender }) | undefined> {
  for (const lender of await lendersOn(db, on)) {
    const product = lender.products.find((one) => one.productId === productId)
    if (product !== undefined) return { lender, product }
  }
  return undefined
}

type Edited = { readonly inForceFrom: CivilDate; readonly edition: number }

/** The edition in force of each record: of those begun by the day, the one with the highest number. */
function inForce<Edition extends Edited>(editions: readonly Edition[], on: CivilDate, idOf: (one: Edition) => number): Edition[] {
  const newest = new Map<number, Edition>()
  for (const one of editions.filter(({ inForceFrom }) => inForceFrom <= on)) {
    const known = newest.get(idOf(one))
    if (known === undefined || one.edition > known.edition) newest.set(idOf(one), one)
  }
  return [...newest.values()].sort((a, b) => idOf(a) - idOf(b))
}

const isLender = (one: Published): one is LenderRecord => one.kind === 'lender'
const isProduct = (one: Published): one is Product => one.kind === 'product'
const isCaps = (one: Published): one is PriceCaps => one.kind === 'caps'
