import { fileURLToPath } from 'node:url'
import { openPool, type Pool } from '@fyh/postgres/pool.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../tools/postgres/test-database.ts'
import { addCounts } from './add-counts.ts'
import type { EventRow } from './event-row.ts'
import { storeEvents } from './event-store.ts'
import { openLately } from './lately.ts'
import { testRows } from './test-events.ts'
import { countedFrom, emptyTables, tablesOf } from './test-tables.ts'

const receivedAt = new Date('2026-11-28T00:10:00+08:00')
let database: TestDatabase
let pool: Pool

beforeAll(async () => {
  database = await testDatabase({ migrations: fileURLToPath(new URL('../../migrations', import.meta.url)), schema: 'trace' })
  pool = openPool({ url: database.url, schema: 'trace', applicationName: 'store-property', max: 4 })
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const one = <Value>(...values: Value[]) => fc.constantFrom(...values)
/** Few values each, so that events share browsers, visits and moments, and tie. */
const event = fc.record({
  generateId: one('b1', 'b2', ''),
  traceId: one('t1', 't2', ''),
  seq: fc.nat({ max: 2 }),
  at: fc.oneof(
    { weight: 6, arbitrary: fc.nat({ max: 2 }).map((steps) => receivedAt.getTime() - steps * 400_000) },
    { weight: 1, arbitrary: one(undefined, 0) },
  ),
  page: one('home', 'loan', ''),
  event: one('page_load', 'reach_identity', 'reach_signed', 'form_time', 'page_error'),
  action: one('pageLoad', 'error'),
  content: one('', '{"ms":2500,"fields":2}', 'TypeError: x', 'to 13800000001'),
  userId: one('', '', '7', '8'),
  mobile: one('', '13800000001', '138****0001', 'nonsense'),
  channel: one('fyh', 'wx'),
  brand: one('fyh', 'fbd'),
  host: one('browser'),
})
const story = fc.array(event, { minLength: 1, maxLength: 24 }).chain((events) =>
  fc.record({
    events: fc.constant(events),
    again: fc.array(fc.nat({ max: events.length - 1 }), { maxLength: 12 }),
    order: fc.array(fc.nat(), { minLength: events.length + 12, maxLength: events.length + 12 }),
    batchMax: fc.integer({ min: 1, max: 12 }),
  }),
)

const shuffled = <Value>(values: readonly Value[], order: readonly number[]) =>
  values
    .map((value, place) => ({ value, key: order[place] ?? 0 }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ value }) => value)
const batchesOf = <Value>(values: readonly Value[], size: number) =>
  Array.from({ length: Math.ceil(values.length / size) }, (_, place) => values.slice(place * size, (place + 1) * size))

test('TR-02 however events are cut into batches, repeated, ordered and written by two at once while others add the counts, the same is stored, and counted as plain questions to it answer', async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({ events, again, order, batchMax }) => {
      const rows = testRows(events, receivedAt)
      expect(rows).toHaveLength(events.length)
      await emptyTables(pool)
      await storeEvents(pool, rows)
      const expected = await tablesOf(pool)

      await emptyTables(pool)
      const lately = openLately()
      const resent = again.flatMap((place) => rows.slice(place, place + 1))
      const batches = batchesOf(shuffled([...rows, ...resent], order), batchMax)
      const writer = async (own: readonly (typeof rows)[]) => {
        for (const batch of own) await storeEvents(pool, batch, lately)
      }
      const adder = async () => {
        for (let times = 0; times < 3; times += 1) await addCounts(pool)
      }
      await Promise.all([writer(batches), writer(batches.toReversed()), adder(), adder()])
      const stored = await tablesOf(pool)
      expect(stored).toEqual(expected)
      for (const [table, counted] of Object.entries(await countedFrom(pool))) {
        expect({ [table]: stored[table] }).toEqual({ [table]: counted.map((row) => expect.objectContaining(row)) })
      }
    }),
    { numRuns: 30, seed: 20261128 },
  )
}, 120_000)

test('what a browser sends again with more behind it goes the longer way, known by its first event, and what is new in it is stored', async () => {
  const sent = (to: number) => Array.from({ length: to }, (_, seq) => ({ generateId: 'b1', seq, at: receivedAt.getTime() }))
  const known = openLately()
  const answers: boolean[] = []
  const lately = {
    ...known,
    has: (row: EventRow) => {
      const answer = known.has(row)
      answers.push(answer)
      return answer
    },
  }
  await emptyTables(pool)
  for (const to of [3, 3, 5]) await storeEvents(pool, testRows(sent(to), receivedAt), lately)
  expect(answers).toEqual([false, true, true])
  const { rows } = await pool.query('select seq from event order by seq')
  expect(rows.map(({ seq }) => seq)).toEqual([0, 1, 2, 3, 4])
})

test('what comes again behind something new makes the copy of all fail once, and not once for each time it comes', async () => {
  const known = openLately()
  const toldOf: string[] = []
  const lately = {
    ...known,
    addBrowser: (row: EventRow) => {
      toldOf.push(row.generate_id)
      known.addBrowser(row)
    },
  }
  const sent = (generateId: string, seq: number) => ({ generateId, seq, at: receivedAt.getTime() + seq })
  await emptyTables(pool)
  await storeEvents(pool, testRows([sent('b1', 1), sent('b1', 90)], receivedAt), lately)
  for (let again = 2; again < 6; again += 1)
    await storeEvents(pool, testRows([sent(`other-${again}`, 1), sent('b1', again), sent('b1', 90)], receivedAt), lately)
  expect(toldOf).toEqual(['b1'])
  const { rows } = await pool.query("select seq from event where generate_id = 'b1' order by seq")
  expect(rows.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 90])
  expect((await pool.query('select count(*)::integer as events from event')).rows).toEqual([{ events: 10 }])
})

test('an event without a time of its own is known again on the days after, one with it on any day', async () => {
  const sent = [
    { generateId: 'b1', seq: 1 },
    { generateId: 'b1', seq: 2, at: new Date('2026-11-27T23:59:00+08:00').getTime() },
  ]
  await emptyTables(pool)
  for (const at of ['2026-11-27T23:59:59+08:00', '2026-11-28T00:00:01+08:00', '2026-12-01T12:00:00+08:00'])
    await storeEvents(pool, testRows(sent, at))
  const { rows } = await pool.query('select day, seq from event order by seq')
  expect(rows).toEqual([
    { day: '2026-11-27', seq: 1 },
    { day: '2026-11-27', seq: 2 },
  ])
})

test('two real events are never one: another browser, number, moment, or anything of what was sent', async () => {
  await emptyTables(pool)
  const event = { generateId: 'b1', seq: 1, at: receivedAt.getTime(), content: 'to 13800000001' }
  const others = [
    { generateId: 'b2' },
    { seq: 2 },
    { at: receivedAt.getTime() - 1 },
    { content: 'to 13800000002' },
    { note: 1 },
    { traceId: 't2' },
  ]
  await storeEvents(pool, testRows([event, ...others.map((change) => ({ ...event, ...change }))], receivedAt))
  const { rows } = await pool.query('select count(*)::bigint as events from event')
  expect(rows).toEqual([{ events: 7 }])
})

test('texts are stored as they were sent, whatever characters they hold, by each of the two ways in', async () => {
  const texts = ['a\tb\nc\rd\\e', '\\N', '\\.', 'it\'s {"a":[1,null]}', 'tab\\t', '借款 \u{1F600}', '', '\b\f\v\u007F']
  const events = (traceId: string) =>
    texts.map((text, seq) => ({
      generateId: 'b1',
      traceId,
      seq,
      at: receivedAt.getTime(),
      content: text,
      event: text,
      note: text,
      'k\\t': text,
    }))
  await emptyTables(pool)
  await storeEvents(pool, testRows(events('t1'), receivedAt))
  // One that is there sends all of them the longer way.
  await storeEvents(pool, testRows([...events('t1').slice(0, 1), ...events('t2')], receivedAt))
  const { rows } = await pool.query('select content, event, extra from event_in_full order by trace_id, seq')
  const stored = texts.map((text) => ({ content: text, event: text, extra: { note: text, 'k\\t': text } }))
  expect(rows).toEqual([...stored, ...stored])
})

test('a tie is broken alike in a batch and between batches, also by characters beyond the first plane', async () => {
  const events = ['\uFF5E', '\u{1F600}', 'z'].map((page, digest) => ({
    generateId: 'b1',
    traceId: 't1',
    seq: 1,
    at: receivedAt.getTime(),
    page,
    digest,
  }))
  const pages = async (batches: (typeof events)[]) => {
    await emptyTables(pool)
    for (const batch of batches) await storeEvents(pool, testRows(batch, receivedAt))
    return (await pool.query('select first_page, last_page from visit')).rows
  }
  expect(await pages([events])).toEqual([{ first_page: 'z', last_page: '\u{1F600}' }])
  expect(await pages(events.map((one) => [one]))).toEqual([{ first_page: 'z', last_page: '\u{1F600}' }])
})
