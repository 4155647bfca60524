import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { mergeValues } from './merge-values.ts'
import { openNameLimit } from './name-limit.ts'
import { sumsOf } from './sums.ts'
import { testRows } from './test-events.ts'

const few = { event: 2, page: 2, channel: 2, brand: 0, host: 0, fault: 1, together: 100 }
const said = { event: 'page_load', page: 'home', channel: 'fyh', brand: 'fyh', host: 'browser' }
const [friday, saturday, sunday, monday] = ['2026-11-27', '2026-11-28', '2026-11-29', '2026-11-30'] as const

test('names of a kind beyond so many new ones a day are counted as one, and those seen the day before are not new', () => {
  const limit = openNameLimit(few)
  const pages = (names: readonly string[], day: string) => names.map((page) => limit.names({ ...said, page }, day).page)
  expect(pages(['a', 'b', 'c', 'a'], friday)).toEqual(['a', 'b', 'other', 'a'])
  expect(pages(['x', 'y', 'z', 'a', 'b'], saturday)).toEqual(['x', 'y', 'other', 'a', 'b'])
  expect(pages(['a'], sunday)).toEqual(['a'])
  expect(pages(['p', 'q', 'a', 'b'], monday)).toEqual(['p', 'q', 'a', 'other'])
})

test('names of the product pass however many others came first, brands and hosts of nobody never do', () => {
  const limit = openNameLimit(few)
  for (const event of ['m1', 'm2', 'm3']) limit.names({ ...said, event }, friday)
  expect(['page_load', 'reach_paidOut', 'm4'].map((event) => limit.names({ ...said, event }, friday).event)).toEqual([
    'page_load',
    'reach_paidOut',
    'other',
  ])
  expect(limit.names({ ...said, brand: 'made-up', host: 'made-up' }, friday)).toEqual({ ...said, brand: 'other', host: 'other' })
})

test('sets of names beyond so many new ones a day are counted as one, but the funnel goes on', () => {
  const limit = openNameLimit({ ...few, together: 1 })
  expect(limit.names(said, friday)).toEqual(said)
  const other = { page: 'other', channel: 'other', brand: 'other', host: 'other' }
  expect(limit.names({ ...said, event: 'reach_signed' }, friday)).toEqual({ event: 'reach_signed', ...other })
  expect(limit.names({ ...said, event: 'made_up' }, friday)).toEqual({ event: 'other', ...other })
  expect(limit.names(said, friday)).toEqual(said)
})

test('an event beyond the limit is kept with what it said', () => {
  const event = (page: string, content: string) => ({ page, action: 'error', content, channel: page, host: 'browser', brand: 'fyh' })
  const rows = testRows(
    [event('home', 'TypeError: x'), event('p1', 'Made up: y')],
    '2026-11-28T10:00:00+08:00',
    openNameLimit({ ...few, page: 1, channel: 1 }),
  )
  expect(rows).toMatchObject([
    { page: 'home', channel: 'home', content: 'TypeError: x', extra: {} },
    {
      page: 'other',
      channel: 'other',
      content: 'other: Made up: y',
      extra: { named: { event: 'page_load', page: 'p1', channel: 'p1', brand: 'fyh', host: 'browser' } },
    },
  ])
})

test('what was counted before a start is known after it, and what is held is bounded whoever sends it again every day', () => {
  const limit = openNameLimit({ ...few, page: 1 })
  limit.learn(
    [
      { ...said, page: 'loan' },
      { ...said, page: 'repay' },
    ],
    [],
    friday,
  )
  const pages = (names: readonly string[], day: string) => names.map((page) => limit.names({ ...said, page }, day).page)
  expect(pages(['m1', 'm2', 'loan', 'repay'], friday)).toEqual(['m1', 'other', 'loan', 'repay'])
  expect(pages(['m1', 'loan', 'repay', 'm2'], saturday)).toEqual(['m1', 'loan', 'repay', 'm2'])
  expect(pages(['m1', 'loan', 'repay', 'm2', 'm3'], sunday)).toEqual(['m1', 'loan', 'repay', 'm2', 'other'])
})

test('names that are turned away hold no memory, however many are said', () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage: () => void = runInNewContext('gc')
  const limit = openNameLimit()
  const say = (from: number, to: number) => {
    for (let nr = from; nr < to; nr += 1) limit.names({ ...said, channel: `channel-${nr}` }, friday)
    collectGarbage()
    return process.memoryUsage().heapUsed
  }
  const before = say(0, 10_000)
  expect(say(10_000, 210_000) - before).toBeLessThan(8_000_000)
})

test.each([
  { content: 'User 754974720000123: of 754974720000123', stored: 'User #: of 754974720000123' },
  { content: 'e:754974720000123', stored: 'e:#' },
  { content: `${'x'.repeat(90)} 754974720000123`, stored: `${'x'.repeat(90)} #` },
])('nobody’s id is in a name that is counted: $content', ({ content, stored }) => {
  const event = { event: 'of_754974720000123', page: '/loan/754974720000123', action: 'error', content, brand: 'fyh', host: 'browser' }
  const rows = testRows([event], '2026-11-28T10:00:00+08:00')
  expect(rows).toMatchObject([{ event: 'of_#', page: '/loan/#', content: stored }])
  expect(mergeValues(sumsOf(rows)).toString()).not.toContain('754974720000123')
})

test('faults are limited by the very names that are counted, a colon in them or not', () => {
  const contents = ['e:a', 'e:b', 'e:c: d', 'e', '😀'.repeat(90), `${'😀'.repeat(90)}: x`]
  const rows = testRows(
    contents.map((content) => ({ action: 'error', content, brand: 'fyh', host: 'browser' })),
    '2026-11-28T10:00:00+08:00',
    openNameLimit({ ...few, page: 1, channel: 1, fault: 2 }),
  )
  expect(sumsOf(rows).counts).toMatchObject({ 'error_count.name': ['e:a', 'e:b', 'other'] })
})
