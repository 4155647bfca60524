import { Writable } from 'node:stream'
import { api } from '@fyh/contract/api.ts'
import type { Endpoint } from '@fyh/contract/endpoint.ts'
import { constants } from '@fyh/contract/options.ts'
import { makeLog } from '@fyh/serve/log.ts'
import { sign } from '@fyh/serve/signed.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, createApp } from './app.ts'
import { lastCodeOf } from './platform/test-borrower.ts'
import { type TestServer, testServer } from './platform/test-server.ts'

const lines: string[] = []
const to = new Writable({
  write(chunk, _, next) {
    lines.push(String(chunk))
    next()
  },
})
let server: TestServer
let secondNode: App

beforeAll(async () => {
  server = await testServer({ log: makeLog({ name: 'test', to }) })
  secondNode = await anotherNode({ devTools: true })
})
afterAll(async () => {
  await secondNode.close()
  await server.close()
})

function anotherNode(change: { devTools: boolean }): Promise<App> {
  const { config, log } = server.deps
  return createApp({
    config: { ...config, nodeId: 1, ...change },
    log,
    providers: server.providers,
    machine: server.machine,
    superviseJobs: false,
  })
}

describe('routes', () => {
  const declared = Object.entries(api).flatMap(([slice, endpoints]) =>
    Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => ({ name: `${slice}.${name}`, endpoint })),
  )

  test.each(declared)('$name is served', ({ endpoint }) => {
    expect(server.http.hasRoute({ method: endpoint.method, url: `${constants.apiPrefix}${endpoint.path}` })).toBe(true)
  })

  test.each(declared.filter(({ endpoint }) => endpoint.auth === 'user'))('PS-11 $name answers −1 without a token', async ({ endpoint }) => {
    const url = `${constants.apiPrefix}${endpoint.path.replace(/:\w+/, '1')}`
    const answer = await server.inject({ method: endpoint.method, url, ...(endpoint.method === 'POST' && { payload: {} }) })
    expect(answer.json()).toMatchObject({ code: -1, error: 'LOGIN_EXPIRED', data: null })
  })

  test.each(declared.filter(({ endpoint }) => endpoint.auth === 'vendor'))(
    '$name turns an unsigned call-back away',
    async ({ endpoint }) => {
      const answer = await server.inject({ method: endpoint.method, url: `${constants.apiPrefix}${endpoint.path}`, payload: {} })
      expect([answer.statusCode, answer.json().error]).toEqual([401, 'SIGNATURE_INVALID'])
    },
  )

  test('PS-07 PS-01 every answer carries the safe headers', async () => {
    for (const url of ['/api/dev/clock', '/healthz', '/api/nothing']) {
      const { headers } = await server.inject({ url })
      expect(headers['content-security-policy']).toMatch(/frame-ancestors 'none'(;|$)/)
      expect(headers).toMatchObject({ 'referrer-policy': 'same-origin', 'x-content-type-options': 'nosniff' })
    }
  })

  test('CN-16 a NUL in a report is a field error', async () => {
    const answer = await server.inject({
      method: 'POST',
      url: '/api/fp/app/trace/report',
      headers: { 'content-type': 'application/json' },
      payload: '{"userId":"a\\u0000b","sessionId":"","channelCode":"\\ud835"}',
    })
    expect(answer.json()).toMatchObject({ code: 1, error: 'INPUT_INVALID' })
  })
})

describe('several nodes', () => {
  test('AU-14 who logs out on one node is out on the other', async () => {
    const { token } = await server.newBorrower({ upTo: 'login' })
    const onSecond = async () =>
      (await secondNode.http.inject({ url: '/api/fp/app/message/list', headers: { 'x-user-token': token } })).json().code
    expect(await onSecond()).toBe(0)
    await server.call('session', 'logout', { body: {} }, { token })
    expect(await onSecond()).toBe(-1)
  })

  test('a call-back taken on one node is a replay on the other', async () => {
    const body = '{}'
    const path = '/api/fyh/callback/payment/debit'
    const headers = {
      'content-type': 'application/json',
      ...sign({ method: 'POST', path, body, secret: server.deps.config.vendorSecrets('payment')[0], at: server.machine.machineNow() }),
    }
    const first = await server.inject({ method: 'POST', url: path, headers, payload: body })
    const second = await secondNode.http.inject({ method: 'POST', url: path, headers, payload: body })
    expect([first.json().error, second.json().error]).toEqual(['INPUT_INVALID', 'SIGNATURE_INVALID'])
  })

  test('a call-back counts with the secret of its own party, in use or retired, and with no other’s', async () => {
    const retired = 'a former secret for vendors, now retired'
    const own = await testServer({ settings: { VENDOR_SECRETS_RETIRED: retired } })
    const path = '/api/fyh/callback/payment/debit'
    const tell = async (secret: string | undefined) => {
      const signed = sign({ method: 'POST', path, body: '{}', secret: secret ?? '', at: own.machine.machineNow() })
      const headers = { 'content-type': 'application/json', ...signed }
      return (await own.inject({ method: 'POST', url: path, headers, payload: '{}' })).json().error
    }
    const { vendorSecrets } = own.deps.config
    expect(await tell(vendorSecrets('payment')[0])).toBe('INPUT_INVALID')
    expect(await tell(vendorSecrets('payment')[1])).toBe('INPUT_INVALID')
    for (const secret of [vendorSecrets('lender_1')[0], retired, 'a key for vendors in tests, not a secret'])
      expect(await tell(secret)).toBe('SIGNATURE_INVALID')
    await own.close()
  })

  test('development endpoints exist in development alone, and a live node refuses a database whose date was moved', async () => {
    const live = await anotherNode({ devTools: false })
    for (const path of ['/api/dev/clock', '/openapi.json']) expect((await live.http.inject(path)).statusCode, path).toBe(404)
    expect((await server.inject('/openapi.json')).body).toContain('/api/fp/app/user/registerAndLogin')
    await live.close()
    const today = (await server.call('session', 'clock', {})).data?.today ?? ''
    await server.call('session', 'moveClock', { body: { today: `${Number(today.slice(0, 4)) + 1}-01-01` } })
    await expect(anotherNode({ devTools: false })).rejects.toThrow('The business date of this database was moved')
  })
})

test('DB-07 with a single database connection every call still ends: nothing inside a transaction asks for a second', async () => {
  const narrow = await testServer({ settings: { DATABASE_POOL_MAX: '1' } })
  const borrowers = await Promise.all(Array.from({ length: 4 }, () => narrow.newBorrower({ upTo: 'limit' })))
  expect(new Set(borrowers.map(({ userId }) => userId)).size).toBe(4)
  await narrow.close()
})

describe('log', () => {
  test('PS-01 a login, a refusal and a fault leave no phone, code or token in the log', async () => {
    lines.length = 0
    const borrower = await server.newBorrower({ upTo: 'login' })
    const code = lastCodeOf(server, borrower.mobile)
    await server.call('session', 'registerAndLogin', { body: { mobile: borrower.mobile, authCode: code, agreed: [] } })
    await server.call('message', 'list', { query: {} }, { token: borrower.token })
    await server.inject({
      url: `/api/fp/app/message/list?token=${borrower.token}&code=${code}`,
      headers: { 'x-user-token': borrower.token },
    })
    await server.db.schema.alterTable('sms_code').renameTo('sms_code_gone').execute()
    const fault = await server.inject({
      method: 'POST',
      url: '/api/fp/app/user/registerAndLogin',
      payload: { mobile: borrower.mobile, authCode: code, agreed: [] },
    })
    await server.db.schema.alterTable('sms_code_gone').renameTo('sms_code').execute()
    expect(fault.statusCode).toBe(500)
    const told = lines.map(withoutMoments).join('\n')
    expect(told).toContain('sms_code')
    for (const marker of [borrower.mobile, borrower.token]) expect(told).not.toContain(marker)
    expect(told).not.toMatch(new RegExp(`\\b${code}\\b`))
  })
})

/** Times, ids and line numbers may hold any four digits. */
function withoutMoments(line: string): string {
  const { time, requestId, userId, ms, err, ...rest } = JSON.parse(line)
  return JSON.stringify({ ...rest, err: err && { ...err, stack: String(err.stack).replace(/:\d+:\d+/g, '') } })
}
