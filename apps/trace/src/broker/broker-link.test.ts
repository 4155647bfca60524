import { Writable } from 'node:stream'
import { collect } from '@fyh/contract/trace.ts'
import { makeLog } from '@fyh/serve/log.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findNatsServer } from '../../../../tools/nats/find-nats-server.ts'
import { startTestNatsServer, type TestNatsServer } from '../../../../tools/nats/test-nats-server.ts'
import { type Broker, openBroker } from './broker.ts'
import { testEventRow } from './test-event-row.ts'
import { askHealth, startTraceProcess } from './test-trace-process.ts'

const patient = { timeout: 30_000, interval: 20 }
const nobody = '127.0.0.1:1'

describe.skipIf(findNatsServer() === undefined)('reaching the broker', { timeout: 60_000 }, () => {
  let servers: TestNatsServer[]
  let brokers: Broker[]
  let logged: string[]

  beforeEach(() => {
    servers = []
    brokers = []
    logged = []
  })
  afterEach(async () => {
    await Promise.all(brokers.map((broker) => broker.close()))
    await Promise.all(servers.map((server) => server.remove()))
  })

  async function serve(configuration = ''): Promise<TestNatsServer> {
    const server = await startTestNatsServer(configuration)
    servers.push(server)
    return server
  }
  function reach(url: string): Broker {
    const to = new Writable({
      write(chunk: Buffer, _, done) {
        logged.push(chunk.toString())
        done()
      },
    })
    const broker = openBroker({ url, stream: 'T', replicas: 1, bytesMax: 8 * 1024 * 1024, ackSeconds: 1 }, makeLog({ name: 'trace', to }))
    brokers.push(broker)
    return broker
  }
  const state = (broker: Broker) => async () => (await broker.look()).state

  test('a user and a password, or a token, stand in the address, and the log never shows them', async () => {
    const named = await serve('authorization { user: "events", password: "p@ss/word-1" }')
    const broker = reach(named.url.replace('//', `//events:${encodeURIComponent('p@ss/word-1')}@`))
    await expect.poll(state(broker), patient).toBe('ok')
    const token = await serve('authorization { token: "token-1234" }')
    await expect.poll(state(reach(token.url.replace('//', '//token-1234@'))), patient).toBe('ok')
    await named.kill()
    const wrong = reach(token.url.replace('//', '//events:wrong-pass@'))
    await expect.poll(() => logged.join('').match(/broker is away/g)?.length, patient).toBe(2)
    expect(await state(wrong)()).toBe('brokerAway')
    await expect(wrong.publish([testEventRow({})])).rejects.toMatchObject({ name: 'BrokerAway' })
    expect(logged.join('')).toMatch(/Authorization Violation/i)
    expect(logged.join('')).not.toMatch(/p@ss|token-1234|wrong-pass/)
  })

  test('of several addresses one is enough', async () => {
    const { host } = new URL((await serve()).url)
    const broker = reach(`nats://${nobody}, nats://${host}`)
    await expect.poll(state(broker), patient).toBe('ok')
    await broker.publish([testEventRow({})])
    await expect.poll(async () => broker.look(), patient).toMatchObject({ waiting: 1 })
  })

  test('that a broker is away is said once, however often it is tried, and that it is back', async () => {
    const server = await serve()
    const broker = reach(server.url)
    await expect.poll(state(broker), patient).toBe('ok')
    for (let round = 1; round <= 2; round += 1) {
      await server.kill()
      await expect.poll(state(broker), patient).toBe('brokerAway')
      await server.start()
      await expect.poll(state(broker), patient).toBe('ok')
      expect(logged.map((line) => JSON.parse(line).msg)).toEqual(Array(round).fill(['the broker is away', 'the broker is back']).flat())
    }
  })

  test('a broker that takes only small messages is not used, and the log says why', async () => {
    const broker = reach((await serve('max_payload: 65536')).url)
    await expect.poll(() => logged.join(''), patient).toContain('max_payload')
    expect(await state(broker)()).toBe('brokerAway')
  })

  test('a process that waits for its broker stops at once when told to', async () => {
    const broker = reach(`nats://${nobody}`)
    await expect.poll(() => logged.length, patient).toBe(1)
    await broker.close()
    expect(await broker.look()).toEqual({ state: 'brokerAway' })
  })

  test('a collector starts and takes events while nobody answers for the database, and stops in order', async () => {
    const server = await serve()
    const collector = await startTraceProcess({
      DATABASE_URL: `postgresql://app@${nobody}/fyh`,
      TRACE_NATS_URL: server.url,
      TRACE_ROLE: 'collect',
    })
    await expect.poll(() => askHealth(collector.url), patient).toMatchObject({ status: 200, state: 'ok', waiting: 0 })
    const body = JSON.stringify({ ...collect.trace.example.body, seq: 1 })
    const response = await fetch(`${collector.url}/fuyh/trace`, { method: 'POST', body })
    expect(await response.json()).toMatchObject({ code: 0, data: { stored: 1 } })
    await expect.poll(() => askHealth(collector.url), patient).toMatchObject({ waiting: 1 })
    await collector.stop()
    expect(await collector.ended).toMatchObject({ code: 0 })
  })
})
