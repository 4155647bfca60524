import { createInflate } from 'node:zlib'
import { levelsMax } from './blank-picture.ts'

/** Of the unpacked picture; the longest row, too. Where it is of one colour up to here, its packed size says whether the rest is. */
const unpackedMax = 4 * 1024 * 1024

/** One colour packs into a two-hundredth part even by the fastest encoders; a photo below a bar of one colour never does. */
const packedShareMax = 1 / 150

type Head = { readonly rowBytes: number; readonly rows: number; readonly pixelBytes: number; readonly tolerance: number }

/** Unpacks row by row, apart from the event loop, and ends at the first that differs. */
export async function isBlankPng(bytes: Buffer): Promise<boolean> {
  const head = headOf(bytes)
  const packed = Buffer.concat([...packedParts(bytes)])
  if (head === undefined || packed.length === 0) return false
  const rows = rowReader(head)
  const unpacking = createInflate()
  // Damaged data may also be found after the loop has ended.
  unpacking.on('error', () => undefined)
  try {
    unpacking.end(packed)
    let unpacked = 0
    for await (const part of unpacking) {
      if (!Buffer.isBuffer(part) || !rows.take(part)) return false
      unpacked += part.length
      if (unpacked > unpackedMax) return packed.length < head.rowBytes * head.rows * packedShareMax
    }
  } catch {
    // Data that cannot be unpacked: the picture is damaged, and says nothing.
    return false
  } finally {
    unpacking.destroy()
  }
  return rows.count() > 0
}

const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

const depths: ReadonlySet<number> = new Set([1, 2, 4, 8, 16])

/** Undefined for a picture whose rows come in several passes, and for what is none. */
function headOf(bytes: Buffer): Head | undefined {
  if (bytes.length < 33 || bytes.toString('latin1', 12, 16) !== 'IHDR' || bytes.readUInt8(28) !== 0) return undefined
  const depth = bytes.readUInt8(24)
  const bits = depths.has(depth) ? depth * (channels[bytes.readUInt8(25)] ?? 0) : 0
  const rowBytes = Math.ceil((bits * bytes.readUInt32BE(16)) / 8)
  if (rowBytes < 1 || rowBytes > unpackedMax) return undefined
  // Palette indexes, and pixels that share a byte, are not levels: compare them for equality only.
  const tolerance = depth >= 8 && bytes.readUInt8(25) !== 3 ? levelsMax : 0
  return { rowBytes, rows: bytes.readUInt32BE(20), pixelBytes: Math.ceil(bits / 8), tolerance }
}

function* packedParts(bytes: Buffer): Generator<Buffer> {
  for (let at = 8; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at))
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT') yield bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at))
}

/** Undoes the filters (PNG, 9.2) and compares each point with the first one. */
function rowReader({ rowBytes, pixelBytes, tolerance }: Head) {
  let above = Buffer.alloc(rowBytes)
  let row = Buffer.alloc(rowBytes)
  let first: Buffer | undefined
  let filter = -1
  let filled = 0
  let count = 0
  /** The last byte of points that share bytes has bits of no point. */
  const compared = pixelBytes === 1 && tolerance === 0 ? rowBytes - 1 || 1 : rowBytes
  const isSame = (): boolean => {
    if (first !== undefined && row.equals(above)) return true
    first ??= Buffer.from(row.subarray(0, pixelBytes))
    for (let at = 0; at < compared; at++) if (Math.abs((row[at] ?? 0) - (first[at % pixelBytes] ?? 0)) > tolerance) return false
    return true
  }
  return {
    count: () => count,
    /** False when a row has more than one colour. */
    take: (part: Uint8Array): boolean => {
      for (let place = 0; place < part.length; place++) {
        const byte = part[place] ?? 0
        if (filter < 0) {
          filter = byte
          continue
        }
        const left = filled < pixelBytes ? 0 : (row[filled - pixelBytes] ?? 0)
        const corner = filled < pixelBytes ? 0 : (above[filled - pixelBytes] ?? 0)
        row[filled] = byte + predicted(filter, left, above[filled] ?? 0, corner)
        filled += 1
        if (filled < rowBytes) continue
        if (!isSame()) return false
        count += 1
        ;[above, row] = [row, above]
        filter = -1
        filled = 0
      }
      return true
    },
  }
}

function predicted(filter: number, left: number, above: number, corner: number): number {
  if (filter === 1) return left
  if (filter === 2) return above
  if (filter === 3) return (left + above) >> 1
  return filter === 4 ? nearest(left, above, corner) : 0
}

/** Paeth's choice: the neighbour nearest to what they foretell together. */
function nearest(left: number, above: number, corner: number): number {
  const [byLeft, byAbove, byCorner] = [Math.abs(above - corner), Math.abs(left - corner), Math.abs(left + above - 2 * corner)]
  if (byLeft <= byAbove && byLeft <= byCorner) return left
  return byAbove <= byCorner ? above : corner
}
