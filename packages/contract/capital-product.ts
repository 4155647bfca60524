import { z } from 'zod'
import {
  consent,
  consentText,
  hitItem,
  matchReason,
  neverShared,
  partnerExample,
  partnerSummary,
  partnerWays,
  shared,
  textExample,
  worked,
  workedExample,
} from './capital-shapes.ts'
import { endpoint } from './endpoint.ts'
import { lendingRules, lendingRulesExample } from './lending-rules.ts'
import { lenderTypes, method, offeredProduct, periods, productExample } from './offered-product.ts'
import { fenAmount, id, idParam, moment, priceRange, ratePpm } from './shapes.ts'

/** The product page, and who lends besides the platform's own lenders. */
export const capitalProduct = {
  product: endpoint({
    method: 'GET',
    path: '/fyh/app/capital/product',
    auth: 'guest',
    summary: 'The product page: limit, prices, fees and who lends. With a login and a limit, also the price of the borrower',
    query: z.object({ productId: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional() }),
    data: z.object({
      /** False while no lender offers it; prices and examples are absent then. */
      onShelf: z.boolean(),
      limitMaxFen: fenAmount,
      amountMinFen: fenAmount,
      amountStepFen: fenAmount,
      periods: z.array(periods),
      method: method.nullable(),
      price: priceRange.nullable(),
      /** One loan worked out at the lowest price, at the borrower's own and at the highest. */
      examples: z.array(worked.extend({ whose: z.enum(['lowest', 'own', 'highest']) })),
      rules: lendingRules.nullable(),
      /** At the borrower's rate, else at the highest. */
      penaltyPpmDay: z.int().nullable(),
      lenders: z.array(
        z.object({
          lenderId: id,
          name: z.string(),
          licence: z.string(),
          type: z.enum(lenderTypes),
          price: priceRange,
          /** A partner has a page of its own: capitalId is lenderId. */
          isPartner: z.boolean(),
        }),
      ),
      ageMin: z.int(),
    }),
    errors: [],
    example: {
      query: {},
      data: {
        onShelf: true,
        limitMaxFen: 20000000,
        amountMinFen: 50000,
        amountStepFen: 10000,
        periods: [12, 9, 6, 3],
        method: 'equalInstalment',
        price: { fromPpm: 72000, toPpm: 239000 },
        examples: [{ ...workedExample, whose: 'own' }],
        rules: lendingRulesExample,
        penaltyPpmDay: 600,
        lenders: [
          {
            lenderId: 1,
            name: '示例消费金融有限公司',
            licence: 'L0000',
            type: 'consumerFinance',
            price: { fromPpm: 72000, toPpm: 239000 },
            isPartner: false,
          },
        ],
        ageMin: 18,
      },
    },
  }),
  match: endpoint({
    method: 'POST',
    path: '/fyh/app/capital/match',
    auth: 'user',
    summary: 'The partner that fits this borrower best today, and why each other one does not come first; stored with its reasons',
    body: z.object({ amountFen: fenAmount.optional(), periods: periods.optional() }),
    data: z.object({
      hit: hitItem.nullable(),
      others: z.array(partnerSummary.extend({ reasons: z.array(matchReason).min(1) })),
      /** An application that is open; only it can be gone on with. */
      openApplicationId: id.nullable(),
    }),
    errors: [],
    example: {
      body: { amountFen: 1000000, periods: 12 },
      data: {
        hit: {
          ...partnerExample,
          matchId: 1,
          matchedAt: '2026-11-27T02:00:00.000Z',
          reasons: [{ code: 'matches', values: {} }],
          worked: workedExample,
        },
        others: [
          {
            ...partnerExample,
            capitalId: 5,
            way: 'ownPage',
            reasons: [{ code: 'closed', values: { opensAt: '2026-11-28T00:00:00.000Z' } }],
          },
        ],
        openApplicationId: null,
      },
    },
  }),
  detail: endpoint({
    method: 'GET',
    path: '/fyh/app/capital/detail/:id',
    auth: 'guest',
    summary: 'A partner: who lends, prices, which data go to whom and why, and the consent. With a login, whether it takes this borrower',
    params: idParam,
    query: z.object({
      amountFen: z.coerce
        .number()
        .int()
        .positive()
        .max(10 ** 13)
        .optional(),
      periods: z.coerce.number().int().positive().max(60).optional(),
    }),
    data: partnerSummary.extend({
      /** Who serves: null stands for the platform itself; who guarantees: null for nobody. */
      guarantor: z.string().nullable(),
      servicePhone: z.string().nullable(),
      products: z.array(offeredProduct),
      worked: worked.nullable(),
      shares: z.array(shared),
      neverShared: z.array(z.enum(neverShared)),
      consentText,
      way: z.enum(partnerWays),
      /** The host of its own page. */
      pageHost: z.string().nullable(),
      answerMinutes: z.object({ usual: z.int(), most: z.int() }),
      payOutHours: z.int(),
      openingHours: z.object({ from: z.string(), to: z.string() }),
      opensAt: moment.nullable(),
      /** Null for guests. Without `matches` among them it does not take the borrower now. */
      reasons: z.array(matchReason).nullable(),
      /** Another partner that takes the borrower, where this one does not. */
      otherCapitalId: id.nullable(),
      /** The consent in force, where one is. */
      consent: consent.nullable(),
      openApplicationId: id.nullable(),
      ratePpm: ratePpm.nullable(),
    }),
    errors: ['CAPITAL_NOT_LISTED'],
    example: {
      params: { id: 4 },
      query: {},
      data: {
        ...partnerExample,
        guarantor: null,
        servicePhone: null,
        products: [productExample],
        worked: workedExample,
        shares: [{ items: ['name', 'idNumber'], purpose: 'identity' }],
        neverShared: ['facePictures', 'idPictures', 'location', 'contacts'],
        consentText: textExample,
        pageHost: null,
        answerMinutes: { usual: 5, most: 1440 },
        payOutHours: 2,
        openingHours: { from: '08:00', to: '22:00' },
        opensAt: null,
        reasons: [{ code: 'matches', values: {} }],
        otherCapitalId: null,
        consent: null,
        openApplicationId: null,
        ratePpm: 144000,
      },
    },
  }),
  text: endpoint({
    method: 'GET',
    path: '/fyh/app/capital/text/:id',
    auth: 'guest',
    summary: 'The consent text of a partner in full, as it would be agreed to today',
    params: idParam,
    data: consentText.extend({ paragraphs: z.array(z.object({ kind: z.enum(['heading', 'text', 'row']), text: z.string() })) }),
    errors: ['CAPITAL_NOT_LISTED'],
    example: { params: { id: 4 }, data: { ...textExample, paragraphs: [{ kind: 'text', text: '…' }] } },
  }),
  click: endpoint({
    method: 'POST',
    path: '/fyh/app/user/capital/click',
    auth: 'guest',
    summary:
      'Records that a borrower saw a partner, chose it, agreed or did not, for attribution; the same twice in one visit is one. A guest’s is not recorded',
    body: z.object({
      action: z.enum(['view', 'click', 'consent', 'refuse']),
      capitalId: id,
      page: z.string().max(60),
      applicationId: id.optional(),
    }),
    data: z.object({ recorded: z.boolean() }),
    errors: [],
    example: { body: { action: 'view', capitalId: 4, page: '/funders/jsd' }, data: { recorded: true } },
  }),
}
