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
