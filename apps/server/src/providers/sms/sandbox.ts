import { answerSchema, anyReason, type VendorCall } from '../vendor-call.ts'
import type { SmsPort } from './port.ts'

const sent = answerSchema({}, anyReason)

export const sandboxSms = (call: VendorCall): SmsPort => ({ send: (request) => call('/vendor/sms/send', request, sent) })
