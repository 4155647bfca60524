import { createServer, type Server } from 'node:http'
import { makeLog } from '@fyh/serve/log.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { forwarder } from './forwarder.ts'

const received: { path: string; event: Record<string, unknown> }[] = []
let backend: Server
let server: TestServer

beforeAll(async () => {
  backend = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      received.push({ path: request.url ?? '', event: JSON.parse(body) })
      response.end('{"code":0,"msg":"","data":{"stored":1}}')
    })
  })
  await new Promise<void>((listening) => backend.listen(0, '127.0.0.1', listening))
  const address = backend.address()
  server = await testServer({ settings: { TRACE_URL: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` } })
})
afterAll(async () => {
  await server.close()
  await new Promise((closed) => backend.close(closed))
})
beforeEach(() => {
  received.length = 0
})

const report = (body: { userId: string; sessionId: string; channelCode: string; [more: string]: unknown }, headers = {}) =>
  server.call('trace', 'report', { body }, { headers })

describe('app trace report', () => {
  test('R7.11 R4.4 the first report gets a session id with code 0, a later one keeps the id it carries', async () => {
    const first = await report({ userId: '', sessionId: '', channelCode: 'fyh' })
    expect([first.code, first.data?.sessionId]).toEqual([0, expect.stringMatching(/^[A-Za-z0-9]{19}$/)])
    const later = await report({ userId: '1', sessionId: first.data?.sessionId ?? '', channelCode: 'fyh' })
    expect(later.data).toEqual(first.data)
    await vi.waitFor(() => expect(received).toHaveLength(2))
  })

  test('R3.9 R9.2 the report goes on to the trace backend as an event of type h5_fyh, version 1.0.0, with the ids of the visit', async () => {
    const headers = { traceid: 't'.repeat(11), tailid: 'u'.repeat(11), eventid: 'e'.repeat(19), generateid: 'g1' }
    await report({ userId: '7', sessionId: 's1', channelCode: 'FYH-mini', page: 'home', host: 'h5', event: 'init' }, headers)
    await vi.waitFor(() => expect(received).toHaveLength(1))
    expect(received[0]).toEqual({
      path: '/fuyh/trace',
      event: {
        action: 'appReport',
        content: '{"sessionId":"s1","channelCode":"FYH-mini","host":"h5"}',
        event: 'init',
        eventId: 'e'.repeat(19),
        generateId: 'g1',
        mobile: '',
        page: 'home',
        traceId: 't'.repeat(11),
        tailId: 'u'.repeat(11),
        type: 'h5_fyh',
        userAgent: 'test browser',
        userId: '7',
        versionCode: '1.0.0',
      },
    })
  })

  test('PS-01 a phone in the report goes no further', async () => {
    await report({ userId: '7', sessionId: 's1', channelCode: 'fyh', mobile: '13800000000', token: 'TKN123' })
    await vi.waitFor(() => expect(received).toHaveLength(1))
    expect(JSON.stringify(received)).not.toMatch(/13800000000|TKN123/)
  })
})

describe('a trace backend in trouble', () => {
  const event = {} as never
  const log = makeLog({ name: 'test', level: 'silent' })

  test('one that is away harms no report', async () => {
    const away = forwarder({ url: 'http://127.0.0.1:9/fuyh/trace', log })
    expect(() => away(event)).not.toThrow()
  })

  test('one that hangs gets at most fifty at a time; the rest are dropped', () => {
    let asked = 0
    const hanging = forwarder({
      url: 'http://127.0.0.1:9',
      log,
      send: () => {
        asked += 1
        return new Promise(() => undefined)
      },
    })
    for (let count = 0; count < 80; count += 1) hanging(event)
    expect(asked).toBe(50)
  })
})
