import { z } from 'zod'
import { answerSchema, type VendorCall } from '../vendor-call.ts'
import type { BankPort } from './port.ts'

const started = answerSchema(
  { ticket: z.string().min(1).max(80), smsCodeDigits: z.int().min(4).max(8) },
  z.enum(['notMatched', 'notSupported']),
)
const confirmed = answerSchema({ channelAgreementNo: z.string().min(1).max(80) }, z.enum(['wrongCode', 'expired']))

export const sandboxBank = (call: VendorCall): BankPort => ({
  startBind: (request) => call('/vendor/bank/startBind', request, started),
  confirmBind: (request) => call('/vendor/bank/confirmBind', request, confirmed),
})
