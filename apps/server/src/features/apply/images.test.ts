import { Refusal } from '@fyh/serve/fail.ts'
import { expect, test } from 'vitest'
import { imageBytesMax, parseImage } from './images.ts'
import { pictures } from './test-applicant.ts'

const codeOf = (text: string) => {
  try {
    return parseImage(text).kind
  } catch (error) {
    return error instanceof Refusal ? error.code : error
  }
}
const heic = Buffer.from(`00000018${Buffer.from('ftypheic').toString('hex')}${'00'.repeat(40)}`, 'hex').toString('base64')

test.each([
  ['JPEG', pictures.jpeg, 'jpeg'],
  ['PNG', pictures.png, 'png'],
  ['WebP', pictures.webp, 'webp'],
  ['JPEG named image/jpg by the phone', `data:image/jpg;base64,${pictures.jpeg}`, 'jpeg'],
  ['JPEG without a type', `data:;base64,${pictures.jpeg}`, 'jpeg'],
  ['HEIC', heic, 'IMAGE_NOT_SUPPORTED'],
  [
    'HTML called a JPEG',
    `data:image/jpeg;base64,${Buffer.from('<html><script>alert(1)</script>').toString('base64')}`,
    'IMAGE_NOT_SUPPORTED',
  ],
  ['three bytes of a JPEG', Buffer.from('ffd8ff', 'hex').toString('base64'), 'IMAGE_NOT_SUPPORTED'],
  ['no base64', '%%%%', 'IMAGE_NOT_SUPPORTED'],
  ['nothing', '', 'IMAGE_NOT_SUPPORTED'],
])('UI-16 %s is judged by its bytes', (_, text, outcome) => {
  expect(codeOf(text)).toBe(outcome)
})

test('3 MB of decoded picture pass, a byte more does not', () => {
  const picture = (bytes: number) => Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(bytes - 4)]).toString('base64')
  expect(codeOf(picture(imageBytesMax))).toBe('jpeg')
  expect(codeOf(picture(imageBytesMax + 1))).toBe('IMAGE_TOO_LARGE')
})

test('a picture in lines of 76 characters is read; one with a wrong character among them is not', () => {
  const lines = Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(10_000, 7)])
    .toString('base64')
    .replace(/.{76}/g, '$&\r\n')
  expect(codeOf(lines)).toBe('jpeg')
  for (const wrong of ['*', '\u0000', '图', '-']) expect(codeOf(lines.replace('B', wrong))).toBe('IMAGE_NOT_SUPPORTED')
})

test('4 MB that are no picture cost no more than a picture of that size', () => {
  const length = 4_100_000
  const picture = Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(3_000_000, 7)]).toString('base64')
  const fastest = (text: string) => {
    const times = Array.from({ length: 3 }, () => {
      const begin = performance.now()
      codeOf(text)
      return performance.now() - begin
    })
    return Math.min(...times)
  }
  // A ratio of two measurements in one process, far from the 30 to 200 of a look at each character.
  const allowed = 8 * fastest(picture)
  for (const text of [' '.repeat(length), 'A '.repeat(length / 2), '/9j/ '.repeat(length / 5), '\n'.repeat(length)])
    expect({ begin: text.slice(0, 5), outcome: codeOf(text), isCheap: fastest(text) < allowed }).toEqual({
      ...{ begin: text.slice(0, 5), outcome: 'IMAGE_NOT_SUPPORTED', isCheap: true },
    })
})
