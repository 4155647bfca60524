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
import { offeredProduct, periods, productExample } from './offered-product.ts'
import { productPage } from './product-page.ts'
import { fenAmount, id, idParam, moment, ratePpm } from './shapes.ts'

/** The product page, and who lends besides the platform's own lenders. */
export const capitalProduct = {
  product: productPage,
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
      amountFen: z.coerce.number().pipe(fenAmount).optional(),
      periods: z.coerce.number().pipe(periods).optional(),
    }),
    data: partnerSummary.extend({
      /** Who serves: null stands for the platform itself; who guarantees: null where the loans are not guaranteed. */
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
