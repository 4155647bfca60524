/** How a JPEG is to be turned: 1 to 8 as EXIF counts, 1 for upright. */
export type Turn = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

export type PlainJpeg = {
  /** The picture without what the phone wrote beside it: place, time, camera, thumbnail, turn. The compressed picture is untouched. */
  readonly parts: readonly Uint8Array<ArrayBuffer>[]
  readonly turn: Turn
  /** There was something to leave out. */
  readonly hadRemarks: boolean
}

const end = 0xd9
const scan = 0xda

/**
 * A JPEG (ITU-T T.81) without remarks, and the turn they name. Whatever follows its end is left out as well: phones put films and
 * further pictures there, each with remarks of its own. Undefined for bytes that are no whole, well-formed JPEG.
 */
export function plainJpeg(bytes: Uint8Array<ArrayBuffer>): PlainJpeg | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 4 || view.getUint16(0) !== 0xffd8) return undefined
  const parts: Uint8Array<ArrayBuffer>[] = [bytes.subarray(0, 2)]
  let turn: Turn = 1
  let hadRemarks = false
  let at = 2
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = view.getUint8(at + 1)
    // Any number of such bytes may stand before a marker.
    if (marker === 0xff) {
      at += 1
      continue
    }
    const behind = at + 2 + view.getUint16(at + 2)
    if (marker < 0xc0 || behind > bytes.length) return undefined
    const segment = bytes.subarray(at, behind)
    if (isRemark(marker, segment)) {
      hadRemarks = true
      if (marker === 0xe1 && textAt(segment, 4, 4) === 'Exif') turn = turnIn(segment) ?? turn
      at = behind
      continue
    }
    at = marker === scan ? scanEnd(bytes, behind) : behind
    parts.push(bytes.subarray(behind - segment.length, at))
    if (bytes[at] === 0xff && bytes[at + 1] === end)
      return { parts: [...parts, bytes.subarray(at, at + 2)], turn, hadRemarks: hadRemarks || at + 2 < bytes.length }
  }
  return undefined
}

/** Comments, and all that applications write but for what the colours need: JFIF's head, profiles, Adobe's mark. */
function isRemark(marker: number, segment: Uint8Array): boolean {
  if (marker === 0xe2) return textAt(segment, 4, 11) !== 'ICC_PROFILE'
  return marker === 0xfe || (marker >= 0xe1 && marker <= 0xef && marker !== 0xee)
}

/** Where the compressed picture ends: at the next marker that is neither a stuffed byte nor a restart. */
function scanEnd(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  return bytes.length
}

const textAt = (bytes: Uint8Array, at: number, length: number): string => String.fromCharCode(...bytes.subarray(at, at + length))

const orientationTag = 0x0112
/** Marker, length and "Exif\0\0" stand before the TIFF header that offsets count from. */
const tiffAt = 10

/** The turn that an EXIF segment names; undefined when it names none, or one that does not exist. */
function turnIn(bytes: Uint8Array<ArrayBuffer>): Turn | undefined {
  const segment = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const little = segment.getUint16(tiffAt) === 0x4949
    const list = tiffAt + segment.getUint32(tiffAt + 4, little)
    for (let entry = 0; entry < segment.getUint16(list, little); entry++) {
      const at = list + 2 + entry * 12
      if (segment.getUint16(at, little) === orientationTag) return turns.find((one) => one === segment.getUint16(at + 8, little))
    }
  } catch {
    // Offsets that lead out of the segment: a damaged remark says nothing.
  }
  return undefined
}

const turns: readonly Turn[] = [1, 2, 3, 4, 5, 6, 7, 8]
