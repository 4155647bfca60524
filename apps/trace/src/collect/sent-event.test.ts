import { collect } from '@fyh/contract/trace.ts'
import { traceEvent, traceFields } from '@fyh/contract/trace-event.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isTraceEvent, sentEvent } from './sent-event.ts'

const example = collect.trace.example.body
const names = Object.keys(traceFields)
const value = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 70 }),
  fc.constantFrom('x'.repeat(20), 'x'.repeat(21), 'x'.repeat(2_001), '', 'a b', 'é', 1, null, undefined, {}, []),
)
const event = fc
  .record({ name: fc.constantFrom(...names), value, other: fc.constantFrom(...names), extra: fc.jsonValue() })
  .map(({ name, value: changed, other, extra }) => ({ ...example, [name]: changed, [other]: Reflect.get(example, other), extra }))

test('what is taken for an event is what the schema takes for one', () => {
  fc.assert(
    fc.property(fc.oneof(event, fc.jsonValue()), (input) => {
      expect(isTraceEvent(input)).toBe(traceEvent.safeParse(input).success)
    }),
    { seed: 20261128 },
  )
})

test('an event has one text, in whatever order its payload was sent, and another when anything in it is another', () => {
  const sent = { ...example, seq: 1, note: ['a "b"'] }
  const turned = Object.fromEntries([...Object.entries(example).toReversed(), ['seq', 1], ['note', ['a "b"']]])
  const text = (input: unknown) => sentEvent(traceEvent.parse(input)).text
  const { action, content, event, eventId, page, ...sender } = example
  const read = {
    ...{ action, content, event, eventId, page },
    sender: { ...sender, channel: '', brand: '', host: '' },
    seq: 1,
    at: undefined,
    extra: { note: ['a "b"'] },
    text: JSON.stringify(sent),
  }
  expect(isTraceEvent(turned) && sentEvent(turned)).toEqual(read)
  expect(isTraceEvent(sent) && sentEvent(sent)).toEqual(read)
  expect(text({ ...sent, seq: 2 })).not.toBe(text(sent))
})
