import { InvalidValue } from '@fyh/postgres/binary-rows.ts'
import type { PoolClient } from 'pg'
import { columnNames, eventColumns } from './event-columns.ts'
import type { EventRow } from './event-row.ts'

const sent: Readonly<Record<string, string>> = { ...eventColumns, undated: 'boolean' }
const names = Object.keys(sent)

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
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, rows.map((row) => sentOf(row, name))])))
}

function sentOf(row: EventRow, name: string): unknown {
  if (name === 'refused') return row.refused.length === 0 ? null : `{${row.refused.join()}}`
  if (name === 'extra') return Object.keys(row.extra).length === 0 ? null : JSON.stringify(row.extra)
  if (name === 'happened_at' || name === 'received_at') return instantOf(row[name])
  const values: Readonly<Record<string, unknown>> = row
  return values[name]
}

/** PostgreSQL reads a moment as a text. */
function instantOf(ms: number): string {
  const instant = new Date(ms)
  if (Number.isNaN(instant.getTime())) throw new InvalidValue('22007', 'timestamptz')
  return instant.toISOString()
}

/**
 * The one parameter holds a list of values for each column. Lists of texts are read in half the time that a list of objects takes,
 * whose keys are sorted anew for every row.
 */
const insertUnlessThere = {
  name: 'insert-unless-there',
  text: `
    with given as (
      select ${names.map((name) => `${name}::${sent[name]}`).join(', ')}
      from rows from (${names.map((name) => `jsonb_array_elements_text($1::jsonb -> '${name}')`).join(', ')})
        as list (${names.join(', ')})
    ), unknown as (
      insert into undated_event (generate_id, seq, digest, day) select generate_id, seq, digest, day from given where undated
      on conflict do nothing returning generate_id, seq, digest
    )
    insert into event (${columnNames}) select ${columnNames} from given
    where not undated or (generate_id, seq, digest) in (select generate_id, seq, digest from unknown)
    on conflict do nothing returning day, generate_id, seq, digest`,
}
