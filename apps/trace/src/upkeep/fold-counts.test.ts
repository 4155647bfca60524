import { fileURLToPath } from 'node:url'
import { addDays, civilDate } from '@fyh/base/dates.ts'
import { openPool, type Pool } from '@fyh/postgres/pool.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../tools/postgres/test-database.ts'
import { emptyTables, tablesOf } from '../collect/test-tables.ts'
import { foldCounts } from './fold-counts.ts'

let database: TestDatabase
let pool: Pool
const today = civilDate('2026-11-27')

beforeAll(async () => {
  database = await testDatabase({ migrations: fileURLToPath(new URL('../../migrations', import.meta.url)), schema: 'trace' })
  pool = openPool({ url: database.url, schema: 'trace', applicationName: 'fold-test' })
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})
beforeEach(() => emptyTables(pool))

async function fill(day: string): Promise<void> {
  for (const text of [
    "insert into event_count select $1, 'page_load', 'p' || i % 3, 'fyh', '', '', i % 16, i from generate_series(1, 48) i",
    "insert into error_count select $1, 'page_error', 'TypeError', 'p' || i % 3, 'fyh', '', '', i % 16, i from generate_series(1, 48) i",
    "insert into funnel_count select $1, 'fyh', '', '', 's' || i % 3, i % 16, i from generate_series(1, 48) i",
    "insert into exit_count select $1, 'p' || i % 3, 'fyh', '', '', i % 16, i - 20 from generate_series(1, 48) i",
    "insert into step_time (day, page, channel, brand, host, shard, b0, b18) select $1, 'p' || i % 3, 'fyh', '', '', i % 16, i, 1 from generate_series(1, 48) i",
  ])
    await pool.query(text, [day])
}

const rowsOf = async (table: string) => (await pool.query(`select day from ${table}`)).rows.length

test('folding leaves every sum as it was, in a row for each key of a day that is over', async () => {
  await fill(addDays(today, -2))
  await fill(today)
  const before = await tablesOf(pool)
  await foldCounts(pool, today)
  expect(await tablesOf(pool)).toEqual(before)
  for (const table of ['event_count', 'error_count', 'funnel_count', 'exit_count', 'step_time'])
    expect(await rowsOf(table), table).toBe(48 + 3)
})

test('counts that come late are folded the next time', async () => {
  await fill(addDays(today, -9))
  await foldCounts(pool, today)
  await pool.query("insert into event_count values ($1, 'page_load', 'p1', 'fyh', '', '', 7, 5)", [addDays(today, -9)])
  const before = await tablesOf(pool)
  await foldCounts(pool, today)
  expect(await tablesOf(pool)).toEqual(before)
  expect(await rowsOf('event_count')).toBe(3)
})

test('sums that come to nothing leave no row', async () => {
  await pool.query("insert into exit_count select $1, 'home', '', '', '', i, i from generate_series(-3, 3) i", [addDays(today, -5)])
  await foldCounts(pool, today)
  expect(await rowsOf('exit_count')).toBe(0)
})

test('beside writers and another node that folds, nothing is counted twice or lost', async () => {
  const day = addDays(today, -3)
  await fill(day)
  const add = (shard: number) =>
    pool.query(
      `insert into event_count select $1, 'page_load', 'p' || i, 'fyh', '', '', $2, 1 from generate_series(0, 2) i order by 3
       on conflict (day, event, page, channel, brand, host, shard) do update set count = event_count.count + excluded.count`,
      [day, shard],
    )
  const written = 60
  const writes = Array.from({ length: written }, (_, turn) => add(turn % 4))
  await Promise.all([foldCounts(pool, today), ...writes.slice(0, 30), foldCounts(pool, today), ...writes.slice(30)])
  const { rows } = await pool.query<{ sum: number }>('select sum(count)::bigint as sum from event_count where day = $1', [day])
  expect(rows[0]?.sum).toBe((48 * 49) / 2 + 3 * written)
})
