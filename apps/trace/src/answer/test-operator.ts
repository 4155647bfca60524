import { fileURLToPath } from 'node:url'
import { type FixedClock, fixedClock } from '@fyh/base/clock.ts'
import { collect } from '@fyh/contract/trace.ts'
import { openPool, type Pool } from '@fyh/postgres/pool.ts'
import { makeLog } from '@fyh/serve/log.ts'
import { type TestDatabase, testDatabase } from '../../../../tools/postgres/test-database.ts'
import { createTrace } from '../app.ts'
import { openMobileIndex } from '../collect/mobile-index.ts'
import { keepFirstOperator } from './login/accounts.ts'

export const origin = 'http://127.0.0.1:8080'
export const host = '127.0.0.1:8081'
export const password = 'a long password of nobody'
/** Passwords cost little in tests, which log in a hundred times. */
export const fewRounds = 16
export const mobileIndex = openMobileIndex('k'.repeat(32))

type Sent = Readonly<Record<string, unknown>>
export type TestOperator = Awaited<ReturnType<typeof openOperator>>

/** The trace backend with the operator's pages, on a database of its own, at ten in the morning of 27 November 2026 in Beijing. */
export async function openOperator() {
  const database: TestDatabase = await testDatabase({
    migrations: fileURLToPath(new URL('../../migrations', import.meta.url)),
    schema: 'trace',
  })
  const pool: Pool = openPool({ url: database.url, schema: 'trace', applicationName: 'operator-test' })
  const clock: FixedClock = fixedClock('2026-11-27T10:00:00+08:00')
  await keepFirstOperator(pool, password, clock.machineNow(), fewRounds)
  const log = makeLog({ name: 'trace', level: 'silent' })
  const withAnswersFrom = (answers: Pool) =>
    createTrace({
      pool,
      clock,
      log,
      mobileIndex,
      origins: [origin],
      trustProxy: ['127.0.0.1'],
      operator: { pool: answers, hosts: ['trace.example'], keepDays: 180, keepCountsDays: 800 },
    })
  const app = withAnswersFrom(pool)
  let seq = 0

  async function send(...events: Sent[]): Promise<void> {
    const numbered = events.map((event) => ({ ...collect.trace.example.body, at: clock.machineNow().getTime(), seq: ++seq, ...event }))
    const answer = await app.inject({ method: 'POST', url: collect.trace.path, headers: { origin }, payload: { events: numbered } })
    if (answer.json().data?.stored !== events.length) throw new Error(`events were not stored: ${answer.body}`)
  }

  const form = (url: string, fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) =>
    app.inject({
      method: 'POST',
      url,
      headers: { host, origin: `http://${host}`, 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: new URLSearchParams(fields).toString(),
    })

  /** Logs in and hands out what gets pages with that session. */
  async function enter(who: { name?: string; password?: string } = {}) {
    const { cookies } = await form('/operator/login', { name: 'operator', password, ...who })
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const get = (url: string, headers: Readonly<Record<string, string>> = {}) =>
      app.inject({ url, headers: { host, cookie, 'accept-language': 'en-US', ...headers } })
    const post = (url: string, fields: Readonly<Record<string, string>>) => form(url, fields, { cookie, 'accept-language': 'en-US' })
    return { cookie, get, post }
  }

  /** The same with so little time on a question that one which sleeps is ended. */
  async function withHastyAnswers<Result>(work: (hasty: typeof app, answers: Pool) => Promise<Result>): Promise<Result> {
    const answers = openPool({ url: database.url, schema: 'trace', applicationName: 'hasty', max: 3, statementTimeoutMs: 500 })
    const hasty = withAnswersFrom(answers)
    return work(hasty, answers).finally(() => hasty.close().then(() => answers.end()))
  }

  return { app, pool, clock, withHastyAnswers, send, form, enter, close: () => closeAll() }

  async function closeAll(): Promise<void> {
    await app.close()
    await pool.end()
    await database.drop()
  }
}
