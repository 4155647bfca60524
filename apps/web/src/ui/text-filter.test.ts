import { describe, expect, test } from 'vitest'
import { caretAfter, withCommas } from './amount-text.ts'
import { filterText } from './text-filter.ts'

describe('R5.3 text filters', () => {
  test('R5.3 digit keeps digits alone, full-width ones and those of a pasted sentence too', () => {
    expect(filterText('验证码 135790。', 'digit', 6)).toBe('135790')
    expect(filterText('１３８０', 'digit', 11)).toBe('1380')
    expect(filterText('\u202D138 0000-0000\u202C', 'digit', 11)).toBe('13800000000')
  })
  test('UI-07 a longer paste is cut to the digits asked for', () => {
    expect(filterText('1234567', 'digit', 6)).toBe('123456')
  })
  test('R5.3 number keeps one point', () => {
    expect(filterText('1,2a3.4.5', 'number', 9999)).toBe('123.45')
  })
  test('CN-10 the limit counts characters, so a rare Chinese character is one', () => {
    expect(filterText('李𠮷李𠮷', undefined, 3)).toBe('李𠮷李')
    expect(filterText('中'.repeat(51), undefined, 50)).toHaveLength(50)
  })
  test('CN-10 R5.3 a full box refuses the next character wherever it is typed and keeps what it holds', () => {
    const full = '中'.repeat(50)
    expect(filterText(`${full}文`, undefined, 50, full)).toBe(full)
    expect(filterText(`文${full}`, undefined, 50, full)).toBe(full)
    expect(filterText('12x345', undefined, 5, '12345')).toBe('12345')
    expect(filterText('1xyz2345', undefined, 6, '12345')).toBe('1x2345')
    expect(filterText('1119', 'digit', 3, '119')).toBe('119')
    expect(filterText('abcdef', undefined, 3, 'xyz')).toBe('abc')
    expect(filterText('１２３45', 'digit', 4, '1235')).toBe('1235')
  })
  test('R5.3 without a filter text passes as it is up to 9999 characters', () => {
    expect(filterText('阿依古丽·买某某', undefined, 9999)).toBe('阿依古丽·买某某')
    expect(filterText('a'.repeat(10_000), undefined, 9999)).toHaveLength(9999)
  })
})

describe('amounts while typing', () => {
  test('commas come by themselves and never change the digits', () => {
    expect(withCommas('1234567.5')).toBe('1,234,567.5')
    expect(withCommas('')).toBe('')
    expect(withCommas('12.')).toBe('12.')
    expect(withCommas('-1234')).toBe('-1234')
  })
  test('the caret stays after the digit that was typed', () => {
    expect(caretAfter('12,345', 2)).toBe(2)
    expect(caretAfter('12,345', 3)).toBe(4)
    expect(caretAfter('12,345', 5)).toBe(6)
  })
})
