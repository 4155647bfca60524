import { createServer, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestDatabase } from '../../../../tools/postgres/test-database.ts'
import { openSandbox, sandboxDatabase, type TestSandbox } from '../test-sandbox.ts'
import { labHosts } from './lab-hosts.ts'

const page =
  '<!doctype html><html><head><meta name="trace-host" content="http://trace.example" /><meta name="frame-hosts" content="" /></head><body></body></html>'

let database: TestDatabase
let product: Awaited<ReturnType<typeof standInProduct>>
let sandbox: TestSandbox

beforeAll(async () => {
  database = await sandboxDatabase()
  product = await standInProduct()
  sandbox = await openSandbox(database, { apiUrl: product.url, hasLab: true })
  await sandbox.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await sandbox.close()
  await product.close()
  await database.drop()
})

/** What the product was asked, and a page or JSON as its answer. */
async function standInProduct() {
  const asked: { path: string; headers: IncomingMessage['headers']; body: string }[] = []
  const server = createServer(async (request, response) => {
    asked.push({ path: request.url ?? '', headers: request.headers, body: await text(request) })
    const isPage = !request.url?.startsWith('/api/')
    response.setHeader('content-security-policy', "default-src 'self'; frame-ancestors 'none'")
    response.setHeader('content-type', isPage ? 'text/html; charset=utf-8' : 'application/json')
    response.end(isPage ? page : '{"code":0}')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  return {
    asked,
    url: `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`,
    close: () => new Promise((closed) => server.close(closed)),
  }
}

const at = (host: string, url: string, more: object = {}) => sandbox.app.inject({ url, headers: { host, accept: 'text/html' }, ...more })

describe('the product behind the name of a lab host', () => {
  test('gets the simulated host in front of its own scripts, and may be framed by the lab alone', async () => {
    const answer = await at('native-ios.localhost:8082', '/home')
    expect(answer.body).toContain('<head><script src="/host-lab/host.js"></script>')
    expect(answer.body).toContain('<meta name="frame-hosts" content="http://127.0.0.1:8082 http://localhost:8082" />')
    expect(answer.body).toContain('<meta name="trace-host" content="" />')
    expect(answer.headers['content-security-policy']).toBe(
      "default-src 'self'; frame-ancestors http://127.0.0.1:8082 http://localhost:8082",
    )
  })
  test('is asked as the simulated host would: its user agent, the body as sent, the origin of the product', async () => {
    const host = 'messenger.localhost:8082'
    const answer = await at(host, '/api/x?a=1', {
      method: 'POST',
      headers: { host, origin: `http://${host}`, 'content-type': 'application/json' },
      payload: '{"b":2}',
    })
    expect(answer.json()).toEqual({ code: 0 })
    const { path, headers, body } = product.asked[product.asked.length - 1] ?? {}
    expect([path, body, headers?.origin]).toEqual(['/api/x?a=1', '{"b":2}', product.url])
    expect(headers?.['user-agent']).toBe(labHosts.messenger.userAgent)
  })
  test('a name that is none of the lab’s is the sandbox itself', async () => {
    for (const host of ['127.0.0.1:8082', 'localhost', '[::1]:8082', 'other.localhost:8082', 'Sandbox.example'])
      expect((await at(host, '/')).body, host).toContain('<h1>Sandbox')
  })
})

test.each(['//127.0.0.1:9/secret', 'http://127.0.0.1:9/secret', '/\\\\127.0.0.1:9/secret'])(
  'the lab passes %s on to the product as a path, and asks no other host',
  async (target) => {
    const path = await rawRequest(target)
    expect([path.startsWith('HTTP/1.1 200'), product.asked.at(-1)?.path]).toEqual([true, target])
  },
)

test.each(['evil.example', 'native-ios.localhost.example', 'localhost.evil.example', '127.0.0.1.evil.example:8082'])(
  'a request for the host name %s is refused: its owner could point it here and read the codes (DNS rebinding)',
  async (host) => {
    for (const url of ['/', '/api/sms', '/lab', '/healthz', '/vendor/sms/send']) {
      const answer = await at(host, url)
      expect([answer.statusCode, answer.json()], url).toEqual([421, { error: 'unknown host' }])
    }
  },
)

/** What is answered to a request whose target is written as it is, which clients would make into a proper address. */
async function rawRequest(target: string): Promise<string> {
  const address = new URL(sandbox.app.listeningOrigin)
  const client = connect(Number(address.port), address.hostname)
  client.write(`GET ${target} HTTP/1.1\r\nhost: native-ios.localhost:8082\r\naccept: text/html\r\nconnection: close\r\n\r\n`)
  return text(client)
}

describe('what host and page say to each other', () => {
  const call = { host: 'nativeIos', way: 'asked', name: 'setHeader', data: { show: true, title: 'T' }, outcome: 'ok' }
  const report = (payload: unknown) =>
    at('native-ios.localhost:8082', '/host-lab/calls', { method: 'POST', payload: JSON.stringify(payload) })

  test('is told to the lab’s page in its order, and what is no call is not', async () => {
    const last = Number((await sandbox.get('/lab/calls')).calls.length)
    expect((await report(call)).statusCode).toBe(200)
    expect((await report({ ...call, name: 'back', data: null })).statusCode).toBe(200)
    for (const nonsense of [{ ...call, way: 'elsewhere' }, 'text', null]) expect((await report(nonsense)).statusCode).toBe(400)
    const { calls } = await sandbox.get(`/lab/calls?after=${last}`)
    expect(calls).toEqual([
      { ...call, seq: last + 1 },
      { ...call, name: 'back', data: null, seq: last + 2 },
    ])
  })
  test('keeps the newest 200', async () => {
    for (let count = 0; count < 210; count++) await report(call)
    expect((await sandbox.get('/lab/calls')).calls).toHaveLength(200)
  })
  test('the simulated host behaves as the lab’s page asked', async () => {
    await sandbox.app.inject({ method: 'POST', url: '/lab/manner', payload: { host: 'native-ios', silent: true, market: true } })
    const { body } = await at('native-ios.localhost:8082', '/host-lab/host.js')
    expect(body).toMatch(/^window\.hostLab = \{"kind":"nativeIos".*"silent":true,"market":true/)
    expect((await at('native-android.localhost:8082', '/host-lab/host.js')).body).toContain('"silent":false,"market":false')
  })
})

test('the lab’s page names every host; a login it cannot do says why', async () => {
  const { body } = await at('127.0.0.1:8082', '/lab?host=mini-program')
  for (const name of Object.keys(labHosts)) expect(body).toContain(`<a href="/lab?host=${name}"`)
  expect(body).toContain('src="http://mini-program.localhost:8082/home"')
  const login = await sandbox.app.inject({ method: 'POST', url: '/lab/login', payload: { host: 'native-ios', mobile: '123' } })
  expect(login.json()).toEqual({ problem: 'That is not a mobile number' })
})

test('outside development there is no lab, whatever the name', async () => {
  const live = await openSandbox(database, { apiUrl: product.url })
  try {
    expect((await live.app.inject({ url: '/lab' })).statusCode).toBe(404)
    expect((await live.app.inject({ url: '/', headers: { host: 'native-ios.localhost:8082' } })).body).toContain('<h1>Sandbox')
    expect((await live.app.inject({ url: '/' })).body).not.toContain('href="/lab"')
  } finally {
    await live.close()
  }
})
