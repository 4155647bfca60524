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
 * The file as base64. One that the server takes is sent exactly as it is; a larger one, or one of another kind, is redrawn as a
 * JPEG, which also turns it upright and leaves the phone's remarks (place, camera) behind.
 */
export async function photoText(file: Blob): Promise<string> {
  const start = new Uint8Array(await bytesOf(file.slice(0, 12)))
  if (file.size <= photoBytesMax && isSendable(start)) return base64Of(file)
  return base64Of(await redrawn(file))
}

async function redrawn(file: Blob): Promise<Blob> {
  const picture = await decoded(file)
  const shrink = Math.min(1, longestSide / Math.max(picture.naturalWidth, picture.naturalHeight, 1))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.naturalWidth * shrink))
  canvas.height = Math.max(1, Math.round(picture.naturalHeight * shrink))
  const pen = canvas.getContext('2d')
  if (pen === null) throw new PhotoError('photoTooLarge')
  // JPEG knows no transparency; what is see-through becomes white instead of black.
  pen.fillStyle = 'white'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
  for (const quality of qualities) {
    const drawn = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', quality))
    if (drawn !== null && drawn.size <= photoBytesMax) return drawn
  }
  throw new PhotoError('photoTooLarge')
}

/** An image element reads whatever the phone can show and applies the turn noted in the file, which every browser since 2020 does. */
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
