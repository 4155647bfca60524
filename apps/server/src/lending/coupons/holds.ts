import { fail } from '@fyh/serve/fail.ts'
import { findQuote, hasNewerQuote, type Quote } from '#lending/loan/loan.ts'
import type { LoanKey } from '#lending/loan-key.ts'
import type { Db, Deps, Tx } from '#platform/deps.ts'
import { type Coupon, type CouponKey, findCoupon, moveCoupon, type OnPayment, writeCoupon } from './coupon.sql.ts'

type Clocked = Pick<Deps, 'clock'>
/** What may hold a coupon already without being another order: this quote, or any quote, as a newer one makes the others outdated. */
type Own = { readonly quoteId?: number; readonly isQuoting?: boolean }

/** A coupon that the borrower can use for an order now; refuses every other with what became of it. The row is locked when `lock` says so. */
export async function couponToUse(tx: Db | Tx, deps: Clocked, key: CouponKey, own: Own = {}, lock?: 'update'): Promise<Coupon> {
  const coupon = await findCoupon(tx, key, lock)
  if (coupon === undefined) fail('COUPON_NOT_FOUND')
  const now = deps.clock.now()
  switch (coupon.status) {
    case 'used':
      return fail('COUPON_USED')
    case 'revoked':
      return fail('COUPON_REVOKED')
    case 'reserved':
      // What an order reserved in time stays its own, also past the moment.
      if (isOwn(coupon, own)) return coupon
      if (await isHeldByOther(tx, coupon, now)) fail('COUPON_IN_USE')
  }
  if (coupon.status === 'expired' || now >= coupon.expiresAt) fail('COUPON_EXPIRED')
  return coupon
}

const isOwn = ({ quoteId, loanId }: Coupon, own: Own): boolean =>
  loanId === null && quoteId !== null && (quoteId === own.quoteId || own.isQuoting === true)

/** A quote holds a coupon until it expires, and no longer than it is the borrower's newest. */
async function isHeldByOther(tx: Db | Tx, { userId, quoteId, loanId, heldUntil }: Coupon, now: Date): Promise<boolean> {
  if (loanId !== null || quoteId === null || heldUntil === null) return true
  if (heldUntil <= now) return false
  const quote = await findQuote(tx, { userId, quoteId })
  return quote !== undefined && !(await hasNewerQuote(tx, quote))
}

/** Reserves the coupon of a quote when it is signed. */
export async function reserveForQuote(tx: Tx, deps: Clocked, { userId, quoteId, coupon: chosen, expiresAt }: Quote): Promise<void> {
  if (chosen === null) return
  const coupon = await couponToUse(tx, deps, { userId, couponId: chosen.couponId }, { quoteId }, 'update')
  await hold(tx, coupon, { quoteId, heldUntil: expiresAt, loanId: null, repaymentId: null })
}

/** Keeps the coupon of a quote for the loan made of it, until its pay-out is known. */
export async function reserveForLoan(tx: Tx, deps: Clocked, { userId, quoteId, coupon: chosen }: Quote, loanId: number): Promise<void> {
  if (chosen === null) return
  const coupon = await couponToUse(tx, deps, { userId, couponId: chosen.couponId }, { quoteId }, 'update')
  await hold(tx, coupon, { quoteId, heldUntil: null, loanId, repaymentId: null, discountFen: chosen.discountFen })
}

type ForPayment = LoanKey & {
  readonly repaymentId: number
  readonly coupon: Coupon
  readonly applied: OnPayment
  readonly discountFen: Coupon['discountFen']
}

/** Reserves a coupon, which the caller has locked, for a debit. */
export async function reserveForPayment(tx: Tx, { coupon, loanId, repaymentId, applied, discountFen }: ForPayment): Promise<void> {
  await hold(tx, coupon, { quoteId: null, heldUntil: null, loanId, repaymentId, applied, discountFen })
}

async function hold(tx: Tx, coupon: Coupon, change: Parameters<typeof writeCoupon>[2]): Promise<void> {
  if (coupon.status === 'reserved') await writeCoupon(tx, coupon, change)
  else await moveCoupon(tx, coupon, 'reserve', change)
}

/** Kinds of coupons on a loan, see `countsOnLoan`. The loan is locked by the caller where none may be added unseen. */
export const isFull = (onLoan: ReadonlyMap<string, number>, { definition, terms }: Coupon): boolean =>
  (onLoan.get(definition) ?? 0) >= terms.perLoanMax
