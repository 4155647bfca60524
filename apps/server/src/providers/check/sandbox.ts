import { z } from 'zod'
import { answerSchema, anyReason, type VendorCall } from '../vendor-call.ts'
import type { CheckPort } from './port.ts'

const points = z.int().min(1).max(2_000)
const png = z.base64().max(200_000)
const issued = answerSchema(
  {
    challengeId: z.string().min(1).max(100),
    width: points,
    height: points,
    pieceSize: points,
    pieceY: z.int().min(0).max(2_000),
    picture: png,
    piece: png,
    question: z.string().min(1).max(200),
  },
  anyReason,
)
const verified = answerSchema({}, z.enum(['wrong', 'expired']))

export const sandboxCheck = (call: VendorCall): CheckPort => ({
  issue: (request) => call('/vendor/check/issue', request, issued),
  verify: (request) => call('/vendor/check/verify', request, verified),
})
