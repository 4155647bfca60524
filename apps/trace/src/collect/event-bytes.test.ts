import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { copyIn } from '@fyh/postgres/copy.ts'
import { openPool, type Pool } from '@fyh/postgres/pool.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../tools/postgres/test-database.ts'
import { ensureDays } from '../upkeep/partitions.ts'
import { bytesOf } from './event-bytes.ts'
import { copiedColumns, eventColumns } from './event-columns.ts'
import type { EventRow } from './event-row.ts'
import { isFaultOfRows, storeEvents } from './event-store.ts'
import { insertUnknown } from './insert-unknown.ts'
import { testRows } from './test-events.ts'
import { emptyTables, tablesOf } from './test-tables.ts'

let database: TestDatabase
let pool: Pool

beforeAll(async () => {
  database = await testDatabase({ migrations: fileURLToPath(new URL('../../migrations', import.meta.url)), schema: 'trace' })
  pool = openPool({ url: database.url, schema: 'trace', applicationName: 'bytes-test' })
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const receivedAt = new Date('2026-11-28T10:00:00+08:00')
const texts = [
  ...['\\', '\\\\', '\\.', '\\N', '\\n', '\\t', '\\x41', '\\101'],
  ...['a\tb', 'a\nb', 'a\r\nb', '\t', '\n\\.\n', 'a\u2028b', '\u0001\b\f\v\u007f', '\uFFFF'],
  ...["'", "''", "\\'", "'); drop table event; --", '"', '{a,b}', '$1', '%s', 'null', 'NULL', ''],
  ...['示例', 'é', 'e\u0301', '😀', '👨‍👩‍👧', '\u202eabc'],
]

test('CN-16 every text is stored and counted letter by letter, whichever way its event is stored', async () => {
  const rows = testRows(
    texts.map((text, seq) => ({
      ...{ seq, at: receivedAt.getTime(), generateId: `b${seq}`, traceId: `t${seq}`, userId: '7' },
      ...{ event: text, page: `p ${text}`, action: 'error', content: text, userAgent: text, extra: { [`k ${text}`]: [text] } },
    })),
    receivedAt,
  )
  expect(rows.map(({ content }) => content)).toEqual(texts)
  const storedBy = async (mayBeThere: boolean) => {
    await emptyTables(pool)
    await storeEvents(pool, rows, { has: () => mayBeThere, add: () => undefined, addBrowser: () => undefined })
    return tablesOf(pool)
  }
  const copied = await storedBy(false)
  const { rows: read } = await pool.query('select event, page, content, user_agent, extra from event_in_full order by seq')
  expect(read).toEqual(rows.map(({ event, page, content, user_agent, extra }) => ({ event, page, content, user_agent, extra })))
  const visits = await pool.query('select first_page, last_page from visit')
  expect(new Set(visits.rows.flatMap(Object.values))).toEqual(new Set(texts.map((text) => `p ${text}`)))
  expect(await storedBy(true)).toEqual(copied)
})

test('the columns written are those of the table, with their types', async () => {
  const { rows } = await pool.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
      where attrelid = 'event'::regclass and attnum > 0 and not attisdropped`,
  )
  const types = rows.map(({ name, type }) => [name, type === 'timestamp with time zone' ? 'timestamptz' : type])
  expect(Object.fromEntries(types)).toEqual({ ...eventColumns, sender_digest: 'uuid', browser_hash: 'integer' })
})

const name = fc.string({ unit: 'binary', maxLength: 40 }).map((text) => text.replaceAll('\0', ' '))
const text = fc.oneof(
  name,
  fc.string({ unit: fc.constantFrom('a', '"', '\\', '\t', '\n', '借', 'é', '\u{1F600}', '\u0080', '\uFFFF'), maxLength: 400 }),
)
const moment = fc.integer({ min: Date.UTC(1900, 0, 1), max: Date.UTC(2199, 11, 31) })
const anyRow: fc.Arbitrary<EventRow> = fc.record({
  day: fc.constantFrom('2026-11-27', '2026-11-28', '2026-11-29'),
  generate_id: name,
  seq: fc.maxSafeNat(),
  digest: fc.oneof(
    fc.uuid(),
    fc.uuid().map((id) => id.replaceAll('-', '')),
  ),
  happened_at: moment,
  received_at: moment,
  event: name,
  action: fc.oneof(fc.constant('error'), name),
  content: text,
  page: name,
  event_id: name,
  trace_id: name,
  tail_id: name,
  user_id: name,
  mobile_index: fc.option(name),
  mobile_mask: name,
  type: name,
  version_code: name,
  user_agent: text,
  channel: name,
  brand: name,
  host: name,
  refused: fc.array(fc.constantFrom('idNumber:content', 'mobile:extra', 'format:mobile'), { maxLength: 3 }),
  extra: fc.dictionary(text, fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant(null), fc.array(text)), {
    maxKeys: 3,
  }),
  undated: fc.constant(false),
})

const ofSender = [
  'trace_id',
  'tail_id',
  'user_id',
  'mobile_index',
  'mobile_mask',
  'type',
  'version_code',
  'user_agent',
  'channel',
  'brand',
  'host',
] as const

/** Rows of which some say the same of their sender as the one before, in all but one field or in all. */
const anyRows = fc
  .array(fc.record({ row: anyRow, butFor: fc.option(fc.constantFrom('nothing', ...ofSender)) }), { minLength: 1, maxLength: 20 })
  .map((drawn) => {
    const rows: EventRow[] = []
    for (const { row, butFor } of drawn) {
      const before = rows.at(-1)
      const same = butFor === null || before === undefined ? [] : ofSender.filter((field) => field !== butFor)
      rows.push({ ...row, ...Object.fromEntries(same.map((field) => [field, before?.[field]])) })
    }
    return [...new Map(rows.map((row) => [row.digest.replaceAll('-', ''), row])).values()]
  })

/** As exact numbers: PostgreSQL's epochs are decimals. */
const momentsOfRows = `select (extract(epoch from happened_at) * 1000)::float8 as happened_at, (extract(epoch from received_at) * 1000)::float8 as received_at
  from event order by 1, 2`
const byMoment = (a: Pick<EventRow, 'happened_at' | 'received_at'>, b: typeof a) =>
  a.happened_at - b.happened_at || a.received_at - b.received_at

test('CN-16 any row is the same in every column, whether it was copied in or inserted', async () => {
  await ensureDays(pool, new Set(['2026-11-27', '2026-11-28', '2026-11-29']))
  const client = await pool.connect()
  const storedBy = async (write: () => Promise<unknown>) => {
    await client.query('truncate event')
    await write()
    return (await client.query('select kept::text as row from event_in_full as kept order by 1')).rows
  }
  await fc.assert(
    fc.asyncProperty(anyRows, async (rows) => {
      const copied = await storedBy(() => copyIn(client, { into: `event (${copiedColumns.join(', ')})`, rows: bytesOf(rows) }))
      expect(copied).toHaveLength(rows.length)
      const { rows: moments } = await client.query(momentsOfRows)
      expect(moments).toEqual(rows.map(({ happened_at, received_at }) => ({ happened_at, received_at })).sort(byMoment))
      expect(await storedBy(() => insertUnknown(client, rows))).toEqual(copied)
    }),
    { numRuns: 60, seed: 20261128 },
  )
  client.release()
}, 120_000)

test.each([
  ['a NUL', { content: 'a\0b' }],
  ['half a surrogate pair within an extra', { extra: { a: '\uD800' } }],
  ['a name too long for an index', { event: randomBytes(8_000).toString('base64'), action: 'error' }],
  ['no moment', { happened_at: Number.NaN }],
  ['a moment that never comes', { received_at: Number.POSITIVE_INFINITY }],
  ['a moment beyond the years', { received_at: Number.MAX_SAFE_INTEGER }],
  ['no day', { day: '2026-13-01' }],
  ['no whole number', { seq: 1.5 }],
  ['no digest', { digest: 'none' }],
])('a row that the database cannot hold, %s, is at fault itself, whichever way it goes', async (_, change) => {
  const [row] = testRows([{ seq: 1, at: receivedAt.getTime() }], receivedAt)
  for (const mayBeThere of [false, true]) {
    const storing = storeEvents(pool, [{ ...row, ...change } as EventRow], {
      has: () => mayBeThere,
      add: () => undefined,
      addBrowser: () => undefined,
    })
    expect(await storing.catch(isFaultOfRows)).toBe(true)
  }
})
