import { beforeEach, expect, test, vi } from 'vitest'
import { plainJpeg } from './jpeg.ts'
import { isSendable, photoText } from './photo.ts'
import { exif, pictures, remarked, segment, text, tinyJpeg, tinyPng } from './test-photo.ts'

beforeEach(() => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:none', revokeObjectURL: () => undefined }))
  vi.stubGlobal('Image', pictures(true))
})

const bytesOf = (base64: string) => Array.from(atob(base64), (mark) => mark.charCodeAt(0))

test('UI-16 a picture is told by its bytes, whatever its type says', () => {
  expect(isSendable(tinyPng)).toBe(true)
  expect(isSendable(new Uint8Array([0xff, 0xd8, 0xff, 0xe0]))).toBe(true)
  expect(isSendable(new TextEncoder().encode('RIFF0000WEBP'))).toBe(true)
  expect(isSendable(new TextEncoder().encode('0000ftypheic'))).toBe(false)
  expect(isSendable(new TextEncoder().encode('<html></html>'))).toBe(false)
  expect(isSendable(new Uint8Array())).toBe(false)
})

test('UI-16 a small picture is sent byte for byte, also when the phone names no type', async () => {
  expect(bytesOf(await photoText(new Blob([tinyPng], { type: '' })))).toEqual([...tinyPng])
})

const heic = new Blob([Uint8Array.from([0, 0, 0, 24, ...text('ftypheic'), 0, 0, 0, 0, ...text('mif1heic')])])

test.each([
  ['a page called a photo', new Blob(['<html></html>'], { type: 'image/jpeg' }), 'photoBroken'],
  ['nothing at all', new Blob([]), 'photoBroken'],
  ['a photo of an iPhone, told by its name,', heic, 'photoHeic'],
  ['the start of a PNG with anything behind it', new Blob([tinyPng.subarray(0, 12), new Uint8Array(40)]), 'photoBroken'],
])('UI-16 %s that this browser cannot show is refused with its reason, and nothing is sent', async (_, file, trouble) => {
  vi.stubGlobal('Image', pictures(false))
  await expect(photoText(file)).rejects.toMatchObject({ trouble })
})

test('UI-16 a picture that is cut off is refused, although a browser shows what there is of it', async () => {
  const webp = Uint8Array.from([...text('RIFF'), 40, 0, 0, 0, ...text('WEBP')])
  for (const whole of [tinyJpeg, tinyPng])
    for (const left of [whole.length - 9, whole.length >> 1]) {
      const cut = photoText(new Blob([whole.subarray(0, left)]))
      await expect(cut, `${left} of ${whole.length}`).rejects.toMatchObject({ trouble: 'photoBroken' })
    }
  await expect(photoText(new Blob([webp]))).rejects.toMatchObject({ trouble: 'photoBroken' })
})

test('a file beyond what any phone takes is not even read', async () => {
  const read = vi.spyOn(FileReader.prototype, 'readAsArrayBuffer')
  const film = Object.defineProperty(new Blob([tinyJpeg]), 'size', { value: 60 * 1024 * 1024 + 1 })
  await expect(photoText(film)).rejects.toMatchObject({ trouble: 'photoTooLarge' })
  expect(read).not.toHaveBeenCalled()
})

test('a JPEG with bytes of filling before its markers is whole', async () => {
  const filled = Uint8Array.from([...tinyJpeg.subarray(0, 2), 0xff, 0xff, ...tinyJpeg.subarray(2)])
  expect(await sent(filled)).toEqual([...filled])
})

const sent = async (file: Uint8Array<ArrayBuffer>) => bytesOf(await photoText(new Blob([file])))

test.each(['II', 'MM'] as const)('UI-14 the turn is read from EXIF in both orders of bytes (%s)', (order) => {
  for (const turn of [1, 2, 3, 4, 5, 6, 7, 8]) expect(plainJpeg(remarked(tinyJpeg, exif(turn, order)))?.turn).toBe(turn)
  for (const turn of [0, 9, 256]) expect(plainJpeg(remarked(tinyJpeg, exif(turn, order)))?.turn).toBe(1)
  expect(plainJpeg(tinyJpeg)).toMatchObject({ turn: 1, hadRemarks: false })
})

test('UI-14 an upright picture is sent as it was taken, point for point, without place, captions and comments', async () => {
  const xmp = segment(0xe1, ...text('http://ns.adobe.com/xap/1.0/\0'), ...text('GPSLatitude'))
  const others = segment(0xe2, ...text('MPF\0'), 1, 2)
  const taken = remarked(tinyJpeg, exif(1, 'MM'), xmp, others, segment(0xed, 9), segment(0xe7, 9), segment(0xfe, ...text('home')))
  expect(await sent(taken)).toEqual([...tinyJpeg])
  expect(await sent(tinyJpeg)).toEqual([...tinyJpeg])
})

test('UI-14 what the colours need stays: profiles and the mark of Adobe', async () => {
  const coloured = remarked(tinyJpeg, segment(0xe2, ...text('ICC_PROFILE\0'), 1, 1), segment(0xee, ...text('Adobe'), 0))
  expect(await sent(coloured)).toEqual([...coloured])
})

test('UI-14 films and pictures that a phone puts behind the end are left out, with all they tell', async () => {
  const behind = [...text('....ftypmp42 GPS'), 0xff, 0xd9]
  expect(await sent(Uint8Array.from([...tinyJpeg, ...behind]))).toEqual([...tinyJpeg])
})

test('a picture in several scans, with stuffed and restart marks in them, is taken whole', () => {
  const scans = [0xff, 0xd8, 0xff, 0xda, 0, 2, 1, 0xff, 0, 2, 0xff, 0xd3, 3, ...segment(0xfe, 0xff, 0xd9), 0xff, 0xda, 0, 2, 4, 0xff, 0xd9]
  const plain = plainJpeg(Uint8Array.from(scans))
  expect(plain?.parts.flatMap((part) => [...part])).toEqual([...scans.slice(0, 13), ...scans.slice(19)])
})

test('UI-14 damaged remarks name no turn; what is no whole JPEG is not taken for one', () => {
  const outside = segment(0xe1, ...text('Exif\0\0II'), 42, 0, 0xff, 0xff, 0xff, 0x7f)
  expect(plainJpeg(remarked(tinyJpeg, outside))).toMatchObject({ turn: 1, hadRemarks: true })
  for (let length = 0; length < tinyJpeg.length; length++) expect(plainJpeg(tinyJpeg.slice(0, length)), `${length}`).toBeUndefined()
  for (const broken of [
    [0xff, 0xd8, 0xff, 0xe1, 0x7f, 0xff, 1],
    [0xff, 0xd8, 1, 2, 3, 4, 5, 6],
  ])
    expect(plainJpeg(Uint8Array.from(broken))).toBeUndefined()
})
