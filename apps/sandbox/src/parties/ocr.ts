import { createHash } from 'node:crypto'
import { z } from 'zod'
import { backOf, frontOf, personOf } from '../samples/person.ts'
import { readSample } from '../samples/sample-file.ts'
import { key, method, ok, type Party, refused } from './party.ts'

const image = z.base64().min(1).max(6_000_000)
const request = z.object({ key, side: z.enum(['front', 'back']), image })

/**
 * Sample cards carry their person in the file. Any other picture becomes a made-up person who depends on its bytes alone,
 * so that the same picture is always the same person and two pictures are two.
 */
export const ocr: Party = {
  readIdCard: method(request, { remembers: true, refusal: 'unreadable' }, async (_, { side, image }) => {
    const bytes = Buffer.from(image, 'base64')
    const sample = readSample(bytes)
    if (sample?.kind === 'unreadable') return refused('unreadable')
    if (sample !== undefined && sample.kind !== side) return refused('wrongSide')
    const person = personOf(sample?.seed ?? createHash('sha256').update(bytes).digest('hex'))
    return ok({ fields: side === 'front' ? frontOf(person) : backOf(person) })
  }),
}
