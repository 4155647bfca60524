import { plainJpeg, type Turn } from './jpeg.ts'

/** Of the picture as it is sent, before base64. */
export const photoBytesMax = 3 * 1024 * 1024

/** The longest side a redrawn picture keeps; a card fills it with far more than reading needs. */
const longestSide = 2400
const qualities = [0.9, 0.8, 0.65, 0.5] as const

export type PhotoTrouble = 'photoBroken' | 'photoTooLarge'
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
 * is but for those; a larger one, one that lies on its side, or one of another kind is redrawn as a JPEG.
 */
export async function photoText(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await bytesOf(file))
  const jpeg = plainJpeg(bytes)
  if (jpeg === undefined) return base64Of(isFitToSend(bytes) ? file : await redrawn(file, 1))
  const plain = jpeg.hadRemarks ? new Blob([...jpeg.parts], { type: 'image/jpeg' }) : file
  return base64Of(jpeg.turn === 1 && plain.size <= photoBytesMax ? plain : await redrawn(plain, jpeg.turn))
}

/** A PNG or WebP with remarks is redrawn, and so is a JPEG whose parts could not be told apart but for the start. */
function isFitToSend(bytes: Uint8Array): boolean {
  if (bytes.length > photoBytesMax || !isSendable(bytes.subarray(0, 12)) || bytes[0] === 0xff) return false
  const start = new TextDecoder('latin1').decode(bytes)
  return !/eXIf|EXIF|XMP |iTXt/.test(start)
}

/** Draws the picture anew, turned: the remarks are gone from the file, so no browser turns it a second time. */
async function redrawn(file: Blob, turn: Turn): Promise<Blob> {
  const picture = await decoded(file)
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
  for (const quality of qualities) {
    const drawn = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', quality))
    if (drawn !== null && drawn.size <= photoBytesMax) return drawn
  }
  throw new PhotoError('photoTooLarge')
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

/** An image element reads whatever the phone can show; a turn that another kind of file notes is the browser's to apply. */
function decoded(file: Blob): Promise<HTMLImageElement> {
  const address = URL.createObjectURL(file)
  return new Promise<HTMLImageElement>((done, fail) => {
    const picture = new Image()
    picture.onload = () => done(picture)
    picture.onerror = () => fail(new PhotoError('photoBroken'))
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
