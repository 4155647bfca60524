import { expect, test } from 'vitest'
import type { ImageKind } from '../images.ts'
import { isBlankPicture } from './blank-picture.ts'
import { jpegOf, pngOf, webpOf } from './test-pictures.ts'

const size = { width: 400, height: 300 }
const isBlank = (kind: ImageKind, bytes: Buffer) => isBlankPicture({ kind, bytes })
/** One dark spot low on the right. */
const spot = (x: number, y: number) => (x > 380 && y > 280 ? 0 : 255)

test.each([0, 255, 128])('ID-01 a JPEG of one level (%i) all over is blank, baseline or progressive', async (level) => {
  expect(
    await isBlank(
      'jpeg',
      jpegOf(size, () => level),
    ),
  ).toBe(true)
  expect(
    await isBlank(
      'jpeg',
      jpegOf(size, () => level, 'progressive'),
    ),
  ).toBe(true)
})

test('a JPEG with one darker block, even its last, or the noise of a light scene is not', async () => {
  const last = Math.ceil(400 / 8) * Math.ceil(300 / 8) - 1
  for (const kind of ['baseline', 'progressive'] as const) {
    expect(
      await isBlank(
        'jpeg',
        jpegOf(size, (block) => (block === last ? 200 : 255), kind),
      ),
    ).toBe(false)
    expect(
      await isBlank(
        'jpeg',
        jpegOf(size, (block) => 200 + (block % 12), kind),
      ),
    ).toBe(false)
    expect(
      await isBlank(
        'jpeg',
        jpegOf(size, (block) => block % 4, kind),
      ),
    ).toBe(true)
  }
})

test.each([0, 1, 2] as const)('a PNG is judged by its points, whatever its rows are filtered by (%i)', async (filter) => {
  expect(
    await isBlank(
      'png',
      pngOf(size, () => 255, filter),
    ),
  ).toBe(true)
  expect(
    await isBlank(
      'png',
      pngOf(size, () => 0, filter),
    ),
  ).toBe(true)
  expect(await isBlank('png', pngOf(size, spot, filter))).toBe(false)
})

test('a WebP that holds next to nothing for its size is blank', async () => {
  const large = { width: 4032, height: 3024 }
  expect(await isBlank('webp', webpOf(large, 6_000))).toBe(true)
  expect(await isBlank('webp', webpOf(large, 90_000))).toBe(false)
})

test.each<[string, ImageKind, Buffer]>([
  ['JPEG', 'jpeg', Buffer.from(`ffd8ffe0${'00'.repeat(40)}`, 'hex')],
  ['JPEG that ends in a head', 'jpeg', jpegOf(size, () => 0).subarray(0, 90)],
  ['PNG', 'png', Buffer.from(`89504e470d0a1a0a${'00'.repeat(40)}`, 'hex')],
  ['PNG whose data cannot be unpacked', 'png', Buffer.from(pngOf(size, spot)).fill(7, 50, 80)],
  ['WebP', 'webp', Buffer.from(`52494646${'00'.repeat(4)}57454250${'00'.repeat(40)}`, 'hex')],
])('a damaged %s is left to the vendor', async (_, kind, bytes) => {
  expect(await isBlank(kind, bytes)).toBe(false)
})

test('a blank picture of 50 million points leaves room for others while it is read', async () => {
  const picture = jpegOf({ width: 8_000, height: 6_400 }, () => 0)
  let turns = 0
  const looking = isBlank('jpeg', picture).finally(() => (turns = -turns))
  while (turns >= 0) {
    turns += 1
    await new Promise((done) => setImmediate(done))
    if (turns > 1_000_000) break
  }
  expect(await looking).toBe(true)
  expect(Math.abs(turns)).toBeGreaterThan(20)
})
