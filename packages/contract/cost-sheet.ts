import { z } from 'zod'
import { couponApplied } from './coupon-shapes.ts'
import { lendingRules, lendingRulesExample } from './lending-rules.ts'
import { fenAmount, id, ratePpm } from './shapes.ts'

const price = z.object({ simplePpm: ratePpm, compoundPpm: ratePpm })
const costItem = z.object({
  /** benefit: a package bought with the loan, in one sum; its payee is the supplier, and it has no yearly rate of its own. */
  item: z.enum(['interest', 'serviceFee', 'guaranteeFee', 'benefit']),
  payee: z.string(),
  /** Facts of the basis; its words are in the packs. */
  annualRatePpm: ratePpm,
  amount: fenAmount,
  annualisedPpm: ratePpm,
})
/** A package of benefits as a sheet names it: it is debited once from the card of the loan after the pay-out. */
const benefitInSheet = z.object({ packageId: id, name: z.string(), supplier: z.string(), priceFen: fenAmount, termDays: z.int() })
export type BenefitInSheet = z.output<typeof benefitInSheet>

/** Every cost of a loan, shown before anything is signed and stored with it; nothing outside it is charged. */
export const costSheet = z.object({
  lender: z.string(),
  lenderLicence: z.string(),
  items: z.array(costItem),
  /** What is paid in all and at which price, with the coupon and the package of benefits where there are any. */
  totalCost: fenAmount,
  price,
  /** The coupon chosen with the loan, and what the loan costs without it; null without a coupon. */
  coupon: couponApplied.extend({ costBefore: fenAmount, priceBefore: price }).nullable().default(null),
  /** The package of benefits bought with the loan, and what the loan costs without it; null without one. */
  benefit: benefitInSheet.extend({ costBefore: fenAmount, priceBefore: price }).nullable().default(null),
  /** Costs that arise only if something happens. */
  contingent: z.object({
    penaltyPpmDay: z.int().meta({ description: 'Penalty a day on overdue principal, parts per million of it' }),
    graceDays: z.int(),
    earlySettlementFee: fenAmount.meta({
      description: 'The most that settling early can cost beside interest: the fee on the whole principal',
    }),
  }),
  /** By which all of it is charged, as signed. */
  rules: lendingRules,
  minReadSeconds: z.int(),
})
export type CostSheet = z.output<typeof costSheet>

export const costSheetExample = {
  lender: '示例消费金融有限公司',
  lenderLicence: 'L0000',
  items: [],
  totalCost: 100161,
  price: { simplePpm: 180000, compoundPpm: 195618 },
  coupon: null,
  benefit: null,
  contingent: { penaltyPpmDay: 750, graceDays: 3, earlySettlementFee: 0 },
  rules: lendingRulesExample,
  minReadSeconds: 6,
}
