import { describe, expect, test } from 'vitest'
import { caretIn, digitsOf, grouped } from './card-number-text.ts'

describe('CN-14 a card number in groups', () => {
  test.each([
    ['', ''],
    ['6222', '6222'],
    ['62220', '6222 0'],
    ['6228480000000015008', '6228 4800 0000 0015 008'],
  ])('CN-14 %s is shown as "%s"', (digits, shown) => {
    expect(grouped(digits)).toBe(shown)
    expect(digitsOf(shown)).toBe(digits)
  })

  test('CN-14 pasted marks vanish, full-width digits are plain', () => {
    expect(digitsOf('\u202D6228-4800 0000\u00A00015 008\u202C')).toBe('6228480000000015008')
    expect(digitsOf('\uFF16\uFF12')).toBe('62')
  })

  test('CN-14 the caret stands behind as many digits as before', () => {
    expect(caretIn('6222 0200', 0)).toBe(0)
    expect(caretIn('6222 0200', 4)).toBe(4)
    expect(caretIn('6222 0200', 5)).toBe(6)
    expect(caretIn('6222 0200', 8)).toBe(9)
  })
})
