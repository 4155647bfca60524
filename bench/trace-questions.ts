import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fixedClock } from '@fyh/base/clock.ts'
import { addDays, civilDate } from '@fyh/base/dates.ts'
import { migrate } from '@fyh/postgres/migrate.ts'
import { openPool, type Pool } from '@fyh/postgres/pool.ts'
import { makeLog } from '@fyh/serve/log.ts'
import { keepFirstOperator } from '../apps/trace/src/answer/login/accounts.ts'
import { createTrace } from '../apps/trace/src/app.ts'
import { startPostgres } from '../tools/postgres/embedded.ts'
import type { Figure } from './figure.ts'
import { countDays, eventDays, fillTrace, someVisit } from './trace-book.ts'

const host = '127.0.0.1:8081'
const password = 'a password for the bench'
const today = civilDate('2026-11-27')
const clock = fixedClock('2026-11-27T23:30:00+08:00')
const rounds = 5
const eventsDefault = 1_000_000

/**
 * How long each question of the operator's page takes, from request to the whole page, on as many events as BENCH_TRACE_EVENTS says (a
 * million unless told) and the counts of a year. The reference asks the events themselves.
 */
export async function* measureTraceQuestions(root: string): AsyncGenerator<Figure> {
  const events = Number(process.env.BENCH_TRACE_EVENTS ?? eventsDefault)
  const folder = mkdtempSync(join(tmpdir(), 'fyh-bench-'))
  chmodSync(folder, 0o711)
  const postgres = await startPostgres({ dataDir: join(folder, 'data'), throwaway: true, settings: { max_wal_size: '4GB' } })
  const connection = { url: postgres.url('postgres'), schema: 'trace', applicationName: 'bench' }
  const pool = openPool({ ...connection, max: 1, statementTimeoutMs: 0 })
  const answers = openPool({ ...connection, max: 3, statementTimeoutMs: 60_000 })
  try {
    await migrate(pool, join(root, 'apps/trace/migrations'), { schema: 'trace' })
    const began = performance.now()
    await fillTrace(pool, { events, today, say: (line) => process.stderr.write(`${line}\n`) })
    yield {
      name: `${events} events and the counts of a year made`,
      value: (performance.now() - began) / 1000,
      unit: 's',
      note: await sizes(pool),
    }
    yield* questionFigures(pool, answers)
  } finally {
    await answers.end()
    await pool.end()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function* questionFigures(pool: Pool, answers: Pool): AsyncGenerator<Figure> {
  const app = createTrace({
    pool,
    clock,
    log: makeLog({ name: 'trace', level: 'error' }),
    mobileIndex: (mobile) => mobile,
    origins: [],
    operator: { pool: answers, hosts: [], keepDays: eventDays, keepCountsDays: countDays },
  })
  await keepFirstOperator(answers, password, clock.machineNow(), 16)
  const { cookies } = await app.inject({
    method: 'POST',
    url: '/operator/login',
    headers: { host, origin: `http://${host}`, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ name: 'operator', password }).toString(),
  })
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const ask = async (url: string) => {
    const began = performance.now()
    const { statusCode } = await app.inject({ url, headers: { host, cookie } })
    if (statusCode !== 200) throw new Error(`${url} was answered with ${statusCode}`)
    return performance.now() - began
  }
  for (const [name, url] of Object.entries(questions(await someVisit(pool)))) {
    const first = await ask(url)
    const times = [first]
    for (let round = 1; round < rounds; round += 1) times.push(await ask(url))
    const [, , median = first] = times.toSorted((a, b) => a - b)
    yield {
      name,
      value: median,
      unit: 'ms',
      target: { of: 'value', atMost: 1_000 },
      note: `slowest of ${rounds}: ${Math.round(Math.max(...times))} ms`,
    }
  }
  yield* eventFigures(pool, ask)
  await app.close()
}

function questions({ trace, browser, user, phone, day }: Awaited<ReturnType<typeof someVisit>>): Record<string, string> {
  const month = `from=${addDays(today, 1 - eventDays)}&to=${today}`
  const year = `from=${addDays(today, 1 - countDays)}&to=${today}`
  return {
    overview: '/operator',
    'funnel of 7 days': '/operator/funnel',
    'funnel of 30 days, one channel, by host': `/operator/funnel?${month}&channel=partner_a&by=host`,
    'funnel of 366 days, by day': `/operator/funnel?${year}&by=day`,
    'drop-off by page, 30 days': `/operator/exits?${month}`,
    'drop-off by page, 366 days': `/operator/exits?${year}`,
    'errors, 30 days': `/operator/errors?${month}`,
    'errors, 366 days, one host': `/operator/errors?${year}&host=messenger`,
    'samples of an error, 30 days': `/operator/errors/samples?${month}&event=page_error&name=TypeError&page=home`,
    'samples of an error that is none': `/operator/errors/samples?${month}&event=page_error&name=NoError&page=home`,
    'time per step, 30 days': `/operator/times?${month}`,
    'time per step, 366 days, by host': `/operator/times?${year}&by=host`,
    'time per step, 366 days, one page by day': `/operator/times?${year}&by=day&page=login`,
    'newest visits': '/operator/visits',
    'newest visits, page 500': '/operator/visits?nr=500',
    'visits of one day, page 500': `/operator/visits?from=${day}&to=${day}&nr=500`,
    'visits of a user': `/operator/visits?user=${user}`,
    'visits of a phone number': `/operator/visits?phone=${phone}`,
    'visits of an id': `/operator/visits?trace=${trace}`,
    'visits of nobody': `/operator/visits?user=nobody&${month}`,
    'replay of a visit': `/operator/visits/replay?trace=${trace}&browser=${browser}`,
  }
}

/** An answer worked out from the events, as it would be without counts. */
async function* eventFigures(pool: Pool, ask: (url: string) => Promise<number>): AsyncGenerator<Figure> {
  const days = [addDays(today, 1 - eventDays), today]
  const began = performance.now()
  await pool.query(
    `with last as (
       select distinct on (trace_id, generate_id) page from event where day between $1 and $2 order by trace_id, generate_id, happened_at desc)
     select page, count(*) from last group by page`,
    days,
  )
  const value = performance.now() - began
  yield {
    name: 'drop-off by page, 30 days, from counts',
    value: await ask(`/operator/exits?from=${days[0]}&to=${days[1]}`),
    unit: 'ms',
    reference: { name: 'from the events', value },
    target: { of: 'ratio', atMost: 0.5 },
  }
}

async function sizes(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ name: string; bytes: number; rows: number }>(
    `select name, sum(pg_total_relation_size(oid))::bigint as bytes, sum(greatest(reltuples, 0))::bigint as rows
     from (select case when relname like 'event_2%' then 'event' else relname::text end as name, oid, reltuples
       from pg_class where relkind = 'r' and relnamespace = 'trace'::regnamespace) as tables
     group by name having sum(reltuples) > 100 order by 2 desc`,
  )
  return rows.map(({ name, bytes, rows: count }) => `${name} ${count} rows ${Math.round(bytes / 2 ** 20)} MB`).join(', ')
}
