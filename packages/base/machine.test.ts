import { expect, expectTypeOf, test } from 'vitest'
import { type EventOf, isFinal, machine, next, type StateOf, toMermaid } from './machine.ts'

const door = machine('door', 'shut', {
  shut: { open: 'ajar', lock: 'locked' },
  ajar: { close: 'shut' },
  locked: {},
})

test('machine: allows the moves of the table and no others', () => {
  expect(next(door, 'shut', 'open')).toBe('ajar')
  expect(next(door, 'ajar', 'lock')).toBeUndefined()
  expect(door.states).toEqual(['shut', 'ajar', 'locked'])
})

test('machine: a state without events is final', () => {
  expect(isFinal(door, 'locked')).toBe(true)
  expect(isFinal(door, 'shut')).toBe(false)
})

test('machine: states and events are types, and a target that is no state is refused', () => {
  expectTypeOf<StateOf<typeof door>>().toEqualTypeOf<'shut' | 'ajar' | 'locked'>()
  expectTypeOf<EventOf<typeof door>>().toEqualTypeOf<'open' | 'close' | 'lock'>()
  // @ts-expect-error 'gone' is not a state of this table
  machine('broken', 'shut', { shut: { leave: 'gone' } })
})

test('machine: an event named like a method of every object moves nothing', () => {
  const odd = machine('odd', 'a', { a: { toString: 'b' }, b: {} })
  expect(next(odd, 'b', 'toString')).toBeUndefined()
  expect(next(odd, 'a', 'toString')).toBe('b')
})

test('machine: draws its table', () => {
  expect(toMermaid(door)).toBe(
    ['stateDiagram-v2', '  [*] --> shut', '  shut --> ajar: open', '  shut --> locked: lock', '  ajar --> shut: close'].join('\n'),
  )
})
