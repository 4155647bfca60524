import { fenAmount, moment } from '@fyh/contract/shapes.ts'
import { z } from 'zod'
import { sandboxStatement } from '../statement.ts'
import { answerSchema, anyReason, type VendorCall } from '../vendor-call.ts'
import type { LenderPort } from './port.ts'

const accepted = answerSchema({}, anyReason)
const found = answerSchema(
  {
    state: z.enum(['processing', 'paid', 'refused', 'notFound']),
    amountFen: fenAmount,
    paidAt: moment.nullable(),
    reason: anyReason.nullable(),
  },
  anyReason,
)

export const sandboxLender = (call: VendorCall): LenderPort => ({
  payOut: (request) => call('/vendor/lender/payOut', request, accepted),
  queryPayOut: (request) => call('/vendor/lender/queryPayOut', request, found),
  cancelPayOut: (request) => call('/vendor/lender/cancelPayOut', request, found),
  statement: sandboxStatement(call, 'lender'),
})
