import type { Pool } from '@fyh/postgres/pool.ts'
import { ensureDays, lacksDay } from '../upkeep/partitions.ts'
import { retried } from '../upkeep/retried.ts'
import type { EventRow } from './event-row.ts'
import { countedColumns, rollUps } from './roll-ups.ts'

type Column = { readonly type: string; readonly of: (row: EventRow) => string | number | boolean | null }

const columns = {
  day: { type: 'date', of: (row) => row.day },
  generate_id: { type: 'text', of: (row) => row.generate_id },
  seq: { type: 'bigint', of: (row) => row.seq },
  digest: { type: 'uuid', of: (row) => row.digest },
  happened_at: { type: 'timestamptz', of: (row) => row.happened_at },
  received_at: { type: 'timestamptz', of: (row) => row.received_at },
  event: { type: 'text', of: (row) => row.event },
  action: { type: 'text', of: (row) => row.action },
  content: { type: 'text', of: (row) => row.content },
  page: { type: 'text', of: (row) => row.page },
  event_id: { type: 'text', of: (row) => row.event_id },
  trace_id: { type: 'text', of: (row) => row.trace_id },
  tail_id: { type: 'text', of: (row) => row.tail_id },
  user_id: { type: 'text', of: (row) => row.user_id },
  mobile_index: { type: 'text', of: (row) => row.mobile_index },
  mobile_mask: { type: 'text', of: (row) => row.mobile_mask },
  type: { type: 'text', of: (row) => row.type },
  version_code: { type: 'text', of: (row) => row.version_code },
  user_agent: { type: 'text', of: (row) => row.user_agent },
  channel: { type: 'text', of: (row) => row.channel },
  brand: { type: 'text', of: (row) => row.brand },
  host: { type: 'text', of: (row) => row.host },
  refused: { type: 'text[]', of: (row) => `{${row.refused.join()}}` },
  extra: { type: 'jsonb', of: (row) => JSON.stringify(row.extra) },
} as const satisfies Record<Exclude<keyof EventRow, 'undated'>, Column>

const sent: Readonly<Record<string, Column>> = { ...columns, undated: { type: 'boolean', of: (row) => row.undated } }
const columnNames = Object.keys(columns).join(', ')

/**
 * The one parameter holds a list of values for each column. Lists of texts are read in half the time that a list of objects takes,
 * whose keys are sorted anew for every row.
 */
const given = `
  select ${Object.entries(sent)
    .map(([name, { type }]) => `${name}::${type}`)
    .join(', ')}
  from rows from (${Object.keys(sent)
    .map((name) => `jsonb_array_elements_text($1::jsonb -> '${name}')`)
    .join(', ')})
    as list (${Object.keys(sent).join(', ')})`

/** Inserts rows together with everything that is counted of them: an event and its counts are there together or not at all. */
function insertStatement(name: string, parts: readonly string[]) {
  const counts = Object.entries(rollUps).map(([part, text]) => `${part} as (${text})`)
  return { name, text: `with ${[`given as (${given})`, ...parts, ...counts].join(',\n')}\nselect count(*) from fresh` }
}

const insertFrom = (source: string) => `fresh as (
  insert into event (${columnNames}) select ${columnNames} from ${source}
  on conflict do nothing returning ${countedColumns})`

export const insertEvents = insertStatement('insert-events', [insertFrom('given')])

/** The day of some rows is only that of their receipt, so their identity without it is taken first. */
const insertUndated = insertStatement('insert-undated-events', [
  `unknown as (
    insert into undated_event (generate_id, seq, digest, day) select generate_id, seq, digest, day from given where undated
    on conflict do nothing returning generate_id, seq, digest)`,
  insertFrom('given where not undated or (generate_id, seq, digest) in (select generate_id, seq, digest from unknown)'),
])

/** Stores rows in one transaction; rows that are there already are no error. A day without a partition gets one. */
export async function storeEvents(pool: Pool, rows: EventRow[]): Promise<void> {
  const statement = rows.some(({ undated }) => undated) ? insertUndated : insertEvents
  const values = [listsOf(inOrder(rows))]
  const insert = () => retried(() => pool.query({ ...statement, values }))
  try {
    await insert()
  } catch (error) {
    if (!lacksDay(error)) throw error
    await ensureDays(pool, new Set(rows.map(({ day }) => day)))
    await insert()
  }
}

export function listsOf(rows: readonly EventRow[]): string {
  return JSON.stringify(Object.fromEntries(Object.entries(sent).map(([name, { of }]) => [name, rows.map(of)])))
}

/**
 * In one order everywhere, so that two writers with the same rows wait for each other instead of blocking each other. An event
 * without a day of its own stands there once, whichever days its copies were received on.
 */
function inOrder(rows: readonly EventRow[]): EventRow[] {
  return rows.toSorted(byIdentity).filter((row, place, sorted) => {
    const before = sorted[place - 1]
    return !row.undated || before === undefined || byIdentity(before, row) !== 0
  })
}

function byIdentity(a: EventRow, b: EventRow): number {
  return compare(a.generate_id, b.generate_id) || a.seq - b.seq || compare(a.digest, b.digest)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Data the database refuses: class 22, a value it cannot hold, and class 54, one that is too large for an index. */
export function isFaultOfRows(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^(22|54)/.test(error.code)
}
