import { type PlainJpeg, plainJpeg, type Turn } from './jpeg.ts'

/** Of the picture as it is sent, before base64. */
export const photoBytesMax = 3 * 1024 * 1024

/** Of the file as it was chosen, far above what any phone takes: what is larger is not even read. */
const fileBytesMax = 60 * 1024 * 1024

/**
 * The longest side a redrawn picture keeps; a card fills it with far more than reading needs. Old iPhones draw very large photos all black
 * or all white: then a smaller one is drawn.
 */
const longestSides = [2400, 1600, 1024] as const
const qualities = [0.9, 0.8, 0.65, 0.5] as const

export type PhotoTrouble = 'photoBroken' | 'photoHeic' | 'photoTooLarge' | 'photoBlank'
export class PhotoError extends Error {
  readonly trouble: PhotoTrouble
  constructor(trouble: PhotoTrouble) {
    super(trouble)
    this.name = 'PhotoError'
    this.trouble = trouble
  }
}

/** JPEG, PNG or WebP by the first bytes: phones leave the type of a file empty or name another one. */
export function isSendable(start: Uint8Array): boolean {
  const text = String.fromCharCode(...start.subarray(0, 12))
  return (
    text.startsWith('\u00FF\u00D8\u00FF') || text.startsWith('\u0089PNG\r\n\u001A\n') || (text.startsWith('RIFF') && text.endsWith('WEBP'))
  )
}

/**
 * The file as base64, upright and without the phone's remarks (place, time, camera). One that the server takes is sent as it
 * is but for those; a larger one, one that lies on its side, or one of another kind is redrawn as a JPEG. Rejects with a PhotoError
 * what this browser cannot show whole.
 */
export async function photoText(file: Blob): Promise<string> {
  if (file.size > fileBytesMax) throw new PhotoError('photoTooLarge')
  const bytes = new Uint8Array(await bytesOf(file))
  const jpeg = plainJpeg(bytes)
  const plain = jpeg?.hadRemarks ? new Blob([...jpeg.parts], { type: 'image/jpeg' }) : file
  const picture = isCutOff(bytes, jpeg) ? undefined : await decoded(plain)
  if (picture === undefined) throw new PhotoError(isHeic(bytes) ? 'photoHeic' : 'photoBroken')
  const { turn = 1 } = jpeg ?? {}
  if (turn !== 1 || !isFitToSend(bytes, jpeg) || plain.size > photoBytesMax) return base64Of(await redrawn(picture, turn))
  if (isBlank(picture, picture.naturalWidth, picture.naturalHeight)) throw new PhotoError('photoBlank')
  return base64Of(plain)
}

/** A browser shows the part of a picture that arrived as if it were the picture; the lower half of a card says nothing then. */
function isCutOff(bytes: Uint8Array, jpeg: PlainJpeg | undefined): boolean {
  if (!isSendable(bytes.subarray(0, 12))) return false
  if (bytes[0] === 0xff) return jpeg === undefined
  const text = latin(bytes)
  if (text.startsWith('RIFF')) return new DataView(bytes.buffer).getUint32(4, true) + 8 > bytes.length
  return !text.includes('IEND')
}

const isHeic = (bytes: Uint8Array): boolean => /^ftyp(hei|hev|mif|msf)/.test(latin(bytes.subarray(4, 12)))

/** A PNG or WebP with remarks is redrawn. */
function isFitToSend(bytes: Uint8Array, jpeg: PlainJpeg | undefined): boolean {
  return jpeg !== undefined || (isSendable(bytes.subarray(0, 12)) && !/eXIf|EXIF|XMP |iTXt/.test(latin(bytes)))
}

const latin = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes)

/** Draws the picture anew, turned: the remarks are gone from the file, so no browser turns it a second time. */
async function redrawn(picture: HTMLImageElement, turn: Turn): Promise<Blob> {
  for (const longestSide of longestSides) {
    const canvas = drawn(picture, turn, longestSide)
    if (!isBlank(canvas, canvas.width, canvas.height)) return packed(canvas)
  }
  throw new PhotoError('photoBlank')
}

function drawn(picture: HTMLImageElement, turn: Turn, longestSide: number): HTMLCanvasElement {
  const shrink = Math.min(1, longestSide / Math.max(picture.naturalWidth, picture.naturalHeight, 1))
  const canvas = document.createElement('canvas')
  const width = Math.max(1, Math.round(picture.naturalWidth * shrink))
  const height = Math.max(1, Math.round(picture.naturalHeight * shrink))
  const onSide = turn > 4
  canvas.width = onSide ? height : width
  canvas.height = onSide ? width : height
  const pen = canvas.getContext('2d')
  if (pen === null) throw new PhotoError('photoTooLarge')
  // JPEG knows no transparency; what is see-through becomes white instead of black.
  pen.fillStyle = 'white'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.setTransform(...turned[turn](width, height))
  pen.drawImage(picture, 0, 0, width, height)
  return canvas
}

async function packed(canvas: HTMLCanvasElement): Promise<Blob> {
  for (const quality of qualities) {
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', quality))
    if (blob !== null && blob.size <= photoBytesMax) return blob
  }
  throw new PhotoError('photoTooLarge')
}

/** Side of the small copy that a picture is judged by, and the levels of 255 between its points that still count as one colour. */
const copySide = 64
const levelsMax = 8

/** Whether a picture is of one colour all over. False where this browser has no canvas to look with: the server looks as well. */
function isBlank(picture: CanvasImageSource, width: number, height: number): boolean {
  const copy = document.createElement('canvas')
  copy.width = Math.min(copySide, width)
  copy.height = Math.min(copySide, height)
  const pen = copy.getContext('2d')
  if (!pen) return false
  pen.fillStyle = 'white'
  pen.fillRect(0, 0, copy.width, copy.height)
  pen.drawImage(picture, 0, 0, copy.width, copy.height)
  const { data } = pen.getImageData(0, 0, copy.width, copy.height)
  return data.every((level, place) => Math.abs(level - (data[place % 4] ?? level)) <= levelsMax)
}

type Matrix = readonly [number, number, number, number, number, number]
/** Where the corners of a picture of w by h go, by EXIF's turn. */
const turned: Readonly<Record<Turn, (w: number, h: number) => Matrix>> = {
  1: () => [1, 0, 0, 1, 0, 0],
  2: (w) => [-1, 0, 0, 1, w, 0],
  3: (w, h) => [-1, 0, 0, -1, w, h],
  4: (_, h) => [1, 0, 0, -1, 0, h],
  5: () => [0, 1, 1, 0, 0, 0],
  6: (_, h) => [0, 1, -1, 0, h, 0],
  7: (w, h) => [0, -1, -1, 0, h, w],
  8: (w) => [0, -1, 1, 0, 0, w],
}

/**
 * An image element reads whatever the phone can show, undefined is what it cannot; a turn that another kind of file notes is the
 * browser's to apply.
 */
function decoded(file: Blob): Promise<HTMLImageElement | undefined> {
  const address = URL.createObjectURL(file)
  return new Promise<HTMLImageElement | undefined>((done) => {
    const picture = new Image()
    picture.onload = () => done(picture)
    picture.onerror = () => done(undefined)
    picture.src = address
  }).finally(() => URL.revokeObjectURL(address))
}

async function base64Of(file: Blob): Promise<string> {
  const address = await readWith((reader) => reader.readAsDataURL(file))
  return typeof address === 'string' ? address.slice(address.indexOf(',') + 1) : ''
}

async function bytesOf(file: Blob): Promise<ArrayBuffer> {
  const bytes = await readWith((reader) => reader.readAsArrayBuffer(file))
  return typeof bytes === 'string' ? new ArrayBuffer(0) : bytes
}

/** FileReader and not Blob.arrayBuffer, which iOS 13 lacks. A file that went away meanwhile is a broken photo. */
function readWith(start: (reader: FileReader) => void): Promise<string | ArrayBuffer> {
  return new Promise((done, fail) => {
    const reader = new FileReader()
    reader.onload = () => (reader.result === null ? fail(new PhotoError('photoBroken')) : done(reader.result))
    reader.onerror = () => fail(new PhotoError('photoBroken'))
    start(reader)
  })
}
