import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mutated, mutationsOf } from './mutations.ts'
import { namedFaults } from './named-faults.ts'
import { sampleOf } from './sample.ts'

const results = (text: string) => mutationsOf('x.ts', text).map((mutation) => mutated(text, mutation))

test.each([
  ['a < b', ['a <= b']],
  ['a === b', ['a !== b']],
  ['a + b', ['a - b']],
  ['sum += a', ['sum -= a']],
  ['a && b', ['a || b']],
  ['x = a ? b : c', ['x = !(a) ? b : c']],
  ['if (a) b = c', ['if (!(a)) b = c']],
  ['x = Math.min(a, b)', ['x = Math.max(a, b)', 'x = a']],
  [
    'import { addFen, subFen } from "m"\nx = subFen(a, b)',
    ['import { addFen, subFen } from "m"\nx = addFen(a, b)', 'import { addFen, subFen } from "m"\nx = a'],
  ],
  ['import { subFen } from "m"\nx = subFen(a, b)', ['import { subFen } from "m"\nx = a']],
  ["x = { rounding: 'halfUp' }", ["x = { rounding: 'down' }"]],
  ['x = 30', ['x = 31']],
  ['book(a)', ['']],
  ['all.every(f)', ['', 'all.some(f)']],
  ["demand(a > 0, 'NOT_POSITIVE', `a + 1`)", ['', "demand(a >= 0, 'NOT_POSITIVE', `a + 1`)", "demand(a > 1, 'NOT_POSITIVE', `a + 1`)"]],
])('%s is changed into what a test must notice', (text, expected) => {
  expect(results(text)).toEqual(expected)
})

test.each([
  'assert(a > 0, "why")',
  'throw new Error(a + 1)',
  "x = 'a' + b",
  'type A = 1 | 2',
  'import a from "b"',
  'x = all.sort((a, b) => a.on - b.on)',
  'switch (a) {\n  case 1:\n}',
])('%s is left alone: no test could notice, or it only tells of a bug', (text) => {
  expect(results(text)).toEqual([])
})

test('a sample is the same for the same seed, another for another, and takes of every file its share', () => {
  const mutations = ['a.ts', 'b.ts'].flatMap((file, index) =>
    mutationsOf(
      file,
      Array(index === 0 ? 30 : 10)
        .fill('x = a < b')
        .join('\n'),
    ),
  )
  const sample = sampleOf(mutations, { size: 8, seed: 1 })
  expect(sample).toEqual(sampleOf(mutations, { size: 8, seed: 1 }))
  expect(sample).not.toEqual(sampleOf(mutations, { size: 8, seed: 2 }))
  expect(sample.filter(({ file }) => file === 'a.ts')).toHaveLength(6)
  expect(sampleOf(mutations, { size: 100, seed: 1 })).toHaveLength(40)
})

test('every fault written down by hand stands once in its file, and changes it', () => {
  const lost = namedFaults.filter(({ file, from, to }) => {
    const parts = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8').split(from)
    return parts.length !== 2 || from === to
  })
  expect(lost).toEqual([])
  expect(namedFaults.length).toBeGreaterThanOrEqual(40)
  expect(new Set(namedFaults.map(({ file, fault }) => `${file} ${fault}`)).size).toBe(namedFaults.length)
})
