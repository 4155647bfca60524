import { z } from 'zod'
import { answerSchema, type VendorCall } from '../vendor-call.ts'
import type { FacePort } from './port.ts'

const compared = answerSchema({}, z.enum(['notMatched', 'noFace']))

export const sandboxFace = (call: VendorCall): FacePort => ({
  compare: ({ image, ...request }) => call('/vendor/face/compare', { ...request, image: image.toString('base64') }, compared),
})
