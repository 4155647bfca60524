import { once } from 'node:events'
import { connect } from 'node:net'
import { endpoint } from '@fyh/contract/endpoint.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { makeLog } from './log.ts'
import { routes } from './routes.ts'
import { createHttp } from './serve.ts'
import { openTurns } from './turns.ts'

const photoBytesMax = 4 * 1024 * 1024
const endpoints = {
  photo: endpoint({
    method: 'POST',
    path: '/photo',
    auth: 'user',
    summary: 'Takes a photo',
    body: z.object({ image: z.string() }),
    data: z.object({ taken: z.int() }),
    errors: [],
    bodyBytesMax: photoBytesMax,
    example: { body: { image: '' }, data: { taken: 0 } },
  }),
}
let app: ReturnType<typeof createHttp>
let address: URL
let gate: PromiseWithResolvers<void>
let check: PromiseWithResolvers<void> | undefined
let worked: number

beforeEach(async () => {
  gate = Promise.withResolvers()
  check = undefined
  worked = 0
  app = createHttp({ log: makeLog({ name: 'test', level: 'silent' }) })
  routes<typeof endpoints, object, { userId: number }, never>(
    app,
    endpoints,
    {
      photo: async () => {
        worked += 1
        await gate.promise
        return { taken: worked }
      },
    },
    {
      slice: 'test',
      prefix: '/api',
      guestOf: () => ({}),
      authenticate: async ({ headers }) => {
        await check?.promise
        const userId = Number(headers['x-user-token'])
        return userId > 0 ? { userId } : undefined
      },
      turns: openTurns({ openMax: 3 }),
    },
  )
  address = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
})
afterEach(async () => {
  gate.resolve()
  await app.close()
})

const post = (token: number) =>
  fetch(new URL('/api/photo', address), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-user-token': String(token) },
    body: '{"image":"x"}',
  })

/** The first answer to a request of which only the head, and a part of the body, is sent. */
async function beginPhoto(headers: string, part = '') {
  const client = connect(Number(address.port), address.hostname)
  client.on('error', () => undefined)
  await once(client, 'connect')
  client.write(
    `POST /api/photo HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${photoBytesMax}\r\n${headers}\r\n${part}`,
  )
  const [answer] = await once(client, 'data')
  return { client, answer: String(answer) }
}

test('a request without a live token is answered before its body is read', async () => {
  for (const headers of ['', 'x-user-token: gone\r\n']) {
    const { client, answer } = await beginPhoto(headers)
    expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*"error":"LOGIN_EXPIRED"/)
    client.destroy()
  }
})

test('bodies of 40 connections without a token leave no trace in the memory', async () => {
  const before = process.memoryUsage().arrayBuffers
  const begun = await Promise.all(Array.from({ length: 40 }, () => beginPhoto('', 'x'.repeat(1_000_000))))
  const sent = begun.map(({ client }) => new Promise((flushed) => client.write('x'.repeat(3_000_000), flushed)))
  await Promise.all(sent)
  expect((process.memoryUsage().arrayBuffers - before) / 1_048_576).toBeLessThan(20)
  for (const { client } of begun) client.destroy()
})

test('BUSY: a user with too many open requests is refused with 429 before the body is read, others are not', async () => {
  const open = [post(1), post(1), post(1)]
  await expect.poll(() => worked).toBe(1)
  const { client, answer } = await beginPhoto('x-user-token: 1\r\n')
  client.destroy()
  expect(answer).toMatch(/^HTTP\/1\.1 429 [\s\S]*retry-after: 1\r\n[\s\S]*"error":"BUSY"/i)
  const other = post(2)
  await expect.poll(() => worked).toBe(2)
  gate.resolve()
  for (const request of [...open, other]) expect((await request).status).toBe(200)
  expect((await post(1)).status).toBe(200)
})

/** Sends a whole photo, hangs up when `begun` is so, and waits until the server has noticed. */
async function sendAndHangUp(token: number, begun: () => Promise<unknown>) {
  const client = connect(Number(address.port), address.hostname)
  await once(client, 'connect')
  const arrived = once(app.server, 'request')
  const head = `POST /api/photo HTTP/1.1\r\nhost: x\r\nx-user-token: ${token}\r\ncontent-type: application/json\r\ncontent-length: 13\r\n\r\n`
  client.write(`${head}{"image":"x"}`)
  const [{ socket }] = await arrived
  const closed = new Promise((closed) => socket.once('close', closed))
  await begun()
  client.destroy()
  await closed
}

test('BUSY: a client that hangs up keeps its place until the work that it ordered has ended', async () => {
  for (let n = 0; n < 3; n += 1) await sendAndHangUp(4, () => expect.poll(() => worked).toBe(1))
  expect((await post(4)).status).toBe(429)
  gate.resolve()
  await expect.poll(() => worked).toBe(3)
  await expect.poll(async () => (await post(4)).status).toBe(200)
})

test('a client that hangs up while its token is checked keeps no place', async () => {
  gate.resolve()
  for (let n = 0; n < 6; n += 1) {
    check = Promise.withResolvers()
    const checked = check
    await sendAndHangUp(5, async () => undefined)
    checked.resolve()
    await new Promise(setImmediate)
  }
  expect((await post(5)).status).toBe(200)
})

test('a request that is given up frees its place', async () => {
  for (let n = 0; n < 6; n += 1) {
    const client = connect(Number(address.port), address.hostname)
    await once(client, 'connect')
    const arrived = once(app.server, 'request')
    client.write(`POST /api/photo HTTP/1.1\r\nhost: x\r\nx-user-token: 3\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`)
    const [{ socket }] = await arrived
    const closed = new Promise((closed) => socket.once('close', closed))
    client.destroy()
    await closed
  }
  gate.resolve()
  expect((await post(3)).status).toBe(200)
})
