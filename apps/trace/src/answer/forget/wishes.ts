import type { Pool } from '@fyh/postgres/pool.ts'
import type { Forgotten, Subject } from '../../upkeep/forget.ts'
import { count, moment, text } from '../page/cells.ts'
import type { Question } from '../question.ts'

type WishRow = Forgotten & { forgotten_at: Date; asked_by: string }

/** Which wishes to be forgotten were done, the newest first; whose they were is not kept. */
export const wishes: Question<WishRow> = {
  name: 'wishes',
  statement: () => ({
    text: 'select subject_index, forgotten_at, asked_by, events, visits, browsers from forget_record order by forgotten_at desc, subject_index desc',
    values: [],
  }),
  key: [
    { column: 'forgotten_at', type: 'instant' },
    { column: 'subject_index', type: 'text' },
  ],
  columns: [
    { title: ({ forget }) => forget.at, cell: ({ forgotten_at }) => moment(forgotten_at) },
    { title: ({ forget }) => forget.by, cell: ({ asked_by }, { forget }) => text(asked_by === 'command' ? forget.byCommand : asked_by) },
    { title: ({ forget }) => forget.events, cell: ({ events }) => count(events) },
    { title: ({ forget }) => forget.visits, cell: ({ visits }) => count(visits) },
    { title: ({ forget }) => forget.browsers, cell: ({ browsers }) => count(browsers) },
  ],
}

/** What the wish of that moment came to, by whoever it was done. */
export async function wishDone(pool: Pool, at: Date, operator: string): Promise<Forgotten | undefined> {
  const { rows } = await pool.query<Forgotten>(
    'select events, visits, browsers from forget_record where forgotten_at = $1 and asked_by = $2',
    [at, operator],
  )
  return rows[0]
}

export type Found = { readonly visits: number; readonly browsers: number }

/** What is known of somebody before it is deleted: visits that bear their id or number, and browsers they were seen on. */
export async function foundOf(pool: Pool, subject: Subject): Promise<Found> {
  const [column, value] = 'userId' in subject ? ['user_id', subject.userId] : ['mobile_index', subject.mobileIndex]
  const { rows } = await pool.query<Found>(
    `select (select count(*)::bigint from visit where ${column} = $1 and ${column} <> '') as visits,
       (select count(distinct generate_id)::bigint from browser_user where ${column} = $1) as browsers`,
    [value],
  )
  return rows[0] ?? { visits: 0, browsers: 0 }
}
