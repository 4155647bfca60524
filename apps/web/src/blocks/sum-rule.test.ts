import { describe, expect, test } from 'vitest'
import { problemNow } from '#ui/form-rules.ts'
import { sumRule } from './sum-rule.ts'

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
    for (const text of ['.', '1.', '-1', '1e3', 'x']) expect(problemNow(text, rules), text).toBe('too small')
  })
})
