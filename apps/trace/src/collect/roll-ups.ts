import { funnelSteps } from '@fyh/contract/funnel.ts'
import { stepTimeBoundsMs } from './step-time-bounds.ts'

/** Columns of the rows really inserted that the counts are made of. `reached` has bit n for step n of the funnel. */
export const countedColumns = `
  day, generate_id, seq, happened_at, received_at, event, page, trace_id, user_id, mobile_index, mobile_mask, channel, brand, host, refused,
  ${reachedBits()} as reached,
  case when action = 'error' then left(split_part(content, ': ', 1), 80) end as fault,
  case when event = 'form_time' then width_bucket(substring(content from 'ms\\\\?":\\s*(\\d{1,9})')::integer, array[${stepTimeBoundsMs.join()}]) end as time_bucket`

/** Bit 0 by any event, bit 1 by a user's, the others by the event that tells them. */
function reachedBits(): string {
  const told = funnelSteps.flatMap((step, bit) => ('event' in step ? [`when '${step.event}' then ${2 ** bit}`] : []))
  return `1 | case when user_id <> '' then 2 else 0 end | case event ${told.join(' ')} else 0 end`
}

/** Writers at the same time have other sessions, so other shards, and do not wait for each other. */
const shard = 'pg_backend_pid() % 16'

type Count = {
  readonly table: string
  readonly key: readonly string[]
  readonly count: string
  /** What gives the key's columns and the number to add, one row for each key. */
  readonly from: string
}

/** Keys come in order: two writers that need the same rows wait for each other instead of blocking each other. */
function addTo({ table, key, count, from }: Count): string {
  const columns = key.join(', ')
  return `
    insert into ${table} (${columns}, shard, ${count})
    select ${columns}, ${shard}, number from (${from}) as change order by ${columns}
    on conflict (${columns}, shard) do update set ${count} = ${table}.${count} + excluded.${count}`
}

const counted = (table: string, key: Readonly<Record<string, string>>, from: string): string =>
  addTo({
    table,
    key: Object.keys(key),
    count: 'count',
    from: `select ${Object.entries(key)
      .map(([name, value]) => `${value} as ${name}`)
      .join(', ')}, count(*) as number from ${from}
      group by ${Object.keys(key)
        .map((_, place) => place + 1)
        .join(', ')}`,
  })

const dimensions = { channel: 'channel', brand: 'brand', host: 'host' }

/** The browser's first event decides its cohort, whichever batch brings it; ties are broken by value, so that no order of arrival matters. */
const firstOfPerson = (row: string) => ['first_at', 'first_seq', 'channel', 'brand', 'host'].map((name) => `${row}.${name}`).join(', ')
const isEarlierPerson = `(${firstOfPerson('excluded')}) < (${firstOfPerson('person')})`
const ofEarlierPerson = (name: string) => `${name} = case when ${isEarlierPerson} then excluded.${name} else person.${name} end`

/**
 * What a browser did on a page. A report by the server has neither page nor brand, and none of these events starts or ends a visit or tells
 * where a browser came from.
 */
const onPage = "generate_id <> '' and page <> ''"

const writePeople = `
  insert into person (generate_id, first_at, first_seq, day, channel, brand, host, last_day, steps)
  select generate_id, first_at, first_seq, first_day, first_channel, first_brand, first_host, day, steps
  from (
    select generate_id, day, lead(1) over browser is null as is_last, bit_or(reached) over browser as steps,
      first_value(happened_at) over browser as first_at, first_value(seq) over browser as first_seq, first_value(day) over browser as first_day,
      first_value(channel) over browser as first_channel, first_value(brand) over browser as first_brand, first_value(host) over browser as first_host
    from fresh where ${onPage}
    window browser as (partition by generate_id order by happened_at, seq, channel, brand, host rows unbounded preceding)
  ) as browser where is_last order by generate_id
  on conflict (generate_id) do update set
    ${['first_at', 'first_seq', 'day', 'channel', 'brand', 'host'].map(ofEarlierPerson).join(', ')},
    last_day = greatest(person.last_day, excluded.last_day),
    steps = person.steps | excluded.steps,
    was_day = person.day, was_channel = person.channel, was_brand = person.brand, was_host = person.host, was_steps = person.steps
  where ${isEarlierPerson} or excluded.last_day > person.last_day or person.steps | excluded.steps <> person.steps
  returning day, channel, brand, host, steps, was_day, was_channel, was_brand, was_host, was_steps`

const funnelMoves = `
  select day, channel, brand, host, step, sum(change) as number
  from (
    select day, channel, brand, host, steps, 1 as change from people
    union all
    select was_day, was_channel, was_brand, was_host, was_steps, -1 from people where was_day is not null
  ) as move
  join (values ${funnelSteps.map(({ name }, bit) => `('${name}', ${2 ** bit})`).join(', ')}) as funnel (step, bit) on steps & bit <> 0
  group by day, channel, brand, host, step having sum(change) <> 0`

const firstOfVisit = (row: string) => ['first_at', 'first_seq', 'first_page'].map((name) => `${row}.${name}`).join(', ')
const lastOfVisit = (row: string) =>
  ['last_at', 'last_seq', 'last_page', 'channel', 'brand', 'host'].map((name) => `${row}.${name}`).join(', ')
const userOfVisit = (row: string) => `${row}.user_id, coalesce(${row}.mobile_index, ''), ${row}.mobile_mask`
const ofVisit = (names: readonly string[], isNewer: string) =>
  names.map((name) => `${name} = case when ${isNewer} then excluded.${name} else visit.${name} end`).join(', ')
const civilDay = (at: string) => `(${at} at time zone interval '8 hours')::date`

/** One pass in the order of happening: the last row of a visit knows the first one, and everything added up on the way. */
const writeVisits = `
  insert into visit (trace_id, generate_id, day, first_at, first_seq, first_page, last_at, last_seq, last_page, channel, brand, host,
                     user_id, mobile_index, mobile_mask, events)
  select trace_id, generate_id, first_day, first_at, first_seq, first_page, happened_at, seq, page, channel, brand, host,
         who[1], nullif(who[2], ''), who[3], events
  from (
    select trace_id, generate_id, happened_at, seq, page, channel, brand, host, lead(1) over visit is null as is_last, count(*) over visit as events,
      first_value(happened_at) over visit as first_at, first_value(seq) over visit as first_seq, first_value(day) over visit as first_day,
      first_value(page) over visit as first_page, max(array[user_id, coalesce(mobile_index, ''), mobile_mask]) over visit as who
    from fresh where trace_id <> '' and ${onPage}
    window visit as (partition by trace_id, generate_id order by happened_at, seq, page, channel, brand, host rows unbounded preceding)
  ) as visit where is_last order by trace_id, generate_id
  on conflict (trace_id, generate_id) do update set
    ${ofVisit(['first_at', 'first_seq', 'first_page'], `(${firstOfVisit('excluded')}) < (${firstOfVisit('visit')})`)},
    ${ofVisit(['last_at', 'last_seq', 'last_page', 'channel', 'brand', 'host'], `(${lastOfVisit('excluded')}) > (${lastOfVisit('visit')})`)},
    ${ofVisit(['user_id', 'mobile_index', 'mobile_mask'], `(${userOfVisit('excluded')}) > (${userOfVisit('visit')})`)},
    day = least(visit.day, excluded.day),
    events = visit.events + excluded.events,
    was_day = ${civilDay('visit.last_at')}, was_page = visit.last_page, was_channel = visit.channel, was_brand = visit.brand,
    was_host = visit.host
  returning ${civilDay('last_at')} as day, last_page, channel, brand, host, was_day, was_page, was_channel, was_brand, was_host`

const exitMoves = `
  select day, page, channel, brand, host, sum(change) as number
  from (
    select day, last_page as page, channel, brand, host, 1 as change from visits
    union all
    select was_day, was_page, was_channel, was_brand, was_host, -1 from visits where was_day is not null
  ) as move
  group by day, page, channel, brand, host having sum(change) <> 0`

const writeBrowserUsers = `
  insert into browser_user (user_id, mobile_index, generate_id, last_day)
  select user_id, coalesce(mobile_index, ''), generate_id, max(day)
  from fresh where user_id <> '' or mobile_index is not null
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (user_id, mobile_index, generate_id) do update set last_day = excluded.last_day where excluded.last_day > browser_user.last_day`

/**
 * What is counted of the rows in `fresh`, as further parts of the statement that inserts them: rows that were there already are not
 * in it, so a resend is counted once, like the event itself.
 */
export const rollUps: Readonly<Record<string, string>> = {
  events_by_day: counted(
    'event_count',
    {
      day: 'day',
      event: 'event',
      page: 'page',
      ...dimensions,
    },
    'fresh',
  ),
  faults: counted(
    'error_count',
    { day: 'day', event: 'event', name: 'fault', page: 'page', ...dimensions },
    'fresh where fault is not null',
  ),
  form_times: counted(
    'step_time',
    { day: 'day', page: 'page', channel: 'channel', bucket: 'time_bucket' },
    'fresh where time_bucket is not null',
  ),
  minutes: counted('minute_count', { minute: "date_trunc('minute', happened_at)" }, 'fresh'),
  refusals: counted(
    'refusal_count',
    { day: civilDay('received_at'), kind: "split_part(value, ':', 1)", field: "split_part(value, ':', 2)" },
    "fresh, unnest(refused) as value where refused <> '{}'",
  ),
  browser_users: writeBrowserUsers,
  people: writePeople,
  funnel: addTo({ table: 'funnel_count', key: ['day', 'channel', 'brand', 'host', 'step'], count: 'people', from: funnelMoves }),
  visits: writeVisits,
  exits: addTo({ table: 'exit_count', key: ['day', 'page', 'channel', 'brand', 'host'], count: 'visits', from: exitMoves }),
}
