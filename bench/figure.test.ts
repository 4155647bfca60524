import { expect, test } from 'vitest'
import { lineOf, verdictOf } from './figure.ts'

const figure = { name: 'x', value: 40, unit: 'KB' }

test('a figure passes on its bound and fails beyond it', () => {
  expect(verdictOf({ ...figure, target: { of: 'value', atMost: 40 } })).toBe('PASS')
  expect(verdictOf({ ...figure, target: { of: 'value', atMost: 39 } })).toBe('FAIL')
  expect(verdictOf({ ...figure, value: 0.39, reference: { name: 'y', value: 1 }, target: { of: 'ratio', atLeast: 0.4 } })).toBe('FAIL')
})

test('a ratio without its reference, or a value that is none, never passes', () => {
  expect(verdictOf({ ...figure, target: { of: 'ratio', atLeast: 0 } })).toBe('FAIL')
  expect(verdictOf({ ...figure, value: Number.NaN, target: { of: 'value', atMost: 1 } })).toBe('FAIL')
})

test('a line names figure, reference, ratio and target', () => {
  const line = lineOf({ ...figure, reference: { name: 'bare', value: 20 }, target: { of: 'value', atMost: 50 } })
  expect(line).toMatch(/PASS {2}x +40 KB {2}bare: 20 KB \(ratio 2\) {2}target: ≤ 50 KB/)
})
