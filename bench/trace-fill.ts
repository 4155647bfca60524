import { addDays, civilDate } from '@fyh/base/dates.ts'
import type { Pool } from '@fyh/postgres/pool.ts'
import type { PoolClient } from 'pg'
import { ensureDays } from '../apps/trace/src/upkeep/partitions.ts'

const daysFilled = 10
const eventsOfVisit = 10

/**
 * Brings the events to so many, evenly over the last ten days, with their visits, browsers, users and counts, by SQL alone, over two connections
 * and with the indexes made afterwards; nothing may be stored meanwhile. Tells what that took.
 */
export async function fillTo(pool: Pool, count: number): Promise<string> {
  const begin = performance.now()
  const there = await pool.query<{ count: number }>('select count(*)::bigint as count from event')
  const missing = Math.max(count - (there.rows[0]?.count ?? 0), 0)
  if (missing > 0) await fill(pool, missing)
  await pool.query('checkpoint')
  const size = await pool.query<{ bytes: number }>('select pg_database_size(current_database()) as bytes')
  const seconds = (performance.now() - begin) / 1_000
  return `${missing} filled in ${seconds.toFixed(0)} s, ${Math.round((size.rows[0]?.bytes ?? 0) / count)} bytes an event on disk`
}

/** A day, and the first and last of its new visits. */
type Range = readonly [day: string, first: number, last: number]

/** Each fill makes visits of its own. */
let lastVisit = 0

async function fill(pool: Pool, count: number): Promise<void> {
  const visits = Math.ceil(count / eventsOfVisit / daysFilled)
  const { rows } = await pool.query<{ day: string }>(
    `select (now() at time zone interval '8 hours')::date - back as day from generate_series(0, ${daysFilled - 1}) as back`,
  )
  const ranges = rows.map(({ day }, place): Range => [day, lastVisit + place * visits + 1, lastVisit + (place + 1) * visits])
  lastVisit += ranges.length * visits
  await ensureDays(
    pool,
    ranges.map(([day]) => day),
  )
  await inTwo(pool, ranges, fillDay)
  await inTwo(pool, Object.entries({ visit: visitsSql, person: peopleSql, browser_user: usersSql }), (client, [table, text]) =>
    withoutIndexes(client, table, async () => {
      for (const range of ranges) await client.query(text, [...range])
    }),
  )
  for (const text of countsSql) for (const range of ranges) await pool.query(text, [...range])
  await pool.query('analyze event')
  for (const table of ['visit', 'person', 'browser_user']) await pool.query(`vacuum (analyze) ${table}`)
}

/** Each by one of two connections that wait for each other as long as it takes. */
async function inTwo<Task>(pool: Pool, tasks: readonly Task[], work: (client: PoolClient, task: Task) => Promise<void>): Promise<void> {
  const left = [...tasks]
  const lane = async () => {
    const client = await pool.connect()
    await client.query('set lock_timeout = 0')
    for (let task = left.shift(); task !== undefined; task = left.shift()) await work(client, task)
    await client.query('reset lock_timeout')
    client.release()
  }
  await Promise.all([lane(), lane()])
}

/** A day of which much was filled is not tidied up while something is measured. */
async function fillDay(client: PoolClient, range: Range): Promise<void> {
  const [day] = range
  const part = `event_${day.replaceAll('-', '')}`
  await client.query(`alter table event detach partition ${part}`)
  await client.query(`alter table ${part} set (autovacuum_enabled = false)`)
  await withoutIndexes(client, part, async () => {
    await client.query(eventsSql(part), [...range])
  })
  await client.query(`alter table event attach partition ${part} for values from ('${day}') to ('${addDays(civilDate(day), 1)}')`)
}

async function withoutIndexes(client: PoolClient, table: string, work: () => Promise<void>): Promise<void> {
  const again = await dropIndexes(client, table)
  await work()
  for (const text of again) await client.query(text)
}

/** Answers the statements that make them again. */
async function dropIndexes(client: PoolClient, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string; index: string; key: string | null }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as index, pg_get_constraintdef(pg_constraint.oid) as key
     from pg_index left join pg_constraint on conindid = indexrelid and contype = 'p' where indrelid = $1::regclass`,
    [table],
  )
  for (const { name, key } of rows) await client.query(key === null ? `drop index ${name}` : `alter table ${table} drop constraint ${name}`)
  return rows.map(({ index, key }) => (key === null ? index : `alter table ${table} add ${key}`))
}

const agent = 'Mozilla/5.0 (Linux; Android 14; V2304A) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.6099.144 Mobile Safari/537.36'
/** The visits from $2 to $3 of the day $1; every second is a user's. */
const visitsOf = `
  generate_series($2::bigint, $3::bigint) as v,
  lateral (select $1::date as day, 'f' || md5('v' || v) as trace, left(md5('b' || v), 19) || '1764312345678' as browser,
    case when v % 2 = 0 then (754974720000000 + v)::text else '' end as person,
    ($1::date + interval '12 hours' + v % 40000 * interval '1 second') at time zone interval '8 hours' as at offset 0) as visit`
/** Said once a visit, as a collector stores it. */
const ofFirst = (values: readonly string[]) => values.map((value) => `case when n = 1 then ${value} end`).join(', ')
const eventsSql = (part: string) => `
  insert into ${part} (day, generate_id, seq, digest, happened_at, received_at, event, action, content, page, event_id, trace_id, tail_id, user_id,
                       mobile_mask, type, version_code, user_agent, channel, brand, host, sender_digest)
  select day, browser, n, md5(trace || n)::uuid, at + n * interval '1 second', at, 'page_load', 'pageLoad', '', 'home', left(trace, 17) || n + 9,
    ${ofFirst(['trace', 'left(trace, 11)', 'person', "''", "'h5_fyh'", "'1.0.0'", `'${agent}'`, "'fyh'", "'fyh'", "'browser'"])},
    case when n > 1 then md5(trace || 1)::uuid end
  from ${visitsOf}, generate_series(1, ${eventsOfVisit}) as n`
const visitsSql = `
  insert into visit (trace_id, generate_id, day, first_at, first_seq, first_page, last_at, last_seq, last_page, channel, brand, host, user_id,
                     mobile_mask, events)
  select trace, browser, day, at + interval '1 second', 1, 'home', at + ${eventsOfVisit} * interval '1 second', ${eventsOfVisit}, 'home', 'fyh', 'fyh',
    'browser', person, '', ${eventsOfVisit}
  from ${visitsOf}`
const peopleSql = `
  insert into person (generate_id, first_at, first_seq, day, channel, brand, host, last_day, steps)
  select browser, at + interval '1 second', 1, day, 'fyh', 'fyh', 'browser', day, case when person = '' then 1 else 3 end from ${visitsOf}`
const usersSql = `insert into browser_user (user_id, mobile_index, generate_id, last_day) select person, '', browser, day from ${visitsOf} where person <> ''`
const add = (table: string, count: string) =>
  `on conflict on constraint ${table}_pkey do update set ${count} = ${table}.${count} + excluded.${count}`
const countsSql = [
  `insert into event_count (day, event, page, channel, brand, host, count)
   select $1::date, 'page_load', 'home', 'fyh', 'fyh', 'browser', ($3::bigint - $2::bigint + 1) * ${eventsOfVisit} ${add('event_count', 'count')}`,
  `insert into exit_count (day, page, channel, brand, host, visits)
   select $1::date, 'home', 'fyh', 'fyh', 'browser', $3::bigint - $2::bigint + 1 ${add('exit_count', 'visits')}`,
  `insert into funnel_count (day, channel, brand, host, step, people)
   select day, 'fyh', 'fyh', 'browser', step, count(*) from ${visitsOf}, (values ('landing', 1), ('login', 2)) as funnel (step, each) where v % each = 0
   group by day, step ${add('funnel_count', 'people')}`,
  `insert into minute_count (minute, count)
   select date_trunc('minute', at), count(*) * ${eventsOfVisit} from ${visitsOf} group by 1 ${add('minute_count', 'count')}`,
]
