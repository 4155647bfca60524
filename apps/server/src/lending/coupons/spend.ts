import { addDays, type CivilDate, civilDateAt, instantAt, today } from '@fyh/base/dates.ts'
import type { CouponApplied } from '@fyh/contract/coupon-shapes.ts'
import type { PlanRow } from '@fyh/loan-engine/schedule.ts'
import type { LendingDeps } from '#lending/deps.ts'
import { insertDecision, type RunningLoan, reverseCoupon } from '#lending/loan/loan.ts'
import type { LoanKey } from '#lending/loan-key.ts'
import type { Deps, Tx } from '#platform/deps.ts'
import { type Coupon, couponHeldByLoan, couponOfRepayment, findCoupon, moveCoupon } from './coupon.sql.ts'
import { discountOf } from './discount.ts'

type Paid = { readonly userId: number; readonly repaymentId: number }

/** By whom the loan's events of coupons are made. */
const by = 'coupon'
/** A coupon that comes back with a returned payment can be used for at least so long. */
const backDays = 7

/**
 * Uses the coupon that a loan was signed with, when its money has gone out: its discounts become events of the loan. What was signed holds,
 * so this is done also when a pay-out that had failed turns out to be paid after its coupon was freed. Returns whether there are any.
 */
export async function spendOnPayout(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'ids' | 'log'>,
  { loan, chosen, plan, on }: { loan: LoanKey; chosen: CouponApplied | null; plan: readonly PlanRow[]; on: CivilDate },
): Promise<boolean> {
  if (chosen === null) return false
  const { userId, loanId } = loan
  const { couponId, use, rule, bearer } = chosen
  const coupon = await findCoupon(tx, { userId, couponId }, 'update')
  const { lines, discountFen } = discountOf({ couponId, use, rule, bearer }, plan)
  const isFree = coupon !== undefined && (coupon.status === 'usable' || coupon.status === 'expired' || coupon.loanId === loanId)
  if (isFree && coupon.status !== 'used') {
    await moveCoupon(tx, coupon, 'spend', { loanId, repaymentId: null, discountFen, usedAt: deps.clock.now(), heldUntil: null })
  } else
    deps.log.warn({ couponId, loanId, status: coupon?.status }, 'a late pay-out has a coupon that was used since; what was signed holds')
  for (const { period, amountFen } of lines) {
    const data = { couponId, use, bearer, amountFen, parts: ['interest' as const], from: period, to: period }
    await insertDecision(tx, { userId, loanId, eventId: deps.ids(), on, kind: 'coupon', data, by, at: deps.clock.now() })
  }
  return lines.length > 0
}

/** Frees the coupon of a loan that was not paid out. */
export async function freeOfLoan(tx: Tx, loan: LoanKey): Promise<void> {
  const coupon = await couponHeldByLoan(tx, loan)
  if (coupon !== undefined) await moveCoupon(tx, coupon, 'free', { quoteId: null, loanId: null, discountFen: null })
}

/** The coupon of a payment: the one it holds, or used. */
export async function couponOfPayment(tx: Parameters<typeof couponOfRepayment>[0], paid: Paid): Promise<Coupon | undefined> {
  const coupon = await couponOfRepayment(tx, paid)
  return coupon?.status === 'reserved' || coupon?.status === 'used' ? coupon : undefined
}

/**
 * Uses the coupon of a payment that brought all of what was asked: its discount becomes an event of the loan on the day the payment counts
 * from. One that a failure had freed counts as long as nothing else has it.
 */
export async function spendOnPayment(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'ids'>,
  { loan, repayment, on }: { loan: RunningLoan; repayment: Paid; on: CivilDate },
): Promise<void> {
  const coupon = await couponOfRepayment(tx, repayment, 'update')
  if (coupon?.applied == null || coupon.status === 'used' || coupon.status === 'revoked') return
  const { userId, loanId } = loan
  const { amountFen, parts, from, to } = coupon.applied
  await moveCoupon(tx, coupon, 'spend', { loanId, usedAt: deps.clock.now() })
  const { use, bearer } = coupon.terms
  const data = { couponId: coupon.couponId, use, bearer, amountFen, parts, from, to, repaymentId: repayment.repaymentId }
  await insertDecision(tx, { userId, loanId, eventId: deps.ids(), on, kind: 'coupon', data, by, at: deps.clock.now() })
}

/** Frees the coupon of a debit that failed or brought only a part. It remembers the debit, whose money may still come. */
export async function freeOfPayment(tx: Tx, paid: Paid): Promise<void> {
  const coupon = await couponOfRepayment(tx, paid, 'update')
  if (coupon?.status === 'reserved') await moveCoupon(tx, coupon, 'free', { loanId: null })
}

/** Takes the discount of a payment out of its loan, because the channel took the payment back, and gives the coupon back. */
export async function giveBack(tx: Tx, deps: LendingDeps, { loan, repayment }: { loan: RunningLoan; repayment: Paid }): Promise<void> {
  const coupon = await couponOfRepayment(tx, repayment, 'update')
  if (coupon?.status !== 'used') return
  await reverseCoupon(tx, loan, repayment.repaymentId)
  const least = instantAt(addDays(today(deps.clock), backDays + 1))
  const expiresAt = coupon.expiresAt > least ? coupon.expiresAt : least
  const free = { loanId: null, repaymentId: null, applied: null, discountFen: null, usedAt: null }
  await moveCoupon(tx, coupon, 'giveBack', { ...free, expiresAt })
  await deps.tell(tx, {
    userId: loan.userId,
    kind: 'couponBack',
    params: { untilOn: lastDayOf(expiresAt) },
    once: `couponBack:${coupon.couponId}:${repayment.repaymentId}`,
  })
}

/** The last day on which a coupon can be used that ends at a moment. */
export const lastDayOf = (expiresAt: Date): CivilDate => civilDateAt(new Date(expiresAt.getTime() - 1))
