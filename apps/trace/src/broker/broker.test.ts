import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { systemClock } from '@fyh/base/clock.ts'
import { randomText } from '@fyh/base/ids.ts'
import { collect } from '@fyh/contract/trace.ts'
import { openPool, type Pool } from '@fyh/postgres/pool.ts'
import { makeLog } from '@fyh/serve/log.ts'
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findNatsServer } from '../../../../tools/nats/find-nats-server.ts'
import { startTestNatsServer, type TestNatsServer } from '../../../../tools/nats/test-nats-server.ts'
import { type TestDatabase, testDatabase } from '../../../../tools/postgres/test-database.ts'
import { createTrace } from '../app.ts'
import type { EventRow } from '../collect/event-row.ts'
import { isFaultOfRows, storeEvents } from '../collect/event-store.ts'
import { openMobileIndex } from '../collect/mobile-index.ts'
import { type Broker, type BrokerSettings, openBroker } from './broker.ts'
import { testEventRow } from './test-event-row.ts'
import { openWriter } from './writer.ts'

const migrations = fileURLToPath(new URL('../../migrations', import.meta.url))
const log = makeLog({ name: 'trace', level: 'silent' })
const mobileIndex = openMobileIndex('a key for tests, which is no secret')
const patient = { timeout: 30_000, interval: 20 }
const megabyte = 1024 * 1024

// Debian's nats-server, or another one, is a program of the machine and not of npm.
describe.skipIf(findNatsServer() === undefined)('events wait in a broker', { timeout: 60_000 }, () => {
  let nats: TestNatsServer
  let database: TestDatabase
  let pool: Pool
  const opened: { close(): Promise<void> }[] = []
  let browser = ''

  beforeAll(async () => {
    nats = await startTestNatsServer()
    database = await testDatabase({ migrations, schema: 'trace' })
    pool = openPool({ url: database.url, schema: 'trace', applicationName: 'trace-test' })
  })
  afterAll(async () => {
    await pool.end()
    await database.drop()
    await nats.remove()
  })
  beforeEach(async () => {
    // A test that fails while it is down must not take the others with it.
    await nats.start()
    browser = randomText(19)
    settings = { url: nats.url, stream: `T_${randomText(8).toUpperCase()}`, replicas: 1, bytesMax: 64 * megabyte, ackSeconds: 1 }
  })
  afterEach(async () => {
    for (const part of opened.splice(0).reverse()) await part.close()
  })

  let settings: BrokerSettings
  function open<Part extends { close(): Promise<void> }>(part: Part): Part {
    opened.push(part)
    return part
  }
  async function broker(changes: Partial<BrokerSettings> = {}): Promise<Broker> {
    const made = open(openBroker({ ...settings, ...changes }, log))
    await expect.poll(async () => (await made.look()).state, patient).not.toBe('brokerAway')
    return made
  }
  const part = (from: Broker, does: { collects: boolean; writes: boolean }, to: Pool) =>
    createTrace({ pool: to, clock: systemClock(), log, mobileIndex, origins: [], between: { broker: from, ...does } })
  const collector = (to: Broker) => part(to, { collects: true, writes: false }, pool)
  /** Closing one closes its connection to the broker too, so each has its own. */
  const writer = async (to = pool) => open(part(await broker(), { collects: false, writes: true }, to))
  type Collector = ReturnType<typeof collector>

  async function connection() {
    const made = await connect({ servers: nats.url })
    opened.push({ close: async () => void (await made.close()) })
    return made
  }
  const manager = async () => jetstreamManager(await connection())

  const event = (seq: number, changes: Record<string, unknown> = {}) => ({
    ...collect.trace.example.body,
    generateId: browser,
    seq,
    at: Date.now(),
    ...changes,
  })
  const post = (app: Collector, events: unknown[]) => app.inject({ method: 'POST', url: '/fuyh/trace', payload: { events } })
  const health = (app: Collector) => app.inject({ method: 'GET', url: '/healthz' })
  const storedSeqs = async () =>
    (await pool.query<{ seq: number }>('select seq from event where generate_id = $1 order by seq', [browser])).rows.map(({ seq }) => seq)

  test('an event is answered before any writer is there, and a writer that comes later stores it as it came', async () => {
    const stream = await broker()
    const app = collector(stream)
    const answer = await post(app, [event(1, { page: 'home', mobile: '13800000001' }), event(2)])
    expect(answer.json()).toMatchObject({ code: 0, data: { stored: 2 } })
    expect(await storedSeqs()).toEqual([])
    await expect.poll(async () => (await health(app)).json().data, patient).toMatchObject({ state: 'ok', waiting: 1 })
    await writer()
    await expect.poll(storedSeqs, patient).toEqual([1, 2])
    const { rows } = await pool.query('select page, mobile_mask, received_at < now() as earlier from event where generate_id = $1', [
      browser,
    ])
    expect(rows).toContainEqual({ page: 'home', mobile_mask: '138****0001', earlier: true })
    await expect.poll(async () => stream.look(), patient).toMatchObject({ waiting: 0, bytes: 0 })
  })

  test('what one message cannot hold goes in several, and all of it is stored', async () => {
    const stream = await broker()
    const app = collector(stream)
    const events = Array.from({ length: 24 }, (_, seq) => event(seq, { more: 'x'.repeat(10_000) }))
    const answers = await Promise.all([0, 1, 2].map((part) => post(app, events.slice(part * 8, part * 8 + 8))))
    expect(answers.map((answer) => answer.json().data.stored)).toEqual([8, 8, 8])
    await writer()
    await expect.poll(storedSeqs, patient).toEqual(events.map(({ seq }) => seq))
  })

  test('a stream that is full answers 503 with Retry-After, keeps all it took, and takes events again when a writer has made room', async () => {
    const stream = await broker({ bytesMax: 2 * megabyte })
    const app = collector(stream)
    const fill = async (seq: number) => post(app, [event(seq, { more: 'x'.repeat(14_000) })])
    const taken: number[] = []
    let answer = await fill(0)
    for (let seq = 1; answer.statusCode === 200; seq += 1) {
      taken.push(seq - 1)
      answer = await fill(seq)
    }
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('2')
    const full = await health(app)
    expect([full.statusCode, full.json().data.state]).toEqual([503, 'full'])
    expect(taken.length).toBeGreaterThan(100)
    await writer()
    await expect.poll(async () => (await health(app)).json().data.state, patient).toBe('ok')
    expect((await post(app, [event(9_999)])).statusCode).toBe(200)
    await expect.poll(storedSeqs, patient).toEqual([...taken, 9_999])
  })

  test('a broker that is away answers 503 with Retry-After at once, and events are taken again when it is back', async () => {
    const stream = await broker()
    const app = collector(stream)
    await writer()
    await post(app, [event(1)])
    await nats.kill()
    await expect.poll(async () => (await health(app)).json().data, patient).toMatchObject({ state: 'brokerAway' })
    expect((await health(app)).statusCode).toBe(503)
    const answer = await post(app, [event(2)])
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2'])
    await nats.start()
    await expect.poll(async () => (await post(app, [event(2)])).statusCode, patient).toBe(200)
    await expect.poll(storedSeqs, patient).toEqual([1, 2])
  })

  test('a request that is open when the broker starts anew is answered when it is back, and its events are stored once', async () => {
    const stream = await broker()
    const app = collector(stream)
    await writer()
    for (let round = 0; round < 5; round += 1) {
      const answers = Promise.all([1, 2, 3].map((part) => post(app, [event(round * 10 + part)])))
      await nats.kill()
      await nats.start()
      for (const [index, { statusCode }] of (await answers).entries())
        if (statusCode !== 200)
          await expect.poll(async () => (await post(app, [event(round * 10 + index + 1)])).statusCode, patient).toBe(200)
    }
    await expect.poll(storedSeqs, patient).toEqual([0, 10, 20, 30, 40].flatMap((round) => [round + 1, round + 2, round + 3]))
  })

  test('a broker that comes back without its streams gets them anew', async () => {
    const stream = await broker()
    const app = collector(stream)
    await writer()
    await (await manager()).streams.delete(settings.stream)
    await expect.poll(async () => (await post(app, [event(1)])).statusCode, patient).toBe(200)
    await expect.poll(storedSeqs, patient).toEqual([1])
  })

  test('while the database is away events are taken, and stored once when it is back', async () => {
    const own = await testDatabase({ migrations, schema: 'trace' })
    const gone = openPool({ url: own.url, schema: 'trace', applicationName: 'trace-test' })
    const stream = await broker()
    const app = collector(stream)
    const name = new URL(own.url).pathname.slice(1)
    const writing = await writer(gone)
    await post(app, [event(1)])
    await expect.poll(async () => await stream.look(), patient).toMatchObject({ waiting: 0 })
    await pool.query(`alter database ${name} with allow_connections false`)
    await pool.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
    const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => post(app, [event(index + 2)])))
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
    await expect.poll(async () => (await health(writing)).json().data.state, patient).toBe('databaseAway')
    expect((await health(writing)).statusCode).toBe(503)
    expect((await health(app)).statusCode).toBe(200)
    await pool.query(`alter database ${name} with allow_connections true`)
    await expect.poll(async () => (await health(writing)).json().data.state, patient).toBe('ok')
    await expect.poll(async () => await stream.look(), patient).toMatchObject({ waiting: 0, aside: 0 })
    const { rows } = await gone.query('select seq from event where generate_id = $1 order by seq', [browser])
    expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 41 }, (_, index) => index + 1))
    for (const part of opened.splice(0).reverse()) await part.close()
    await gone.end()
    await own.drop()
  })

  test('CN-16 a message that is none, and a row that the database refuses, are set aside once and hold up nobody', async () => {
    const stream = await broker()
    const app = collector(stream)
    await post(app, [event(1)])
    await stream.publish([testEventRow({ page: 'a\0b' }), testEventRow({ generate_id: browser, seq: 3 })])
    await stream.publish([testEventRow({ day: 'infinity', undated: true })])
    await jetstream(await connection()).publish(`${settings.stream}.rows`, 'no message of ours')
    const writing = await writer()
    await expect.poll(async () => stream.look(), patient).toMatchObject({ waiting: 0, aside: 3 })
    await writing.close()
    const { rows } = await pool.query("select field, count from refusal_count where kind = 'database'")
    expect(rows).toEqual([{ field: 'event', count: 1 }])
    expect(await storedSeqs()).toEqual([1, 3])
    const kept = await Promise.all([1, 2, 3].map(async (seq) => (await manager()).streams.getMessage(`${settings.stream}_ASIDE`, { seq })))
    const reasons = kept.map((message) => message?.json<{ reason: string; what: string }>())
    expect(reasons).toContainEqual({ reason: 'unreadable', what: 'no message of ours' })
    expect(reasons).toContainEqual({ reason: 'unreadable', what: expect.stringContaining('infinity') })
    expect(reasons).toContainEqual({ reason: '22021', what: expect.stringContaining('a\\u0000b') })
  })

  test('any number of processes start on one broker at once, and other settings are taken over', async () => {
    const started = await Promise.all(Array.from({ length: 5 }, () => broker()))
    expect(await Promise.all(started.map(async (one) => (await one.look()).state))).toEqual(Array(5).fill('ok'))
    await broker({ bytesMax: 9 * megabyte, ackSeconds: 7 })
    const { config } = await (await manager()).streams.info(settings.stream)
    expect(config).toMatchObject({ max_bytes: 9 * megabyte, discard: 'new', retention: 'workqueue', storage: 'file' })
    expect((await (await manager()).consumers.info(settings.stream, 'writers')).config.ack_wait).toBe(7_000_000_000)
  })

  test('a writer that is told to stop finishes what it has, so that nothing of it comes to another one again', async () => {
    const stream = await broker({ ackSeconds: 60 })
    const app = collector(stream)
    await post(app, [event(1), event(2)])
    const own = await broker({ ackSeconds: 60 })
    const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const store = async (rows: EventRow[]) => {
      begun.resolve()
      await gate.promise
      await storeEvents(pool, rows)
    }
    const writing = openWriter({ broker: own, store, isFaultOfRows, onRefused: async () => undefined, log })
    await begun.promise
    const closed = writing.close().then(() => own.close())
    gate.resolve()
    await closed
    expect(await storedSeqs()).toEqual([1, 2])
    await expect.poll(async () => stream.look(), patient).toMatchObject({ waiting: 0, bytes: 0 })
  })

  /** Puts the stream back to what it was, as a server does that is cut off before it wrote what came after; the writers' place stays. */
  async function cutOff(before: string) {
    await nats.stop()
    rmSync(messagesFolder(), { recursive: true })
    cpSync(before, messagesFolder(), { recursive: true })
    await nats.start()
  }
  const messagesFolder = () => join(nats.storeFolder, 'jetstream/$G/streams', settings.stream, 'msgs')
  function copyOfMessages() {
    const copy = join(nats.storeFolder, settings.stream)
    cpSync(messagesFolder(), copy, { recursive: true })
    return copy
  }
  async function writeAllThatWaits(stream: Broker) {
    const writing = await writer()
    await expect.poll(async () => stream.look(), patient).toMatchObject({ waiting: 0, bytes: 0 })
    await writing.close()
  }

  test('a broker that is cut off before it forgot what was finished gives no room to it', async () => {
    const stream = await broker()
    const app = collector(stream)
    for (let seq = 0; seq < 20; seq += 1) await post(app, [event(seq)])
    const before = copyOfMessages()
    await writeAllThatWaits(stream)
    await cutOff(before)
    await expect.poll(async () => (await post(app, [event(20)])).statusCode, patient).toBe(200)
    await writer()
    await expect.poll(async () => stream.look(), patient).toMatchObject({ waiting: 0, bytes: 0 })
    expect(await storedSeqs()).toEqual(Array.from({ length: 21 }, (_, seq) => seq))
  })

  test('a broker whose machine lost power, and the end of its stream with it, passes over no later event', async () => {
    const stream = await broker()
    const app = collector(stream)
    for (let seq = 0; seq < 10; seq += 1) await post(app, [event(seq)])
    const before = copyOfMessages()
    for (let seq = 10; seq < 20; seq += 1) await post(app, [event(seq)])
    await writeAllThatWaits(stream)
    await cutOff(before)
    await expect.poll(async () => (await post(app, [event(20)])).statusCode, patient).toBe(200)
    await writer()
    await expect.poll(storedSeqs, patient).toEqual(Array.from({ length: 21 }, (_, seq) => seq))
  })
})
