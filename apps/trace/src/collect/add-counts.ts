import type { Pool } from '@fyh/postgres/pool.ts'
import type { Logger } from '@fyh/serve/log.ts'
import type { PoolClient } from 'pg'
import { inTransaction } from '../upkeep/in-transaction.ts'
import { retried } from '../upkeep/retried.ts'
import { funnelMarks } from './funnel-marks.ts'
import { stepTimeBuckets } from './step-time-bounds.ts'
import { sumWaiting } from './sum-waiting.ts'

/** Writes whose counts are added at once: as many as are added well within the time a statement may take, and within little memory. */
const writesAtOnce = 500
const bytesAtOnce = 1_000_000

/** A row that waited and that no table of counts can hold. */
export type Aside = { readonly id: string; readonly reason: string }

export const tellAside = (log: Logger) => (aside: Aside) => log.error(aside, 'counts could not be added and were set aside')

/**
 * Adds the counts that wait, some at a time for as long as it goes on. When nobody ends that, those that waited when it was called are added when it resolves, each
 * once. One adds at a time, on whichever node: others wait until it has, and find nothing left. A row that can never be added is found by halves, and set aside.
 */
export async function addCounts(
  pool: Pool,
  goesOn: () => boolean = () => true,
  onAside: (aside: Aside) => void = () => undefined,
): Promise<void> {
  let writes = writesAtOnce
  do {
    const { next, aside } = await retried(() => addSome(pool, writes))
    if (aside !== undefined) onAside(aside)
    writes = next
  } while (writes > 0 && goesOn())
}

type Added = {
  /** How many may be added at once next; 0 when no more wait. */
  readonly next: number
  readonly aside?: Aside
}

function addSome(pool: Pool, writes: number): Promise<Added> {
  return withCountsHeld(pool, async (client) => {
    const { rows: waiting } = await client.query<{ id: string; is_next: boolean }>({
      name: 'next-to-add',
      text: nextToAdd,
      values: [writes],
    })
    const ids = waiting.filter((row) => row.is_next).map(({ id }) => id)
    await client.query('savepoint before')
    try {
      const { rows: gone } = await client.query<{ counts: unknown }>({ name: 'take-counts', text: takeStatement, values: [ids] })
      const counts = JSON.stringify(sumWaiting(gone.map((row) => row.counts)))
      await client.query({ name: 'add-counts', text: addStatement, values: [counts] })
      const isMore = waiting.length === writes || ids.length < waiting.length
      return { next: isMore ? Math.min(writes * 2, writesAtOnce) : 0 }
    } catch (error) {
      const reason = faultOfCounts(error)
      const [id] = ids
      if (reason === undefined || id === undefined) throw error
      await client.query('rollback to savepoint before')
      if (ids.length > 1) return { next: Math.ceil(ids.length / 2) }
      await client.query(setAside, [id, reason])
      return { next: 1, aside: { id, reason } }
    }
  })
}

/** Values that no column takes, or that its rules refuse, or that are too large or lie too deep: all else may be another time. */
function faultOfCounts(error: unknown): string | undefined {
  if (error instanceof RangeError) return tooDeep
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  return /^(22|23|54)/.test(code) ? code : undefined
}

/** PostgreSQL's code for what exhausts the stack, which is smaller here. */
const tooDeep = '54001'

/** Kept to be looked at, and told to the operator among what was not taken. */
const setAside = `with
  gone as (delete from counts_to_add where id = $1 returning id, counts),
  kept as (insert into counts_aside (id, reason, counts) select id, $2, counts from gone)
  insert into refusal_count (day, kind, field, count)
  select (now() at time zone interval '8 hours')::date, 'database', 'counts', 1 from gone
  on conflict (day, kind, field) do update set count = refusal_count.count + excluded.count`

/** In a transaction during which nobody else, on whichever node, adds counts. */
export function withCountsHeld<Result>(pool: Pool, work: (client: PoolClient) => Promise<Result>): Promise<Result> {
  return inTransaction(pool, async (client) => {
    await client.query('select from counts_adder for update')
    return work(client)
  })
}

/** What gives the counts of a table, one row for each key. */
function counted(table: string, key: Readonly<Record<string, string>>, count: string): string {
  const names = Object.keys(key)
  const lists = [...names, count].map((name) => `jsonb_array_elements_text(waiting.counts -> '${table}.${name}')`)
  return `
    select ${names.map((name) => `${name}::${key[name]} as ${name}`).join(', ')}, sum(${count}::bigint) as ${count}
    from waiting, rows from (${lists.join(', ')}) as list (${[...names, count].join(', ')})
    group by ${names.map((_, place) => place + 1).join(', ')}`
}

const eventKey = { day: 'date', event: 'text', page: 'text', channel: 'text', brand: 'text', host: 'text' }

const countedEvents = `
  select ${Object.keys(eventKey).join(', ')}, sum(count::bigint) as count
  from waiting,
    jsonb_to_recordset(waiting.counts -> 'event_count') as alike (day date, channel text, brand text, host text, events jsonb),
    jsonb_each(events) as event (event, pages),
    jsonb_each_text(pages) as page (page, count)
  group by 1, 2, 3, 4, 5, 6`

type Change = {
  readonly table: string
  readonly key: readonly string[]
  readonly counts: readonly string[]
  /** What gives the key's columns and what is to be added to each count, one row for each key. */
  readonly from: string
}

function addTo({ table, key, counts, from }: Change): string {
  const columns = key.join(', ')
  return `
    insert into ${table} (${columns}, ${counts.join(', ')})
    select ${columns}, ${counts.join(', ')} from (${from}) as change
    on conflict (${columns}) do update set ${counts.map((count) => `${count} = ${table}.${count} + excluded.${count}`).join(', ')}`
}

function added(table: string, key: Readonly<Record<string, string>>, count = 'count'): string {
  return addTo({ table, key: Object.keys(key), counts: [count], from: counted(table, key, count) })
}

const dimensions = { channel: 'text', brand: 'text', host: 'text' }
const timeKey = { day: 'date', page: 'text', ...dimensions }

/** Buckets come each in a row and are kept each in a column. */
const formTimes = `
  select ${Object.keys(timeKey).join(', ')}, ${stepTimeBuckets.map((column, bucket) => `coalesce(sum(count) filter (where bucket = ${bucket}), 0) as ${column}`).join(', ')}
  from (${counted('step_time', { ...timeKey, bucket: 'smallint' }, 'count')}) as form
  group by ${Object.keys(timeKey).join(', ')}`

const dayKey = { day: 'date', ...dimensions }
const funnelKey = { ...dayKey, step: 'text' }

/** A mark that comes to nothing needs no row. Steps that are none make a mark that is none, which the table refuses. */
const reachedFunnel = `
  select ${Object.keys(funnelKey).join(', ')}, sum(people) as people
  from (
    ${counted('funnel_count', funnelKey, 'people')}
    union all
    select ${Object.keys(dayKey).join(', ')}, mark, people
    from (${counted('reached', { ...dayKey, steps: 'integer' }, 'people')}) as reached
      left join (values ${funnelMarks.map(({ name, mask }) => `('${name}', ${mask})`).join(', ')}) as funnel (mark, mask) on steps & mask = mask
    where steps is null or mark is not null
  ) as moved
  group by ${Object.keys(funnelKey).join(', ')} having sum(people) is distinct from 0`

/** A visit that goes on weeks later leaves a day whose month is added up already. */
const endsOfMonthsDone = `
  insert into page_month (month, page, channel, brand, host, visits, views)
  select month, page, channel, brand, host, sum(visits), 0
  from exits join month_done on month = date_trunc('month', day::timestamp)::date
  group by month, page, channel, brand, host having sum(visits) <> 0
  on conflict (month, page, channel, brand, host) do update set visits = page_month.visits + excluded.visits`

const exitKey = { day: 'date', page: 'text', ...dimensions }

/** However much it is, one is among them. */
const nextToAdd = `
  select id, bytes_before < ${bytesAtOnce} as is_next
  from (
    select id, sum(bytes) over (rows unbounded preceding) - bytes as bytes_before
    from (select id, pg_column_size(counts) as bytes from counts_to_add limit $1) as few
  ) as summed`

const takeStatement = 'delete from counts_to_add where id = any ($1::uuid[]) returning counts'

const addStatement = `with
  waiting as (select counts from jsonb_array_elements($1::jsonb) as list (counts)),
  exits as materialized (${counted('exit_count', exitKey, 'visits')} having sum(visits::bigint) <> 0),
  events as (${addTo({ table: 'event_count', key: Object.keys(eventKey), counts: ['count'], from: countedEvents })}),
  faults as (${added('error_count', { day: 'date', event: 'text', name: 'text', page: 'text', ...dimensions })}),
  form_times as (${addTo({ table: 'step_time', key: Object.keys(timeKey), counts: stepTimeBuckets, from: formTimes })}),
  minutes as (${added('minute_count', { minute: 'timestamptz' })}),
  refusals as (${added('refusal_count', { day: 'date', kind: 'text', field: 'text' })}),
  funnel as (${addTo({ table: 'funnel_count', key: Object.keys(funnelKey), counts: ['people'], from: reachedFunnel })}),
  exits_added as (${addTo({ table: 'exit_count', key: Object.keys(exitKey), counts: ['visits'], from: 'select * from exits' })})
  ${endsOfMonthsDone}`
