import { describe, expect, test } from 'vitest'
import { problemNow } from '#ui/form-rules.ts'
import { isSum, sumOf, sumRule } from './sum-rule.ts'

describe('R5.2 rules of sums', () => {
  const rules = [sumRule((amount) => amount >= 100, 'too small'), sumRule((amount) => amount <= 150_000, 'too large')]

  test('R5.2 a sum is judged in fen, also with commas and decimals', () => {
    expect(['0.99', '1', '1.00', '1,500', '1500.00', '1500.01'].map((text) => problemNow(text, rules))).toEqual([
      'too small',
      undefined,
      undefined,
      undefined,
      undefined,
      'too large',
    ])
  })

  test('R5.2 a text that is no sum meets no demand', () => {
    for (const text of ['.', '-1', '1e3', 'x', '10²']) expect(problemNow(text, rules), text).toBe('too small')
  })

  test('R5.2 a text that is no sum is told how sums are written; one with more digits than any sum is too large', () => {
    const all = [isSum('digits only'), ...rules]
    expect(problemNow('1e3', all)).toBe('digits only')
    expect(problemNow('9'.repeat(20), all)).toBe('too large')
    expect(problemNow('5.', all)).toBeUndefined()
    expect(sumOf('5.')).toBe(500)
  })
})
