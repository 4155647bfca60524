import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { fixedClock } from '@fyh/base/clock.ts'
import { collect } from '@fyh/contract/trace.ts'
import { openArriving } from '@fyh/serve/arriving.ts'
import { makeLog } from '@fyh/serve/log.ts'
import { createHttp } from '@fyh/serve/serve.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openCollecting } from './collect-routes.ts'
import type { EventRow } from './event-row.ts'
import { openIntake } from './intake.ts'
import { openNameLimit } from './name-limit.ts'
import { testMobileIndex } from './test-events.ts'

const origin = 'http://127.0.0.1:8080'
const plain = JSON.stringify({ ...collect.trace.example.body, seq: 1 })
let stored: EventRow[] = []
let logged: string[] = []
let store: (rows: EventRow[]) => Promise<void>
let address = ''
let app: ReturnType<typeof createHttp>
/** Answers that did not come by the short way. */
let framed = 0
let closing: PromiseWithResolvers<void>

beforeEach(async () => {
  stored = []
  logged = []
  framed = 0
  closing = Promise.withResolvers()
  store = async (rows) => void stored.push(...rows)
  const log = makeLog({ name: 'trace', to: { write: (line) => void logged.push(line) } })
  const arriving = openArriving()
  const { take, routes } = openCollecting({
    intake: openIntake({ store: (rows) => store(rows), isFaultOfRows: () => false }),
    tally: { add: () => undefined, write: async () => undefined },
    clock: fixedClock('2026-11-28T10:00:00+08:00'),
    log,
    mobileIndex: testMobileIndex,
    nameLimit: openNameLimit(),
    origins: [origin],
    arriving,
  })
  app = createHttp({ log, arriving, jsonTypes: ['application/json', 'text/plain'], busyPath: collect.trace.path, first: take })
  app.addHook('onRequest', async () => {
    framed += 1
  })
  app.register(routes)
  app.addHook('preClose', async () => closing.resolve())
  address = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(() => app.close())

const post = (body: string, headers: Record<string, string> = {}) =>
  fetch(`${address}${collect.trace.path}`, { method: 'POST', headers: { 'content-type': 'text/plain;charset=UTF-8', ...headers }, body })
const leave = (answer: Response) =>
  ['vary', 'access-control-allow-origin', 'access-control-allow-credentials', 'x-content-type-options'].map((name) =>
    answer.headers.get(name),
  )

test('events as browsers of ours send them are stored and answered without the framework, and as it would', async () => {
  const short = await post(plain, { origin })
  expect([framed, short.status, await short.json()]).toEqual([0, 200, { code: 0, msg: '', data: { stored: 1, refused: 0 } }])
  const long = await post(` ${plain}`, { origin })
  expect([framed, long.status, await long.json()]).toEqual([1, 200, { code: 0, msg: '', data: { stored: 1, refused: 0 } }])
  expect(leave(short)).toEqual(['Origin', origin, 'true', 'nosniff'])
  expect(leave(long)).toEqual(leave(short))
  expect(short.headers.get('content-type')).toBe(long.headers.get('content-type'))
  expect(stored[0]).toEqual(stored[1])
  expect(logged).toEqual([])
})

test('a body that comes in pieces goes the short way too, and one after it over the same connection', async () => {
  const client = connect(Number(new URL(address).port), '127.0.0.1')
  const head = `POST ${collect.trace.path} HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: ${plain.length}\r\n`
  for (const last of ['', 'connection: close\r\n']) {
    const asked = once(app.server, 'request')
    client.write(`${head}${last}\r\n${plain.slice(0, 9)}`)
    await asked
    client.write(plain.slice(9, 99))
    await new Promise(setImmediate)
    client.write(plain.slice(99))
    if (last === '') await once(client, 'data')
  }
  expect(await text(client)).toMatch(/^HTTP\/1\.1 200 [\s\S]*"data":\{"stored":1,"refused":0\}\}$/)
  expect([stored.length, framed]).toEqual([2, 0])
})

test('a page of another origin is refused, one that tells none is taken and gets no leave to read', async () => {
  expect((await post(plain, { origin: 'https://other.example' })).status).toBe(403)
  expect(stored).toEqual([])
  const untold = await post(plain, { origin: 'null' })
  expect([untold.status, ...leave(untold)]).toEqual([200, 'Origin', null, null, 'nosniff'])
})

test('a body that is not plain is read by the route, whole and in every language', async () => {
  const note = '借款'.repeat(2_000)
  const answer = await post(JSON.stringify({ events: [{ ...JSON.parse(plain), note }, { nonsense: true }] }))
  expect(await answer.json()).toMatchObject({ code: 0, data: { stored: 1, refused: 1 } })
  expect(stored).toMatchObject([{ extra: { note } }])
  expect(await (await post('{"events":')).json()).toMatchObject({ code: 1, error: 'INPUT_INVALID' })
  expect(framed).toBe(2)
})

test('what cannot be stored is answered 503 with Retry-After, once told and tried once', async () => {
  let tries = 0
  store = async () => {
    tries += 1
    throw new Error('away')
  }
  const answer = await post(plain, { origin })
  expect([answer.status, answer.headers.get('retry-after'), ...leave(answer)]).toEqual([503, '2', 'Origin', origin, 'true', 'nosniff'])
  expect(await answer.json()).toMatchObject({ code: 1, error: 'BUSY' })
  expect(tries).toBe(1)
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([{ msg: 'events could not be stored' }, { status: 503, code: 'BUSY' }])
})

test('a request under way when the collector closes gets its answer after its commit, and holds nothing up', async () => {
  const gate = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  store = async (rows) => {
    begun.resolve()
    await gate.promise
    stored.push(...rows)
  }
  const answer = post(plain)
  await begun.promise
  const closed = app.close()
  await closing.promise
  await new Promise(setImmediate)
  gate.resolve()
  expect([(await answer).status, (await answer).headers.get('connection')]).toEqual([200, 'close'])
  await closed
  expect(stored).toHaveLength(1)
})

test('a body that is still being read when the collector closes, and is not plain, is stored and answered by the route', async () => {
  const body = ` ${plain}`
  const client = connect(Number(new URL(address).port), '127.0.0.1')
  const asked = once(app.server, 'request')
  client.write(
    `POST ${collect.trace.path} HTTP/1.1\r\nhost: x\r\norigin: ${origin}\r\ncontent-type: text/plain\r\ncontent-length: ${body.length}\r\n\r\n`,
  )
  await asked
  const closed = app.close()
  await closing.promise
  client.write(body)
  const answer = await text(client)
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  expect(answer).toMatch(/access-control-allow-origin: /)
  expect(answer).toContain('"data":{"stored":1,"refused":0}')
  await closed
  expect(stored).toHaveLength(1)
})

test('a request that the collector fails over is answered as a fault, and the next one is taken', async () => {
  const clock = fixedClock('2026-11-28T10:00:00+08:00')
  let fails = true
  const arriving = openArriving()
  const { take, routes } = openCollecting({
    intake: openIntake({ store: (rows) => store(rows), isFaultOfRows: () => false }),
    tally: { add: () => undefined, write: async () => undefined },
    clock,
    log: makeLog({ name: 'trace', level: 'silent' }),
    mobileIndex: testMobileIndex,
    nameLimit: {
      ...openNameLimit(),
      names: (said) => {
        if (fails) throw new Error('a fault of ours')
        return said
      },
    },
    origins: [origin],
    arriving,
  })
  const other = createHttp({ log: makeLog({ name: 'http', level: 'silent' }), jsonTypes: ['text/plain'], arriving, first: take })
  other.register(routes)
  address = await other.listen({ host: '127.0.0.1', port: 0 })
  expect((await post(plain)).status).toBe(500)
  fails = false
  expect((await post(plain)).status).toBe(200)
  await other.close()
})
