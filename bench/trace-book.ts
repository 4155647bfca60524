import { addDays, type CivilDate, civilDate } from '@fyh/base/dates.ts'
import { funnelSteps } from '@fyh/contract/funnel.ts'
import type { Pool } from '@fyh/postgres/pool.ts'
import { pairOf } from '../apps/trace/src/collect/funnel-marks.ts'
import { stepTimeBoundsMs, stepTimeBuckets } from '../apps/trace/src/collect/step-time-bounds.ts'
import { addUpMonths } from '../apps/trace/src/upkeep/page-months.ts'
import { ensureDays } from '../apps/trace/src/upkeep/partitions.ts'

export const eventsPerVisit = 10
export const eventDays = 30
/** Days of counts: a year, of which the events of the last month are there. */
export const countDays = 366

/**
 * Fills a migrated database with visits of ten events each, spread over the thirty days up to `today`, and with the counts that storing them
 * would have left. A day is like another, so those of one day stand for every day of a year; months that are over are added up, as the upkeep does it.
 */
export async function fillTrace(
  pool: Pool,
  { events, today, say }: { events: number; today: CivilDate; say: (line: string) => void },
): Promise<void> {
  const days = Array.from({ length: eventDays }, (_, back) => addDays(today, -back))
  await ensureDays(pool, days)
  await pool.query(visitsSql, [today, events / eventsPerVisit])
  say('visits are there')
  for (const day of days) {
    await pool.query(eventsSql, [day])
    say(`${day} is filled`)
  }
  for (const text of countsSql) await pool.query(text, [today])
  for (const [table, columns] of Object.entries(countTables))
    await pool.query(
      `insert into ${table} select day - back, ${columns} from ${table}, generate_series(1, ${countDays - 1}) as back order by back desc`,
    )
  await addUpMonths(pool, today)
  say('counts are there')
  await pool.query('vacuum (analyze)')
}

const list = (values: readonly string[]) => `(array[${values.map((value) => `'${value}'`).join(', ')}])`
const channels = ['fyh', 'FYH-mini', 'fbd', 'partner_a', 'partner_b', 'partner_c', 'partner_d', '']
/** A channel belongs to a brand. */
const brands = ['fyh', 'fyh', 'fbd', 'fyh', 'fyh', 'neutral', 'neutral', '']
const hosts = ['browser', 'messenger', 'miniProgram', 'nativeIos', 'nativeAndroid', 'iframe']
const pages =
  'home account borrowMoney login applyIdentity applyIdcardGuid applyNext applyProfile applyConfirm applyResult faceApplyLive repayment repaymentDetail repaymentResult loan loanDetail loanRecord setting userAgreement aboutUs messageCenter messageDetail withdraw addBankCard selectBank withdrawSuccess product download equityOrder signAgreement'.split(
    ' ',
  )
/** Pages with a form, and those where something fails. */
const formPages = pages.slice(2, 10)
const faultPages = pages.slice(0, 10)
const reaches = funnelSteps.flatMap((step) => ('event' in step ? [step.event] : []))

/** The same numbers every time, spread as if by chance; the number of a visit is the end of its id. */
const numberOf = 'substring(trace_id from 2)::integer'
const oneOf = (values: readonly string[], number: string) => `${list(values)}[1 + ${number} % ${values.length}]`

/** A browser comes twice; four of ten visits are a user's, every twentieth tells a phone number. */
const visitsSql = `
  insert into visit (trace_id, generate_id, day, first_at, first_seq, first_page, last_at, last_seq, last_page, channel, brand, host,
                     user_id, mobile_index, mobile_mask, events)
  select 't' || lpad(v::text, 10, '0'), 'b' || lpad((v % ($2::integer / 2))::text, 18, '0'), day, at, 1, 'home', at + interval '9 minutes', 10,
    ${oneOf(pages, 'r')}, ${oneOf(channels, '(r / 32)')}, ${oneOf(brands, '(r / 32)')}, ${oneOf(hosts, '(r / 256)')},
    case when v % 10 < 4 then (100000 + v % ($2 / 4))::text else '' end,
    case when v % 20 = 0 then 'index' || lpad((v % ($2 / 4))::text, 38, '0') end,
    case when v % 10 < 4 then '138****' || lpad((v % 10000)::text, 4, '0') else '' end, ${eventsPerVisit}
  from generate_series(0, $2 - 1) as v,
    lateral (select $1::date - (v % ${eventDays}) as day, abs(hashint4(v) / 2) as r) as d,
    lateral (select (day::timestamp at time zone interval '8 hours') + (r % 85000) * interval '1 second' as at) as t
  order by day, at`

/** The events of one day's visits: views of pages, taps, forms and their times, steps reached, and one error in a hundred events. */
const eventsSql = `
  insert into event (day, generate_id, seq, digest, happened_at, received_at, event, action, content, page, event_id, trace_id, tail_id, user_id,
                     mobile_index, mobile_mask, type, version_code, user_agent, channel, brand, host, refused, extra)
  select day, generate_id, n, gen_random_uuid(), at, at, event, action,
    case event when 'form_time' then '{"ms":' || 500 + r % 200000 || ',"fields":4}'
      when 'page_error' then ${oneOf(['TypeError', 'RangeError', 'ChunkLoadError', 'SyntaxError'], 'r')} || ': something is not a function' else '' end,
    case when n = ${eventsPerVisit} then last_page when n = 1 then first_page
      when event = 'form_time' then ${oneOf(formPages, '(r / 128)')} when event = 'page_error' then ${oneOf(faultPages, '(r / 128)')}
      when action = 'reach' then event else ${oneOf(pages, '(r / 128)')} end,
    'e000000000000000000', trace_id, trace_id, user_id, mobile_index, mobile_mask, 'h5_fyh', '1.0.0',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148', channel, brand, host, '{}', '{}'
  from visit, generate_series(1, ${eventsPerVisit}) as n,
    lateral (select abs(hashint4(${numberOf} * 16 + n) / 2) as r, first_at + (n - 1) * interval '1 minute' as at offset 0) as chance,
    lateral (select case when r % 100 = 0 then 'page_error' when n = 5 then 'form_time' when n % 3 = 0 then 'tap_main'
      when n = 7 and user_id <> '' then ${oneOf(reaches, '(r / 128)')} else 'page_load' end as event offset 0) as named,
    lateral (select case event when 'page_error' then 'error' when 'form_time' then 'form' when 'tap_main' then 'tap'
      when 'page_load' then 'pageLoad' else 'reach' end as action) as acted
  where day = $1
  order by generate_id, n`

/** Each step is seen by two of three that saw the one before, and by nobody else. */
const shareOf = (place: number) => Math.round(1_000 * (2 / 3) ** place)
const steps = funnelSteps
  .flatMap(({ name }, place) => {
    const before = funnelSteps[place - 1]
    return [name, ...(before === undefined ? [] : [pairOf(before.name, name)])].map((mark) => `('${mark}', ${shareOf(place)})`)
  })
  .join(', ')
const countsSql = [
  `insert into event_count select day, event, page, channel, brand, host, count(*) from event where day = $1 group by 1, 2, 3, 4, 5, 6`,
  `insert into error_count select day, event, left(split_part(content, ': ', 1), 80), page, channel, brand, host, count(*)
   from event where day = $1 and action = 'error' group by 1, 2, 3, 4, 5, 6, 7`,
  `insert into exit_count select day, last_page, channel, brand, host, count(*) from visit where day = $1 group by 1, 2, 3, 4, 5`,
  `insert into funnel_count select day, channel, brand, host, step, count(*)
   from visit join (values ${steps}) as funnel (step, share) on ${numberOf} / ${eventDays} % 1000 < share
   where day = $1 group by 1, 2, 3, 4, 5`,
  `insert into step_time select day, page, channel, brand, host,
     ${stepTimeBuckets.map((_, bucket) => `count(*) filter (where width_bucket(ms, array[${stepTimeBoundsMs.join()}]) = ${bucket})`).join(', ')}
   from (select *, substring(content from '(\\d+)')::integer as ms from event where event = 'form_time') as form
   where day = $1 group by 1, 2, 3, 4, 5`,
  `insert into minute_count select date_trunc('minute', happened_at), count(*) from event where day = $1 group by 1`,
  `insert into refusal_count values ($1, 'mobile', 'content', 17)`,
]

/** Their columns behind the day. */
const countTables = {
  event_count: 'event, page, channel, brand, host, count',
  error_count: 'event, name, page, channel, brand, host, count',
  exit_count: 'page, channel, brand, host, visits',
  funnel_count: 'channel, brand, host, step, people',
  step_time: `page, channel, brand, host, ${stepTimeBuckets.join(', ')}`,
}

/** Somebody who is there, to be looked for. */
export async function someVisit(pool: Pool): Promise<{ trace: string; browser: string; user: string; phone: string; day: CivilDate }> {
  const { rows } = await pool.query<{ trace: string; browser: string; user: string; phone: string; day: string }>(
    `select trace_id as trace, generate_id as browser, user_id as user, mobile_index as phone, day from visit
     where mobile_index is not null order by trace_id desc limit 1`,
  )
  const [visit] = rows
  if (visit === undefined) throw new Error('nobody is there')
  return { ...visit, day: civilDate(visit.day) }
}
