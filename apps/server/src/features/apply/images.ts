import { fail } from '@fyh/serve/fail.ts'

export type ImageKind = 'jpeg' | 'png' | 'webp'
export type Image = { kind: ImageKind; bytes: Buffer }

/** Of the decoded picture. */
export const imageBytesMax = 3 * 1024 * 1024

/**
 * A picture as the page sends it, base64 with or without a data address in front. What it is is read from its first bytes: phones leave
 * the type empty or name another one.
 */
export function parseImage(text: string): Image {
  const bytes = decoded(text.replace(/^data:[^,]{0,100};base64,/, ''))
  if (bytes === undefined) fail('IMAGE_NOT_SUPPORTED')
  const kind = imageKindOf(bytes)
  if (kind === undefined) fail('IMAGE_NOT_SUPPORTED')
  if (bytes.length > imageBytesMax) fail('IMAGE_TOO_LARGE')
  return { kind, bytes }
}

/** Of a text, as line ends every 76 characters are. */
const blankShareMax = 0.05

/**
 * The bytes of a base64 text, undefined where it is none. The decoder skips what is not base64, so its result is compared with the text; looking at each
 * character takes a hundred times as long, as much as 400 ms of a text of blanks.
 */
function decoded(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64')
  const whole = bytes.toString('base64')
  if (text === whole) return bytes
  if (text.length - whole.length > text.length * blankShareMax) return undefined
  return withoutPadding(text.replace(/\s+/g, '')) === withoutPadding(whole) ? bytes : undefined
}

const withoutPadding = (base64: string) => base64.replace(/={1,2}$/, '')

/** Told by the first bytes alone; undefined for everything else, HEIC included. */
export function imageKindOf(bytes: Buffer): ImageKind | undefined {
  if (bytes.length < 16) return undefined
  if (bytes.subarray(0, 3).equals(jpegStart)) return 'jpeg'
  if (bytes.subarray(0, 8).equals(pngStart)) return 'png'
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP' ? 'webp' : undefined
}

const jpegStart = Buffer.from('ffd8ff', 'hex')
const pngStart = Buffer.from('89504e470d0a1a0a', 'hex')
