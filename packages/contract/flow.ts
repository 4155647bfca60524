import { channelCodePattern } from '@fyh/base/channel-party.ts'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { productTypes } from './options.ts'
import { agreedTexts, day, fenAmount, moment, priceRange, ratePpm, typedNumber } from './shapes.ts'

const channelCode = z.string().regex(channelCodePattern)
const user = z.object({ userId: z.int(), mobile: z.string(), name: z.string().nullable() })

/** One way of borrowing the sum of the worked example; `annualRatePpm` is the all-in simple price. */
const exampleRow = z.object({ annualRatePpm: ratePpm, instalment: fenAmount, interest: fenAmount })

const login = z.object({
  state: z.literal('login'),
  token: z.string(),
  isNew: z.boolean(),
  user,
  channelCode: z.string(),
  /** Where the partner wants the visit back at its end; one of the addresses that the channel allows. */
  returnUrl: z.string().nullable(),
})
const mobile = { mobileMask: z.string(), channelName: z.string() }
/** What a person reads before an account is made of a reference: whose phone, from which partner. */
const consent = z.object({ state: z.literal('consent'), ...mobile })
/** Another account is logged in here: the person says whether the reference's takes its place. */
const other = z.object({ state: z.literal('switch'), ...mobile })

const refer = z.object({ id: z.string().min(1).max(100) })
const exampleUser = { userId: 1, mobile: '138****4300', name: null }
const exampleLogin = { state: 'login', token: 'opaque', isNew: true, user: exampleUser, channelCode: 'demo-trip', returnUrl: null } as const

const exchangeErrors = ['LOGIN_REFER_WRONG', 'LOGIN_REFER_USED', 'LOGIN_REFER_EXPIRED', 'CHANNEL_CLOSED', 'MOBILE_BLOCKED', 'BUSY'] as const

/** What a store link leads to. */
export const appStores = ['appStore', 'huawei', 'market'] as const
export type AppStore = (typeof appStores)[number]

export const flow = {
  channel: endpoint({
    method: 'GET',
    path: '/fyh/app/flow/channel',
    auth: 'guest',
    summary:
      'What the landing page of a channel shows: the offer, what it costs with a worked example, who lends, and whether the channel is open',
    query: z.object({ channelCode: z.string().max(40) }),
    data: z.object({
      /** Null for a code that is not published: the page then shows the general offer. */
      channelName: z.string().nullable(),
      /** closed: for good; notYet and over: outside its window. */
      state: z.enum(['open', 'closed', 'notYet', 'over']),
      /** First day on which the channel is open, while it is not yet. */
      opensOn: day.nullable(),
      limitMaxFen: fenAmount,
      /** Null, as the example, on a day on which no lender offers anything. */
      price: priceRange.nullable(),
      periods: z.array(z.int()),
      example: z.object({ principal: fenAmount, periods: z.int(), lowest: exampleRow, highest: exampleRow }).nullable(),
      lenders: z.array(z.string()),
      /** Set where the channel hands its visitors to an institution's own page. */
      ownPage: z.object({ institution: z.string(), address: z.string() }).nullable(),
    }),
    errors: [],
    example: {
      query: { channelCode: 'demo-trip' },
      data: {
        channelName: '示例出行',
        state: 'open',
        opensOn: null,
        limitMaxFen: 20000000,
        price: { fromPpm: 72000, toPpm: 240000 },
        periods: [3, 6, 9, 12],
        example: {
          principal: 1000000,
          periods: 12,
          lowest: { annualRatePpm: 72000, instalment: 86619, interest: 39428 },
          highest: { annualRatePpm: 240000, instalment: 94560, interest: 134715 },
        },
        lenders: ['示例消费金融有限公司'],
        ownPage: null,
      },
    },
  }),
  refer: endpoint({
    method: 'POST',
    path: '/fyh/app/flow/unionLogin/refer',
    auth: 'vendor',
    summary:
      'Makes a reference by which a customer of a channel logs in: single use, five minutes at most. Signed with the secret of the channel that the body names',
    body: z.object({
      channelCode,
      mobile: typedNumber,
      productType: z.enum(productTypes).default('fyh'),
      /** Where the visit goes at its end; one of the addresses that the channel allows. */
      returnUrl: z.string().max(500).optional(),
      lifeSeconds: z.int().min(1).max(300).default(300),
    }),
    data: z.object({
      loginRefer: z.string(),
      expiresAt: moment,
      /** The page to send the customer to. */
      address: z.string(),
    }),
    errors: ['MOBILE_INVALID', 'CHANNEL_CLOSED', 'RETURN_ADDRESS_REFUSED', 'BUSY'],
    example: {
      body: { channelCode: 'demo-trip', mobile: '13800004300' },
      data: {
        loginRefer: 'opaque',
        expiresAt: '2026-11-27T02:05:00.000Z',
        address: 'https://example.com/h5Middle?loginRefer=opaque&channelCode=demo-trip&productType=fyh',
      },
    },
  }),
  loginRefer: endpoint({
    method: 'GET',
    path: '/fyh/app/flow/unionLogin/loginRefer/:id',
    auth: 'guest',
    summary:
      'Exchanges a reference for a session, once; asks first where an account would be made, a text has changed, or another account is logged in',
    params: refer,
    data: z.discriminatedUnion('state', [login, consent, other]),
    errors: exchangeErrors,
    example: { params: { id: 'opaque' }, data: { state: 'consent', mobileMask: '138****4300', channelName: '示例出行' } },
  }),
  agreeRefer: endpoint({
    method: 'POST',
    path: '/fyh/app/flow/unionLogin/loginRefer/:id/agree',
    auth: 'guest',
    summary: 'Exchanges a reference for a session after the person agreed to the texts of registration',
    params: refer,
    body: z.object({
      productType: z.enum(productTypes).default('fyh'),
      firstChannelCode: channelCode.optional(),
      /** As at the login: the code of the friend whose invite link led here. */
      inviteCode: z.string().max(40).optional(),
      agreed: agreedTexts,
    }),
    data: login,
    errors: [...exchangeErrors, 'AGREEMENT_REQUIRED', 'AGREEMENT_OUTDATED'],
    example: { params: { id: 'opaque' }, body: { agreed: [] }, data: exampleLogin },
  }),
  handOver: endpoint({
    method: 'POST',
    path: '/fyh/app/flow/handOver',
    auth: 'guest',
    summary: 'Whose session a token is: one that came with an address, or without one that of the header',
    body: z.object({ token: z.string().min(1).max(512).optional() }),
    data: z.object({ user }),
    errors: ['HANDED_LOGIN_INVALID'],
    example: { body: { token: 'opaque' }, data: { user: exampleUser } },
  }),
  download: endpoint({
    method: 'GET',
    path: '/fyh/app/flow/download',
    auth: 'guest',
    summary: 'The app: its stores and what a store must say of it. A store without an address is left out',
    data: z.object({
      stores: z.array(z.object({ kind: z.enum(appStores), address: z.string() })),
      version: z.string().nullable(),
      updatedOn: day.nullable(),
      developer: z.string().nullable(),
    }),
    errors: [],
    example: {
      data: {
        stores: [{ kind: 'appStore', address: 'https://apps.apple.com/cn/app/id0000000000' }],
        version: '1.0.0',
        updatedOn: '2026-11-01',
        developer: '示例科技有限公司',
      },
    },
  }),
}
