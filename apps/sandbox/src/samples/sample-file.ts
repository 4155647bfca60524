import { z } from 'zod'
import { drawBack, drawFront, drawUnreadable } from './card-picture.ts'
import { personOf } from './person.ts'
import { encodePng, readPngTexts } from './png.ts'

const sample = z.object({ kind: z.enum(['front', 'back', 'unreadable']), seed: z.string().max(60) })
export type Sample = z.infer<typeof sample>

const keyword = 'fyh-sample'

/** A picture of a made-up card that carries who is on it, so that the stand-in for reading needs to read nothing. */
export function sampleFile({ kind, seed }: Sample): Buffer {
  const person = personOf(seed)
  const pixels = kind === 'front' ? drawFront(person) : kind === 'back' ? drawBack(person) : drawUnreadable(person)
  return encodePng(pixels, { [keyword]: JSON.stringify({ kind, seed }) })
}

/** What a sample says of itself; undefined for any other picture. */
export function readSample(file: Buffer): Sample | undefined {
  const text = readPngTexts(file)[keyword]
  if (text === undefined) return undefined
  try {
    return sample.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
