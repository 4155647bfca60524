import { day, fenAmount } from '@fyh/contract/shapes.ts'
import { z } from 'zod'
import { sandboxStatement } from '../statement.ts'
import { answerSchema, anyReason, type VendorCall } from '../vendor-call.ts'
import type { PaymentPort } from './port.ts'

const accepted = answerSchema({}, anyReason)
const found = answerSchema(
  {
    state: z.enum(['processing', 'succeeded', 'partly', 'failed', 'notFound', 'returned']),
    takenFen: fenAmount,
    channelNo: z.string().max(80).nullable(),
    receivedOn: day.nullish(),
    reason: anyReason.nullable(),
  },
  anyReason,
)

const foundTransfer = answerSchema(
  {
    state: z.enum(['processing', 'succeeded', 'failed', 'notFound', 'returned']),
    amountFen: fenAmount,
    reason: anyReason.nullable(),
  },
  anyReason,
)

export const sandboxPayment = (call: VendorCall): PaymentPort => ({
  debit: (request) => call('/vendor/payment/debit', request, accepted),
  queryDebit: (request) => call('/vendor/payment/queryDebit', request, found),
  transfer: (request) => call('/vendor/payment/transfer', request, accepted),
  queryTransfer: (request) => call('/vendor/payment/queryTransfer', request, foundTransfer),
  statement: sandboxStatement(call, 'payment'),
})
