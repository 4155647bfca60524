import { expect, test } from 'vitest'
import { addressOf, type Filter, readFilter } from './filter.ts'

const now = new Date('2026-11-27T17:00:00Z')
const read = (query: Record<string, unknown>): Filter => {
  const filter = readFilter(query, now)
  if ('faults' in filter) throw new Error(JSON.stringify(filter.faults))
  return filter
}

test('an empty address asks about the last seven days in Beijing, where the day has begun already, and about everything in them', () => {
  const filter = read({ channel: '', from: ' ' })
  expect(filter).toMatchObject({ from: '2026-11-22', to: '2026-11-28', by: 'channel', nr: 1, saidDays: false })
  expect(filter.channel).toBeUndefined()
})

test('only a last day means the seven days up to it', () => {
  expect(read({ to: '2026-03-02' })).toMatchObject({ from: '2026-02-24', to: '2026-03-02' })
})

test.each([
  [{ from: '2026-02-29' }, 'from', 'date'],
  [{ from: '29/11/2026' }, 'from', 'date'],
  [{ to: 'today' }, 'to', 'date'],
  [{ from: '2026-11-02', to: '2026-11-01' }, 'from', 'order'],
  [{ from: '2025-11-28', to: '2026-11-29' }, 'from', 'tooManyDays'],
  [{ by: 'people' }, 'by', 'choice'],
  [{ phone: '138 0000 0001' }, 'phone', 'choice'],
  [{ nr: '0' }, 'nr', 'number'],
  [{ nr: '-1' }, 'nr', 'number'],
  [{ nr: '1.5' }, 'nr', 'number'],
  [{ nr: '501' }, 'nr', 'number'],
  [{ nr: '1e2' }, 'nr', 'number'],
  [{ user: 'x'.repeat(201) }, 'user', 'tooLong'],
  [{ trace: 'a\0b' }, 'trace', 'choice'],
  [{ channel: ['a', 'b'] }, 'channel', 'twice'],
  [{ host: {} }, 'host', 'twice'],
])('%o is wrong in %s: %s', (query, field, reason) => {
  expect(readFilter(query, now)).toEqual({ faults: [{ field, reason }] })
})

test('everything that is wrong is named at once', () => {
  const { faults } = {
    faults: [],
    ...readFilter({ from: 'banana', to: '2026-13-99', by: 'zzz', channel: 'a\0b', nr: 'x', user: '7' }, now),
  }
  expect(faults).toEqual([
    { field: 'from', reason: 'date' },
    { field: 'to', reason: 'date' },
    { field: 'channel', reason: 'choice' },
    { field: 'by', reason: 'choice' },
    { field: 'nr', reason: 'number' },
  ])
})

test('a year and a day is the most that can be asked about', () => {
  expect(read({ from: '2025-11-28', to: '2026-11-28' }).from).toBe('2025-11-28')
})

test('what an address asks is what its filter writes back, values that were not told and odd ones too', () => {
  for (const query of [
    {},
    { from: '2026-11-01', to: '2026-11-28', by: 'day' },
    { channel: '-', brand: '&x=1', host: '中文 "<b>"' },
  ] as const) {
    const written = new URL(addressOf('/operator/funnel', read(query)), 'http://operator')
    expect(read(Object.fromEntries(written.searchParams))).toEqual(read(query))
  }
  expect(read({ channel: '-' }).channel).toBe('')
})
