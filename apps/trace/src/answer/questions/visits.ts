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

/** Visits, the newest first: of a user, of a phone number by its blind index, of an id, and within days where those are told. */
export const visits: Question<VisitRow> = {
  name: 'visits',
  statement: ({ from, to, saidDays, user, phone, trace }) => {
    const values: unknown[] = []
    const place = (value: unknown) => `$${values.push(value)}`
    const conditions = [
      ...(saidDays ? [`day between ${place(from)} and ${place(to)}`] : []),
      ...(user === undefined ? [] : [`user_id <> '' and user_id = ${place(user)}`]),
      ...(phone === undefined ? [] : [`mobile_index = ${place(phone)}`]),
      ...(trace === undefined ? [] : [`trace_id = ${place(trace)}`]),
    ]
    return {
      text: `
      select trace_id, generate_id, first_at, last_at, user_id, mobile_mask, channel, brand, host, events, first_page, last_page
      from visit ${conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`}
      order by day desc, first_at desc, trace_id desc, generate_id desc`,
      values,
    }
  },
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

type ReplayRow = {
  happened_at: Date
  after_ms: number | null
  event: string
  action: string
  page: string
  content: string
  extra: Record<string, unknown>
}

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
        select * from event
        where day between (select day from visit where trace_id = $1 and generate_id = $2)
            and (select (last_at at time zone interval '8 hours')::date from visit where trace_id = $1 and generate_id = $2)
          and generate_id = $2 and trace_id = $1 and page <> ''
        union all
        select * from event where trace_id = $1 and (generate_id = '' or page = '') and generate_id in ($2, '')
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
      cell: ({ extra }) => text(Object.keys(extra).length === 0 ? '–' : JSON.stringify(extra)),
      isLong: true,
    },
  ],
}
