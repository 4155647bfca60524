import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { testRows } from './test-events.ts'

const receivedAt = '2026-11-28T10:00:00+08:00'

test.each([
  { field: 'event', clean: 'tap_main' },
  { field: 'page', clean: '/borrow/money' },
  { field: 'action', clean: 'tap on it' },
])('what is somebody’s is taken out of $field each time, whatever was seen there before', ({ field, clean }) => {
  const personal = `${clean} 13800000001`
  const rows = testRows(
    [clean, personal, clean, personal].map((value) => ({ [field]: value })),
    receivedAt,
  )
  const taken = `${clean} [mobile]`
  expect(rows).toMatchObject([clean, taken, clean, taken].map((value) => ({ [field]: value })))
  expect(rows.map(({ refused }) => refused)).toEqual([[], [`mobile:${field}`], [], [`mobile:${field}`]])
})

test('an action may hold an id of ours, a name may not, also after the action', () => {
  const rows = testRows(
    ['action', 'event', 'page', 'action'].map((field) => ({ [field]: 'loan_754974720000123' })),
    receivedAt,
  )
  expect(rows).toMatchObject([
    { action: 'loan_754974720000123' },
    { event: 'loan_#' },
    { page: 'loan_#' },
    { action: 'loan_754974720000123' },
  ])
})

test('what is known to be clean holds no memory, however much is said', () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage: () => void = runInNewContext('gc')
  const say = (from: number, to: number) => {
    for (let nr = from; nr < to; nr += 1) testRows([{ page: `${'page '.repeat(30)}${nr}`, action: `tap ${nr}` }], receivedAt)
    collectGarbage()
    return process.memoryUsage().heapUsed
  }
  const before = say(0, 3_000)
  expect(say(3_000, 30_000) - before).toBeLessThan(3_000_000)
})
