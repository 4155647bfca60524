import { z } from 'zod'
import { changeMobileEndpoints } from './change-mobile.ts'
import { endpoint } from './endpoint.ts'
import { orderModes, productTypes } from './options.ts'
import { billsTogether } from './pay-together.ts'
import { agreedTexts, authCode, fenAmount, id, moment, nothing, typedNumber } from './shapes.ts'
import { solvedCheck } from './sms-check.ts'

const codeSent = z.object({
  smsCodeDigits: z.int(),
  /** Seconds until another code may be asked for; told by the server so that a reload keeps the countdown. */
  waitSeconds: z.int(),
  expiresInSeconds: z.int(),
  mobileMask: z.string(),
})
const device = z.object({
  id: z.string(),
  /** As the browser named itself at login; at most 200 characters. */
  userAgent: z.string(),
  /** The network address it logged in from. */
  address: z.string(),
  startedAt: moment,
  /** Right to the hour. */
  usedAt: moment,
  isThis: z.boolean(),
})

/** The brand of the visit, which the SMS names as its sender. */
const sender = { productType: z.enum(productTypes).default('fyh') }

export const session = {
  checkMobile: endpoint({
    method: 'POST',
    path: '/fp/app/user/mobile/check',
    auth: 'guest',
    summary: 'Checks a phone number before a code is asked for; never says whether it is registered',
    body: z.object({ mobile: typedNumber }),
    data: z.object({ mobileMask: z.string(), smsCodeDigits: z.int(), waitSeconds: z.int() }),
    errors: ['MOBILE_INVALID', 'MOBILE_BLOCKED'],
    example: { body: { mobile: '13800000000' }, data: { mobileMask: '138****0000', smsCodeDigits: 4, waitSeconds: 0 } },
  }),
  sendCode: endpoint({
    method: 'POST',
    path: '/fp/app/sms/authCode/send',
    auth: 'guest',
    summary:
      'Sends a one-time code bound to phone and purpose. Where a flood of them looks possible it answers CHECK_REQUIRED with a challenge, and the solved one comes with the next request. One that confirms an order goes to the phone of the logged-in user, names amount and card, and confirms no other order',
    body: z.discriminatedUnion('purpose', [
      z.object({ purpose: z.literal('login'), mobile: typedNumber, check: solvedCheck.optional(), ...sender }),
      /** To the borrower's own phone, for a change to `mobile`. */
      z.object({ purpose: z.literal('oldPhone'), mobile: typedNumber, ...sender }),
      z.object({ purpose: z.literal('newPhone'), mobile: typedNumber, check: solvedCheck.optional(), ...sender }),
      z.object({ purpose: z.literal('payPassword'), ...sender }),
      z.object({ purpose: z.literal('withdraw'), quoteId: id, cardId: id, ...sender }),
      z.object({ purpose: z.literal('repay'), loanId: id, mode: z.enum(orderModes), amountFen: fenAmount, cardId: id, ...sender }),
      z.object({ purpose: z.literal('repayTogether'), bills: billsTogether, cardId: id, ...sender }),
      z.object({ purpose: z.literal('benefit'), packageId: id, cardId: id, ...sender }),
      z.object({ purpose: z.literal('redPacket'), activityId: id, cardId: id, ...sender }),
    ]),
    data: codeSent,
    errors: [
      'MOBILE_INVALID',
      'MOBILE_BLOCKED',
      'SMS_TOO_SOON',
      'SMS_DAILY_LIMIT',
      'SMS_ADDRESS_LIMIT',
      'SMS_NOT_SENT',
      'CHECK_REQUIRED',
      'CHECK_WRONG',
      'CHECK_EXPIRED',
      'CHECK_UNAVAILABLE',
      'MOBILE_SAME',
      'QUOTE_NOT_FOUND',
      'LOAN_NOT_FOUND',
      'CARD_NOT_FOUND',
      'BENEFIT_NOT_ON_SALE',
      'RED_PACKET_NOT_FOUND',
      'RED_PACKET_EXPIRED',
      'RED_PACKET_TAKEN_BACK',
      'RED_PACKET_CASHED_OUT',
    ],
    example: {
      body: { mobile: '13800000000', purpose: 'login' },
      data: { smsCodeDigits: 4, waitSeconds: 60, expiresInSeconds: 300, mobileMask: '138****0000' },
    },
  }),
  registerAndLogin: endpoint({
    method: 'POST',
    path: '/fp/app/user/registerAndLogin',
    auth: 'guest',
    summary: 'Logs in by phone and code, registers on first use',
    body: z.object({
      mobile: typedNumber,
      authCode,
      channelCode: z.string().max(40).optional(),
      /** The channel of this browser's first visit; absent: that of this one. */
      firstChannelCode: z.string().max(40).optional(),
      /** The code of the friend whose invite link led here; one that doesn't count is refused without a word. */
      inviteCode: z.string().max(40).optional(),
      /** The brand of the visit, which messages to the borrower name as their sender. */
      productType: z.enum(productTypes).default('fyh'),
      agreed: agreedTexts,
    }),
    data: z.object({
      token: z.string(),
      isNew: z.boolean(),
      user: z.object({ userId: z.int(), mobile: z.string(), name: z.string().nullable() }),
    }),
    errors: [
      'MOBILE_INVALID',
      'MOBILE_BLOCKED',
      'SMS_CODE_WRONG',
      'SMS_CODE_EXPIRED',
      'SMS_TRIES_LIMIT',
      'BUSY',
      'AGREEMENT_REQUIRED',
      'AGREEMENT_OUTDATED',
      'CHANNEL_CLOSED',
    ],
    example: {
      body: { mobile: '13800000000', authCode: '0000', channelCode: 'fyh', agreed: [] },
      data: { token: 'opaque', isNew: true, user: { userId: 1, mobile: '138****0000', name: null } },
    },
  }),
  logout: endpoint({
    method: 'POST',
    path: '/fp/app/user/logout',
    auth: 'user',
    summary: 'Ends this session on every node',
    body: nothing,
    data: nothing,
    errors: [],
    example: { body: {}, data: {} },
  }),
  devices: endpoint({
    method: 'GET',
    path: '/fp/app/user/devices',
    auth: 'user',
    summary: 'Where the borrower is logged in: this device first, then the last used first; no more than 50',
    data: z.object({ devices: z.array(device) }),
    errors: [],
    example: {
      data: {
        devices: [
          {
            id: 's'.repeat(16),
            userAgent: 'Mozilla/5.0 (Linux; Android 13)',
            address: '203.0.113.7',
            startedAt: '2026-11-27T02:00:00.000Z',
            usedAt: '2026-11-27T02:00:00.000Z',
            isThis: true,
          },
        ],
      },
    },
  }),
  endDevice: endpoint({
    method: 'POST',
    path: '/fp/app/user/devices/end',
    auth: 'user',
    summary: 'Ends the login of one device, or of all but this one; one that has ended already is no fault',
    body: z.union([z.object({ id: z.string().min(1).max(40) }), z.object({ allOthers: z.literal(true) })]),
    data: nothing,
    errors: [],
    example: { body: { allOthers: true }, data: {} },
  }),
  ...changeMobileEndpoints,
  clock: endpoint({
    method: 'GET',
    path: '/dev/clock',
    auth: 'development',
    summary: 'The business date; exists only in development',
    data: z.object({ today: z.string(), now: moment }),
    errors: [],
    example: { data: { today: '2026-11-27', now: '2026-11-27T02:00:00.000Z' } },
  }),
  moveClock: endpoint({
    method: 'POST',
    path: '/dev/clock',
    auth: 'development',
    summary: 'Moves the business date forward, closes every day on the way; exists only in development',
    body: z.object({ today: z.string().regex(/^\d{4}-\d{2}-\d{2}$/) }),
    data: z.object({ today: z.string(), now: moment }),
    errors: ['CLOCK_ONLY_FORWARD'],
    example: { body: { today: '2026-12-27' }, data: { today: '2026-12-27', now: '2026-12-27T02:00:00.000Z' } },
  }),
}
