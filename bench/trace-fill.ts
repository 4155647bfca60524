import type { Pool } from '@fyh/postgres/pool.ts'

const daysFilled = 10
const rowsAtOnce = 500_000

/** Brings the events to so many, evenly over the last ten days, with their visits, browsers and users, by SQL alone; tells what that took. */
export async function fillTo(pool: Pool, count: number): Promise<string> {
  const begin = performance.now()
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    const { rows } = await client.query<{ there: number }>('select count(*)::bigint as there from event')
    for (let from = rows[0]?.there ?? 0; from < count; from += rowsAtOnce) {
      const bounds = [from, Math.min(from + rowsAtOnce, count) - 1]
      for (const text of [events, visits, people, users]) await client.query(text, bounds)
    }
    await client.query('analyze event, visit, person, browser_user')
    await client.query('checkpoint')
    await client.query('reset statement_timeout')
    const size = await client.query<{ bytes: number }>('select pg_database_size(current_database()) as bytes')
    const filled = count - (rows[0]?.there ?? 0)
    const seconds = (performance.now() - begin) / 1_000
    return `${filled} filled in ${seconds.toFixed(0)} s; ${Math.round((size.rows[0]?.bytes ?? 0) / count)} bytes an event on disk`
  } finally {
    client.release()
  }
}

const visitOf = (number: string) => `'f' || md5('v' || (${number}) / 10)`
const browserOf = (number: string) => `left(md5('b' || (${number}) / 10), 19) || '1764312345678'`
const at = (number: string) =>
  `now() - interval '1 day' * ((${number}) / 10 % ${daysFilled}) - interval '1 second' * (10 - (${number}) % 10)`
const day = (moment: string) => `((${moment}) at time zone interval '8 hours')::date`
const agent = 'Mozilla/5.0 (Linux; Android 14; V2304A) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.6099.144 Mobile Safari/537.36'

const events = `
  insert into event
  select ${day(at('n'))}, ${browserOf('n')}, n % 10 + 1, md5('d' || n)::uuid, ${at('n')}, now(), 'page_load', 'pageLoad', '', 'home', left(md5('e' || n), 19),
    ${visitOf('n')}, left(md5('l' || n / 10), 11), case when n / 10 % 2 = 0 then (754974720000000 + n / 10)::text else '' end, null, '', 'h5_fyh',
    '1.0.0', '${agent}', 'fyh', 'fyh', 'browser', '{}', '{}'
  from generate_series($1::bigint, $2::bigint) as n`
const visits = `
  insert into visit (trace_id, generate_id, day, first_at, first_seq, first_page, last_at, last_seq, last_page, channel, brand, host, user_id,
                     mobile_mask, events)
  select ${visitOf('n')}, ${browserOf('n')}, ${day(at('n'))}, ${at('n')}, 1, 'home', ${at('n + 9')}, 10, 'home', 'fyh', 'fyh', 'browser',
    case when n / 10 % 2 = 0 then (754974720000000 + n / 10)::text else '' end, '', 10
  from generate_series($1::bigint, $2::bigint, 10) as n on conflict do nothing`
const people = `
  insert into person (generate_id, first_at, first_seq, day, channel, brand, host, last_day, steps)
  select ${browserOf('n')}, ${at('n')}, 1, ${day(at('n'))}, 'fyh', 'fyh', 'browser', ${day(at('n'))}, 1
  from generate_series($1::bigint, $2::bigint, 10) as n on conflict do nothing`
const users = `
  insert into browser_user
  select (754974720000000 + n / 10)::text, '', ${browserOf('n')}, ${day(at('n'))}
  from generate_series($1::bigint, $2::bigint, 20) as n on conflict do nothing`
