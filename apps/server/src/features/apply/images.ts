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
  const base64 = text.replace(/^data:[^,]{0,100};base64,/, '').replace(/\s/g, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) fail('IMAGE_NOT_SUPPORTED')
  const bytes = Buffer.from(base64, 'base64')
  const kind = imageKindOf(bytes)
  if (kind === undefined) fail('IMAGE_NOT_SUPPORTED')
  if (bytes.length > imageBytesMax) fail('IMAGE_TOO_LARGE')
  return { kind, bytes }
}

/** Told by the first bytes alone; undefined for everything else, HEIC included. */
export function imageKindOf(bytes: Buffer): ImageKind | undefined {
  if (bytes.length < 16) return undefined
  if (bytes.subarray(0, 3).equals(jpegStart)) return 'jpeg'
  if (bytes.subarray(0, 8).equals(pngStart)) return 'png'
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP' ? 'webp' : undefined
}

const jpegStart = Buffer.from('ffd8ff', 'hex')
const pngStart = Buffer.from('89504e470d0a1a0a', 'hex')
