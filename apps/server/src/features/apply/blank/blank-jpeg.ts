import { setImmediate as serveOthers } from 'node:timers/promises'
import { levelsMax } from './blank-picture.ts'
import { BitReader, type HuffmanTable, huffmanTable } from './huffman.ts'

type Component = { id: number; blocks: number; quantum: number; dc: number; low: number; high: number }
type Scan = { components: { component: Component; dcTable: HuffmanTable; acTable: HuffmanTable | undefined }[]; at: number; shift: number }

/** Blocks decoded before others are served: a fraction of a millisecond, some dozens where each block is full of details. */
const sliceBlocks = 2_000

/** Blocks of one colour after which the rest is taken to have it, too: more than a photo of 50 million points has. */
const blocksMax = 4_000_000

/** Segments before the first scan, far above what a camera writes. */
const segmentsMax = 1_000

/** Looks at the mean of each block of 8 by 8 (ITU-T T.81, its DC coefficient) and decodes no more of the picture. */
export async function isBlankJpeg(bytes: Buffer): Promise<boolean> {
  try {
    const scan = firstScan(bytes)
    return scan !== undefined && (await isOneColour(bytes, scan))
  } catch (fault) {
    // Offsets and codes that lead out of the picture: it is damaged, and says nothing.
    if (fault instanceof RangeError) return false
    throw fault
  }
}

/** Segments up to the first scan; undefined for a kind of JPEG whose first scan holds no means. */
function firstScan(bytes: Buffer): Scan | undefined {
  const quanta = new Map<number, number>()
  const tables = new Map<number, HuffmanTable>()
  let frame: { isProgressive: boolean; components: Component[] } | undefined
  let segments = 0
  for (let at = 2; at + 4 <= bytes.length && segments < segmentsMax; ) {
    if (bytes.readUInt8(at) !== 0xff) return undefined
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    segments += 1
    const segment = bytes.subarray(at + 4, at + 2 + bytes.readUInt16BE(at + 2))
    at += 2 + bytes.readUInt16BE(at + 2)
    if (marker === 0xdb) readQuanta(segment, quanta)
    else if (marker === 0xc4) readTables(segment, tables)
    else if (marker >= 0xc0 && marker <= 0xc2) frame = { isProgressive: marker === 0xc2, components: componentsOf(segment, quanta) }
    else if (marker === 0xda) return frame && scanOf(segment, { ...frame, tables, at })
    else if (marker < 0xc4 || (marker > 0xc4 && marker < 0xd8)) return undefined
  }
  return undefined
}

function readQuanta(segment: Buffer, quanta: Map<number, number>): void {
  for (let at = 0; at < segment.length; ) {
    const head = segment.readUInt8(at)
    const isWide = head >> 4 > 0
    quanta.set(head & 15, isWide ? segment.readUInt16BE(at + 1) : segment.readUInt8(at + 1))
    at += 1 + (isWide ? 128 : 64)
  }
}

function readTables(segment: Buffer, tables: Map<number, HuffmanTable>): void {
  for (let at = 0; at < segment.length; ) {
    const counts = [...segment.subarray(at + 1, at + 17)]
    const symbols = counts.reduce((sum, count) => sum + count, 0)
    tables.set(segment.readUInt8(at), huffmanTable(counts, segment.subarray(at + 17, at + 17 + symbols)))
    at += 17 + symbols
  }
}

function componentsOf(segment: Buffer, quanta: Map<number, number>): Component[] {
  return Array.from({ length: componentCount(segment, 5) }, (_, place) => {
    const [id = 0, factors = 0, table = 0] = segment.subarray(6 + place * 3, 9 + place * 3)
    const [across, down] = [factors >> 4, factors & 15]
    if (!isFactor(across) || !isFactor(down)) throw new RangeError('a component has a sampling factor outside 1 to 4')
    return {
      id,
      blocks: across * down,
      quantum: quanta.get(table) ?? 1,
      dc: 0,
      low: Number.POSITIVE_INFINITY,
      high: Number.NEGATIVE_INFINITY,
    }
  })
}

const isFactor = (value: number) => value >= 1 && value <= 4

/** From one to four, as the format has them: a loop over none would never end. */
function componentCount(segment: Buffer, at: number): number {
  const count = segment.readUInt8(at)
  if (count < 1 || count > 4) throw new RangeError('a picture has one to four components')
  return count
}

type Frame = { isProgressive: boolean; components: Component[]; tables: Map<number, HuffmanTable>; at: number }

function scanOf(segment: Buffer, { isProgressive, components, tables, at }: Frame): Scan | undefined {
  const count = componentCount(segment, 0)
  const [from = 0, , approximation = 0] = segment.subarray(1 + count * 2)
  if (from !== 0 || approximation >> 4 !== 0) return undefined
  const chosen = Array.from({ length: count }, (_, place) => {
    const [id, use = 0] = segment.subarray(1 + place * 2, 3 + place * 2)
    const component = components.find((one) => one.id === id)
    const dcTable = tables.get(use >> 4)
    if (component === undefined || dcTable === undefined) throw new RangeError('a scan names what the frame lacks')
    // A component by itself comes block by block, whatever its share of a unit.
    const alone = count === 1 ? { ...component, blocks: 1 } : component
    return { component: alone, dcTable, acTable: isProgressive ? undefined : tables.get(16 + (use & 15)) }
  })
  return { components: chosen, at, shift: approximation & 15 }
}

async function isOneColour(bytes: Buffer, { components, at, shift }: Scan): Promise<boolean> {
  const bits = new BitReader(bytes, at)
  let decoded = 0
  // Each turn reads at least one bit: a scan has components, and each of them blocks.
  while (!bits.ended && decoded < blocksMax) {
    if (bits.restarted()) for (const { component } of components) component.dc = 0
    for (const { component, dcTable, acTable } of components)
      for (let block = 0; block < component.blocks; block++) {
        component.dc += bits.signed(dcTable.read(bits)) * 2 ** shift
        if (bits.ended) return decoded > 0
        if (acTable !== undefined && hasDetail(bits, acTable, component.quantum)) return false
        const level = (component.dc * component.quantum) / 8
        component.low = Math.min(component.low, level)
        component.high = Math.max(component.high, level)
        if (component.high - component.low > levelsMax) return false
        decoded += 1
        if (decoded % sliceBlocks === 0) await serveOthers()
      }
  }
  return decoded > 0
}

/** Passes by what a block holds beside its mean; true when that is more than the noise of one colour. */
function hasDetail(bits: BitReader, table: HuffmanTable, quantum: number): boolean {
  for (let place = 1; place < 64; place++) {
    const symbol = table.read(bits)
    if (symbol === 0) return false
    place += symbol >> 4
    // In every table in use, the steps of details are at least as large as that of the mean.
    if (Math.abs(bits.signed(symbol & 15)) * quantum > levelsMax * 8) return true
  }
  return false
}
