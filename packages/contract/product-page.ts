import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { lendingRules, lendingRulesExample } from './lending-rules.ts'
import { lenderTypes, method, periods } from './offered-product.ts'
import { planRow } from './plan-shapes.ts'
import { day, fenAmount, id, moment, penaltyPpmDay, priceRange, ratePpm } from './shapes.ts'

/** One worked loan of the page's amount and term, with its whole plan. */
const workedLoan = z.object({
  /** lowest and highest: by their all-in price over all lenders and price tiers; own: the product that borrowing begins with. */
  which: z.enum(['lowest', 'own', 'highest']),
  lender: z.string(),
  productId: id,
  method,
  annualRatePpm: ratePpm,
  price: z.object({ simplePpm: ratePpm, compoundPpm: ratePpm }),
  plan: z.array(planRow),
  totalInterest: fenAmount,
  totalDue: fenAmount,
})

/** A product with its prices over all tiers. */
const productTerms = z.object({
  productId: id,
  method,
  periods: z.array(periods),
  minFen: fenAmount,
  maxFen: fenAmount,
  /** Lowest and highest contract rate. */
  rate: priceRange,
  /** The contract rate of the borrower; null for guests, without a valid limit, and where the product is not offered to the borrower. */
  ownRatePpm: ratePpm.nullable(),
  penalty: z.object({ fromPpmDay: penaltyPpmDay, toPpmDay: penaltyPpmDay, ownPpmDay: penaltyPpmDay.nullable() }),
  rules: lendingRules,
})

const lenderTerms = z.object({
  lenderId: id,
  name: z.string(),
  licence: z.string(),
  type: z.enum(lenderTypes),
  /** Daily hours in which loans are taken, and the moment of the next opening while the lender is closed. */
  openingHours: z.object({ from: z.string(), to: z.string() }),
  opensAt: moment.nullable(),
  payOutHours: z.int(),
  /** All-in simple price over products, tiers, amounts and terms. */
  price: priceRange,
  /** The same for the borrower's tier alone. */
  ownPrice: priceRange.nullable(),
  products: z.array(productTerms),
})

export const productPage = endpoint({
  method: 'GET',
  path: '/fyh/app/capital/product',
  auth: 'guest',
  summary:
    'The loan as a product: amounts, terms, prices with worked loans, every fee, who lends. A borrower with a valid limit sees their own price too',
  query: z.object({
    /** Term of the worked loans. */
    periods: z.coerce.number().pipe(periods).default(12),
  }),
  data: z.object({
    today: day,
    limitMaxFen: fenAmount,
    minFen: fenAmount,
    stepFen: fenAmount,
    /** Terms that any lender offers, the longest first. */
    periods: z.array(periods),
    /** All-in simple price of everything on offer; null on a day on which nothing is. */
    price: priceRange.nullable(),
    /** The same for the borrower's tier; null for guests and without a valid limit. */
    ownPrice: priceRange.nullable(),
    worked: z.object({ principal: fenAmount, periods, loans: z.array(workedLoan) }),
    lenders: z.array(lenderTerms),
    /** Ages at which a limit can be had, both ends counted. */
    ages: z.object({ min: z.int(), max: z.int() }),
    /** What applying means for the caller: log in, obtain a limit, or borrow. */
    next: z.enum(['login', 'apply', 'borrow']),
  }),
  errors: [],
  example: {
    query: { periods: 12 },
    data: {
      today: '2026-11-27',
      limitMaxFen: 20000000,
      minFen: 50000,
      stepFen: 10000,
      periods: [12, 9, 6, 3],
      price: { fromPpm: 54000, toPpm: 239000 },
      ownPrice: null,
      worked: { principal: 1000000, periods: 12, loans: [] },
      lenders: [
        {
          lenderId: 1,
          name: '示例消费金融有限公司',
          licence: 'L0000',
          type: 'consumerFinance',
          openingHours: { from: '00:00', to: '24:00' },
          opensAt: null,
          payOutHours: 2,
          price: { fromPpm: 71992, toPpm: 239085 },
          ownPrice: null,
          products: [
            {
              productId: 101,
              method: 'equalInstalment',
              periods: [12, 9, 6, 3],
              minFen: 50000,
              maxFen: 20000000,
              rate: { fromPpm: 72000, toPpm: 239000 },
              ownRatePpm: null,
              penalty: { fromPpmDay: 300, toPpmDay: 996, ownPpmDay: null },
              rules: lendingRulesExample,
            },
          ],
        },
      ],
      ages: { min: 18, max: 60 },
      next: 'login',
    },
  },
})
