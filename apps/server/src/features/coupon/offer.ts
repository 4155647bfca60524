import { today } from '@fyh/base/dates.ts'
import type { CouponOffer, CouponTerms } from '@fyh/contract/coupon-shapes.ts'
import { issuedCount } from '#lending/coupons/coupons.ts'
import { type Lender, lendersOn } from '#lending/lenders/lenders.ts'
import type { Db, Deps, Tx } from '#platform/deps.ts'
import { type Definition, definitionOf, endOf, isIssuedOn } from './definitions.ts'

/** The coupon of a definition as it would be issued now; none are left when it is not issued today. Undefined when there is no such definition. */
export async function couponOffer(db: Db | Tx, { clock }: Pick<Deps, 'clock'>, key: string): Promise<CouponOffer | undefined> {
  const definition = definitionOf(key)
  if (definition === undefined) return undefined
  const on = today(clock)
  const expiresAt = endOf(definition, on)
  const isIssued = isIssuedOn(definition, on) && expiresAt > clock.now()
  return {
    ...definition.terms,
    lenders: lendersNamed(definition.terms, await lendersOn(db, on)),
    expiresAt: expiresAt.toISOString(),
    left: isIssued ? await leftOf(db, definition) : 0,
  }
}

/** Null without a limit. */
async function leftOf(db: Db | Tx, { key, countMax }: Definition): Promise<number | null> {
  return countMax === undefined ? null : Math.max(0, countMax - (await issuedCount(db, key)))
}

/** The lenders of a coupon's products; null when it is for all. */
export function lendersNamed({ productIds }: Pick<CouponTerms, 'productIds'>, lenders: readonly Lender[]): string[] | null {
  if (productIds === null) return null
  return lenders.filter(({ products }) => products.some(({ productId }) => productIds.includes(productId))).map(({ name }) => name)
}
