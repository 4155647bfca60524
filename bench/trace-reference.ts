import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Pool } from '@fyh/postgres/pool.ts'
import { from } from 'pg-copy-streams'
import { columnNames, copiedColumns, eventColumns } from '../apps/trace/src/collect/event-columns.ts'
import { cpuSeconds } from './cpu-time.ts'
import { type LoadedRow, linesOf } from './text-lines.ts'

/**
 * A table of the same kind as the collector's, with the same keys, indexes and partitions, and as full: an empty one takes rows sooner, since its indexes are
 * small, and since a page is written to the log as a whole when it is changed first after a checkpoint.
 */
export type Reference = { readonly table: string; filledTo: Date }

export async function makeReference(pool: Pool, table: string): Promise<Reference> {
  await pool.query(`create table ${table} (like event including all) partition by range (day)`)
  const { rows } = await pool.query<{ part: string; bounds: string }>(
    "select relname as part, pg_get_expr(relpartbound, oid) as bounds from pg_inherits join pg_class on oid = inhrelid where inhparent = 'event'::regclass",
  )
  for (const { part, bounds } of rows) await pool.query(`create table ${part}_of_${table} partition of ${table} ${bounds}`)
  return { table, filledTo: new Date(0) }
}

/** Puts all there that the collector stored, but for about so many rows stored last; those received after what this gives are to be written. */
async function fill(pool: Pool, reference: Reference, but: number): Promise<Date> {
  const { rows } = await pool.query<{ to: Date; last: Date }>(
    `select (select received_at from event order by received_at desc offset ${but} limit 1) as to, max(received_at) as last from event`,
  )
  const [{ to, last } = { to: reference.filledTo, last: reference.filledTo }] = rows
  const columns = copiedColumns.join(', ')
  await pool.query(
    `insert into ${reference.table} (${columns}) select ${columns} from event where received_at > $1 and received_at <= $2`,
    [reference.filledTo, to],
  )
  reference.filledTo = last
  await pool.query('checkpoint')
  return to
}

/** `rate`: rows a second; `cpu`: µs of processor time a row took. */
type Copied = { readonly rate: number; readonly cpu: { readonly loader: number; readonly postgres: number } }

/** Rows of a COPY that go out in one piece, some 200 KB. */
const rowsOfPiece = 500

/**
 * What one COPY of the rows stored last takes from a program like the collector, through the same driver and over one connection, in PostgreSQL's
 * ordinary text format, whatever format the collector uses. In it is what such a loader cannot do without: the lines made of the rows, which lie in its
 * memory as objects, while the server takes in the ones before; and the commit. Not in it is whatever else the collector does: no HTTP, no JSON, nothing
 * looked at, no digest, nothing counted.
 */
export async function copyRows({ pool, postgres }: { pool: Pool; postgres: number }, into: Reference, count: number): Promise<Copied> {
  const rows = await receivedAfter(pool, await fill(pool, into, count))
  const client = await pool.connect()
  try {
    const begin = performance.now()
    const before = { loader: process.cpuUsage(), postgres: cpuSeconds(postgres) }
    await pipeline(
      Readable.from(pieces(rows), { objectMode: false }),
      client.query(from(`copy ${into.table} (${copiedColumns.join(', ')}) from stdin`)),
    )
    const rate = rows.length / ((performance.now() - begin) / 1_000)
    const { user, system } = process.cpuUsage(before.loader)
    const cpu = { loader: (user + system) / rows.length, postgres: ((cpuSeconds(postgres) - before.postgres) / rows.length) * 1e6 }
    return { rate, cpu }
  } finally {
    client.release()
  }
}

function* pieces(rows: readonly LoadedRow[]): Generator<Buffer> {
  for (let place = 0; place < rows.length; place += rowsOfPiece) yield linesOf(rows.slice(place, place + rowsOfPiece))
}

/** As the collector has them, but with their moments as the texts they are sent as, which so cost nothing while it is measured. */
async function receivedAfter(pool: Pool, moment: Date): Promise<LoadedRow[]> {
  const iso = (name: string) => `to_char(${name} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${name}`
  const columns = copiedColumns.map((name) => (name === 'happened_at' || name === 'received_at' ? iso(name) : name)).join(', ')
  const { rows } = await pool.query<LoadedRow>(`select ${columns} from event where event.received_at > $1 order by event.received_at`, [
    moment,
  ])
  return rows
}

/**
 * INSERTs a second, of one row each and each in a transaction, as durable as the collector's (the same server, its settings as they are), over so many
 * connections. One is an application's loop; with two, one INSERT is made while the other's commit reaches the disk. Each row says its sender, as the collector stores
 * an event that comes alone.
 */
export async function insertOneByOne(pool: Pool, into: Reference, count: number, connections: number): Promise<number> {
  const filledTo = await fill(pool, into, count)
  const names = Object.keys(eventColumns)
  const { rows } = await pool.query<Record<string, unknown>>(
    `select ${names.map((name) => (name === 'refused' || name === 'extra' ? `nullif(${name}, '{}') as ${name}` : name)).join(', ')}
     from event_in_full where received_at > $1 order by received_at`,
    [filledTo],
  )
  const text = `insert into ${into.table} (${columnNames}) values (${names.map((_, place) => `$${place + 1}`).join(', ')})`
  const values = rows.map((row) => names.map((name) => row[name]))
  let next = 0
  const writer = async () => {
    for (let one = values[next++]; one !== undefined; one = values[next++])
      await pool.query({ name: `insert-${into.table}`, text, values: one })
  }
  const begin = performance.now()
  await Promise.all(Array.from({ length: connections }, writer))
  return rows.length / ((performance.now() - begin) / 1_000)
}
