/** Codes of up to 16 bits, by their length (ITU-T T.81, annex F.2.2.3). */
export type HuffmanTable = { readonly read: (bits: BitReader) => number }

export function huffmanTable(counts: readonly number[], symbols: Uint8Array): HuffmanTable {
  const ends: number[] = []
  const offsets: number[] = []
  let code = 0
  let first = 0
  for (const count of counts) {
    offsets.push(first - code)
    code += count
    first += count
    ends.push(code)
    code *= 2
  }
  return {
    read: (bits) => {
      let found = 0
      for (let length = 0; length < 16; length++) {
        found = found * 2 + bits.bit()
        if (found < (ends[length] ?? 0)) return symbols[found + (offsets[length] ?? 0)] ?? 0
      }
      if (bits.ended) return 0
      throw new RangeError('a code that no table has')
    },
  }
}

/** The bits of a scan, without its stuffed bytes; zeros behind its end. */
export class BitReader {
  private at: number
  private byte = 0
  private left = 0
  private hasRestarted = false
  private readonly bytes: Uint8Array
  /** A marker other than a restart was met, or the end of the file. */
  ended = false

  constructor(bytes: Uint8Array, at: number) {
    this.bytes = bytes
    this.at = at
    this.load()
  }

  bit(): number {
    if (this.left === 0) this.load()
    this.left -= 1
    return (this.byte >> this.left) & 1
  }

  /** A difference written in so many bits. */
  signed(length: number): number {
    if (length > 16) throw new RangeError('a difference of more than 16 bits')
    let value = 0
    for (let bit = 0; bit < length; bit++) value = value * 2 + this.bit()
    return length === 0 || value >= 2 ** (length - 1) ? value : value - 2 ** length + 1
  }

  /** Whether a restart stands in front of the next bit, from which means count from zero; it is passed by. */
  restarted(): boolean {
    const [mark, kind = 0] = this.bytes.subarray(this.at, this.at + 2)
    if (mark !== 0xff || kind < 0xd0 || kind > 0xd7) {
      const restarted = this.hasRestarted
      this.hasRestarted = false
      return restarted
    }
    this.at += 2
    this.left = 0
    this.hasRestarted = false
    return true
  }

  private load(): void {
    const byte = this.bytes[this.at]
    const next = this.bytes[this.at + 1]
    this.left = 8
    if (byte === undefined || (byte === 0xff && next !== 0)) {
      this.byte = 0
      this.ended = true
      return
    }
    this.byte = byte
    this.at += byte === 0xff ? 2 : 1
  }
}
