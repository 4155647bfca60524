import { addFen, type Fen, fen, mulDiv, type Ppm, ppm, subFen, zeroFen } from '@fyh/base/money.ts'
import type { BenefitInSheet, CostSheet } from '@fyh/contract/cost-sheet.ts'
import type { CouponApplied } from '@fyh/contract/coupon-shapes.ts'
import { cashFlowsOf, type Price, priceOf } from '@fyh/loan-engine/price.ts'
import { type PlanRow, totalsOf } from '@fyh/loan-engine/schedule.ts'
import { type Coupon, discountOf } from '#lending/coupons/coupons.ts'
import { type Lending, lendingRulesOf, planOf, type Wish } from '#lending/lenders/lenders.ts'
import { penaltyPpmDay } from '#lending/loan/loan.ts'

export type Offer = {
  readonly plan: readonly PlanRow[]
  readonly price: Price
  readonly costSheet: CostSheet
  readonly coupon: CouponApplied | null
  readonly totalInterest: Fen
  readonly totalDue: Fen
}
/** What a borrower adds to a loan. */
type Chosen = { readonly coupon?: Coupon | undefined; readonly benefit?: BenefitInSheet | undefined }

/**
 * What a loan would cost on a lender's settings: plan, price, and the sheet of every cost. A pure function, so a quote can be proved later. A
 * coupon lowers price and totals, and the price of a package of benefits raises cost and price; the plan is the lender's, and both stand beside it.
 */
export function offerOf({ lender, product }: Lending, terms: Wish, chosen: Chosen = {}): Offer {
  const plan = planOf(product, terms)
  const coupon = chosen.coupon === undefined ? null : discountOf({ couponId: chosen.coupon.couponId, ...chosen.coupon.terms }, plan)
  const benefit = chosen.benefit ?? null
  const paid = coupon === null ? plan : discounted(plan, coupon)
  const price = priceWith(terms.amountFen, paid, benefit)
  const totals = totalsOf(paid)
  return {
    plan,
    price,
    costSheet: costSheetOf({ lender, product }, terms, { plan, paid, price, coupon, benefit }),
    coupon,
    totalInterest: totals.interest,
    totalDue: totals.total,
  }
}

/** The price of a package is paid once, at the pay-out, so it counts as money that is not received. */
function priceWith(principal: Fen, plan: readonly PlanRow[], benefit: BenefitInSheet | null): Price {
  return priceOf(cashFlowsOf({ principal, plan, upFrontFee: benefit?.priceFen ?? zeroFen }))
}

/** The plan as it is paid with the coupon. */
function discounted(plan: readonly PlanRow[], { lines }: CouponApplied): PlanRow[] {
  return plan.map((row) => {
    const off = lines.find(({ period }) => period === row.period)?.amountFen ?? zeroFen
    return { ...row, interest: subFen(row.interest, off), total: subFen(row.total, off) }
  })
}

/** A cost that borrowers look for stands in the sheet also when it is nothing. */
function notCharged(item: 'serviceFee' | 'guaranteeFee'): CostSheet['items'][number] {
  return { item, payee: '', annualRatePpm: ppm(0), amount: zeroFen, annualisedPpm: ppm(0) }
}

const bothOf = ({ simple, compound }: Price) => ({ simplePpm: simple, compoundPpm: compound })

type Reckoned = {
  readonly plan: readonly PlanRow[]
  /** The plan less the coupon. */
  readonly paid: readonly PlanRow[]
  readonly price: Price
  readonly coupon: CouponApplied | null
  readonly benefit: BenefitInSheet | null
}

/** Interest is the one cost of the loan itself; nothing outside this sheet is ever charged. Coupon and package are each shown with what the rest costs without it. */
function costSheetOf({ lender, product }: Lending, terms: Wish, { plan, paid, price, coupon, benefit }: Reckoned): CostSheet {
  const { rules } = product
  const { amountFen } = terms
  const { interest } = totalsOf(plan)
  const paidInterest = totalsOf(paid).interest
  const benefitFen = benefit?.priceFen ?? zeroFen
  const withoutBenefit = priceWith(amountFen, paid, null)
  return {
    lender: lender.name,
    lenderLicence: lender.licence,
    items: [
      {
        item: 'interest',
        payee: lender.name,
        annualRatePpm: terms.annualRatePpm,
        amount: interest,
        annualisedPpm: priceWith(amountFen, plan, null).simple,
      },
      notCharged('serviceFee'),
      notCharged('guaranteeFee'),
      ...(benefit === null ? [] : [benefitItem(benefit, ppm(price.simple - withoutBenefit.simple))]),
    ],
    totalCost: addFen(paidInterest, benefitFen),
    price: bothOf(price),
    coupon: coupon && { ...coupon, costBefore: addFen(interest, benefitFen), priceBefore: bothOf(priceWith(amountFen, plan, benefit)) },
    benefit: benefit && { ...benefit, costBefore: paidInterest, priceBefore: bothOf(withoutBenefit) },
    contingent: {
      penaltyPpmDay: penaltyPpmDay({ annualRatePpm: terms.annualRatePpm, percentOfRate: rules.penalty.percentOfRate }),
      graceDays: rules.penalty.graceDays,
      earlySettlementFee: fen(mulDiv({ value: amountFen, times: rules.earlySettlementFee, over: 1_000_000, rounding: 'halfUp' })),
    },
    rules: lendingRulesOf(product),
    minReadSeconds: lender.costSheetReadSeconds,
  }
}

/** What a package adds: its price, and how much dearer a year the loan becomes by it. */
function benefitItem({ supplier, priceFen }: BenefitInSheet, annualisedPpm: Ppm): CostSheet['items'][number] {
  return { item: 'benefit', payee: supplier, annualRatePpm: ppm(0), amount: priceFen, annualisedPpm }
}

/** The price that must keep to the lender's cap: without a coupon, so that none makes a loan lawful that would not be, and with the package. */
export const priceToCap = ({ coupon, price }: CostSheet): Ppm => (coupon?.priceBefore ?? price).simplePpm
