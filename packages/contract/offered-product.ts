import { z } from 'zod'
import { lendingRules, lendingRulesExample } from './lending-rules.ts'
import { options } from './options.ts'
import { fenAmount, id, moment, ratePpm } from './shapes.ts'

export const method = z.enum(options.repayMethod)
export const periods = z.union([z.literal(3), z.literal(6), z.literal(9), z.literal(12)])

/** The types of lender for which the law sets price caps. */
export const lenderTypes = ['bank', 'consumerFinance', 'smallLoan'] as const

/** A product as it is offered to this borrower today. */
export const offeredProduct = z.object({
  productId: id,
  lenderId: id,
  lender: z.string(),
  lenderLicence: z.string(),
  lenderType: z.enum(lenderTypes),
  method,
  periods: z.array(periods),
  minFen: fenAmount,
  stepFen: fenAmount,
  /** At most what the limit leaves, in whole steps; below minFen nothing can be borrowed of the product. */
  maxFen: fenAmount,
  /** The contract rate, with which the plan is computed. Of a flat loan it is far below the price. */
  annualRatePpm: ratePpm,
  /** The all-in simple price over periods and amounts. */
  priceFromPpm: ratePpm,
  priceToPpm: ratePpm,
  penaltyPpmDay: z.int(),
  rules: lendingRules,
  /** Banks whose cards the lender pays out to. */
  bankCodes: z.array(z.string()),
  /** Daily hours in which loans are taken, and the moment of the next opening while the lender is closed. */
  openingHours: z.object({ from: z.string(), to: z.string() }),
  opensAt: moment.nullable(),
})
export const productExample = {
  productId: 101,
  lenderId: 1,
  lender: '示例消费金融有限公司',
  lenderLicence: 'L0000',
  lenderType: 'consumerFinance',
  method: 'equalInstalment',
  periods: [12, 9, 6, 3],
  minFen: 50000,
  stepFen: 10000,
  maxFen: 2800000,
  annualRatePpm: 180000,
  priceFromPpm: 179982,
  priceToPpm: 180064,
  penaltyPpmDay: 750,
  rules: lendingRulesExample,
  bankCodes: ['ICBC'],
  openingHours: { from: '00:00', to: '24:00' },
  opensAt: null,
}
