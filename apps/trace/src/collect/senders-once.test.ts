import { fileURLToPath } from 'node:url'
import { openPool, type Pool } from '@fyh/postgres/pool.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../tools/postgres/test-database.ts'
import { ensureDays } from '../upkeep/partitions.ts'
import { eventColumns } from './event-columns.ts'
import type { EventRow } from './event-row.ts'
import { storeEvents } from './event-store.ts'
import { migrateFromBefore, withDatabaseOfBefore } from './test-database-of-before.ts'
import { testRows } from './test-events.ts'

const receivedAt = new Date('2026-11-28T10:00:00+08:00')
let database: TestDatabase
let pool: Pool

beforeAll(async () => {
  database = await testDatabase({ migrations: fileURLToPath(new URL('../../migrations', import.meta.url)), schema: 'trace' })
  pool = openPool({ url: database.url, schema: 'trace', applicationName: 'senders-test' })
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const sentOf = (events: readonly Record<string, unknown>[]) =>
  testRows(
    events.map((event, seq) => ({ generateId: 'b1', traceId: 't1', userId: '7', seq, at: receivedAt.getTime() + seq, ...event })),
    receivedAt,
  )
const saidOf = async (from: Pool) =>
  (
    await from.query<{ seq: number; said: boolean; led: boolean }>(
      'select seq, trace_id is not null and host is not null as said, sender_digest is not null as led from event order by seq',
    )
  ).rows
const inFull = async (from: Pool) =>
  (await from.query<{ seq: number; trace_id: string; user_id: string }>('select seq, trace_id, user_id from event_in_full order by seq'))
    .rows
const whoseOf = (rows: readonly EventRow[]) => rows.map(({ seq, trace_id, user_id }) => ({ seq, trace_id, user_id }))

test('events that came together say their sender once; an error, and what has no page or no browser, says it always', async () => {
  const rows = sentOf([
    {},
    {},
    { action: 'error' },
    {},
    { userId: '8' },
    {},
    { page: '' },
    {},
    { at: receivedAt.getTime() - 86_400_000 + 8 },
  ])
  await storeEvents(pool, rows)
  const saying = (await saidOf(pool)).map(({ said, led }) => (said === led ? 'neither or both' : said))
  expect(saying).toEqual([true, false, true, false, true, true, true, true, true])
  expect(await inFull(pool)).toEqual(whoseOf(rows))
  await pool.query('truncate event')
  await storeEvents(pool, sentOf([{ generateId: '' }, { generateId: '' }]))
  expect((await saidOf(pool)).map(({ said }) => said)).toEqual([true, true])
  await pool.query('truncate event')
})

test('the same digest under another number is another event: only a stranger’s writing makes such a one', async () => {
  const [row] = sentOf([{}])
  if (row === undefined) throw new Error('no row')
  for (const seq of [0, 1, 0]) await storeEvents(pool, [{ ...row, seq }])
  expect((await inFull(pool)).map(({ seq }) => seq)).toEqual([0, 1])
  await pool.query('truncate event')
})

test('events of a database of before stay as they were, are known again, and those of a day that had some say their sender once, too', async () => {
  const before = sentOf([{ content: 'kept' }, { extra: { note: 'kept' } }, { content: 'to 13800000001' }])
  const names = Object.keys(eventColumns)
  await withDatabaseOfBefore('0030', async (older) => {
    await ensureDays(older, ['2026-11-28', '2026-11-29'])
    for (const row of before) {
      const values: Readonly<Record<string, unknown>> = {
        ...row,
        happened_at: new Date(row.happened_at),
        received_at: new Date(row.received_at),
      }
      await older.query(
        `insert into event (${names.join(', ')}) values (${names.map((_, place) => `$${place + 1}`).join(', ')})`,
        names.map((name) => values[name]),
      )
    }
    const kept = `select ${names.join(', ')} from`
    const { rows: asTheyWere } = await older.query(`${kept} event order by seq`)
    await migrateFromBefore(older)
    expect((await older.query(`${kept} event_in_full order by seq`)).rows).toEqual(asTheyWere)
    await storeEvents(older, sentOf([{ content: 'kept' }, { extra: { note: 'kept' } }, { content: 'to 13800000001' }, {}, {}, {}]))
    const seqs = (await saidOf(older)).map(({ seq, said }) => [seq, said])
    // Some of a write were there, so all of it went the longer way, on which each row says all.
    expect(seqs).toEqual([0, 1, 2, 3, 4, 5].map((seq) => [seq, true]))
    await storeEvents(older, sentOf([{}, {}, {}].map((_, place) => ({ seq: 10 + place }))))
    expect((await saidOf(older)).slice(6).map(({ said }) => said)).toEqual([true, false, false])
    expect((await inFull(older)).map(({ trace_id, user_id }) => `${trace_id} ${user_id}`)).toEqual(Array(9).fill('t1 7'))
  })
})
