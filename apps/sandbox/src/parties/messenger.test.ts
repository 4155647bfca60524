import { standInSecret } from '@fyh/serve/vendor-secrets.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestDatabase } from '../../../../tools/postgres/test-database.ts'
import { openSandbox, sandboxDatabase, secrets, type TestSandbox } from '../test-sandbox.ts'

const app = 'wxsandboxaccount'
const appSecret = standInSecret(secrets('messenger')[0], app)
const back = 'http://127.0.0.1:8080/home?a=1&b=%20'
let database: TestDatabase
let sandbox: TestSandbox
beforeAll(async () => {
  database = await sandboxDatabase()
  sandbox = await openSandbox(database)
})
afterAll(async () => {
  await sandbox.close()
  await database.drop()
})

const page = (path: 'authorize' | 'allow', query: Record<string, string> = {}, cookie = '') => {
  const asked = { appid: app, redirect_uri: back, response_type: 'code', scope: 'snsapi_base', state: 'S1', ...query }
  return sandbox.app.inject({ url: `/messenger/connect/oauth2/${path}?${new URLSearchParams(asked)}`, headers: { cookie } })
}
const exchange = async (query: Record<string, string>) => {
  const asked = { appid: app, secret: appSecret, grant_type: 'authorization_code', ...query }
  return (await sandbox.app.inject({ url: `/messenger/sns/oauth2/access_token?${new URLSearchParams(asked)}` })).json()
}
const cookieOf = (answer: { headers: Record<string, unknown> }) => String(answer.headers['set-cookie']).split(';')[0]

describe('the authorisation page', () => {
  test('R4.5 asks a person once for an app, then sends straight back; the address that was named keeps what it had', async () => {
    const first = await page('authorize')
    expect(first.statusCode).toBe(200)
    const cookie = cookieOf(first)
    const allowed = await page('allow', {}, cookie)
    expect(allowed.statusCode).toBe(302)
    const address = new URL(String(allowed.headers.location))
    expect(Object.fromEntries(address.searchParams)).toEqual({ a: '1', b: ' ', code: expect.stringMatching(/^\w{32}$/), state: 'S1' })
    expect((await page('authorize', {}, cookie)).statusCode).toBe(302)
    expect((await page('authorize', { appid: 'wxsandboxother' }, cookie)).statusCode).toBe(200)
    expect((await page('authorize')).statusCode, 'somebody else').toBe(200)
  })

  test('R8.3 a refusal leads back with the state and without a code', async () => {
    const refuse = /id="refuse" href="([^"]+)"/.exec((await page('authorize')).body)?.[1] ?? ''
    expect(Object.fromEntries(new URL(refuse.replaceAll('&amp;', '&')).searchParams)).toEqual({ a: '1', b: ' ', state: 'S1' })
  })

  test.each([
    ['no app', { appid: '' }],
    ['an address that is none', { redirect_uri: 'javascript:alert(1)' }],
    ['another scope', { scope: 'everything' }],
    ['a state with marks', { state: '<script>' }],
    ['another response', { response_type: 'token' }],
  ])('with %s it says that the address is wrong', async (_, query) => {
    expect((await page('authorize', query)).statusCode).toBe(400)
    expect((await page('allow', query)).statusCode).toBe(400)
  })

  test('WX-11 it shows itself in no page but its own', async () => {
    expect((await page('authorize')).headers['content-security-policy']).toMatch(/frame-ancestors '(self|none)'/)
  })
})

describe('codes', () => {
  const newCode = async (person = 'ann') => (await sandbox.post('/api/messenger/codes', { appId: app, person })).json().code

  test('R7.24 answers as the messenger does: person once, then 40163; 40029, 41008, 40125, 40013, 40002', async () => {
    const code = await newCode()
    expect(await exchange({ code })).toMatchObject({
      openid: expect.stringMatching(/^o\w{27}$/),
      unionid: expect.stringMatching(/^u\w{27}$/),
    })
    expect(await exchange({ code })).toEqual({ errcode: 40163, errmsg: 'code been used' })
    expect(await exchange({ code: 'made up' })).toMatchObject({ errcode: 40029 })
    expect(await exchange({})).toMatchObject({ errcode: 41008 })
    expect(await exchange({ code, secret: 'wrong' })).toMatchObject({ errcode: 40125 })
    expect(await exchange({ code, appid: 'x' })).toMatchObject({ errcode: 40013 })
    expect(await exchange({ code, grant_type: 'x' })).toMatchObject({ errcode: 40002 })
  })

  test('a code is good for five minutes', async () => {
    const code = await newCode()
    await sandbox.deps.pool.query(`update messenger_code set expires_at = now() - interval '1 second' where code = $1`, [code])
    expect(await exchange({ code })).toMatchObject({ errcode: 40029 })
  })

  test('too many calls can be ordered: 45011 once, and the code is not used up', async () => {
    const code = await newCode()
    await sandbox.post('/api/orders', { port: 'messenger', failure: 'refuse' })
    expect(await exchange({ code })).toMatchObject({ errcode: 45011 })
    expect(await exchange({ code })).toHaveProperty('openid')
  })

  test('what the page shows of a call holds nothing that opens doors', async () => {
    const code = await newCode('ben')
    await exchange({ code })
    const { calls } = await sandbox.get('/api/calls?port=messenger')
    expect(calls[0]).toMatchObject({
      method: 'sns/oauth2/access_token',
      request: { code, secret: '***' },
      answer: { answer: 'ok', access_token: '***' },
    })
    expect(JSON.stringify(calls)).not.toContain(appSecret)
  })
})
