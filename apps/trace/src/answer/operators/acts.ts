import { randomText } from '@fyh/base/ids.ts'
import type { Pool } from '@fyh/postgres/pool.ts'
import { moment, text } from '../page/cells.ts'
import type { Question } from '../question.ts'

export type Act = 'loggedIn' | 'passwordChanged' | 'passwordSet' | 'added' | 'disabled' | 'enabled' | 'soughtPhone' | 'exported' | 'forgot'

/** Days for which it is known who did what. */
export const keepActsDays = 800

/** `operator` is empty for what the settings of the process did; `subject` is an operator or a file, and never a user. */
export type Done = { readonly operator: string; readonly act: Act; readonly subject?: string; readonly at: Date }

/** Writes down what was done; what is too old goes. */
export async function recordAct(pool: Pool, { operator, act, subject = '', at }: Done): Promise<void> {
  await pool.query('delete from operator_act where done_at < $1', [new Date(at.getTime() - keepActsDays * 86_400_000)])
  await pool.query('insert into operator_act (id, done_at, operator_name, act, subject) values ($1, $2, $3, $4, $5)', [
    randomText(19),
    at,
    operator,
    act,
    subject,
  ])
}

type ActRow = { done_at: Date; operator_name: string; act: Act; subject: string }

/** What operators did, the newest first. */
export const actsDone: Question<ActRow> = {
  name: 'acts',
  statement: () => ({
    text: 'select id, done_at, operator_name, act, subject from operator_act order by done_at desc, id desc',
    values: [],
  }),
  key: [
    { column: 'done_at', type: 'instant' },
    { column: 'id', type: 'text' },
  ],
  columns: [
    { title: ({ operators }) => operators.at, cell: ({ done_at }) => moment(done_at) },
    { title: ({ operators }) => operators.who, cell: ({ operator_name }, { operators }) => text(operator_name || operators.bySetting) },
    { title: ({ operators }) => operators.what, cell: ({ act }, { operators }) => text(operators.acts[act]) },
    { title: ({ operators }) => operators.whom, cell: ({ subject }) => text(subject || '–') },
  ],
}
