import { expect, test, vi } from 'vitest'
import { isSendable, photoText } from './photo.ts'

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3, 4, 5, 6, 250])
const bytesOf = (base64: string) => Array.from(atob(base64), (mark) => mark.charCodeAt(0))

test('UI-16 a picture is told by its bytes, whatever its type says', () => {
  expect(isSendable(png)).toBe(true)
  expect(isSendable(new Uint8Array([0xff, 0xd8, 0xff, 0xe0]))).toBe(true)
  expect(isSendable(new TextEncoder().encode('RIFF0000WEBP'))).toBe(true)
  expect(isSendable(new TextEncoder().encode('0000ftypheic'))).toBe(false)
  expect(isSendable(new TextEncoder().encode('<html></html>'))).toBe(false)
  expect(isSendable(new Uint8Array())).toBe(false)
})

test('UI-16 a small picture is sent byte for byte, also when the phone names no type', async () => {
  expect(bytesOf(await photoText(new Blob([png], { type: '' })))).toEqual([...png])
})

test('UI-16 what no browser can show is refused with its reason, and nothing is sent', async () => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:none', revokeObjectURL: () => undefined }))
  vi.stubGlobal(
    'Image',
    class {
      onerror: () => void = () => undefined
      set src(_: string) {
        queueMicrotask(() => this.onerror())
      }
    },
  )
  await expect(photoText(new Blob(['<html></html>'], { type: 'image/jpeg' }))).rejects.toMatchObject({ trouble: 'photoBroken' })
})
