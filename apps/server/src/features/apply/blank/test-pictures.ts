import { deflateSync } from 'node:zlib'

type Size = { readonly width: number; readonly height: number }

const segment = (marker: number, ...bytes: number[]): number[] => [
  0xff,
  marker,
  (bytes.length + 2) >> 8,
  (bytes.length + 2) & 255,
  ...bytes,
]
const twoBytes = (value: number): number[] => [value >> 8, value & 255]

/** A grey JPEG whose blocks of 8 by 8 have the levels that `levelAt` says; baseline, or progressive with its first scan alone. */
export function jpegOf({ width, height }: Size, levelAt: (block: number) => number, kind: 'baseline' | 'progressive' = 'baseline'): Buffer {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8)
  // Twelve lengths of means, four bits each; for details one code that says there are none.
  const means = [0, 0, 0, 0, 12, ...Array<number>(12).fill(0), ...Array.from({ length: 12 }, (_, length) => length)]
  const details = [0x10, 1, ...Array<number>(15).fill(0), 0]
  let bits = ''
  let last = 0
  for (let block = 0; block < blocks; block++) {
    const mean = (levelAt(block) - 128) * 8
    bits += dcBits(mean - last) + (kind === 'baseline' ? '0' : '')
    last = mean
  }
  const scan = (bits.padEnd(Math.ceil(bits.length / 8) * 8, '1').match(/.{8}/g) ?? []).flatMap((text) => {
    const byte = Number.parseInt(text, 2)
    return byte === 0xff ? [0xff, 0] : [byte]
  })
  const quanta = [0, ...Array<number>(64).fill(1)]
  return Buffer.from([
    ...[0xff, 0xd8],
    ...segment(0xdb, ...quanta),
    ...segment(kind === 'baseline' ? 0xc0 : 0xc2, 8, ...twoBytes(height), ...twoBytes(width), 1, 1, 0x11, 0),
    ...segment(0xc4, ...means),
    ...segment(0xc4, ...details),
    ...segment(0xda, 1, 1, 0, 0, kind === 'baseline' ? 63 : 0, 0),
    ...scan,
    ...[0xff, 0xd9],
  ])
}

function dcBits(difference: number): string {
  const length = difference === 0 ? 0 : Math.floor(Math.log2(Math.abs(difference))) + 1
  const value = difference < 0 ? difference + 2 ** length - 1 : difference
  return length.toString(2).padStart(4, '0') + (length === 0 ? '' : value.toString(2).padStart(length, '0'))
}

/** A PNG of RGB; `filter` as the format numbers them, of which a row of one colour looks different each. */
export function pngOf({ width, height }: Size, levelAt: (x: number, y: number) => number, filter: 0 | 1 | 2 = 0): Buffer {
  const level = (x: number, y: number) => (x < 0 || y < 0 ? 0 : levelAt(x, y))
  const rows = Array.from({ length: height }, (_, y) => {
    const points = Array.from({ length: width }, (__, x) => {
      const before = filter === 1 ? level(x - 1, y) : filter === 2 ? level(x, y - 1) : 0
      return Array<number>(3).fill((level(x, y) - before) & 255)
    })
    return [filter, ...points.flat()]
  })
  const chunk = (name: string, data: Buffer) => Buffer.concat([sizeOf(data.length), Buffer.from(name, 'latin1'), data, Buffer.alloc(4)])
  const head = Buffer.concat([sizeOf(width), sizeOf(height), Buffer.from([8, 2, 0, 0, 0])])
  const body = deflateSync(Buffer.from(rows.flat()))
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), chunk('IHDR', head), chunk('IDAT', body), chunk('IEND', Buffer.alloc(0))])
}

function sizeOf(value: number): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt32BE(value)
  return size
}

/** A lossy WebP of so many bytes of picture. */
export function webpOf({ width, height }: Size, length: number): Buffer {
  const data = Buffer.alloc(length)
  data.writeUIntBE(0x9d012a, 3, 3)
  data.writeUInt16LE(width, 6)
  data.writeUInt16LE(height, 8)
  const head = Buffer.alloc(20)
  head.write('RIFF', 0, 'latin1')
  head.write('WEBPVP8 ', 8, 'latin1')
  head.writeUInt32LE(length, 16)
  return Buffer.concat([head, data])
}
