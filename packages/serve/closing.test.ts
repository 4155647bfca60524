import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endOnClose } from './closing.ts'
import { makeLog } from './log.ts'
import { createHttp } from './serve.ts'

let app: ReturnType<typeof createHttp>
let port: number
/** A request has reached the route, and may be answered. */
let reached: PromiseWithResolvers<void>
let answered: PromiseWithResolvers<void>
let preClosed: PromiseWithResolvers<void>

beforeEach(async () => {
  reached = Promise.withResolvers()
  answered = Promise.withResolvers()
  preClosed = Promise.withResolvers()
  app = createHttp({ log: makeLog({ name: 'test', level: 'silent' }) })
  app.get('/slow', async () => {
    reached.resolve()
    await answered.promise
    return 'slow'
  })
  app.get('/quick', async () => 'quick')
  app.addHook('preClose', async () => preClosed.resolve())
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterEach(() => app.close())

test('an answer given while the server closes takes its connection with it, although its client would keep it', async () => {
  const agent = new Agent({ keepAlive: true })
  const asked = request({ port, path: '/slow', agent }).end()
  const answer = once(asked, 'response')
  await reached.promise
  const closed = app.close()
  await preClosed.promise
  answered.resolve()
  const [response]: IncomingMessage[] = await answer
  expect([response?.statusCode, response?.headers.connection, response && (await text(response))]).toEqual([200, 'close', 'slow'])
  await closed
})

test('a request on an open connection that is read while the server closes is answered like any other', async () => {
  const accepted = once(app.server, 'connection')
  const client = connect(port, '127.0.0.1')
  const begun = 'GET /quick HTTP/1.1\r\nhost: x\r\n\r\nGET /qui'
  client.write(begun)
  const [socket]: Socket[] = await accepted
  await expect.poll(() => socket?.bytesRead).toBe(begun.length)
  const closed = app.close()
  await preClosed.promise
  client.write('ck HTTP/1.1\r\nhost: x\r\n\r\n')
  const answers = (await text(client)).split(/(?=HTTP)/)
  expect(answers.map((answer) => [answer.slice(9, 12), /connection: close/i.test(answer), answer.endsWith('quick')])).toEqual([
    ['200', false, true],
    ['200', true, true],
  ])
  await closed
})

test('a body that never ends holds up a close no longer than any request may take', async () => {
  const other = Fastify()
  endOnClose(other, 50)
  other.post('/told', async () => 'told')
  const client = connect(Number(new URL(await other.listen({ host: '127.0.0.1', port: 0 })).port), '127.0.0.1')
  client.write('POST /told HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{')
  await once(other.server, 'request')
  const cut = once(client, 'close')
  await other.close()
  await cut
})
