import type { Deps } from './store.ts'

/** What the page and the tests see. Everything is bounded: the newest rows only. */
const rowsMax = 50

export type SmsRow = { smsId: number; mobile: string; template: string; text: string; code: string | null; sentAt: Date }
export type CallRow = {
  callId: number
  port: string
  method: string
  key: string
  request: Record<string, unknown>
  answer: Record<string, unknown>
  failure: string | null
  times: number
  calledAt: Date
}
export type NoticeRow = {
  noticeRowId: number
  noticeId: string
  port: string
  key: string
  url: string
  body: Record<string, unknown>
  state: 'waiting' | 'acknowledged' | 'givenUp'
  tries: number
  nextTryAt: Date
  lastAnswer: string | null
  createdAt: Date
}

export async function newestSms({ pool }: Deps, mobile?: string): Promise<SmsRow[]> {
  const { rows } = await pool.query<SmsRow>(
    `select sms_id as "smsId", mobile, template, text, code, sent_at as "sentAt" from sms
      where $1::text is null or mobile = $1 order by sms_id desc limit ${rowsMax}`,
    [mobile ?? null],
  )
  return rows
}

export async function newestCalls({ pool }: Deps, port?: string): Promise<CallRow[]> {
  const { rows } = await pool.query<CallRow>(
    `select call_id as "callId", port, method, key, request, answer, failure, times, called_at as "calledAt" from call
      where $1::text is null or port = $1 order by call_id desc limit ${rowsMax}`,
    [port ?? null],
  )
  return rows.map((row) => ({ ...row, answer: shownAnswer(row.answer) }))
}

/** Pictures are large and unreadable as text: their length stands for them. */
function shownAnswer(answer: CallRow['answer']): CallRow['answer'] {
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) =>
      ['picture', 'piece'].includes(name) ? [name, `${String(value).length} characters`] : [name, value],
    ),
  )
}

export type CheckRow = { challengeId: string; x: number; sum: number }

/** Challenges with what solves them, newest first. */
export async function newestChecks({ pool }: Deps): Promise<CheckRow[]> {
  const { rows } = await pool.query<CheckRow>(
    `select challenge_id as "challengeId", gap_x as x, sum from check_challenge order by issued_at desc limit ${rowsMax}`,
  )
  return rows
}

export async function newestNotices({ pool }: Deps): Promise<NoticeRow[]> {
  const { rows } = await pool.query<NoticeRow>(
    `select notice_row_id as "noticeRowId", notice_id as "noticeId", port, key, url, body, state, tries, next_try_at as "nextTryAt",
            last_answer as "lastAnswer", created_at as "createdAt" from notice order by notice_row_id desc limit ${rowsMax}`,
  )
  return rows
}

export type MovedRow = { port: string; day: string; orders: number; amountFen: number }

/** What each party moved under the orders of a day, as its statement of that day adds up; returns are listed in the statement itself. */
export async function movedByDay({ pool }: Deps): Promise<MovedRow[]> {
  const { rows } = await pool.query<MovedRow>(
    `select port, ordered_on::text as day, count(*)::integer as orders, sum(taken_fen)::bigint as "amountFen" from money_order
      where state <> 'processing' and taken_fen > 0 group by port, ordered_on order by ordered_on desc, port limit ${rowsMax}`,
  )
  return rows
}

/** Keeps the tables small over months of use; done at the start. */
export async function forgetOld({ pool, clock }: Pick<Deps, 'pool' | 'clock'>): Promise<void> {
  await pool.query('delete from check_challenge where expires_at < $1', [clock.machineNow()])
  const keep = 20_000
  for (const [table, id] of [
    ['sms', 'sms_id'],
    ['call', 'call_id'],
    ['notice', 'notice_row_id'],
  ] as const)
    await pool.query(`delete from ${table} where ${id} < (select ${id} from ${table} order by ${id} desc offset ${keep} limit 1)`)
}
