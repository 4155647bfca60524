import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { randomText } from '@fyh/base/ids.ts'
import { makeLog } from '@fyh/serve/log.ts'
import { type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findNatsServer } from '../../../../tools/nats/find-nats-server.ts'
import { startTestNatsServer, type TestNatsServer } from '../../../../tools/nats/test-nats-server.ts'
import { openBroker } from './broker.ts'
import { prepareStreams, type StreamSettings, writersName } from './streams.ts'
import { testEventRow } from './test-event-row.ts'
import { openWriter } from './writer.ts'

const log = makeLog({ name: 'trace', level: 'silent' })
const patient = { timeout: 30_000, interval: 20 }

// Debian's nats-server, or another one, is a program of the machine and not of npm.
describe.skipIf(findNatsServer() === undefined)('a broker that forgets where its writers are', { timeout: 60_000 }, () => {
  let nats: TestNatsServer
  let settings: StreamSettings
  let connection: NatsConnection
  let manager: JetStreamManager
  let opened: { close(): Promise<void> }[]

  beforeAll(async () => {
    nats = await startTestNatsServer()
  })
  afterAll(() => nats.remove())
  beforeEach(async () => {
    settings = { stream: `T_${randomText(8).toUpperCase()}`, replicas: 1, bytesMax: 64 * 1024 * 1024, ackSeconds: 1 }
    opened = []
    await nats.start()
    await ask()
  })
  afterEach(async () => {
    for (const part of opened.reverse()) await part.close()
    await connection.close()
  })

  function open<Part extends { close(): Promise<void> }>(part: Part): Part {
    opened.push(part)
    return part
  }
  async function ask() {
    connection = await connect({ servers: nats.url })
    await prepareStreams(connection, settings)
    manager = await jetstreamManager(connection)
  }
  async function send(seqs: readonly number[]) {
    for (const seq of seqs)
      await jetstream(connection).publish(`${settings.stream}.rows`, JSON.stringify({ rows: [testEventRow({ seq })] }))
  }
  /** Hands so many messages out to a writer that finishes the first of them, and dies. */
  async function handOut(count: number, finished: number) {
    const consumer = await jetstream(connection).consumers.get(settings.stream, writersName)
    let left = finished
    for await (const message of await consumer.fetch({ max_messages: count, expires: 5_000 })) {
      if (left > 0) await message.ackAck()
      left -= 1
    }
  }
  const stateOf = async () => (await manager.streams.info(settings.stream)).state
  const isBehind = async () =>
    (await stateOf()).first_seq <= (await manager.consumers.info(settings.stream, writersName)).ack_floor.stream_seq

  /** The sequences that a writer stores, when nothing is left to store. */
  async function written(): Promise<number[]> {
    const stored = new Set<number>()
    const broker = open(openBroker({ url: nats.url, ...settings }, log))
    const store = async (rows: { seq: number }[]) => rows.forEach(({ seq }) => void stored.add(seq))
    open(openWriter({ broker, store, isFaultOfRows: () => false, onRefused: async () => undefined, log }))
    await expect.poll(() => broker.look(), patient).toMatchObject({ waiting: 0, bytes: 0 })
    return [...stored].sort((a, b) => a - b)
  }

  test('R7.10 what was finished and is back goes, and what was handed out and is not finished comes again', async () => {
    const folder = join(nats.storeFolder, 'jetstream/$G/streams', settings.stream, 'msgs')
    const before = join(nats.storeFolder, settings.stream)
    await send(numbers(1, 500))
    await stopped(async () => cpSync(folder, before, { recursive: true }))
    await handOut(480, 450)
    await stopped(async () => {
      rmSync(folder, { recursive: true })
      cpSync(before, folder, { recursive: true })
    })
    expect(await stateOf()).toMatchObject({ messages: 500 })
    open(openBroker({ url: nats.url, ...settings }, log))
    await expect.poll(isBehind, patient).toBe(false)
    expect(await written()).toEqual(expect.arrayContaining(numbers(451, 500)))
    expect(await stateOf()).toMatchObject({ messages: 0 })
  })

  test('R7.10 messages that are in nobody’s hands and not finished come again', async () => {
    await send(numbers(1, 6))
    await handOut(4, 0)
    // A purge of a part makes 2.9.10 forget what it handed out.
    await manager.streams.purge(settings.stream, { seq: 2 })
    expect(await written()).toEqual(numbers(2, 6))
    expect(await stateOf()).toMatchObject({ messages: 0 })
  })

  async function stopped(work: () => Promise<void>) {
    await connection.close()
    await nats.stop()
    await work()
    await nats.start()
    await ask()
  }
})

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, place) => from + place)
