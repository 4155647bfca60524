import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeLog } from './log.ts'
import { createHttp } from './serve.ts'

let app: ReturnType<typeof createHttp>
let port: number
/** Parts a body was read in. */
let parts: number

beforeEach(async () => {
  parts = 0
  app = createHttp({ log: makeLog({ name: 'test', level: 'silent' }) })
  app.addContentTypeParser('text/counted', (_request, payload, parsed) => {
    payload.on('data', () => {
      parts += 1
    })
    payload.on('end', () => parsed(null))
  })
  app.post('/said', async ({ body }) => body ?? {})
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterEach(() => app.close())

const head = (type: string, connection = 'close') =>
  `POST /said HTTP/1.1\r\nhost: x\r\nconnection: ${connection}\r\ncontent-type: ${type}\r\ntransfer-encoding: chunked\r\n\r\n`
const last = '0\r\n\r\n'

/** Each byte as a chunk of its own. */
function inBytes(body: string): Buffer {
  const bytes = Array.from(Buffer.from(body), (byte) => Buffer.from([...Buffer.from('1\r\n'), byte, ...Buffer.from('\r\n')]))
  return Buffer.concat(bytes)
}

async function answerTo(...sent: (string | Buffer)[]): Promise<string> {
  const client = connect(port, '127.0.0.1')
  for (const part of sent) client.write(part)
  return text(client)
}

test('chunks of a byte are not kept one by one until the last has come', async () => {
  expect(await answerTo(head('text/counted'), inBytes('x'.repeat(20_000)), last)).toMatch(/^HTTP\/1\.1 200 /)
  expect(parts).toBe(2)
})

test.each([1, 5_457, 20_000])('a body in chunks is read whole, %d characters of it', async (length) => {
  const body = JSON.stringify({ note: '借'.repeat(length) })
  expect(await answerTo(head('application/json'), inBytes(body), last)).toContain(body)
})

test('one that is too long is refused in chunks too, and one that is given up ends nothing else', async () => {
  expect(await answerTo(head('application/json'), inBytes('x'.repeat(90_000)))).toContain('"tooLarge"')
  const client = connect(port, '127.0.0.1')
  client.write(head('application/json') + inBytes('{'))
  await once(app.server, 'request')
  client.destroy()
  expect(await answerTo(head('application/json'), inBytes('{"a":1}'), last)).toContain('{"a":1}')
})

test('one that nobody reads, however long, is out of the way of the next request', async () => {
  const unread = [head('text/unknown', 'keep-alive'), inBytes('x'.repeat(200_000)), last]
  expect(await answerTo(...unread, head('application/json'), inBytes('{"a":1}'), last)).toMatch(/^HTTP\/1\.1 415 .+HTTP\/1\.1 200 /s)
})
