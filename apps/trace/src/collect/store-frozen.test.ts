import { chmodSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { randomText } from '@fyh/base/ids.ts'
import { collect } from '@fyh/contract/trace.ts'
import { openPool } from '@fyh/postgres/pool.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Postgres, startPostgres } from '../../../../tools/postgres/embedded.ts'
import { makeTestFolder } from '../../../../tools/postgres/test-folder.ts'
import { freeze, thaw } from '../../../../tools/postgres/test-freeze.ts'
import { startTraceProcess, type TraceProcess } from '../broker/test-trace-process.ts'

const patient = { timeout: 60_000, interval: 50 }
let folder: string
let postgres: Postgres
let trace: TraceProcess

beforeEach(async () => {
  folder = makeTestFolder('fyh-frozen-')
  chmodSync(folder, 0o711)
  const binDir = process.env.TEST_PG_BIN
  postgres = await startPostgres({ dataDir: join(folder, 'data'), throwaway: true, ...(binDir ? { binDir } : {}) })
  await startTrace()
})
afterEach(async () => {
  thaw(postgres)
  await trace.kill()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function startTrace() {
  trace = await startTraceProcess({ DATABASE_URL: postgres.url('postgres'), LOG_LEVEL: 'silent' })
}
const batchOf = (generateId: string) =>
  JSON.stringify({ events: [1, 2, 3].map((seq) => ({ ...collect.trace.example.body, generateId, seq, at: Date.now() })) })
const post = (body: string) =>
  fetch(`${trace.url}/fuyh/trace`, { method: 'POST', headers: { 'content-type': 'text/plain;charset=UTF-8' }, body })

test('R7.10 events that a frozen database may have are put off and stored once when they come again, and a stop does not wait for it to thaw', {
  timeout: 120_000,
}, async () => {
  // The partition of today is there, and so is a connection.
  expect((await post(batchOf(randomText(19)))).status).toBe(200)
  const body = batchOf(randomText(19))
  freeze(postgres)
  const answer = await post(body)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
  const open = post(body).catch((error: unknown) => error)
  await trace.stop()
  expect(await trace.ended).toMatchObject({ code: 0, signal: null })
  await open
  thaw(postgres)
  await startTrace()
  expect((await post(body)).status).toBe(200)
  const pool = openPool({ url: postgres.url('postgres'), schema: 'trace', applicationName: 'trace-test' })
  const counts = `select (select count(*)::integer from event) as events, (select sum(count)::integer from event_count) as counted`
  await expect.poll(async () => (await pool.query(counts)).rows, patient).toContainEqual({ events: 6, counted: 6 })
  await pool.end()
})
