import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { fenAmount, id, moment } from './shapes.ts'

const text = z.string().max(400)

/** What partners report and ask for, each signed with the partner's own secret. */
export const capitalCallbacks = {
  applyNotice: endpoint({
    method: 'POST',
    path: '/fyh/callback/lender/apply',
    auth: 'vendor',
    summary:
      'A partner reports where an application stands, signed with its own secret; the same notice twice, late or out of order changes nothing more',
    body: z.object({
      noticeId: z.string().max(80),
      /** The reporting partner: the signature and the application must both be this partner's. */
      lenderId: id,
      key: z.string().max(80),
      result: z.enum(['reviewing', 'approved', 'refused', 'incomplete', 'cancelled']),
      /** What is approved, which may be another amount than was asked for; 0 otherwise. */
      amountFen: fenAmount,
      periodsMax: z.int().positive().max(60).optional(),
      validUntil: moment.optional(),
      reason: z.string().max(200).optional(),
      /** Fields of the form that are asked for again, and until when. */
      missing: z.array(z.string().max(40)).max(40).optional(),
      missingUntil: moment.optional(),
    }),
    data: z.object({ received: z.literal(true) }),
    errors: ['NOTICE_UNKNOWN'],
    example: {
      body: { noticeId: 'n1', lenderId: 4, key: 'apply-1-1', result: 'approved', amountFen: 1000000 },
      data: { received: true },
    },
  }),
  handOverData: endpoint({
    method: 'POST',
    path: '/fyh/callback/lender/handOver',
    auth: 'vendor',
    summary: 'A partner fetches what the borrower agreed to share, by the reference its page was opened with, once',
    body: z.object({ lenderId: id, reference: z.string().max(80) }),
    data: z.object({
      /** Under which the partner knows the application from now on. */
      key: z.string(),
      amountFen: fenAmount,
      periods: z.int(),
      data: z.object({
        name: text.optional(),
        idNumber: text.optional(),
        mobile: text.optional(),
        occupation: text.optional(),
        income: text.optional(),
        employer: text.optional(),
        address: text.optional(),
        cardNumber: text.optional(),
        limit: text.optional(),
        form: z.record(z.string(), z.string()).optional(),
      }),
      noticeUrl: z.string(),
      returnUrl: z.string(),
    }),
    errors: [
      'HAND_OVER_UNKNOWN',
      'HAND_OVER_USED',
      'HAND_OVER_EXPIRED',
      'CAPITAL_CONSENT_MISSING',
      'CAPITAL_NOT_LISTED',
      'CAPITAL_QUOTA_USED',
      'LENDER_CLOSED',
    ],
    example: {
      body: { lenderId: 5, reference: 'R1' },
      data: {
        key: 'apply-1-1',
        amountFen: 1000000,
        periods: 12,
        data: { name: '测试' },
        noticeUrl: 'https://app.example.com/api/fyh/callback/lender/apply',
        returnUrl: 'https://app.example.com/capitalResult',
      },
    },
  }),
}
