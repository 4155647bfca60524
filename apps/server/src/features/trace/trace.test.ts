import { createServer, type Server } from 'node:http'
import { collect } from '@fyh/contract/trace.ts'
import type { TraceEvent } from '@fyh/contract/trace-event.ts'
import { makeLog } from '@fyh/serve/log.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { openForwarder } from './forwarder.ts'

const received: { path: string; event: Record<string, unknown> }[] = []
let away = false
let backend: Server
let server: TestServer

beforeAll(async () => {
  backend = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      if (away) {
        response.writeHead(503).end()
        return
      }
      for (const event of JSON.parse(body).events) received.push({ path: request.url ?? '', event })
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
    await expect.poll(() => received).toHaveLength(2)
  })

  test('R3.9 R9.2 the report goes on to the trace backend as an event of type h5_fyh, version 1.0.0, with the ids of the visit', async () => {
    const headers = { traceid: 't'.repeat(11), tailid: 'u'.repeat(11), eventid: 'e'.repeat(19), generateid: 'g1' }
    await report({ userId: '7', sessionId: 's1', channelCode: 'FYH-mini', page: 'home', host: 'h5', event: 'init' }, headers)
    await expect.poll(() => received).toHaveLength(1)
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
        seq: expect.any(Number),
        at: Date.parse('2026-11-27T10:00:00+08:00'),
        channel: 'FYH-mini',
      },
    })
  })

  test('PS-01 a phone in the report goes no further', async () => {
    await report({ userId: '7', sessionId: 's1', channelCode: 'fyh', mobile: '13800000000', token: 'TKN123' })
    await expect.poll(() => received).toHaveLength(1)
    expect(JSON.stringify(received)).not.toMatch(/13800000000|TKN123/)
  })
})

describe('a trace backend in trouble', () => {
  const log = makeLog({ name: 'test', level: 'silent' })
  const event = (content: string): TraceEvent => ({ ...collect.trace.example.body, content })
  const contents = (batch: readonly TraceEvent[]) => batch.map(({ content }) => content)

  test('R7.11 reports go on while it is away, and reach it once it is back, each with a number of its own', async () => {
    away = true
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, number) => report({ userId: String(number), sessionId: 's1', channelCode: 'fyh' })),
    )
    expect(answers.map(({ code }) => code)).toEqual(Array(120).fill(0))
    expect(received).toEqual([])
    away = false
    await expect.poll(() => received).toHaveLength(120)
    expect(new Set(received.map(({ event: { seq } }) => seq)).size).toBe(120)
    expect(new Set(received.map(({ event: { userId } }) => userId)).size).toBe(120)
  })

  test('one that hangs holds no report up; what is beyond the bound is dropped, and its number told beside the next', async () => {
    const sent: TraceEvent[][] = []
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const { forward, close } = openForwarder({
      url: 'http://127.0.0.1:9',
      log,
      send: async (_, init) => {
        await gates[sent.push(JSON.parse(String(init?.body)).events) - 1]?.promise
        return new Response('{}')
      },
    })
    for (let count = 0; count < 5_010; count += 1) forward(event(String(count)))
    expect(sent.map(contents)).toEqual([['0']])
    gates[0]?.resolve()
    await expect.poll(() => sent).toHaveLength(2)
    forward(event('later'))
    gates[1]?.resolve()
    await expect.poll(() => sent.flat()).toHaveLength(5_001)
    expect(sent.flat().at(-1)).toMatchObject({ content: 'later', dropped: 10 })
    await close()
  })

  test('an end of the server hands over what waits', async () => {
    const sent: string[][] = []
    let open = false
    const { forward, close } = openForwarder({
      url: 'http://127.0.0.1:9',
      log,
      send: async (_, init) => {
        if (!open) throw new Error('away')
        sent.push(contents(JSON.parse(String(init?.body)).events))
        return new Response('{}')
      },
    })
    for (let count = 0; count < 60; count += 1) forward(event(String(count)))
    open = true
    await close()
    expect(sent.flat()).toEqual(Array.from({ length: 60 }, (_, count) => String(count)))
  })
})
