import { fileURLToPath } from 'node:url'
import { openPool, type Pool } from '@fyh/postgres/pool.ts'
import { makeLog } from '@fyh/serve/log.ts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../tools/postgres/test-database.ts'
import { addCounts } from './add-counts.ts'
import { openCounting } from './counting.ts'
import { storeEvents } from './event-store.ts'
import { testRows } from './test-events.ts'
import { emptyTables } from './test-tables.ts'

const receivedAt = new Date('2026-11-28T10:00:00+08:00')
const patient = { timeout: 20_000, interval: 20 }
let database: TestDatabase
let pool: Pool

beforeAll(async () => {
  database = await testDatabase({ migrations: fileURLToPath(new URL('../../migrations', import.meta.url)), schema: 'trace' })
  pool = openPool({ url: database.url, schema: 'trace', applicationName: 'counts-test' })
})
beforeEach(() => emptyTables(pool))
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const store = (seq: number) =>
  storeEvents(pool, testRows([{ generateId: 'b1', traceId: 't1', seq, at: receivedAt.getTime() + seq, page: 'home' }], receivedAt))
async function numbers(): Promise<{ waiting: number; counted: number; ended: number }> {
  const { rows } = await pool.query<{ waiting: number; counted: number; ended: number }>(`select
    (select count(*)::integer from counts_to_add) as waiting,
    (select coalesce(sum(count), 0)::integer from event_count) as counted,
    (select coalesce(sum(visits), 0)::integer from exit_count) as ended`)
  return rows[0] ?? { waiting: -1, counted: -1, ended: -1 }
}

test('counts wait beside their events, and are added once, whoever adds them', async () => {
  for (let seq = 0; seq < 5; seq += 1) await store(seq)
  expect((await numbers()).counted).toBe(0)
  await Promise.all([addCounts(pool), addCounts(pool), addCounts(pool)])
  expect(await numbers()).toEqual({ waiting: 0, counted: 5, ended: 1 })
  await addCounts(pool)
  expect(await numbers()).toEqual({ waiting: 0, counted: 5, ended: 1 })
})

test('more than are added at once are added all', async () => {
  const none = `insert into counts_to_add (counts) select '{}' from generate_series(1, 1200)`
  await pool.query(none)
  await store(1)
  await addCounts(pool)
  expect(await numbers()).toEqual({ waiting: 0, counted: 1, ended: 1 })
})

test('however much waits, few megabytes are added at once, and who has no time left leaves the rest', async () => {
  await pool.query(
    `insert into counts_to_add (counts) select jsonb_build_object('nothing', repeat('x', 1500000)) from generate_series(1, 9)`,
  )
  await store(1)
  const once = () => addCounts(pool, () => false)
  await once()
  expect((await numbers()).waiting).toBeGreaterThan(5)
  await once()
  expect((await numbers()).waiting).toBeGreaterThan(2)
  await addCounts(pool)
  expect(await numbers()).toEqual({ waiting: 0, counted: 1, ended: 1 })
  await pool.query(
    `insert into counts_to_add (counts) select jsonb_build_object('nothing', repeat('x', 9000000)) from generate_series(1, 2)`,
  )
  await addCounts(pool)
  expect((await numbers()).waiting).toBe(0)
})

test('counts that cannot be added wait, whole, and events are stored meanwhile', async () => {
  await store(1)
  await pool.query(`create function fails() returns trigger language plpgsql as $$ begin raise 'not now'; end $$;
    create trigger fails before insert on minute_count for each row execute function fails()`)
  await expect(addCounts(pool)).rejects.toThrow('not now')
  await store(2)
  const { waiting, ...added } = await numbers()
  expect(waiting).toBeGreaterThan(0)
  expect(added).toEqual({ counted: 0, ended: 0 })
  await pool.query('drop trigger fails on minute_count; drop function fails')
  await addCounts(pool)
  expect(await numbers()).toEqual({ waiting: 0, counted: 2, ended: 1 })
})

test('what a process left behind is added by its next start, and what came in before it closes by its close', async () => {
  const log = makeLog({ name: 'trace', level: 'silent' })
  await store(1)
  const counting = openCounting({ pool, log, afterMs: 1 })
  await expect.poll(numbers, patient).toEqual({ waiting: 0, counted: 1, ended: 1 })
  await counting.close()
  const slow = openCounting({ pool, log, afterMs: 60_000 })
  await store(2)
  slow.soon()
  await slow.close()
  expect(await numbers()).toEqual({ waiting: 0, counted: 2, ended: 1 })
})

test('a close is not held up by all that waits', async () => {
  const log = makeLog({ name: 'trace', level: 'silent' })
  await pool.query(`insert into counts_to_add (counts) select '{}' from generate_series(1, 1200)`)
  const counting = openCounting({ pool, log, afterMs: 60_000, closeMs: 0 })
  await counting.close()
  expect((await numbers()).waiting).toBeGreaterThanOrEqual(700)
})

test('a database that lets nobody add for long is tried again later, and not once more for each write in the meantime', async () => {
  vi.useFakeTimers()
  try {
    const held = Promise.withResolvers<never>()
    const connect = vi.fn(() => held.promise)
    const away: Pool = Object.assign(Object.create(pool), { connect })
    const counting = openCounting({ pool: away, log: makeLog({ name: 'trace', level: 'silent' }) })
    for (let writes = 0; writes < 20; writes += 1) {
      counting.soon()
      await vi.advanceTimersByTimeAsync(600)
    }
    held.reject(new Error('not now'))
    await counting.close()
    expect(connect.mock.calls.length).toBeLessThanOrEqual(2)
  } finally {
    vi.useRealTimers()
  }
})
