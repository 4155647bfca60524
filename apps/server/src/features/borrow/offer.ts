import { type Fen, fen, mulDiv, type Ppm, ppm, subFen, zeroFen } from '@fyh/base/money.ts'
import type { borrow } from '@fyh/contract/borrow.ts'
import type { CouponApplied } from '@fyh/contract/coupon-shapes.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import { cashFlowsOf, type Price, priceOf } from '@fyh/loan-engine/price.ts'
import { type PlanRow, totalsOf } from '@fyh/loan-engine/schedule.ts'
import { type Coupon, discountOf } from '#lending/coupons/coupons.ts'
import { type Lending, lendingRulesOf, planOf, type Wish } from '#lending/lenders/lenders.ts'
import { penaltyPpmDay } from '#lending/loan/loan.ts'

export type CostSheet = DataOf<typeof borrow.quote>['costSheet']
export type Offer = {
  readonly plan: readonly PlanRow[]
  readonly price: Price
  readonly costSheet: CostSheet
  readonly coupon: CouponApplied | null
  readonly totalInterest: Fen
  readonly totalDue: Fen
}

/**
 * What a loan would cost on a lender's settings: plan, price, and the sheet of every cost. A pure function, so a quote can be proved later. A
 * coupon lowers price and totals; the plan is the lender's, and the discount stands beside it.
 */
export function offerOf({ lender, product }: Lending, terms: Wish, chosen?: Coupon): Offer {
  const plan = planOf(product, terms)
  const price = priceOf(cashFlowsOf({ principal: terms.amountFen, plan }))
  const totals = totalsOf(plan)
  const costSheet = costSheetOf({ lender, product }, { terms, price, totals })
  const coupon = chosen === undefined ? null : discountOf({ couponId: chosen.couponId, ...chosen.terms }, plan)
  if (coupon === null) return { plan, price, costSheet, coupon, totalInterest: totals.interest, totalDue: totals.total }
  const lowered = priceOf(cashFlowsOf({ principal: terms.amountFen, plan: discounted(plan, coupon) }))
  const { discountFen } = coupon
  return {
    plan,
    price: lowered,
    costSheet: withCoupon(costSheet, coupon, lowered),
    coupon,
    totalInterest: subFen(totals.interest, discountFen),
    totalDue: subFen(totals.total, discountFen),
  }
}

/** The plan as it is paid with the coupon. */
function discounted(plan: readonly PlanRow[], { lines }: CouponApplied): PlanRow[] {
  return plan.map((row) => {
    const off = lines.find(({ period }) => period === row.period)?.amountFen ?? zeroFen
    return { ...row, interest: subFen(row.interest, off), total: subFen(row.total, off) }
  })
}

function withCoupon(sheet: CostSheet, coupon: CouponApplied, price: Price): CostSheet {
  return {
    ...sheet,
    totalCost: subFen(sheet.totalCost, coupon.discountFen),
    price: { simplePpm: price.simple, compoundPpm: price.compound },
    coupon: { ...coupon, costBefore: sheet.totalCost, priceBefore: sheet.price },
  }
}

/** A cost that borrowers look for stands in the sheet also when it is nothing. */
function notCharged(item: 'serviceFee' | 'guaranteeFee'): CostSheet['items'][number] {
  return { item, payee: '', annualRatePpm: ppm(0), amount: zeroFen, annualisedPpm: ppm(0) }
}

/** Interest is the one cost there is; nothing outside this sheet is ever charged. */
function costSheetOf(
  { lender, product }: Lending,
  { terms, price, totals }: { terms: Wish; price: Price; totals: { interest: Fen } },
): CostSheet {
  const { rules } = product
  return {
    lender: lender.name,
    lenderLicence: lender.licence,
    items: [
      {
        item: 'interest',
        payee: lender.name,
        annualRatePpm: terms.annualRatePpm,
        amount: totals.interest,
        annualisedPpm: price.simple,
      },
      notCharged('serviceFee'),
      notCharged('guaranteeFee'),
    ],
    totalCost: totals.interest,
    price: { simplePpm: price.simple, compoundPpm: price.compound },
    coupon: null,
    contingent: {
      penaltyPpmDay: penaltyPpmDay({ annualRatePpm: terms.annualRatePpm, percentOfRate: rules.penalty.percentOfRate }),
      graceDays: rules.penalty.graceDays,
      earlySettlementFee: fen(mulDiv({ value: terms.amountFen, times: rules.earlySettlementFee, over: 1_000_000, rounding: 'halfUp' })),
    },
    rules: lendingRulesOf(product),
    minReadSeconds: lender.costSheetReadSeconds,
  }
}

/** The price that must keep to the lender's cap: without a coupon, so that none makes a loan lawful that would not be. */
export const priceToCap = ({ coupon, price }: CostSheet): Ppm => (coupon?.priceBefore ?? price).simplePpm
