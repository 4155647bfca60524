import { z } from 'zod'
import { key, method, ok, type Party, short } from './party.ts'

const request = z.object({ key, name: short, idNumber: short, image: z.base64().min(1).max(6_000_000) })

export const face: Party = {
  compare: method(request, { remembers: true, refusal: 'notMatched' }, async () => ok()),
}
