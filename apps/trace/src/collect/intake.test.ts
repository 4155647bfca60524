import { expect, test } from 'vitest'
import type { EventRow } from './event-row.ts'
import { IntakeFull, openIntake } from './intake.ts'
import { testRows } from './test-events.ts'

const rows = (...seqs: number[]): EventRow[] =>
  testRows(
    seqs.map((seq) => ({ seq })),
    '2026-11-27T10:00:00+08:00',
  )
const faulty = new Error('a value the database cannot hold')

test('requests that come while a write runs share the next write', async () => {
  const gates: PromiseWithResolvers<void>[] = []
  const written: number[] = []
  const intake = openIntake({
    store: (batch) => {
      written.push(batch.length)
      const gate = Promise.withResolvers<void>()
      gates.push(gate)
      return gate.promise
    },
    isFaultOfRows: () => false,
    writersMax: 1,
  })
  const first = intake.put(rows(1))
  await expect.poll(() => written).toEqual([1])
  const later = [intake.put(rows(2)), intake.put(rows(3, 4))]
  gates[0]?.resolve()
  await first
  await expect.poll(() => written).toEqual([1, 3])
  gates[1]?.resolve()
  expect(await Promise.all(later)).toEqual([
    { kept: 1, refused: 0 },
    { kept: 2, refused: 0 },
  ])
  await intake.drained()
})

test('a second write begins beside the first when many rows wait, or when the first takes long, and else none', async () => {
  const clock = { ms: 0 }
  const written: number[] = []
  const gate = Promise.withResolvers<void>()
  const intake = openIntake({
    store: (batch) => {
      written.push(batch.length)
      return gate.promise
    },
    isFaultOfRows: () => false,
    besideMin: 3,
    writersMax: 3,
    now: () => clock.ms,
  })
  const puts = [intake.put(rows(1))]
  await expect.poll(() => written).toEqual([1])
  puts.push(intake.put(rows(2)), intake.put(rows(3)))
  await new Promise(setImmediate)
  expect(written).toEqual([1])
  puts.push(intake.put(rows(4)))
  await expect.poll(() => written).toEqual([1, 3])
  clock.ms = 101
  puts.push(intake.put(rows(5)))
  await expect.poll(() => written).toEqual([1, 3, 1])
  gate.resolve()
  await Promise.all(puts)
  expect(intake.kept()).toBe(5)
})

test('who waits behind a write that hangs is written beside it, though nobody else comes', async () => {
  const written: number[] = []
  const gate = Promise.withResolvers<void>()
  const intake = openIntake({
    store: async ([row]) => {
      written.push(row?.seq ?? 0)
      if (row?.seq === 1) await gate.promise
    },
    isFaultOfRows: () => false,
  })
  const hangs = intake.put(rows(1))
  await expect.poll(() => written).toEqual([1])
  expect(await intake.put(rows(2))).toEqual({ kept: 1, refused: 0 })
  gate.resolve()
  await hangs
})

test('CN-16 a row the database refuses is left out, and every other row of the group is stored', async () => {
  const kept: number[] = []
  const intake = openIntake({
    store: async (batch) => {
      if (batch.some(({ seq }) => seq === 2)) throw faulty
      kept.push(...batch.map(({ seq }) => seq))
    },
    isFaultOfRows: (error) => error === faulty,
  })
  const answers = await Promise.all([intake.put(rows(1, 2)), intake.put(rows(3))])
  expect(answers).toEqual([
    { kept: 1, refused: 1 },
    { kept: 1, refused: 0 },
  ])
  expect(kept.toSorted()).toEqual([1, 3])
})

test('a write that fails for another reason fails each request of its group', async () => {
  const intake = openIntake({ store: () => Promise.reject(new Error('away')), isFaultOfRows: () => false })
  const answers = await Promise.allSettled([intake.put(rows(1)), intake.put(rows(2))])
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})

test('requests are turned away by their bytes too, counted until they are stored', async () => {
  const gate = Promise.withResolvers<void>()
  const intake = openIntake({ store: () => gate.promise, isFaultOfRows: () => false, bytesMax: 1_000, requestBytesMax: 600 })
  const first = intake.put(rows(1), 600)
  await expect(intake.put(rows(2), 600)).rejects.toThrow(IntakeFull)
  // Also after the one that was turned away is gone: the next would be turned away as well.
  expect(intake.isFull()).toBe(true)
  gate.resolve()
  await first
  expect(intake.isFull()).toBe(false)
  expect(await intake.put(rows(3), 600)).toEqual({ kept: 1, refused: 0 })
})
