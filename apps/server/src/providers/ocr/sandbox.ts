import { day } from '@fyh/contract/shapes.ts'
import { z } from 'zod'
import { answerSchema, type VendorCall } from '../vendor-call.ts'
import type { OcrPort } from './port.ts'

const text = z.string().max(200).nullable()
const fields = z.object({
  name: text,
  idNumber: text,
  address: text,
  issuer: text,
  validFrom: day.nullable(),
  validTo: day.nullable(),
  longTerm: z.boolean(),
})
const read = answerSchema({ fields }, z.enum(['unreadable', 'wrongSide']))

export const sandboxOcr = (call: VendorCall): OcrPort => ({
  readIdCard: ({ image, ...request }) => call('/vendor/ocr/readIdCard', { ...request, image: image.toString('base64') }, read),
})
