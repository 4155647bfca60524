import { z } from 'zod'
import { fenAmount, id } from './shapes.ts'

/** borrow: it lowers the interest of a new loan; repay: it lowers one payment of a loan. */
export const couponUses = ['borrow', 'repay'] as const
/** Who gives the money up: the lender of the loan, or the platform, which owes it to the lender. */
export const couponBearers = ['lender', 'platform'] as const

const maxFen = fenAmount.nullable().meta({ description: 'The most it takes off; null without a ceiling' })
/** What a coupon takes off. Interest of an instalment is that of the plan at the pay-out; a share of it is rounded down to the fen. */
export const couponRule = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('interestPercent'), percent: z.int().min(1).max(100), instalments: z.int().min(1).max(12), maxFen }),
  z.object({ kind: z.literal('interestFreeDays'), days: z.int().min(1).max(366), maxFen }),
  z.object({ kind: z.literal('amountOff'), amountFen: fenAmount }),
])
export type CouponRule = z.output<typeof couponRule>

/** The terms of a coupon. They stay with it from its issue on. */
export const couponTerms = z.object({
  use: z.enum(couponUses),
  rule: couponRule,
  /** The least amount of the loan, or of the payment before the coupon. */
  minFen: fenAmount,
  /** Products and terms in instalments; null for all. */
  productIds: z.array(id).min(1).nullable(),
  periods: z.array(z.int()).min(1).nullable(),
  /** How many coupons of its kind one loan takes. */
  perLoanMax: z.int().min(1),
  bearer: z.enum(couponBearers),
})
export type CouponTerms = z.output<typeof couponTerms>

/** A coupon as it would be issued now. */
export const couponOffer = z.object({
  ...couponTerms.shape,
  /** The lenders of its products; null when it is for all. */
  lenders: z.array(z.string()).nullable(),
  /** The first moment at which one issued today cannot be used any more. */
  expiresAt: z.iso.datetime({ offset: true }),
  /** How many are left; null without a limit. */
  left: z.int().nullable(),
})
export type CouponOffer = z.output<typeof couponOffer>

/** What a coupon takes off a plan: the lines sum to the discount, a line for each instalment that becomes less. */
export const couponLine = z.object({ period: z.int(), amountFen: fenAmount })
export const couponApplied = z.object({
  couponId: id,
  ...couponTerms.pick({ use: true, rule: true, bearer: true }).shape,
  discountFen: fenAmount,
  lines: z.array(couponLine),
})
export type CouponApplied = z.output<typeof couponApplied>

/** Why a coupon does not fit here. `noEffect`: it would take nothing off. */
export const couponObstacles = ['minimum', 'product', 'periods', 'perLoan', 'inUse', 'noEffect'] as const
export type CouponObstacle = (typeof couponObstacles)[number]

/** A coupon as it can be chosen for a loan or a payment. Those that can be used come first, the largest discount before the others. */
export const couponChoice = z.object({
  couponId: id,
  ...couponTerms.shape,
  expiresAt: z.iso.datetime({ offset: true }),
  discountFen: fenAmount,
  obstacle: z.enum(couponObstacles).nullable(),
})
export const couponChoices = z.object({
  items: z.array(couponChoice),
  /** The one that saves most; of equal ones that which expires first. Null when none can be used. */
  bestId: id.nullable(),
})

/** Refusals of an order that names a coupon. */
export const couponRefusals = [
  'COUPON_NOT_FOUND',
  'COUPON_EXPIRED',
  'COUPON_USED',
  'COUPON_REVOKED',
  'COUPON_IN_USE',
  'COUPON_NOT_APPLICABLE',
] as const
