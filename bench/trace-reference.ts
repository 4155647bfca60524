import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Pool } from '@fyh/postgres/pool.ts'
import { from } from 'pg-copy-streams'
import { columnNames } from '../apps/trace/src/collect/event-columns.ts'
import type { EventRow } from '../apps/trace/src/collect/event-row.ts'
import { cpuSeconds } from './cpu-time.ts'
import { linesOf } from './text-lines.ts'

/** What the collector stored last stands in tables of the same kind, with the same keys, indexes and partitions: one filled singly, one by COPY. */
const tables = { singly: 'event_singly', copied: 'event_copied' }

export async function makeReferences(pool: Pool): Promise<void> {
  for (const name of Object.values(tables)) {
    await pool.query(`create table ${name} (like event including all) partition by range (day)`)
    const { rows } = await pool.query<{ part: string; bounds: string }>(
      "select relname as part, pg_get_expr(relpartbound, oid) as bounds from pg_inherits join pg_class on oid = inhrelid where inhparent = 'event'::regclass",
    )
    for (const { part, bounds } of rows) await pool.query(`create table ${part}_of_${name} partition of ${name} ${bounds}`)
  }
}

/** `cpu`: µs of processor time a row took. */
type Copied = { readonly seconds: number; readonly cpu: { readonly loader: number; readonly postgres: number } }

/** Rows of a COPY that go out in one piece, some 200 KB. */
const rowsOfPiece = 500

/**
 * Seconds that one COPY of the rows stored last takes from a program like the collector, through the same driver and over one connection, in PostgreSQL's
 * ordinary text format, whatever format the collector uses. In it is what such a loader cannot do without: the lines made of the rows, which lie in its
 * memory as objects, while the server takes in the ones before; and the commit. Not in it is whatever else the collector does: no HTTP, no JSON, nothing
 * looked at, no digest, nothing counted.
 */
export async function copyRows({ pool, postgres }: { pool: Pool; postgres: number }, count: number): Promise<Copied> {
  const rows = await storedLast(pool, count)
  await pool.query(`truncate ${tables.copied}`)
  await pool.query('checkpoint')
  const client = await pool.connect()
  try {
    const begin = performance.now()
    const before = { loader: process.cpuUsage(), postgres: cpuSeconds(postgres) }
    await pipeline(
      Readable.from(pieces(rows), { objectMode: false }),
      client.query(from(`copy ${tables.copied} (${columnNames}) from stdin`)),
    )
    const seconds = (performance.now() - begin) / 1_000
    const { user, system } = process.cpuUsage(before.loader)
    return { seconds, cpu: { loader: (user + system) / count, postgres: ((cpuSeconds(postgres) - before.postgres) / count) * 1e6 } }
  } finally {
    client.release()
  }
}

function* pieces(rows: readonly EventRow[]): Generator<Buffer> {
  for (let place = 0; place < rows.length; place += rowsOfPiece) yield linesOf(rows.slice(place, place + rowsOfPiece))
}

/** As the collector has them. */
async function storedLast(pool: Pool, count: number): Promise<EventRow[]> {
  const moment = (name: string) => `to_char(${name} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${name}`
  const columns = columnNames.replace('happened_at', moment('happened_at')).replace('received_at', moment('received_at'))
  const { rows } = await pool.query<EventRow>(`select ${columns}, false as undated from event order by received_at desc limit ${count}`)
  return rows
}

/**
 * Seconds that as many INSERTs of one row each take, in a transaction each, as durable as the collector's (the same server, its settings as they are), over
 * so many connections. One is an application's loop; with two, one INSERT is made while the other's commit reaches the disk.
 */
export async function insertOneByOne(pool: Pool, count: number, connections: number): Promise<number> {
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
  await Promise.all(Array.from({ length: connections }, writer))
  return (performance.now() - begin) / 1_000
}
