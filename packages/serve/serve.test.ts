import { once } from 'node:events'
import { connect } from 'node:net'
import { Writable } from 'node:stream'
import { endpoint } from '@fyh/contract/endpoint.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { fail } from './fail.ts'
import { makeLog } from './log.ts'
import { type Once, requestHash, routes } from './routes.ts'
import { createHttp } from './serve.ts'

const endpoints = {
  say: endpoint({
    method: 'POST',
    path: '/fp/say',
    auth: 'guest',
    summary: 'Says it back',
    body: z.object({ name: z.string().min(1), nested: z.object({ income: z.enum(['1', '2']) }).optional() }),
    data: z.object({ name: z.string() }),
    errors: ['LIMIT_NOT_ENOUGH'],
    example: { body: { name: '测试' }, data: { name: '测试' } },
  }),
  mine: endpoint({
    method: 'GET',
    path: '/fp/mine/:id',
    auth: 'user',
    summary: 'Something of one’s own',
    params: z.object({ id: z.coerce.number().int() }),
    query: z.object({ page: z.coerce.number().int().default(1) }),
    data: z.object({ id: z.int(), page: z.int(), userId: z.int() }),
    errors: [],
    example: { params: { id: 1 }, query: {}, data: { id: 1, page: 1, userId: 1 } },
  }),
  pay: endpoint({
    method: 'POST',
    path: '/fp/pay',
    auth: 'user',
    moves: 'money',
    summary: 'Moves money',
    body: z.object({ amountFen: z.int(), authCode: z.string() }),
    data: z.object({ paid: z.int() }),
    errors: [],
    example: { body: { amountFen: 1, authCode: '0000' }, data: { paid: 1 } },
  }),
  notice: endpoint({
    method: 'POST',
    path: '/fp/notice',
    auth: 'vendor',
    summary: 'A call-back',
    body: z.object({}),
    data: z.object({}),
    errors: [],
    example: { body: {}, data: {} },
  }),
  debug: endpoint({
    method: 'GET',
    path: '/dev/debug',
    auth: 'development',
    summary: 'Development only',
    data: z.object({}),
    errors: [],
    example: { data: {} },
  }),
}

type Guest = { language: string }
type User = Guest & { userId: number }

let lines: string[]
let app: ReturnType<typeof createHttp>

beforeEach(() => {
  lines = []
  app = makeApp()
})
afterEach(() => app.close())

function makeApp({ development = false, broken = new Error('broken'), frameAncestors = ['https://partner.example'] } = {}) {
  const to = new Writable({
    write(chunk, _, next) {
      lines.push(String(chunk))
      next()
    },
  })
  const http = createHttp({
    log: makeLog({ name: 'test', to }),
    pages: { frameAncestors },
    businessNow: () => new Date('2026-12-27T02:00:00Z'),
  })
  const once: Once<string> = async ({ key }, work) => (key === 'key-reused' ? 'reused' : { data: await work('tx') })
  routes<typeof endpoints, Guest, User, string>(
    http,
    endpoints,
    {
      say: async ({ body }) => {
        if (body.name === '没钱') fail('LIMIT_NOT_ENOUGH', { available: '12.00' })
        if (body.name === '坏') throw broken
        return { name: body.name }
      },
      mine: async ({ params, query, ctx }) => ({ id: params.id, page: query.page, userId: ctx.userId }),
      pay: async ({ body, ctx }) => ({ paid: ctx.tx === 'tx' ? body.amountFen : 0 }),
      notice: async () => ({}),
      debug: async () => ({}),
    },
    {
      slice: 'test',
      prefix: '/api',
      guestOf: () => ({ language: 'zh-cn' }),
      authenticate: async (request, guest) => (request.headers['x-user-token'] === 'live' ? { ...guest, userId: 7 } : undefined),
      vendorHolds: async (request) => request.headers['x-signature'] === 'good',
      once,
      development,
    },
  )
  return http
}

const say = (payload: unknown, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/fp/say',
    headers: { 'content-type': 'application/json', ...headers },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  })

describe('the tracing id of a request', () => {
  const idOf = async (tracingid?: string) => {
    await app.inject({ method: 'POST', url: '/api/fp/say', payload: { name: '坏' }, headers: tracingid === undefined ? {} : { tracingid } })
    return z.object({ requestId: z.string() }).parse(JSON.parse(lines.find((line) => line.includes('request failed')) ?? '{}')).requestId
  }

  test('R9.3 names the request in the log, so that a failure on a phone is found', async () => {
    expect(await idOf('abcDEF123451764550000000')).toBe('abcDEF123451764550000000')
  })

  test.each([undefined, 'x', 'abcDEF12345-1764550000000', `abcDEF12345${'1'.repeat(500)}`])(
    'R9.3 %s is none: the process names it',
    async (sent) => {
      expect(await idOf(sent)).toMatch(/^[A-Za-z0-9]{12}$/)
    },
  )
})

describe('envelope', () => {
  test('R3.10 an answer is code 0, msg and data', async () => {
    const answer = await say({ name: '测试' })
    expect([answer.statusCode, answer.json()]).toEqual([200, { code: 0, msg: '', data: { name: '测试' } }])
  })

  test('R7.30 a refusal is code 1 with words to show in the language asked for, its code and its detail', async () => {
    expect((await say({ name: '没钱' })).json()).toEqual({
      code: 1,
      msg: '可用额度不足，当前最多可借 12.00 元',
      data: null,
      error: 'LIMIT_NOT_ENOUGH',
      detail: { available: '12.00' },
    })
    expect((await say({ name: '没钱' }, { 'accept-language': 'fr, en-GB;q=0.8' })).json().msg).toContain('up to ¥12.00 now')
  })

  test('a field that is wrong is named in the user’s words and in the detail', async () => {
    const answer = (await say({ nested: { income: '9' } })).json()
    expect(answer).toMatchObject({ code: 1, error: 'INPUT_INVALID', msg: '请检查姓名：不能为空' })
    expect(answer.detail).toEqual({
      fields: [
        { field: 'name', reason: 'missing' },
        { field: 'nested.income', reason: 'choice' },
      ],
    })
  })

  test.each([
    ['broken JSON', '{"name":', 'json'],
    ['a body too large', JSON.stringify({ name: 'x'.repeat(70_000) }), 'tooLarge'],
    ['a poisoned prototype', '{"name":"a","__proto__":{"x":1}}', 'json'],
    ['no body at all', '', 'missing'],
  ])('%s is a refusal, not a fault', async (_, payload, reason) => {
    const answer = await say(payload)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ code: 1, error: 'INPUT_INVALID', detail: { fields: [{ reason }] } })
  })

  test.each([
    ['empty lists', `[${'[],'.repeat(100_000)}[]]`],
    ['numbers', `[${'1,'.repeat(200_000)}1]`],
    ['keys', `{${Array.from({ length: 40_000 }, (_, n) => `"k${n}":1`).join(',')}}`],
    ['nested lists', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
  ])('a large body of %s is refused unread: only a text may be that long', async (_, payload) => {
    const bodies: unknown[] = []
    app.post('/large', { bodyLimit: 5_000_000 }, async ({ body }) => ({ kept: bodies.push(body) }))
    const send = (text: string) =>
      app.inject({ method: 'POST', url: '/large', headers: { 'content-type': 'application/json' }, payload: text })
    expect((await send(payload)).json()).toMatchObject({ error: 'INPUT_INVALID', detail: { fields: [{ reason: 'tooLarge' }] } })
    expect((await send(JSON.stringify({ image: 'x'.repeat(4_000_000), agreed: ['a', 'b'] }))).json()).toEqual({ kept: 1 })
  })

  test.each(['{"name":"a\\u0000b"}', '{"name":"\\ud835"}', '{"name":"a","nested":{"income":"\\u0000"}}', '{"name":"a","\\u0000":1}'])(
    'CN-16 text no database takes is a field error: %s',
    async (payload) => {
      expect((await say(payload)).json()).toMatchObject({ code: 1, error: 'INPUT_INVALID', detail: { fields: [{ reason: 'characters' }] } })
    },
  )

  test('CN-16 so is a NUL in the query', async () => {
    const answer = await app.inject({ url: '/api/fp/mine/1?q=%00', headers: { 'x-user-token': 'live' } })
    expect(answer.json()).toMatchObject({ code: 1, detail: { fields: [{ field: 'q', reason: 'characters' }] } })
  })

  test('a bug answers 500 without saying what it was', async () => {
    const answer = await say({ name: '坏' })
    expect([answer.statusCode, answer.json().error, answer.body]).toEqual([500, 'INTERNAL', expect.not.stringContaining('broken')])
    expect(lines.some((line) => line.includes('broken'))).toBe(true)
  })

  test.each([
    { code: 'ECONNREFUSED' },
    { code: '57P01' },
    { code: '55P03' },
    { message: 'timeout exceeded when trying to connect' },
    { code: '53200' },
    { code: '57P05' },
    { code: 'EHOSTUNREACH' },
    { message: 'Client has encountered a connection error and is not queryable' },
    { message: 'the database server does not answer' },
  ])('a database that is away for a moment (%j) answers 503 and says when to come again', async (fault) => {
    await app.close()
    app = makeApp({ broken: Object.assign(new Error('broken'), fault) })
    const answer = await say({ name: '坏' })
    expect([answer.statusCode, answer.headers['retry-after'], answer.json().error]).toEqual([503, '2', 'INTERNAL'])
  })

  test.each(['%', '%E', '%zz', '%E0%A4%A', '%ff', '%%', '%25%'])(
    'NF-08 an API address with the malformed escape %j gets an envelope, the safe headers and a log line',
    async (broken) => {
      for (const [url, status, error] of [
        [`/api/fp/say${broken}`, 404, 'NOT_FOUND'],
        [`/api/${broken}?page=%`, 404, 'NOT_FOUND'],
        [`/api/fp/mine/${broken}`, 200, 'INPUT_INVALID'],
        [`/api/fp/mine/1?page=${broken}`, 200, 'INPUT_INVALID'],
      ] as const) {
        lines = []
        const answer = await app.inject({ url, headers: { 'x-user-token': 'live' } })
        expect([url, answer.statusCode, answer.json().error]).toEqual([url, status, error])
        expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-business-time': expect.any(String) })
        expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ method: 'GET', status, code: error }])
      }
    },
  )

  test('an unknown address below /api is 404 in JSON', async () => {
    const answer = await app.inject('/api/nothing/here')
    expect([answer.statusCode, answer.json().error]).toEqual([404, 'NOT_FOUND'])
  })
})

test('an open request finishes while the server closes', async () => {
  let finish: (() => void) | undefined
  const reached = new Promise<void>((arrived) => {
    app.get('/slow', async () => {
      arrived()
      await new Promise<void>((resolve) => {
        finish = resolve
      })
      return { done: true }
    })
  })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const answer = fetch(`${address}/slow`)
  await reached
  const closed = app.close()
  finish?.()
  expect(await (await answer).json()).toEqual({ done: true })
  await closed
})

test('a connection without a request does not hold up the close', async () => {
  const address = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const ahead = connect({ host: address.hostname, port: Number(address.port) })
  await once(ahead, 'connect')
  const cut = once(ahead, 'close')
  await fetch(new URL('/none', address))
  await app.close()
  await cut
})

describe('who asks', () => {
  test('without a live token the answer is code -1', async () => {
    expect((await app.inject('/api/fp/mine/1')).json()).toMatchObject({ code: -1, error: 'LOGIN_EXPIRED', msg: '登录已过期，请重新登录' })
  })

  test('with one the handler knows the user; parameters are parsed', async () => {
    const answer = await app.inject({ url: '/api/fp/mine/12?page=3', headers: { 'x-user-token': 'live' } })
    expect(answer.json().data).toEqual({ id: 12, page: 3, userId: 7 })
  })

  test('a call-back without a good signature is turned away before it is read', async () => {
    const send = (signature: string) => app.inject({ method: 'POST', url: '/api/fp/notice', headers: { 'x-signature': signature } })
    expect((await send('bad')).statusCode).toBe(401)
    expect((await send('good')).json().code).toBe(0)
  })

  test('a development endpoint does not exist elsewhere', async () => {
    expect((await app.inject('/api/dev/debug')).statusCode).toBe(404)
    await app.close()
    app = makeApp({ development: true })
    expect((await app.inject('/api/dev/debug')).statusCode).toBe(200)
  })
})

describe('money', () => {
  const pay = (headers: Record<string, string>) =>
    app.inject({
      method: 'POST',
      url: '/api/fp/pay',
      headers: { 'x-user-token': 'live', ...headers },
      payload: { amountFen: 5, authCode: '0000' },
    })

  test.each([{}, { 'idempotency-key': 'short' }, { 'idempotency-key': 'with a space' }])(
    'IDEMPOTENCY_KEY_MISSING without a usable key: %j',
    async (headers) => {
      expect((await pay(headers)).json().error).toBe('IDEMPOTENCY_KEY_MISSING')
    },
  )

  test('with a key the handler gets the open transaction', async () => {
    expect((await pay({ 'idempotency-key': 'key-00000001' })).json().data).toEqual({ paid: 5 })
  })

  test('IDEMPOTENCY_KEY_REUSED when the store knows the key from another request', async () => {
    expect((await pay({ 'idempotency-key': 'key-reused' })).json()).toMatchObject({ code: 1, error: 'IDEMPOTENCY_KEY_REUSED', data: null })
  })

  test('ID-02 a new code is the same order, another amount is not', () => {
    const hash = (amountFen: number, authCode: string) => requestHash('pay', { body: { amountFen, authCode } })
    expect(hash(5, '1111')).toBe(hash(5, '2222'))
    expect(hash(5, '1111')).not.toBe(hash(6, '1111'))
  })
})

describe('headers and log', () => {
  test('PS-07 frame-ancestors lists known origins alone, PS-01 the Referer stays here', async () => {
    const { headers } = await say({ name: 'a' })
    expect(headers['content-security-policy']).toMatch(/frame-ancestors https:\/\/partner\.example(;|$)/)
    expect(headers).toMatchObject({ 'referrer-policy': 'same-origin', 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
    for (const ancestor of ['https:', '*', 'https://*.example', 'https://partner.example/path', 'https://partner.example/'])
      expect(() => createHttp({ log: makeLog({ name: 'x' }), pages: { frameAncestors: [ancestor] } })).toThrow(ancestor)
  })

  test('X-Business-Time tells the business date', async () => {
    expect((await say({ name: 'a' })).headers['x-business-time']).toBe('2026-12-27T02:00:00.000Z')
  })

  test('PS-01 one line a request, and nothing of what was sent in it, also when it fails', async () => {
    await app.close()
    app = makeApp({ broken: new Error('duplicate key (mobile)=(13800000000), card 6222000000000009, id 11010119900307002X') })
    lines = []
    await say({ name: '坏' }, { 'x-user-token': 'TKN123' })
    await app.inject('/api/fp/say/13800000000?token=TKN123&code=135790')
    await app.inject('/api/fp/mine/1?token=TKN123')
    const log = lines.join('')
    expect(lines.filter((line) => line.includes('"ms"'))).toHaveLength(3)
    for (const marker of ['TKN123', '13800000000', '6222000000000009', '11010119900307002X', '135790']) expect(log).not.toContain(marker)
  })

  test('PS-01 a token in the address is refused', async () => {
    const answer = await app.inject({ url: '/api/fp/mine/1?token=live', headers: { 'x-user-token': 'live' } })
    expect(answer.json()).toMatchObject({ code: 1, detail: { fields: [{ field: 'token', reason: 'notAllowed' }] } })
  })

  test('AU-08 nobody writes their own address', async () => {
    app.get('/ip', async (request) => request.ip)
    expect((await app.inject({ url: '/ip', headers: { 'x-forwarded-for': '9.9.9.9' } })).body).toBe('127.0.0.1')
  })
})
