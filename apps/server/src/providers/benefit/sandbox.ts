import { z } from 'zod'
import { answerSchema, anyReason, type VendorCall } from '../vendor-call.ts'
import type { BenefitPort } from './port.ts'

const accepted = answerSchema({}, anyReason)
const found = answerSchema(
  {
    state: z.enum(['processing', 'succeeded', 'failed', 'notFound']),
    voucher: z.string().max(80).nullable(),
    reason: anyReason.nullable(),
  },
  anyReason,
)

export const sandboxBenefit = (call: VendorCall): BenefitPort => ({
  order: (request) => call('/vendor/benefit/order', request, accepted),
  queryOrder: (request) => call('/vendor/benefit/queryOrder', request, found),
})
