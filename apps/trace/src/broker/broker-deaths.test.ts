import { fileURLToPath } from 'node:url'
import { openPool, type Pool } from '@fyh/postgres/pool.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findNatsServer } from '../../../../tools/nats/find-nats-server.ts'
import { startTestNatsServer, type TestNatsServer } from '../../../../tools/nats/test-nats-server.ts'
import { type TestDatabase, testDatabase } from '../../../../tools/postgres/test-database.ts'
import { startBrowsers } from './test-browsers.ts'
import { askHealth, startTestProcess, startTraceProcess, type TestProcess, type TraceProcess } from './test-trace-process.ts'

const migrations = fileURLToPath(new URL('../../migrations', import.meta.url))
const patient = { timeout: 60_000, interval: 50 }

// Debian's nats-server, or another one, is a program of the machine and not of npm.
describe.skipIf(findNatsServer() === undefined)('what was acknowledged is stored and counted once', { timeout: 120_000 }, () => {
  let nats: TestNatsServer
  let database: TestDatabase
  let pool: Pool
  let processes: TestProcess[]

  beforeEach(async () => {
    nats = await startTestNatsServer()
    database = await testDatabase({ migrations, schema: 'trace' })
    pool = openPool({ url: database.url, schema: 'trace', applicationName: 'trace-test' })
    processes = []
  })
  afterEach(async () => {
    await Promise.all(processes.map((running) => running.kill()))
    await pool.end()
    await database.drop()
    await nats.remove()
  })

  const settings = () => ({ DATABASE_URL: database.url, TRACE_NATS_URL: nats.url, TRACE_NATS_ACK_SECONDS: '2' })
  async function start(role: 'both' | 'collect' | 'write', count = 1) {
    const started = await startTraceProcess({ ...settings(), TRACE_ROLE: role, TRACE_PROCESSES: String(count) })
    processes.push(started)
    return started
  }

  /** All that was sent is acknowledged by now: it is there, each once, in the events and in the counts. */
  async function expectEachOnce(sent: number, collector: TraceProcess) {
    const kept = async () => (await pool.query<{ events: number; different: number; counted: number }>(counting)).rows[0]
    await expect.poll(async () => (await kept())?.events, patient).toBeGreaterThanOrEqual(sent)
    // Nothing of it is left to come again, and nothing takes up room.
    await expect.poll(() => askHealth(collector.url), patient).toMatchObject({ state: 'ok', waiting: 0, bytes: 0, aside: 0 })
    await expect.poll(async () => (await kept())?.counted, patient).toBeGreaterThanOrEqual(sent)
    expect(await kept()).toEqual({ events: sent, different: sent, counted: sent })
  }
  const counting = `select count(*)::integer as events, count(distinct (generate_id, seq))::integer as different,
    (select sum(count)::integer from event_count) as counted from event`

  test('R7.10 a collector that is killed under load, again and again', async () => {
    await start('write')
    let collector = await start('collect')
    const browsers = startBrowsers({ count: 4, url: () => collector.url })
    for (let round = 0; round < 2; round += 1) {
      await browsers.more(150)
      await collector.kill()
      collector = await start('collect')
    }
    await browsers.more(50)
    await expectEachOnce(await browsers.finish(), collector)
  })

  test('R7.10 a broker that is killed under load and starts again on its folder, with two processes that collect and write', async () => {
    const collector = await start('both', 2)
    const browsers = startBrowsers({ count: 4, url: () => collector.url })
    for (let round = 0; round < 3; round += 1) {
      await browsers.more(150)
      await nats.kill()
      await nats.start()
    }
    await browsers.more(50)
    await expectEachOnce(await browsers.finish(), collector)
  })

  test('R7.10 a writer that dies after its commit and before it could acknowledge', async () => {
    const collector = await start('collect')
    const browsers = startBrowsers({ count: 4, url: () => collector.url })
    await browsers.more(100)
    for (let death = 0; death < 2; death += 1) {
      const writer = startTestProcess(['--input-type=module', '-e', dyingWriter], { ...settings(), TRACE_STREAM: 'FYH_TRACE' })
      processes.push(writer)
      const { signal, output } = await writer.ended
      expect(output).toBe('committed\n')
      expect(signal).toBe('SIGKILL')
      await browsers.more(50)
    }
    await start('write')
    await expectEachOnce(await browsers.finish(), collector)
  })

  test('R7.10 two writers at once, one or the other killed at any moment', async () => {
    const collector = await start('collect')
    const writers = [await start('write'), await start('write')]
    const browsers = startBrowsers({ count: 4, url: () => collector.url })
    for (let round = 0; round < 3; round += 1) {
      await browsers.more(100 + round * 37)
      await writers.shift()?.kill()
      writers.push(await start('write'))
    }
    await expectEachOnce(await browsers.finish(), collector)
  })
})

const here = (file: string) => JSON.stringify(new URL(file, import.meta.url).href)

/** Commits once, says so, and dies before anything is acknowledged. */
const dyingWriter = `
  import { writeSync } from 'node:fs'
  import { openPool } from ${here('../../../../packages/postgres/pool.ts')}
  import { makeLog } from ${here('../../../../packages/serve/log.ts')}
  import { isFaultOfRows, storeEvents } from ${here('../collect/event-store.ts')}
  import { openBroker } from ${here('./broker.ts')}
  import { openWriter } from ${here('./writer.ts')}
  const { DATABASE_URL, TRACE_NATS_URL, TRACE_STREAM } = process.env
  const pool = openPool({ url: DATABASE_URL, schema: 'trace', applicationName: 'dying-writer' })
  const log = makeLog({ name: 'trace', level: 'silent' })
  const broker = openBroker({ url: TRACE_NATS_URL, stream: TRACE_STREAM, replicas: 1, bytesMax: ${1024 * 1024 * 1024}, ackSeconds: 2 }, log)
  const store = async (rows) => {
    await storeEvents(pool, rows)
    writeSync(1, 'committed\\n')
    process.kill(process.pid, 'SIGKILL')
  }
  openWriter({ broker, store, isFaultOfRows, onRefused: async () => undefined, log })`
