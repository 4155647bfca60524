import { today } from '@fyh/base/dates.ts'
import { type Fen, zeroFen } from '@fyh/base/money.ts'
import type { borrow } from '@fyh/contract/borrow.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import { fail } from '@fyh/serve/fail.ts'
import { type Coupon, choicesOf, couponsFor, couponToUse, discountOf, obstacleOf, type ToBorrow } from '#lending/coupons/coupons.ts'
import { type Product, planOf } from '#lending/lenders/lenders.ts'
import type { Deps } from '#platform/deps.ts'
import type { Lent } from './lending-checks.ts'

type Asked = { readonly userId: number; readonly couponId: number | undefined }

/** The coupon chosen for a loan; refuses one that cannot be used, or not on these terms. It is reserved when the quote is signed. */
export async function couponFor(deps: Pick<Deps, 'db' | 'clock'>, { userId, couponId }: Asked, to: ToBorrow): Promise<Coupon | undefined> {
  if (couponId === undefined) return undefined
  const coupon = await couponToUse(deps.db, deps, { userId, couponId }, { isQuoting: true })
  if (coupon.terms.use !== 'borrow' || obstacleOf(coupon.terms, to) !== null) fail('COUPON_NOT_APPLICABLE')
  return coupon
}

type Wished = { readonly userId: number; readonly amountFen: Fen; readonly periods: Product['periods'][number] }

/** A borrower's coupons for a new loan, each with what it would take off the plan of today. */
export async function couponChoices(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { product, annualRatePpm }: Lent,
  { userId, amountFen, periods }: Wished,
): Promise<DataOf<typeof borrow.coupons>> {
  const { productId } = product
  const plan = amountFen === 0 ? [] : planOf(product, { amountFen, periods, annualRatePpm, payOutDate: today(clock) })
  const found = await couponsFor(db, { userId, use: 'borrow', now: clock.now() })
  return choicesOf(
    found.map((coupon) => {
      const isInUse = coupon.loanId !== null
      const obstacle = isInUse ? 'inUse' : obstacleOf(coupon.terms, { productId, periods, amountFen })
      const discountFen = obstacle === null ? discountOf({ couponId: coupon.couponId, ...coupon.terms }, plan).discountFen : zeroFen
      return { coupon, discountFen, obstacle }
    }),
  )
}
