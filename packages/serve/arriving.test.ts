import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { openArriving } from './arriving.ts'
import { makeLog } from './log.ts'
import { createHttp } from './serve.ts'

let app: ReturnType<typeof createHttp> | undefined
let handled = 0
afterEach(() => app?.close())

/** A server with little room, which answers how many characters it read, where `gate` lets it. */
async function serve(arriving: ReturnType<typeof openArriving> | undefined, gate: Promise<void> = Promise.resolve()) {
  app = createHttp({ log: makeLog({ name: 'test', level: 'silent' }), ...(arriving && { arriving }) })
  handled = 0
  app.post('/cut', async (_request, reply) => {
    reply.hijack()
    reply.raw.destroy()
    return reply
  })
  app.post('/read', { bodyLimit: 1_000_000 }, async ({ sentBody }) => {
    handled += 1
    await gate
    return { read: sentBody.length }
  })
  return new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
}

async function send(address: URL, body: string, announced = body.length, path = '/read') {
  const client = connect(Number(address.port), address.hostname)
  client.on('error', () => undefined)
  await once(client, 'connect')
  client.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${announced}\r\n\r\n${body}`,
  )
  return { client, answer: text(client).catch(() => '') }
}
const json = (length: number) => `"${'x'.repeat(length - 2)}"`

test('a body that arrives beyond the bound cuts the request that has been arriving the longest, and no complete one', async () => {
  const arriving = openArriving({ bytesMax: 400_000 })
  const gate = Promise.withResolvers<void>()
  const address = await serve(arriving, gate.promise)
  const complete = await send(address, json(150_000))
  await expect.poll(() => arriving.isFull(250_000)).toBe(true)
  const oldest = await send(address, 'x'.repeat(150_000), 900_000)
  await expect.poll(() => arriving.isFull(100_000)).toBe(true)
  const newest = await send(address, json(150_000))
  expect(await oldest.answer).toBe('')
  gate.resolve()
  for (const { answer } of [complete, newest]) expect(await answer).toContain('{"read":150000}')
  await expect.poll(() => arriving.isFull(399_999)).toBe(false)
})

test('parts of a byte count with what Node keeps of each', async () => {
  const arriving = openArriving({ bytesMax: 20_000 })
  const address = await serve(arriving)
  const { client, answer } = await send(address, '"', 900_000)
  client.setNoDelay(true)
  const timer = setInterval(() => client.write('x'), 1)
  expect(await answer).toBe('')
  clearInterval(timer)
})

test('the share of a request whose client hangs up is kept until its handler has ended', async () => {
  const arriving = openArriving({ bytesMax: 200_000 })
  const gate = Promise.withResolvers<void>()
  const address = await serve(arriving, gate.promise)
  const socketClosed = new Promise((closed) => app?.server.once('connection', (socket) => socket.once('close', closed)))
  const { client } = await send(address, json(150_000))
  await expect.poll(() => arriving.isFull(100_000)).toBe(true)
  await expect.poll(() => handled).toBe(1)
  client.destroy()
  await socketClosed
  await new Promise(setImmediate)
  expect(arriving.isFull(100_000)).toBe(true)
  gate.resolve()
  await expect.poll(() => arriving.isFull(199_999)).toBe(false)
})

test('the share of a request whose handler answers past the framework is free when the connection closes', async () => {
  const arriving = openArriving({ bytesMax: 100_000 })
  const address = await serve(arriving)
  const { answer } = await send(address, json(60_000), undefined, '/cut')
  expect(await answer).toBe('')
  await expect.poll(() => arriving.isFull(99_999)).toBe(false)
})

test('the share of a request is free when it is answered, and when it is given up', async () => {
  const arriving = openArriving({ bytesMax: 100_000 })
  const address = await serve(arriving)
  for (let n = 0; n < 20; n += 1) expect(await (await send(address, json(90_000))).answer).toContain('{"read":90000}')
  for (let n = 0; n < 20; n += 1) (await send(address, 'x'.repeat(60_000), 90_000)).client.destroy()
  await expect.poll(() => arriving.isFull(99_999)).toBe(false)
})
