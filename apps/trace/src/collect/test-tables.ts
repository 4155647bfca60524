import { funnelSteps } from '@fyh/contract/funnel.ts'
import type { Pool } from '@fyh/postgres/pool.ts'
import { addCounts } from './add-counts.ts'
import { pairOf } from './funnel-marks.ts'
import { stepTimeBoundsMs, stepTimeBuckets } from './step-time-bounds.ts'

const counts = {
  event_count: 'day, event, page, channel, brand, host, count as number',
  error_count: 'day, event, name, page, channel, brand, host, count as number',
  funnel_count: 'day, channel, brand, host, step, people as number',
  exit_count: 'day, page, channel, brand, host, visits as number',
  step_time: 'day, page, channel, brand, host, bucket, count as number',
  minute_count: 'minute, count as number',
  refusal_count: 'day, kind, field, count as number',
}

/** step_time with a row for each bucket. */
const timesByBucket = `(select day, page, channel, brand, host, place - 1 as bucket, count
  from step_time, unnest(array[${stepTimeBuckets.join(', ')}]) with ordinality as counted (count, place)) as step_time`

const visitColumns =
  'trace_id, generate_id, day, first_at, first_seq, first_page, last_at, last_seq, last_page, channel, brand, host, user_id, mobile_index, mobile_mask, events'
const personColumns = 'generate_id, first_at, first_seq, day, channel, brand, host, last_day, steps'

export type Tables = Readonly<Record<string, readonly unknown[]>>

export async function emptyTables(pool: Pool): Promise<void> {
  await pool.query(`truncate counts_to_add, event, undated_event, person, browser_user, visit, ${Object.keys(counts).join(', ')}`)
}

/** Everything that is stored of events, without what depends on who wrote it. */
export async function tablesOf(pool: Pool): Promise<Tables> {
  await addCounts(pool)
  const queries: Record<string, string> = {
    event: 'select * from event_in_full order by day, generate_id, seq, digest',
    undated_event: 'select * from undated_event order by 1, 2, 3',
    person: `select ${personColumns} from person order by 1`,
    browser_user: 'select * from browser_user order by 1, 2, 3',
    visit: `select ${visitColumns} from visit order by 1, 2`,
    ...Object.fromEntries(Object.entries(counts).map(([table, columns]) => [table, counted(table, columns)])),
  }
  return read(pool, queries)
}

const counted = (table: string, columns: string) => {
  const key = columns.split(', ').slice(0, -1).join(', ')
  return `select * from (select ${columns} from ${table === 'step_time' ? timesByBucket : table}) as counted where number <> 0 order by ${key}`
}

/** The same counts, visits and browsers by plain questions to the events that are stored. */
export async function countedFrom(pool: Pool): Promise<Tables> {
  const dims = 'channel, brand, host'
  const group = (columns: string, from: string) =>
    `select ${columns}, count(*)::bigint as number from ${from} group by ${columns} order by ${columns}`
  const first = (of: string, by: string) => `(array_agg(${of} order by ${by}))[1]`
  const early = 'happened_at, seq, channel, brand, host'
  const late = 'happened_at desc, seq desc, page desc, channel desc, brand desc, host desc'
  const onPage = "generate_id <> '' and page <> ''"
  const steps =
    "array_remove(array['landing', case when bool_or(user_id <> '') then 'login' end] || array_agg(distinct substring(event from '^reach_(.*)$')), null)"
  const people = `(select generate_id, ${['day', 'channel', 'brand', 'host'].map((name) => `${first(name, early)} as ${name}`).join(', ')}, ${steps} as steps
    from event_in_full where ${onPage} group by generate_id) as person`
  const visits = `(select trace_id, generate_id, min(day) as day, min(happened_at) as first_at, max(happened_at) as last_at, count(*)::integer as events,
    ${['page', 'channel', 'brand', 'host'].map((name) => `${first(name, late)} as ${name}`).join(', ')}, ${first('day', late)} as last_day
    from event_in_full where trace_id <> '' and ${onPage} group by trace_id, generate_id) as visit`
  const pairs = `select pair from (values ${pairNames()}) as known (before, step, pair) where before = any (steps) and step = any (steps)`
  const times = `(select *, (select count(*) from unnest(array[${stepTimeBoundsMs.join()}]) as bound where ms >= bound) as bucket
    from (select *, substring(content from '"ms":(\\d+)')::integer as ms from event_in_full where event = 'form_time') as form where ms is not null) as form`
  return read(pool, {
    event_count: group(`day, event, page, ${dims}`, 'event_in_full'),
    error_count: group(
      `day, event, name, page, ${dims}`,
      "(select *, split_part(content, ': ', 1) as name from event_in_full where action = 'error') as fault",
    ),
    funnel_count: group(`day, ${dims}, step`, `${people}, unnest(steps || array(${pairs})) as step`),
    step_time: group(`day, page, ${dims}, bucket`, times),
    exit_count: group(`day, page, ${dims}`, `(select last_day as day, page, ${dims} from ${visits}) as ended`),
    minute_count: group('minute', "(select date_trunc('minute', happened_at) as minute from event_in_full) as at"),
    refusal_count: group(
      'day, kind, field',
      "(select (received_at at time zone interval '8 hours')::date as day, split_part(value, ':', 1) as kind, split_part(value, ':', 2) as field from event_in_full, unnest(refused) as value) as taken",
    ),
    visit: `select trace_id, generate_id, day, first_at, last_at, page as last_page, ${dims}, events from ${visits} order by trace_id, generate_id`,
    person: `select generate_id, day, ${dims}, ${maskOf('steps')} as steps from ${people} order by generate_id`,
  })
}

const pairNames = () =>
  funnelSteps.flatMap(({ name }, place) => {
    const before = funnelSteps[place - 1]?.name
    return before === undefined ? [] : [`('${before}', '${name}', '${pairOf(before, name)}')`]
  })

const maskOf = (steps: string) =>
  `(select sum(bit)::integer from (values ${funnelSteps.map(({ name }, bit) => `('${name}', ${2 ** bit})`).join(', ')}) as funnel (step, bit) where step = any (${steps}))`

async function read(pool: Pool, queries: Readonly<Record<string, string>>): Promise<Tables> {
  const tables: Record<string, unknown[]> = {}
  for (const [table, text] of Object.entries(queries)) tables[table] = (await pool.query<Record<string, unknown>>(text)).rows
  return tables
}
