import { once } from 'node:events'
import { connect } from 'node:net'
import { fixedClock } from '@fyh/base/clock.ts'
import { collect } from '@fyh/contract/trace.ts'
import { type Arriving, openArriving } from '@fyh/serve/arriving.ts'
import { makeLog } from '@fyh/serve/log.ts'
import { createHttp } from '@fyh/serve/serve.ts'
import { expect, test } from 'vitest'
import { openCollecting } from './collect-routes.ts'
import { type Intake, openIntake } from './intake.ts'
import { openNameLimit } from './name-limit.ts'
import { testMobileIndex, testRows } from './test-events.ts'

const origin = 'http://127.0.0.1:8080'
const clock = fixedClock('2026-11-28T10:00:00+08:00')

const event = JSON.stringify(collect.trace.example.body)

function openDoor(settings: { intake: Intake; arriving?: Arriving; to?: Parameters<typeof makeLog>[0]['to'] }) {
  const { to, arriving = openArriving() } = settings
  const log = makeLog({ name: 'trace', level: to ? 'info' : 'silent', ...(to && { to }) })
  const { take, routes, isShut } = openCollecting({
    ...settings,
    arriving,
    tally: { add: () => undefined, write: async () => undefined },
    clock,
    log,
    mobileIndex: testMobileIndex,
    nameLimit: openNameLimit(),
    origins: [origin],
  })
  const app = createHttp({ log: makeLog({ name: 'http', level: 'silent' }), jsonTypes: ['text/plain'], arriving, first: take })
  app.register(routes)
  return { app, isShut }
}

test('while the queue is full a request is turned away before its body is read, and taken again afterwards', async () => {
  const gate = Promise.withResolvers<void>()
  const taken: number[] = []
  const intake = openIntake({
    store: async (rows) => {
      taken.push(rows.length)
      await gate.promise
    },
    isFaultOfRows: () => false,
    rowsMax: 100,
    writersMax: 1,
  })
  const { app } = openDoor({ intake })
  const post = (payload: string) =>
    app.inject({ method: 'POST', url: '/fuyh/trace', headers: { 'content-type': 'text/plain', origin }, payload })

  const [row] = testRows([{ seq: 1 }], clock.machineNow())
  const rows = row === undefined ? [] : [row]
  const first = intake.put(rows)
  await expect.poll(() => taken).toEqual([1])
  const second = intake.put(rows)
  const refused = await post('no JSON at all')
  expect([refused.statusCode, refused.headers['retry-after'], refused.headers['access-control-allow-origin']]).toEqual([503, '2', origin])
  gate.resolve()
  await Promise.all([first, second])
  expect((await post('no JSON at all')).json()).toMatchObject({ code: 1, error: 'INPUT_INVALID' })
  await app.close()
})

/** A client that announces a body and sends only the beginning of it. */
async function slowClient(address: string, { announced, sent }: { announced: number; sent: number }) {
  const client = connect(Number(new URL(address).port), '127.0.0.1')
  client.on('error', () => undefined)
  await once(client, 'connect')
  client.write(
    `POST ${collect.trace.path} HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: ${announced}\r\n\r\n${'{'.repeat(sent)}`,
  )
  return client
}

test('520 connections that announce a large body and send a byte of it take no room from the others', async () => {
  const intake = openIntake({ store: async () => undefined, isFaultOfRows: () => false })
  const { app, isShut } = openDoor({ intake, arriving: openArriving({ bytesMax: 4_000_000, graceMs: 3_600_000 }) })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const slow = await Promise.all(Array.from({ length: 520 }, () => slowClient(address, { announced: 250_000, sent: 1 })))
  const post = () => fetch(`${address}${collect.trace.path}`, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: event })
  for (let n = 0; n < 5; n += 1) expect((await post()).status).toBe(200)
  expect(isShut()).toBe(false)
  for (const client of slow) client.destroy()
  await app.close()
})

test('what has arrived is bounded and told as a shut door; who has held it for too long is cut for others', async () => {
  const intake = openIntake({ store: async () => undefined, isFaultOfRows: () => false })
  const { app, isShut } = openDoor({ intake, arriving: openArriving({ bytesMax: 100_000, graceMs: 600 }) })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const post = () => fetch(`${address}${collect.trace.path}`, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: event })
  const slow = await slowClient(address, { announced: 200_000, sent: 98_800 })
  const cut = once(slow, 'close')
  await expect.poll(async () => (await post()).status).toBe(503)
  expect(isShut()).toBe(true)
  await expect.poll(async () => (await post()).status, { timeout: 5_000 }).toBe(200)
  await cut
  expect(isShut()).toBe(false)
  await app.close()
})

test('a database that is away is told once, and that events are stored again, however many requests fail', async () => {
  const away = { now: true }
  const store = async () => {
    if (away.now) throw new Error('away')
  }
  const said: string[] = []
  const { app } = openDoor({ intake: openIntake({ store, isFaultOfRows: () => false }), to: { write: (line) => void said.push(line) } })
  const post = () => app.inject({ method: 'POST', url: collect.trace.path, headers: { 'content-type': 'text/plain' }, payload: event })
  expect([(await post()).statusCode, (await post()).statusCode]).toEqual([503, 503])
  away.now = false
  expect([(await post()).statusCode, (await post()).statusCode]).toEqual([200, 200])
  expect(said.map((line) => JSON.parse(line).msg)).toEqual(['events could not be stored', 'events are stored again'])
  await app.close()
})
