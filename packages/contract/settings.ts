import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { agreedTexts, authCode, fenAmount, moment, nothing, payPassword } from './shapes.ts'

const passwordState = z.object({
  isSet: z.boolean(),
  /** How many digits it has; 6 while none is set. */
  digits: z.int(),
  /** Amounts above this need the password; null while it is not asked for. */
  askAboveFen: fenAmount.nullable(),
  /** Too many wrong tries today. */
  isLocked: z.boolean(),
})
const stateExample = { isSet: true, digits: 6, askAboveFen: 0, isLocked: false }
const locationConsent = z.object({ /** Null while there is none in force. */ givenAt: moment.nullable() })
const refusals = ['PAYMENT_PASSWORD_NOT_SET', 'PAYMENT_PASSWORD_WRONG', 'PAYMENT_PASSWORD_LOCKED'] as const

export const settings = {
  payPassword: endpoint({
    method: 'GET',
    path: '/fp/app/user/payPassword',
    auth: 'user',
    summary: 'Whether a payment password is set, and above which amount it is asked for',
    data: passwordState,
    errors: [],
    example: { data: stateExample },
  }),
  setPayPassword: endpoint({
    method: 'POST',
    path: '/fp/app/user/payPassword/set',
    auth: 'user',
    summary: 'Sets the payment password by a code to the borrower’s phone, the first one or a forgotten one; a locked one works again',
    body: z.object({ password: payPassword, authCode }),
    data: passwordState,
    errors: ['PAYMENT_PASSWORD_WEAK', 'SMS_CODE_WRONG', 'SMS_CODE_EXPIRED', 'SMS_TRIES_LIMIT'],
    example: { body: { password: '271828', authCode: '0000' }, data: stateExample },
  }),
  changePayPassword: endpoint({
    method: 'POST',
    path: '/fp/app/user/payPassword/change',
    auth: 'user',
    summary: 'Replaces the payment password by the present one',
    body: z.object({ password: payPassword, newPassword: payPassword }),
    data: passwordState,
    errors: ['PAYMENT_PASSWORD_WEAK', ...refusals],
    example: { body: { password: '271828', newPassword: '314159' }, data: stateExample },
  }),
  askPayPassword: endpoint({
    method: 'POST',
    path: '/fp/app/user/payPassword/ask',
    auth: 'user',
    summary: 'Sets the amount above which the payment password is asked for; null turns it off',
    body: z.object({ password: payPassword, askAboveFen: fenAmount.nullable() }),
    data: passwordState,
    errors: refusals,
    example: { body: { password: '271828', askAboveFen: 100000 }, data: { ...stateExample, askAboveFen: 100000 } },
  }),
  location: endpoint({
    method: 'GET',
    path: '/fp/app/user/location',
    auth: 'user',
    summary: 'Whether the borrower agreed to the use of the location',
    data: locationConsent,
    errors: [],
    example: { data: { givenAt: null } },
  }),
  giveLocation: endpoint({
    method: 'POST',
    path: '/fp/app/user/location/give',
    auth: 'user',
    summary: 'Records the consent to the use of the location',
    body: z.object({ agreed: agreedTexts }),
    data: locationConsent,
    errors: ['AGREEMENT_REQUIRED', 'AGREEMENT_OUTDATED'],
    example: { body: { agreed: [] }, data: { givenAt: '2026-11-27T02:00:00.000Z' } },
  }),
  withdrawLocation: endpoint({
    method: 'POST',
    path: '/fp/app/user/location/withdraw',
    auth: 'user',
    summary: 'Withdraws that consent; withdrawing it again changes nothing',
    body: nothing,
    data: locationConsent,
    errors: [],
    example: { body: {}, data: { givenAt: null } },
  }),
}
