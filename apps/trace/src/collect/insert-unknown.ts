import type { PoolClient } from 'pg'
import type { EventRow } from './event-row.ts'

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
 * Inserts rows unless they are there and answers those that were not. The day of some is only that of their receipt, so
 * their identity without it is taken first. Rows come in order, each once.
 */
export async function insertUnknown(client: PoolClient, rows: readonly EventRow[]): Promise<EventRow[]> {
  const { rows: inserted } = await client.query<{ digest: string; generate_id: string; seq: number; day: string }>({
    ...insertUnlessThere,
    values: [listsOf(rows)],
  })
  const isInserted = new Set(inserted.map(keyOf))
  return rows.filter((row) => isInserted.has(keyOf(row)))
}

/** Digests are UUIDs, written with dashes or without. */
function keyOf({ day, generate_id, seq, digest }: Pick<EventRow, 'day' | 'generate_id' | 'seq' | 'digest'>): string {
  return `${day}\n${generate_id}\n${seq}\n${digest.replaceAll('-', '')}`
}

function listsOf(rows: readonly EventRow[]): string {
  return JSON.stringify(Object.fromEntries(Object.entries(sent).map(([name, { of }]) => [name, rows.map(of)])))
}

/**
 * The one parameter holds a list of values for each column. Lists of texts are read in half the time that a list of objects takes,
 * whose keys are sorted anew for every row.
 */
const insertUnlessThere = {
  name: 'insert-unless-there',
  text: `
    with given as (
      select ${Object.entries(sent)
        .map(([name, { type }]) => `${name}::${type}`)
        .join(', ')}
      from rows from (${Object.keys(sent)
        .map((name) => `jsonb_array_elements_text($1::jsonb -> '${name}')`)
        .join(', ')})
        as list (${Object.keys(sent).join(', ')})
    ), unknown as (
      insert into undated_event (generate_id, seq, digest, day) select generate_id, seq, digest, day from given where undated
      on conflict do nothing returning generate_id, seq, digest
    )
    insert into event (${columnNames}) select ${columnNames} from given
    where not undated or (generate_id, seq, digest) in (select generate_id, seq, digest from unknown)
    on conflict do nothing returning day, generate_id, seq, digest`,
}
