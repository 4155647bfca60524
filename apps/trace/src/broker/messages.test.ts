import { expect, test } from 'vitest'
import { messagesOf, rowsOf } from './messages.ts'
import { testEventRow } from './test-event-row.ts'

const rows = (count: number) => Array.from({ length: count }, (_, seq) => testEventRow({ seq, content: '多'.repeat(300) }))

test('rows come out of their messages as they went in, in order, and no message is beyond the limit', () => {
  const sent = rows(60)
  const messages = messagesOf(sent, 20_000)
  expect(messages.length).toBeGreaterThan(3)
  for (const message of messages) expect(message.length).toBeLessThanOrEqual(20_000)
  expect(messages.flatMap((message) => rowsOf(message) ?? [])).toEqual(sent)
})

test('moments that an older collector wrote as ISO instants are the same moments', () => {
  const row = testEventRow()
  const ofOlder = { ...row, happened_at: '2026-11-28T02:00:00.000Z', received_at: '2026-11-28T02:00:00.100Z' }
  expect(rowsOf(Buffer.from(JSON.stringify({ rows: [ofOlder, row] })))).toEqual([row, row])
})

test('rows that fit together go together, and none make no message', () => {
  expect(messagesOf(rows(60))).toHaveLength(1)
  expect(messagesOf([])).toEqual([])
})

test('a row that no message can hold is a fault and is not cut', () => {
  expect(() => messagesOf(rows(1), 1_000)).toThrow(/beyond/)
})

test.each([
  ['no JSON', '{"rows":['],
  ['not UTF-8', '\xff\xfe'],
  ['another thing', '{"events":[]}'],
  ['a row without an identity', '{"rows":[{"event":"page_load"}]}'],
  ['a day that never comes', JSON.stringify({ rows: [testEventRow({ day: 'infinity' })] })],
  ...[
    ...['now', 'infinity', '2026-11-28', '2026-02-30T02:00:00.000Z', '2026-11-28T24:00:00.000Z', '+010000-01-01T00:00:00.000Z'],
    ...[null, 0.5, 2 ** 53, 1e300, Date.UTC(1899, 11, 31), Date.UTC(2200, 0, 1), {}, ['2026-11-28T02:00:00.000Z']],
  ].map((moment) => [`a moment that is ${JSON.stringify(moment)}`, JSON.stringify({ rows: [{ ...testEventRow(), happened_at: moment }] })]),
])('%s is no message of ours', (_, text) => {
  expect(rowsOf(Buffer.from(text, 'latin1'))).toBeUndefined()
})
