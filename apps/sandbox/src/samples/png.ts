import { crc32, deflateSync } from 'node:zlib'

export type Pixels = { readonly width: number; readonly height: number; readonly rgb: Uint8Array }

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A PNG of 8-bit RGB, with texts beside the picture that every reader of the file finds and no viewer shows. */
export function encodePng({ width, height, rgb }: Pixels, texts: Readonly<Record<string, string>>): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    ...Object.entries(texts).map(([keyword, text]) => chunk('tEXt', Buffer.from(`${keyword}\0${text}`, 'latin1'))),
    chunk('IDAT', deflateSync(filtered(width, height, rgb))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** The texts of a PNG; none for anything that is not one or is cut off. */
export function readPngTexts(file: Buffer): Readonly<Record<string, string>> {
  const texts: Record<string, string> = {}
  if (!file.subarray(0, 8).equals(signature)) return texts
  for (let at = 8; at + 12 <= file.length; ) {
    const length = file.readUInt32BE(at)
    const data = file.subarray(at + 8, at + 8 + length)
    const end = data.indexOf(0)
    if (file.toString('latin1', at + 4, at + 8) === 'tEXt' && data.length === length && end > 0)
      texts[data.toString('latin1', 0, end)] = data.toString('latin1', end + 1)
    at += 12 + length
  }
  return texts
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

/** Each row as the difference to the one above (filter 2), which is what makes even areas small. */
function filtered(width: number, height: number, rgb: Uint8Array): Buffer {
  const stride = width * 3
  const rows = Buffer.alloc((stride + 1) * height)
  for (let y = 0; y < height; y += 1) {
    rows[y * (stride + 1)] = 2
    for (let x = 0; x < stride; x += 1)
      rows[y * (stride + 1) + 1 + x] = (rgb[y * stride + x] ?? 0) - (y > 0 ? (rgb[(y - 1) * stride + x] ?? 0) : 0)
  }
  return rows
}
