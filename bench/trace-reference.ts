import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Pool } from '@fyh/postgres/pool.ts'

/** What the collector stored last stands in tables of the same kind, with the same keys, indexes and partitions: one filled singly, one by COPY. */
const tables = { singly: 'event_singly', copied: 'event_copied' }
/** As many as the collector writes with. */
const singleWriters = 2

export async function makeReferences(pool: Pool): Promise<void> {
  for (const name of Object.values(tables)) {
    await pool.query(`create table ${name} (like event including all) partition by range (day)`)
    const { rows } = await pool.query<{ part: string; bounds: string }>(
      "select relname as part, pg_get_expr(relpartbound, oid) as bounds from pg_inherits join pg_class on oid = inhrelid where inhparent = 'event'::regclass",
    )
    for (const { part, bounds } of rows) await pool.query(`create table ${part}_of_${name} partition of ${name} ${bounds}`)
  }
}

/** Seconds that one COPY of the rows stored last takes, read by the server itself, so that no client takes its share. */
export async function copyRows(pool: Pool, { folder, count }: { folder: string; count: number }): Promise<number> {
  const file = join(folder, 'data', 'rows.copy')
  await pool.query(`truncate ${tables.copied}`)
  await pool.query(`copy (select * from event order by received_at desc limit ${count}) to '${file}'`)
  await pool.query('checkpoint')
  const begin = performance.now()
  await pool.query(`copy ${tables.copied} from '${file}'`)
  const seconds = (performance.now() - begin) / 1_000
  rmSync(file)
  return seconds
}

/** Seconds that as many INSERTs of one row each take, in a transaction each, over as many connections as the collector writes with. */
export async function insertOneByOne(pool: Pool, count: number): Promise<number> {
  const { rows, fields } = await pool.query<Record<string, unknown>>(`select * from event order by received_at desc limit ${count}`)
  await pool.query(`truncate ${tables.singly}`)
  const text = `insert into ${tables.singly} values (${fields.map((_, place) => `$${place + 1}`).join(', ')})`
  const values = rows.map((row) => fields.map(({ name }) => row[name]))
  await pool.query('checkpoint')
  let next = 0
  const writer = async () => {
    for (let one = values[next++]; one !== undefined; one = values[next++]) await pool.query({ name: 'insert-one', text, values: one })
  }
  const begin = performance.now()
  await Promise.all(Array.from({ length: singleWriters }, writer))
  return (performance.now() - begin) / 1_000
}
