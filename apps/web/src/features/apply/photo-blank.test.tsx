import { beforeEach, expect, test, vi } from 'vitest'
import { photoText } from './photo.ts'
import { exif, pictures, remarked, tinyJpeg } from './test-photo.ts'

/** Canvases whose longer side is above this come out all of one colour, as on old iPhones. */
let blankAbove: number
let blankLevel: number
let sentSides: number[]

beforeEach(() => {
  sentSides = []
  blankLevel = 0
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:none', revokeObjectURL: () => undefined }))
  const Small = pictures(true)
  vi.stubGlobal(
    'Image',
    class extends Small {
      override readonly naturalWidth = 8064 as 3
      override readonly naturalHeight = 6048 as 2
    },
  )
  const sideOf = (source: unknown) => (source instanceof HTMLCanvasElement ? Math.max(source.width, source.height) : 0)
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(() => {
    let side = 0
    return Object.assign(Object.create(null), {
      fillRect: () => undefined,
      setTransform: () => undefined,
      drawImage: (source: unknown) => {
        side = sideOf(source)
      },
      getImageData: (_: number, __: number, width: number, height: number) => ({
        data: Uint8ClampedArray.from({ length: width * height * 4 }, (___, place) => (side > blankAbove ? blankLevel : (place * 7) % 256)),
      }),
    })
  })
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (this: HTMLCanvasElement, done) {
    sentSides.push(Math.max(this.width, this.height))
    done(new Blob([tinyJpeg]))
  })
})

const onItsSide = () => new Blob([remarked(tinyJpeg, exif(6, 'MM'))])

test('UI-14 a very large photo that this phone draws blank is drawn again, smaller', async () => {
  blankAbove = 1600
  await photoText(onItsSide())
  expect(sentSides).toEqual([1600])
})

test.each([0, 255])(
  'UI-14 a photo that is blank at every size (level %i) is refused with the reason, and nothing is sent',
  async (level) => {
    blankAbove = 0
    blankLevel = level
    await expect(photoText(onItsSide())).rejects.toMatchObject({ trouble: 'photoBlank' })
    expect(sentSides).toEqual([])
  },
)

test('UI-14 a photo that would be sent as it is is looked at, too', async () => {
  blankAbove = -1
  await expect(photoText(new Blob([tinyJpeg]))).rejects.toMatchObject({ trouble: 'photoBlank' })
  blankAbove = 9999
  await expect(photoText(new Blob([tinyJpeg]))).resolves.not.toBe('')
})
