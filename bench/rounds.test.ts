import { expect, test } from 'vitest'
import { median, medianRates } from './rounds.ts'

test('median: the middle one, or between the middle two; of nothing it is none', () => {
  expect(median([3, 1, 2])).toBe(2)
  expect(median([4, 1, 2, 3])).toBe(2.5)
  expect(median([])).toBeNaN()
})

test('medianRates: work that makes no number has no rate, so it meets no target', () => {
  const [rate, nothing] = medianRates([(turn) => turn + 1, () => Number.NaN], { rounds: 3, roundMs: 1 })
  expect(rate).toBeGreaterThan(0)
  expect(nothing).toBeNaN()
})
