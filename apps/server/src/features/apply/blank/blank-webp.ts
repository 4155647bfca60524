/**
 * Whether a WebP holds next to nothing for its size. A block of 16 by 16 of one colour takes a small part of a byte, one of a photo several,
 * so no picture need be decoded for it.
 */
export function isBlankWebp(bytes: Buffer): boolean {
  for (let at = 12; at + 18 <= bytes.length; ) {
    const name = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    const pixels = name === 'VP8 ' ? lossyPixels(bytes, at + 8) : name === 'VP8L' ? losslessPixels(bytes, at + 8) : undefined
    if (pixels !== undefined) return pixels > 0 && length < bytesAlways + (pixels / 256) * bytesOfBlockMin
    at += 8 + length + (length % 2)
  }
  return false
}

/** Heads and tables, which every picture has. */
const bytesAlways = 100
const bytesOfBlockMin = 0.4

function lossyPixels(bytes: Buffer, at: number): number {
  const isFrame = bytes.readUIntBE(at + 3, 3) === 0x9d012a
  return isFrame ? (bytes.readUInt16LE(at + 6) & 0x3fff) * (bytes.readUInt16LE(at + 8) & 0x3fff) : 0
}

function losslessPixels(bytes: Buffer, at: number): number {
  if (bytes.readUInt8(at) !== 0x2f) return 0
  const sides = bytes.readUInt32LE(at + 1)
  return ((sides & 0x3fff) + 1) * (((sides >> 14) & 0x3fff) + 1)
}
