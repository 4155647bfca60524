import { lenderParty } from '@fyh/base/lender-party.ts'
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

const decided = answerSchema(
  {
    state: z.enum(['reviewing', 'approved', 'refused', 'incomplete', 'cancelled', 'notFound']),
    amountFen: fenAmount,
    periodsMax: z.int().positive().nullable(),
    validUntil: moment.nullable(),
    reason: anyReason.nullable(),
    missing: z.array(z.string().max(40)).max(40),
    missingUntil: moment.nullable(),
  },
  anyReason,
)

export function sandboxLender(call: VendorCall, lenderId: number): LenderPort {
  const party = lenderParty(lenderId)
  return {
    payOut: (request) => call(`/vendor/${party}/payOut`, request, accepted),
    queryPayOut: (request) => call(`/vendor/${party}/queryPayOut`, request, found),
    cancelPayOut: (request) => call(`/vendor/${party}/cancelPayOut`, request, found),
    apply: (request) => call(`/vendor/${party}/apply`, request, accepted),
    queryApply: (request) => call(`/vendor/${party}/queryApply`, request, decided),
    cancelApply: (request) => call(`/vendor/${party}/cancelApply`, request, decided),
    statement: sandboxStatement(call, party),
  }
}
