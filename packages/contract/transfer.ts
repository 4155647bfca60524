import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { repay } from './repay.ts'
import { fenAmount } from './shapes.ts'

/** Money that moves to or from a card for something other than a loan. Borrowers meet it on the pages of what it is for. */
export const transfer = {
  transferNotice: endpoint({
    method: 'POST',
    path: '/fyh/callback/payment/transfer',
    auth: 'vendor',
    summary:
      'The payment channel reports the result of money sent to a card; the same notice twice, late or out of order changes nothing more',
    body: z.object({
      noticeId: z.string().max(80),
      key: z.string().max(80),
      /** returned: the card's bank sent the money back after it had arrived. */
      result: z.enum(['succeeded', 'failed', 'returned']),
      amountFen: fenAmount,
      reason: z.string().max(200).optional(),
    }),
    data: z.object({ received: z.literal(true) }),
    errors: ['NOTICE_UNKNOWN'],
    example: { body: { noticeId: 'n1', key: 'transfer-1', result: 'succeeded', amountFen: 1_880 }, data: { received: true } },
  }),
  chargeNotice: endpoint({
    method: 'POST',
    path: '/fyh/callback/payment/charge',
    auth: 'vendor',
    summary: 'The payment channel reports the result of a debit that pays for something other than a loan',
    body: repay.debitNotice.body,
    data: z.object({ received: z.literal(true) }),
    errors: ['NOTICE_UNKNOWN'],
    example: { body: { noticeId: 'n1', key: 'transfer-2', result: 'succeeded', takenFen: 2_990 }, data: { received: true } },
  }),
}
