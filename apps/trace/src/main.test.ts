import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { collect } from '@fyh/contract/trace.ts'
import { openPool } from '@fyh/postgres/pool.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { hold } from '../../../tools/launch/stand-ins/run.ts'
import { type TestDatabase, testDatabase } from '../../../tools/postgres/test-database.ts'
import { startBrowsers } from './broker/test-browsers.ts'
import { startTestProcess, startTraceProcess, type TraceProcess } from './broker/test-trace-process.ts'

const main = fileURLToPath(new URL('./main.ts', import.meta.url))
const indexKey = 'a key for tests, which is no secret'
const patient = { timeout: 60_000, interval: 20 }

let database: TestDatabase
let running: TraceProcess[]

beforeEach(async () => {
  database = await testDatabase({ migrations: fileURLToPath(new URL('../migrations', import.meta.url)), schema: 'trace' })
  running = []
})
afterEach(async () => {
  await Promise.all(running.map((started) => started.kill()))
  await database.drop()
})

async function start(count: number): Promise<TraceProcess> {
  const started = await startTraceProcess({ DATABASE_URL: database.url, TRACE_PROCESSES: String(count) })
  running.push(started)
  return started
}

/** Those that the first process began and that have not ended. */
function workersOf({ pid }: TraceProcess): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean).map(Number)
}

/** Which of the processes answered on a connection of its own, and how all of them stand. */
async function look({ url }: TraceProcess): Promise<{ by: string; state: string; kept: number }> {
  const response = await fetch(`${url}/healthz`, { headers: { connection: 'close' } })
  const { data } = z.object({ data: z.object({ state: z.string(), kept: z.int() }) }).parse(await response.json())
  return { by: response.headers.get('x-request-id')?.slice(0, 6) ?? '', ...data }
}

/** What two processes tell, when both have told. */
async function twoTell(trace: TraceProcess): Promise<ReadonlyMap<string, unknown>> {
  const told = new Map<string, unknown>()
  const tellers = async () => {
    const { by, ...standing } = await look(trace)
    return told.set(by, standing)
  }
  await expect.poll(tellers, patient).toHaveProperty('size', 2)
  return told
}

/** All that was sent is acknowledged by now: it is there, each once, in the events and in the counts. */
async function expectEachOnce(sent: number): Promise<void> {
  const pool = openPool({ url: database.url, schema: 'trace', applicationName: 'trace-test', max: 1 })
  const kept = async () => {
    const { rows } = await pool.query(`select count(*)::integer as events, count(distinct (generate_id, seq))::integer as different,
      (select sum(count)::integer from event_count) as counted from event`)
    return rows[0]
  }
  await expect.poll(kept, patient).toEqual({ events: sent, different: sent, counted: sent })
  await pool.end()
}

test.each([1, 2])('told to stop in the very moment in which it listens, it stops in order: %i process(es)', async (count) => {
  const atOnce = new URL('../../../tools/launch/stand-ins/stopped-at-once.ts', import.meta.url).href
  const settings = { DATABASE_URL: database.url, TRACE_PORT: '0', TRACE_PROCESSES: String(count), TRACE_INDEX_KEY: indexKey }
  const { ended } = startTestProcess(['--import', atOnce, main], settings)
  expect(await ended).toMatchObject({ code: 0, signal: null })
})

test('R7.10 two processes answer on one port, and each tells how both stand; one is killed under load, and the other goes on until another one has begun', async () => {
  const trace = await start(2)
  const event = { ...collect.trace.example.body, at: Date.now() }
  for (let seq = 1; seq <= 6; seq += 1) {
    const body = JSON.stringify({ events: [{ ...event, seq }] })
    const headers = { 'content-type': 'text/plain;charset=UTF-8', connection: 'close' }
    expect((await fetch(`${trace.url}/fuyh/trace`, { method: 'POST', headers, body })).status).toBe(200)
  }
  const told = await twoTell(trace)
  expect([...told.values()]).toEqual(Array(2).fill({ state: 'ok', kept: 6 }))

  const browsers = startBrowsers({ count: 4, url: () => trace.url })
  await browsers.more(150)
  const [killed = 0, left] = workersOf(trace)
  process.kill(killed, 'SIGKILL')
  await expect.poll(() => workersOf(trace), patient).toEqual([left])
  expect(await look(trace)).toMatchObject({ state: 'ok' })
  await twoTell(trace)
  await browsers.more(50)
  await expectEachOnce(6 + (await browsers.finish()))
})

test('R7.10 the first of several processes killed under load, and told to stop under load: none is left, and what was acknowledged is there, each once', async () => {
  let trace = await start(2)
  const browsers = startBrowsers({ count: 4, url: () => trace.url })
  await browsers.more(150)
  // Over when nobody holds what it writes to any more.
  await trace.kill()
  await expect(look(trace)).rejects.toThrow()
  trace = await start(2)
  await browsers.more(150)
  await trace.stop()
  expect(await trace.ended).toMatchObject({ code: 0, signal: null, output: '' })
  await expect(look(trace)).rejects.toThrow()
  trace = await start(1)
  await browsers.more(50)
  await expectEachOnce(await browsers.finish())
})

test('what keeps several processes from listening ends them as it ends one, and is said once', async () => {
  const { port, release } = await hold(0)
  const settings = { DATABASE_URL: database.url, TRACE_PORT: String(port), TRACE_PROCESSES: '2', TRACE_INDEX_KEY: indexKey }
  const { code, output } = await startTestProcess([main], settings).ended
  expect([code, output.match(/Error: .* EADDRINUSE/g)]).toEqual([1, [expect.any(String)]])
  await release()
})
