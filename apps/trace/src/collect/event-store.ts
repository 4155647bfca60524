import { copyIn, runPrepared } from '@fyh/postgres/copy.ts'
import type { Pool } from '@fyh/postgres/pool.ts'
import type { PoolClient } from 'pg'
import { ensureDays, lacksDay } from '../upkeep/partitions.ts'
import { retried } from '../upkeep/retried.ts'
import { bytesOf } from './event-bytes.ts'
import { copiedColumns } from './event-columns.ts'
import type { EventRow } from './event-row.ts'
import { inOrder, type Run, runsOf } from './in-order.ts'
import { insertUnknown } from './insert-unknown.ts'
import type { Lately } from './lately.ts'
import { mergeValues } from './merge-values.ts'
import { prepareMergeSums } from './roll-ups.ts'
import { sumsOf } from './sums.ts'

/**
 * Stores rows, each with what is counted of it in one transaction, where the counts wait to be added; rows that are there already are no error and count nothing. A day
 * without a partition gets one. New rows are copied in. Those that are likely to be there, and those without a day of their own, go the longer way: a
 * copy of which one row is there fails as a whole, and is gone that way too. A browser of ours sends again what it sent, beginning with
 * the same event, so the first of a run tells of it; one that does otherwise goes the longer way from the second time on, and fails nobody's copy.
 */
export async function storeEvents(pool: Pool, rows: readonly EventRow[], lately?: Lately): Promise<void> {
  const known: Run[] = []
  const others: Run[] = []
  for (const run of runsOf(rows)) (run.first.undated || lately?.has(run.first) === true ? known : others).push(run)
  await store(pool, inOrder(others), (client, rows) => copyNew(client, rows, lately))
  await store(pool, inOrder(known), insertNew)
  for (const { first } of others) lately?.add(first)
}

type Way = (client: PoolClient, rows: readonly EventRow[]) => Promise<unknown>

async function store(pool: Pool, rows: readonly EventRow[], way: Way): Promise<void> {
  if (rows.length === 0) return
  const write = () => retried(() => onConnection(pool, (client) => way(client, rows)))
  try {
    await write()
  } catch (error) {
    if (!lacksDay(error)) throw error
    await ensureDays(pool, new Set(rows.map(({ day }) => day)))
    await write()
  }
}

const copied = `event (${copiedColumns.join(', ')})`

async function copyNew(client: PoolClient, rows: readonly EventRow[], lately?: Lately): Promise<void> {
  try {
    await copyIn(client, { into: copied, rows: bytesOf(rows), after: mergeOf(rows) })
  } catch (error) {
    if (!isThere(error)) throw error
    const stored = new Set(await insertNew(client, rows))
    for (const row of rows) if (!stored.has(row)) lately?.addBrowser(row)
  }
}

/** Answers those that were not there. */
async function insertNew(client: PoolClient, rows: readonly EventRow[]): Promise<readonly EventRow[]> {
  await client.query('begin')
  const stored = await insertUnknown(client, rows)
  if (stored.length > 0) await runPrepared(client, mergeOf(stored))
  await client.query('commit')
  return stored
}

const mergeOf = (rows: readonly EventRow[]) => ({ name: 'merge_sums', values: mergeValues(sumsOf(rows)) })

const prepared = new WeakSet<PoolClient>()

async function onConnection(pool: Pool, work: (client: PoolClient) => Promise<unknown>): Promise<void> {
  const client = await pool.connect()
  try {
    if (!prepared.has(client)) await client.query(prepareMergeSums())
    prepared.add(client)
    await work(client)
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

function isThere(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505'
}

/** Data the database refuses: class 22, a value it cannot hold, and class 54, one that is too large for an index. */
export function isFaultOfRows(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^(22|54)/.test(error.code)
}
