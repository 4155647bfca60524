import { civilDateAt } from '@fyh/base/dates.ts'
import type { Pool } from '@fyh/postgres/pool.ts'
import { count, moment, text } from '../page/cells.ts'
import type { Question } from '../question.ts'
import type { Words } from '../words/zh-cn.ts'

type MinuteRow = { minute: Date; count: number }

export const liveMinutes = 60

/** Events by minute of the last hour, minutes without any too. The filter's `to` is today, so `now` is handed in. */
export const minutes = (now: Date): Question<MinuteRow> => ({
  name: 'minutes',
  statement: () => ({
    text: `
      select minute, coalesce(count, 0) as count
      from generate_series(date_trunc('minute', $1::timestamptz) - ($2::integer - 1) * interval '1 minute', date_trunc('minute', $1::timestamptz),
        interval '1 minute') as asked (minute)
        left join minute_count using (minute)
      order by minute`,
    values: [now, liveMinutes],
  }),
  columns: [
    { title: ({ overview }) => overview.minute, cell: ({ minute }) => moment(minute) },
    { title: ({ overview }) => overview.count, cell: ({ count: events }) => count(events), isPlotted: true },
  ],
})

type RefusalRow = { kind: string; field: string; count: number }

/** What was refused today, by reason and field. */
export const refusals = (now: Date): Question<RefusalRow> => ({
  name: 'refusals',
  statement: () => ({
    text: 'select kind, field, count from refusal_count where day = $1 order by count desc, kind, field',
    values: [civilDateAt(now)],
  }),
  columns: [
    { title: ({ overview }) => overview.kind, cell: ({ kind }, { overview }) => text(kindText(kind, overview.kinds)) },
    { title: ({ overview }) => overview.field, cell: ({ field }) => text(field || '–') },
    { title: ({ overview }) => overview.times, cell: ({ count: times }) => count(times) },
  ],
})

function kindText(kind: string, kinds: Words['overview']['kinds']): string {
  return Object.entries(kinds).find(([name]) => name === kind)?.[1] ?? kind
}

export type Today = { events: number; visits: number; people: number; errors: number; refused: number }

/** The figures of the day so far: visits by the day of their last event, browsers by that of their first. */
export async function countToday(pool: Pool, now: Date): Promise<Today> {
  const { rows } = await pool.query<Today>(
    `select
       (select coalesce(sum(count), 0)::bigint from event_count where day = $1) as events,
       (select coalesce(sum(visits), 0)::bigint from exit_count where day = $1) as visits,
       (select coalesce(sum(people), 0)::bigint from funnel_count where day = $1 and step = 'landing') as people,
       (select coalesce(sum(count), 0)::bigint from error_count where day = $1) as errors,
       (select coalesce(sum(count), 0)::bigint from refusal_count where day = $1) as refused`,
    [civilDateAt(now)],
  )
  return rows[0] ?? { events: 0, visits: 0, people: 0, errors: 0, refused: 0 }
}
