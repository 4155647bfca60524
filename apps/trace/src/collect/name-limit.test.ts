import { expect, test } from 'vitest'
import { openNameLimit } from './name-limit.ts'
import { testRows } from './test-events.ts'

test('names of a kind beyond so many a day are counted as one, known ones stay, and the next day begins anew', () => {
  const limit = openNameLimit(2)
  const named = ['a', 'b', 'c', 'a'].map((name) => limit('page', name, '2026-11-28'))
  expect(named).toEqual(['a', 'b', 'other', 'a'])
  expect(limit('event', 'c', '2026-11-28')).toBe('c')
  expect(limit('page', 'c', '2026-11-29')).toBe('c')
})

test('events that questions ask for by name are never among the others', () => {
  const limit = openNameLimit(0)
  expect(['page_load', 'reach_paidOut', 'made_up'].map((name) => limit('event', name, '2026-11-28'))).toEqual([
    'page_load',
    'reach_paidOut',
    'other',
  ])
})

test('an event beyond the limit is kept with what it said', () => {
  const event = (page: string, content: string) => ({ page, action: 'error', content, channel: page })
  const rows = testRows([event('home', 'TypeError: x'), event('p1', 'Made up: y')], '2026-11-28T10:00:00+08:00', openNameLimit(1))
  expect(rows).toMatchObject([
    { page: 'home', channel: 'home', content: 'TypeError: x', extra: {} },
    { page: 'other', channel: 'other', content: 'other: Made up: y', extra: { named: { page: 'p1', channel: 'p1' } } },
  ])
})
