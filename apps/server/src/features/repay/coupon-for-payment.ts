import { type Fen, fen, minFen, subFen, zeroFen } from '@fyh/base/money.ts'
import type { CouponApplied, CouponObstacle } from '@fyh/contract/coupon-shapes.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import type { QuoteMode } from '@fyh/contract/options.ts'
import type { repay } from '@fyh/contract/repay.ts'
import { noParts, type PartName } from '@fyh/loan-engine/parts.ts'
import { fail } from '@fyh/serve/fail.ts'
import {
  type Coupon,
  choicesOf,
  countsOnLoan,
  couponOfPayment,
  couponsFor,
  couponToUse,
  isFull,
  type OnPayment,
  obstacleOf,
} from '#lending/coupons/coupons.ts'
import {
  couponsTaken,
  type Decision,
  discountOfLines,
  isOpen,
  isPaidOut,
  isSettlingCheaper,
  type LoanNow,
  partsWithTotal,
  standingAt,
} from '#lending/loan/loan.ts'
import type { Db, Deps, Tx } from '#platform/deps.ts'
import { type QuotedParts, quoteOf } from './due.ts'

/** What paying takes with a coupon: the quote, the loan as it stands once the discount counts, and what is kept of it for the debit. */
export type WithCoupon = { readonly quote: QuotedParts; readonly now: LoanNow; readonly applied: OnPayment; readonly discountFen: Fen }

/** What becomes less first. Settling asks for no interest of days to come, so a discount on interest would take nothing off it. */
const dueParts = ['penalty', 'fee', 'interest', 'principal'] as const satisfies readonly PartName[]
const settlingParts = ['penalty', 'fee', 'principal'] as const satisfies readonly PartName[]

/**
 * Tries a coupon out on the loan itself: what is quoted is what booking payment and discount will do. The payment is never below zero; one
 * that settles the loan takes a fen at least, since it is the money that ends it. Undefined when nothing would come off.
 */
export function withCoupon(now: LoanNow, mode: QuoteMode, coupon: Coupon): WithCoupon | undefined {
  const { loan, standing } = now
  const { rule } = coupon.terms
  if (rule.kind !== 'amountOff' || !isPaidOut(loan) || !isOpen(loan.status)) return undefined
  const plain = quoteOf(now, mode)
  const { total } = plain.parts
  const settles = mode === 'all' || isSettlingCheaper(now)
  const amountFen = minFen(rule.amountFen, settles ? fen(Math.max(0, total - 1)) : total)
  const [from, to] = [plain.periods[0], plain.periods.at(-1)]
  if (amountFen === 0 || from === undefined || to === undefined) return undefined
  const parts = settles ? settlingParts : dueParts
  const event = eventOf(coupon, { amountFen, parts, from, to, onDate: standing.onDate })
  const payments = [...now.payments, event]
  const after: LoanNow = { ...now, payments, standing: standingAt({ loan, payments, onDate: standing.onDate }) }
  const lines = couponsTaken(after).find(({ couponId }) => couponId === coupon.couponId)?.lines ?? []
  const isCovered = amountFen === total
  const quote = isCovered ? covered(plain) : quoteOf(after, mode)
  const discountFen = subFen(total, quote.parts.total)
  // A discount that makes settling the cheaper way leaves something to settle with, or is none.
  if (discountFen === 0 || (!isCovered && quote.parts.total === 0)) return undefined
  const { couponId, terms } = coupon
  const shown: CouponApplied = { couponId, use: terms.use, rule, bearer: terms.bearer, discountFen, lines: [...lines] }
  return {
    quote: { ...quote, coupon: shown },
    now: after,
    applied: { amountFen, parts: [...parts], from, to, lines: [...lines] },
    discountFen,
  }
}

type Taken = Pick<OnPayment, 'amountFen' | 'from' | 'to'> & { parts: readonly PartName[]; onDate: LoanNow['standing']['onDate'] }

/** The discount as it will be an event of the loan. */
function eventOf({ couponId, terms: { use, bearer } }: Coupon, { amountFen, parts, from, to, onDate }: Taken): Decision {
  const what = { kind: 'waiver', amount: amountFen, of: parts, within: { from, to } } as const
  return { ...what, id: 'coupon', eventId: 0, on: onDate, coupon: { couponId, use, bearer, repaymentId: undefined } }
}

/** Nothing is asked any more of what was. */
function covered(quote: QuotedParts): QuotedParts {
  const none = partsWithTotal(noParts)
  return { ...quote, parts: none, lines: quote.lines.map((line) => ({ ...line, owed: none })) }
}

type Asked = { readonly couponId: number; readonly mode: QuoteMode }

/** A payment with the coupon chosen for it; refuses one that cannot be used, or not for this. The row is locked when `lock` says so. */
export async function quoteWithCoupon(
  tx: Db | Tx,
  deps: Pick<Deps, 'clock'>,
  now: LoanNow,
  { couponId, mode }: Asked,
  lock?: 'update',
): Promise<WithCoupon & { coupon: Coupon }> {
  const coupon = await couponToUse(tx, deps, { userId: now.loan.userId, couponId }, {}, lock)
  const onLoan = await countsOnLoan(tx, now.loan)
  const tried = obstacleTo(now, { coupon, mode, onLoan }) === null ? withCoupon(now, mode, coupon) : undefined
  if (tried === undefined) fail('COUPON_NOT_APPLICABLE')
  return { ...tried, coupon }
}

type Weighing = { readonly coupon: Coupon; readonly mode: QuoteMode; readonly onLoan: ReadonlyMap<string, number> }

function obstacleTo(now: LoanNow, { coupon, mode, onLoan }: Weighing): CouponObstacle | null {
  const { loan } = now
  if (coupon.terms.use !== 'repay') return 'product'
  const { total } = quoteOf(now, mode).parts
  const obstacle = obstacleOf(coupon.terms, { productId: loan.productId, periods: loan.periods, amountFen: total })
  return obstacle ?? (isFull(onLoan, coupon) ? 'perLoan' : null)
}

/** A borrower's coupons for paying a loan, each with what it would take off today. */
export async function paymentCoupons(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  now: LoanNow,
  mode: QuoteMode,
): Promise<DataOf<typeof repay.coupons>> {
  const found = await couponsFor(db, { userId: now.loan.userId, use: 'repay', now: clock.now() })
  const onLoan = await countsOnLoan(db, now.loan)
  const weighed = found.map((coupon) => {
    const obstacle = coupon.status === 'reserved' ? 'inUse' : obstacleTo(now, { coupon, mode, onLoan })
    return { coupon, obstacle, discountFen: obstacle === null ? (withCoupon(now, mode, coupon)?.discountFen ?? zeroFen) : zeroFen }
  })
  return choicesOf(weighed)
}

/** The coupon of a payment: what it takes off, or once it counts, what it did by what is known today. */
export async function couponOf(db: Db, now: LoanNow, repaymentId: number): Promise<DataOf<typeof repay.result>['coupon']> {
  const coupon = await couponOfPayment(db, { userId: now.loan.userId, repaymentId })
  if (coupon?.applied == null) return null
  const { couponId, terms, status, applied } = coupon
  const used = status === 'used'
  const lines = used ? (couponsTaken(now).find((taken) => taken.couponId === couponId)?.lines ?? []) : applied.lines
  const { use, rule, bearer } = terms
  return { couponId, use, rule, bearer, used, lines: [...lines], discountFen: discountOfLines(lines) }
}
