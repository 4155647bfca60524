import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { authCode, typedNumber } from './shapes.ts'

export const changeMobileEndpoints = {
  changeMobile: endpoint({
    method: 'POST',
    path: '/fp/app/user/mobile/change',
    auth: 'user',
    summary: 'Changes the phone the borrower logs in with, proved by a code to the old and one to the new phone; ends other logins',
    body: z.object({
      mobile: typedNumber,
      /** Sent with purpose oldPhone for exactly this new phone. */
      oldCode: authCode,
      /** Sent with purpose newPhone. */
      newCode: authCode,
    }),
    data: z.object({ mobileMask: z.string() }),
    errors: [
      'MOBILE_INVALID',
      'MOBILE_BLOCKED',
      'MOBILE_TAKEN',
      'SMS_CODE_WRONG',
      'SMS_CODE_EXPIRED',
      'SMS_CODE_OTHER_ORDER',
      'SMS_TRIES_LIMIT',
    ],
    example: { body: { mobile: '13800000001', oldCode: '0000', newCode: '0000' }, data: { mobileMask: '138****0001' } },
  }),
}
