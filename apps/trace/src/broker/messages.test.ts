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
  ['a moment that is now', JSON.stringify({ rows: [testEventRow({ happened_at: 'now' })] })],
])('%s is no message of ours', (_, text) => {
  expect(rowsOf(Buffer.from(text, 'latin1'))).toBeUndefined()
})
