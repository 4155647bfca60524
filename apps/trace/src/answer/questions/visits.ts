import { ofBrowser } from '../../collect/event-columns.ts'
import { count, moment, text } from '../page/cells.ts'
import { operatorPath } from '../page/frame.ts'
import type { Question } from '../question.ts'

export const replayPath = `${operatorPath}/visits/replay`

type VisitRow = {
  trace_id: string
  generate_id: string
  first_at: Date
  last_at: Date
  user_id: string
  mobile_mask: string
  channel: string
  brand: string
  host: string
  events: number
  first_page: string
  last_page: string
}

export function replayAddress({ trace_id, generate_id }: Pick<VisitRow, 'trace_id' | 'generate_id'>): string {
  return `${replayPath}?${new URLSearchParams({ trace: trace_id, browser: generate_id })}`
}

/** Visits, the newest first: those somebody was seen in, a user or a phone number by its blind index; of an id; and within days where those are told. */
export const visits: Question<VisitRow> = {
  name: 'visits',
  statement: ({ from, to, saidDays, user, phone, trace }) => {
    const values: unknown[] = []
    const place = (value: unknown) => `$${values.push(value)}`
    const seen = [
      ...(user === undefined ? [] : [seenAs('user_id', place(user))]),
      ...(phone === undefined ? [] : [seenAs('mobile_index', place(phone))]),
    ]
    const conditions = [
      ...(saidDays ? [`visit.day between ${place(from)} and ${place(to)}`] : []),
      ...(trace === undefined ? [] : [`visit.trace_id = ${place(trace)}`]),
    ]
    return {
      text: `
      select visit.day, visit.trace_id, visit.generate_id, first_at, last_at, ${seen.length === 0 ? 'user_id, mobile_mask' : alsoSeen}, channel, brand, host,
        events, first_page, last_page
      from ${seen.length === 0 ? 'visit' : visitsOf(seen)} ${conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`}
      order by visit.day desc, first_at desc, visit.trace_id desc, visit.generate_id desc`,
      values,
    }
  },
  key: [
    { column: 'day', type: 'date' },
    { column: 'first_at', type: 'instant' },
    { column: 'trace_id', type: 'text' },
    { column: 'generate_id', type: 'text' },
  ],
  columns: [
    { title: ({ visits }) => visits.first, cell: ({ first_at }) => moment(first_at), href: replayAddress },
    { title: ({ visits }) => visits.last, cell: ({ last_at }) => moment(last_at), onlyInFile: true },
    { title: ({ visits }) => visits.user, cell: ({ user_id }, words) => text(user_id || words.visits.nobody) },
    { title: ({ visits }) => visits.phone, cell: ({ mobile_mask }) => text(mobile_mask || '–') },
    { title: ({ visits }) => visits.events, cell: ({ events }) => count(events) },
    { title: ({ visits }) => visits.firstPage, cell: ({ first_page }) => text(first_page) },
    { title: ({ visits }) => visits.lastPage, cell: ({ last_page }) => text(last_page) },
    { title: ({ visits }) => visits.channel, cell: ({ channel }) => text(channel) },
    { title: ({ visits }) => visits.brand, cell: ({ brand }) => text(brand) },
    { title: ({ visits }) => visits.host, cell: ({ host }) => text(host) },
    { title: ({ visits }) => visits.trace, cell: ({ trace_id }) => text(trace_id) },
    { title: ({ visits }) => visits.browser, cell: ({ generate_id }) => text(generate_id), onlyInFile: true },
  ],
}

/**
 * Visits with somebody in them, and as whom: a visit itself knows of one person only, so theirs among the events are asked, by browser and
 * by day as their key has it, and of them those that say the sender. Of a browser that others use too it is found that way, and not by a look at all its events.
 */
const seenAs = (column: 'user_id' | 'mobile_index', value: string) => `
  select trace_id, generate_id, max(user_id) as user_id, max(mobile_mask) as mobile_mask
  from (
    select trace_id, generate_id, user_id, mobile_mask from visit where ${column} <> '' and ${column} = ${value}
    union all
    select theirs.trace_id, browser.generate_id, theirs.user_id, theirs.mobile_mask
    from (select generate_id, max(last_day) as last_day from browser_user where ${column} = ${value} group by generate_id) as browser
      join person on person.generate_id = browser.generate_id
      cross join lateral generate_series(person.day, browser.last_day, interval '1 day') as on_day
      cross join lateral (
        select trace_id, max(user_id) as user_id, max(mobile_mask) as mobile_mask from event
        where day = on_day::date and ${ofBrowser('browser.generate_id')} and ${column} = ${value} group by trace_id
      ) as theirs
  ) as found
  group by trace_id, generate_id`

/** The few visits that were found are looked up one by one, however many there are. */
const visitsOf = ([first = '', ...others]: readonly string[]) => `(${first}) as seen
      ${others.map((other, nr) => `join (${other}) as seen_${nr} using (trace_id, generate_id)`).join(' ')}
      cross join lateral (select * from visit where trace_id = seen.trace_id and generate_id = seen.generate_id offset 0) as visit`

const bothOf = (column: string) =>
  `concat_ws(', ', nullif(nullif(seen.${column}, visit.${column}), ''), nullif(visit.${column}, '')) as ${column}`
const alsoSeen = ['user_id', 'mobile_mask'].map(bothOf).join(', ')

type ReplayRow = {
  happened_at: Date
  after_ms: number | null
  event: string
  action: string
  page: string
  content: string
  extra: Record<string, unknown> | null
}

const replayed = 'happened_at, seq, digest, event, action, page, content, extra'

export const replayRowsMax = 100

/**
 * The events of one visit as they happened, with the time since the one before. Its days come from the visit, so a few partitions are read;
 * what is no part of a browser's way through pages (a report by the server) has an index of its own.
 */
export const replay: Question<ReplayRow> = {
  name: 'replay',
  statement: ({ trace, browser }) => ({
    text: `
      select happened_at, event, action, page, content, extra,
        (extract(epoch from happened_at - lag(happened_at) over (order by happened_at, seq, digest)) * 1000)::bigint as after_ms
      from (
        select ${replayed} from event_in_full
        where day between (select day from visit where trace_id = $1 and generate_id = $2)
            and (select (last_at at time zone interval '8 hours')::date from visit where trace_id = $1 and generate_id = $2)
          and ${ofBrowser('$2')} and trace_id = $1 and page <> ''
        union all
        select ${replayed} from event where trace_id = $1 and (generate_id = '' or page = '') and generate_id in ($2, '')
      ) as event
      order by happened_at, seq, digest`,
    values: [trace ?? '', browser ?? ''],
  }),
  columns: [
    { title: ({ replay }) => replay.at, cell: ({ happened_at }) => moment(happened_at) },
    { title: ({ replay }) => replay.after, cell: ({ after_ms }) => ({ kind: 'ms', ms: after_ms ?? undefined }) },
    { title: ({ replay }) => replay.page, cell: ({ page }) => text(page) },
    { title: ({ replay }) => replay.event, cell: ({ event }) => text(event) },
    { title: ({ replay }) => replay.action, cell: ({ action }) => text(action) },
    { title: ({ replay }) => replay.content, cell: ({ content }) => text(content || '–'), isLong: true },
    {
      title: ({ replay }) => replay.extra,
      cell: ({ extra }) => text(extra === null || Object.keys(extra).length === 0 ? '–' : JSON.stringify(extra)),
      isLong: true,
    },
  ],
}
