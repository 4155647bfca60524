import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ImageKind } from '../images.ts'
import { isBlankPicture } from './blank-picture.ts'
import { jpegOf, pngOf, webpOf } from './test-pictures.ts'

const size = { width: 64, height: 48 }
const isBlank = (kind: ImageKind, bytes: Buffer) => isBlankPicture({ kind, bytes })
const jpeg = (hex: string) => Buffer.from(hex.replaceAll(' ', '') + '00'.repeat(64), 'hex')

test.each([
  ['a scan of no component', 'FFD8 FFC0 0008 08 0001 0001 00 FFDA 0006 00 00 00 00'],
  [
    'components without blocks',
    `FFD8 FFC4 0014 00 01${'00'.repeat(15)} 00 FFC0 000E 08 0001 0001 02 010000 020000 FFDA 000A 02 0100 0200 00 3F 00`,
  ],
])('a JPEG with %s ends', async (_, hex) => {
  expect(await isBlank('jpeg', jpeg(hex))).toBe(false)
})

const withHead = (bytes: Buffer, change: (bytes: Buffer) => void) => {
  const changed = Buffer.from(bytes)
  change(changed)
  return changed
}
const white = pngOf(size, () => 255)
test.each<[string, (bytes: Buffer) => void]>([
  ['rows of 500 GB', (bytes) => bytes.writeUInt32BE(0xffffffff, 16) && bytes.fill(7, 43, 60) && bytes.writeUInt8(255, 24)],
  ['rows of 12 GB in a depth that exists', (bytes) => bytes.writeUInt32BE(0xffffffff, 16) && bytes.fill(7, 43, 60)],
  ['a depth that does not exist', (bytes) => bytes.writeUInt8(255, 24)],
  ['a colour type that does not exist', (bytes) => bytes.writeUInt8(5, 25)],
  ['no columns', (bytes) => bytes.writeUInt32BE(0, 16)],
])('a PNG with %s is left to the vendor', async (_, change) => {
  expect(await isBlank('png', withHead(white, change))).toBe(false)
})

/** A grey PNG whose rows take more than is unpacked: its first 5 MB black, then what `rest` holds. */
function longPng(rest: Buffer): Buffer {
  const png = pngOf({ width: 1023, height: 1 }, () => 0)
  const raw = Buffer.concat([Buffer.alloc(5 * 1024 * 1024), rest])
  const data = deflateSync(raw)
  const head = png.subarray(0, 33)
  head.writeUInt32BE(raw.length / 1024, 20)
  head.writeUInt8(0, 25)
  const start = Buffer.alloc(8)
  start.writeUInt32BE(data.length)
  start.write('IDAT', 4, 'latin1')
  return Buffer.concat([head, start, data, Buffer.alloc(4)])
}

test('64 MB of one colour in a PNG are judged by their first part, and a photo below a bar is not blank', async () => {
  const black = longPng(Buffer.alloc(59 * 1024 * 1024))
  // A wrong checksum behind the picture shows that the rest is not unpacked.
  expect(await isBlank('png', black.fill(7, black.length - 8, black.length - 4))).toBe(true)
  const photo = Buffer.from(Array.from({ length: 1024 * 1024 }, (_, at) => (at % 1024 === 0 ? 0 : ((at * 7919) % 251) ^ (at >> 7))))
  expect(await isBlank('png', longPng(photo))).toBe(false)
})

const seeds: readonly [ImageKind, Buffer][] = [
  ['jpeg', jpegOf(size, () => 0)],
  ['jpeg', jpegOf(size, (block) => block, 'progressive')],
  ['png', white],
  ['webp', webpOf(size, 90)],
]

test('2,000 pictures with changed or cut heads end without a throw', async () => {
  const edit = fc.tuple(fc.nat(300), fc.oneof(fc.constantFrom(0, 1, 255), fc.nat(255)))
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...seeds),
      fc.array(edit, { maxLength: 8 }),
      fc.option(fc.nat(400)),
      async ([kind, seed], edits, end) => {
        const bytes = Buffer.from(seed.subarray(0, end ?? seed.length))
        for (const [at, value] of edits) if (at < bytes.length) bytes[at] = value
        expect(typeof (await isBlank(kind, bytes))).toBe('boolean')
      },
    ),
    { numRuns: 2_000 },
  )
})
