import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { channelParty } from '@fyh/base/channel-party.ts'
import { verify } from '@fyh/serve/signed.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestDatabase } from '../../../../tools/postgres/test-database.ts'
import { openSandbox, sandboxDatabase, secrets, type TestSandbox } from '../test-sandbox.ts'

let database: TestDatabase
let sandbox: TestSandbox
const loginRefer = `${'r'.repeat(24)}${'0'.repeat(20)}`
const asked: { path: string; verdict: string; body: string }[] = []
const product = createServer(async (request, response) => {
  const body = await text(request)
  const path = request.url ?? ''
  const verdict = await verify({
    method: request.method ?? '',
    path,
    body,
    headers: request.headers,
    secrets: secrets(channelParty('demo-trip')),
    now: new Date(),
    remember: async () => true,
  })
  asked.push({ path, verdict, body })
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(answerOf(path, verdict)))
})

function answerOf(path: string, verdict: string): object {
  if (path.includes('/agreement/current')) return { code: 0, data: { texts: [] } }
  if (path.endsWith('/refer') && verdict !== 'ok') return { code: 1, msg: 'The signature isn’t valid' }
  const address = `http://product.example/h5Middle?loginRefer=${loginRefer}`
  return { code: 0, data: { loginRefer, expiresAt: '2026-12-01T00:05:00.000Z', address } }
}

beforeAll(async () => {
  await new Promise<void>((resolve) => product.listen(0, '127.0.0.1', resolve))
  const { port } = product.address() as { port: number }
  database = await sandboxDatabase()
  sandbox = await openSandbox(database, { apiUrl: `http://127.0.0.1:${port}` })
})
afterAll(async () => {
  product.close()
  await sandbox.close()
  await database.drop()
})

const refer = async (failure: string) =>
  (await sandbox.post('/api/partner/refer', { channelCode: 'demo-trip', mobile: '13800004300', failure })).json()

test('R7.22 the partner’s call is signed with the channel’s secret, and its answer is a link', async () => {
  expect(await refer('none')).toEqual({ address: `http://product.example/h5Middle?loginRefer=${loginRefer}` })
  expect(asked.at(-1)).toMatchObject({ verdict: 'ok', body: '{"channelCode":"demo-trip","mobile":"13800004300"}' })
})

test('an expired link lives a second; a tampered one names another reference; a used one was exchanged by another browser; another secret is refused', async () => {
  expect((await refer('tampered')).address).not.toContain(loginRefer)
  await refer('expired')
  expect(asked.at(-1)?.body).toContain('"lifeSeconds":1')
  await refer('used')
  expect(asked.at(-1)?.path).toBe(`/api/fyh/app/flow/unionLogin/loginRefer/${loginRefer}/agree`)
  expect(await refer('otherSecret')).toEqual({ problem: 'The signature isn’t valid' })
})

test('the page makes a link by a form; institution and stores have pages', async () => {
  const answer = await sandbox.app.inject({
    method: 'POST',
    url: '/partner',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'channelCode=demo-trip&mobile=13800004300&failure=none',
  })
  expect(answer.body).toContain(`href="http://product.example/h5Middle?loginRefer=${loginRefer}"`)
  for (const url of ['/partner', '/partner/institution', '/partner/store/appStore'])
    expect((await sandbox.app.inject({ url })).statusCode, url).toBe(200)
})
