import type { Pool } from '@fyh/postgres/pool.ts'
import { expect, test } from 'vitest'
import { addCounts } from './add-counts.ts'
import { stepTimeBuckets } from './step-time-bounds.ts'
import { migrateFromBefore, withDatabaseOfBefore } from './test-database-of-before.ts'

const dimensions = ['channel', 'brand', 'host']

const keys: Readonly<Record<string, readonly string[]>> = {
  event_count: ['day', 'event', 'page', ...dimensions],
  error_count: ['day', 'event', 'name', 'page', ...dimensions],
  funnel_count: ['day', ...dimensions, 'step'],
  exit_count: ['day', 'page', ...dimensions],
  step_time: ['day', 'page', ...dimensions],
  minute_count: ['minute'],
  refusal_count: ['day', 'kind', 'field'],
}
const countsOf = (table: string) => ({ funnel_count: ['people'], exit_count: ['visits'], step_time: stepTimeBuckets })[table] ?? ['count']

/** A key a day, with a row for each shard; hardly any count is like another. */
async function fill(pool: Pool, table: string, days: { from: number; to: number }, shards: { from: number; to: number }): Promise<void> {
  const [first = '', ...others] = keys[table] ?? []
  const counts = countsOf(table)
  await pool.query(
    `insert into ${table} (${[first, ...others, 'shard', ...counts].join(', ')})
     select ${["'2026-11-01'::date + place", ...others.map((name) => `'${name}'`), 'shard', ...counts.map((_, nr) => `${nr + 1} + place * shard`)].join(', ')}
     from generate_series(${days.from}, ${days.to}) as place, generate_series(${shards.from}, ${shards.to}) as shard`,
  )
}

const rowsOf = async (pool: Pool, text: string) => (await pool.query<Record<string, unknown>>(text)).rows

test('counts that lay in a row for each of several writers lie in one row a key, each sum as it was, and none where it comes to nothing', async () => {
  await withDatabaseOfBefore('0026', async (pool) => {
    const before: Record<string, unknown> = {}
    for (const [table, key] of Object.entries(keys)) {
      await fill(pool, table, { from: 0, to: 3 }, { from: 0, to: 15 })
      await fill(pool, table, { from: 4, to: 5 }, { from: 0, to: 0 })
      await fill(pool, table, { from: 6, to: 8 }, { from: 3, to: 9 })
      const sums = countsOf(table).map((count) => `sum(${count})::bigint as ${count}`)
      before[table] = await rowsOf(pool, `select ${[...key, ...sums].join(', ')} from ${table} group by ${key.join(', ')} order by 1`)
    }
    // Who moved on was taken off in another row than the one in which they were counted.
    for (const [counted, off] of [
      [0, 15],
      [2, 3],
    ])
      for (const table of ['funnel_count', 'exit_count'])
        await pool.query(
          `insert into ${table} values ('2026-12-01', $1, '', '', '', ${counted}, 2), ('2026-12-01', $1, '', '', '', ${off}, -2)`,
          [`left from ${counted}`],
        )
    await migrateFromBefore(pool)
    const after: Record<string, unknown> = {}
    for (const table of Object.keys(keys)) after[table] = await rowsOf(pool, `select * from ${table} order by 1`)
    expect(after).toEqual(before)
    const primary = await rowsOf(
      pool,
      `select conrelid::regclass::text as table, array_agg(attname::text order by place) as key
       from pg_constraint, unnest(conkey) with ordinality as part (number, place) join pg_attribute on attnum = number
       where contype = 'p' and attrelid = conrelid and connamespace = 'trace'::regnamespace group by conrelid`,
    )
    for (const [table, key] of Object.entries(keys)) expect(primary).toContainEqual({ table, key })
  })
})

test('counts of events that wait as a list for each column are added as well, and what waits beside them', async () => {
  const key = { day: '2026-11-28', channel: 'fyh', brand: '', host: 'browser' }
  const counted = [
    { ...key, event: 'page_load', page: 'home', count: 2 },
    { ...key, event: 'page_load', page: '"登录"', count: 3 },
    { ...key, event: '__proto__', page: '', count: 1 },
  ]
  const columns = [...Object.keys(key), 'event', 'page', 'count'] as const
  const lists = Object.fromEntries(columns.map((name) => [`event_count.${name}`, counted.map((row) => row[name as keyof typeof row])]))
  const minutes = { 'minute_count.minute': ['2026-11-28T01:02Z'], 'minute_count.count': [6] }
  await withDatabaseOfBefore('0029', async (pool) => {
    for (const waiting of [{ ...lists, ...minutes }, lists, minutes])
      await pool.query('insert into counts_to_add (counts) values ($1)', [JSON.stringify(waiting)])
    await migrateFromBefore(pool)
    await addCounts(pool)
    const rows = await rowsOf(pool, `select day::text, channel, brand, host, event, page, count::integer from event_count order by count`)
    expect(rows).toEqual(counted.map((row) => ({ ...row, count: row.count * 2 })).toSorted((a, b) => a.count - b.count))
    expect(await rowsOf(pool, 'select count::integer from minute_count')).toEqual([{ count: 12 }])
  })
})

test('counts that wait, or were set aside, from before they were kept as they came are there after it, and added with what came since', async () => {
  const key = { day: '2026-11-28', channel: '', brand: '', host: '' }
  const listsOf = (of: string, row: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [`${of}.${name}`, [value]]))
  const marks = { ...listsOf('funnel_count', { ...key, step: 'landing', people: 3 }), nothing: 'x'.repeat(20_000) }
  const aside = { 'minute_count.minute': ['no minute'] }
  await withDatabaseOfBefore('0031', async (pool) => {
    await pool.query('insert into counts_to_add (counts) values ($1)', [marks])
    await pool.query(`insert into counts_aside (id, reason, counts) values (gen_random_uuid(), '22007', $1)`, [aside])
    await migrateFromBefore(pool)
    expect(await rowsOf(pool, 'select reason, counts from counts_aside')).toEqual([{ reason: '22007', counts: aside }])
    await pool.query('insert into counts_to_add (counts) values ($1)', [listsOf('reached', { ...key, steps: 3, people: 2 })])
    await addCounts(pool)
    expect(await rowsOf(pool, 'select step, people::integer from funnel_count order by step')).toEqual([
      { step: 'landing', people: 5 },
      { step: 'landing>login', people: 2 },
      { step: 'login', people: 2 },
    ])
    const columns = `select attrelid::regclass::text as table, format_type(atttypid, null) as type, attstorage as storage from pg_attribute
      where attname = 'counts' and attrelid = any (array['counts_to_add', 'counts_aside']::regclass[]) order by 1`
    expect(await rowsOf(pool, columns)).toEqual([
      { table: 'counts_aside', type: 'json', storage: 'x' },
      { table: 'counts_to_add', type: 'json', storage: 'e' },
    ])
  })
})
