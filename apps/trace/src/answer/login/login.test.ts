import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fewRounds, host, openOperator, origin, password, type TestOperator } from '../test-operator.ts'
import { keepFirstOperator } from './accounts.ts'

let operator: TestOperator

beforeAll(async () => {
  operator = await openOperator()
})
afterAll(() => operator.close())
beforeEach(() => operator.pool.query('delete from operator_try; delete from operator_session; delete from operator_device'))

const login = (fields: Readonly<Record<string, string>> = {}, headers: Readonly<Record<string, string>> = {}) =>
  operator.form('/operator/login', { name: 'operator', password, ...fields }, headers)
const minutes = (count: number) => count * 60_000

describe('the way in', () => {
  test('without a login every page, file and form leads to the login, and back to where one wanted to go', async () => {
    for (const url of ['/operator', '/operator/funnel?by=host', '/operator/files/visits.csv', '/operator/nothing']) {
      const { statusCode, headers } = await operator.app.inject({ url, headers: { host } })
      expect(statusCode, url).toBe(303)
      expect(headers.location).toBe(
        url === '/operator' ? '/operator/login' : `/operator/login?next=${encodeURIComponent(url).replaceAll('%20', '+')}`,
      )
    }
    expect((await operator.form('/operator/visits/by-phone', { phone: '13800000001' })).headers.location).toBe('/operator/login')
    expect((await login({ next: '/operator/funnel?by=host' })).headers.location).toBe('/operator/funnel?by=host')
  })

  test.each([
    'https://elsewhere.example/operator',
    '//elsewhere.example',
    '/api',
    '/operators',
    '/operator/login',
    'javascript:alert(1)',
    '/operator/../api',
  ])('after the login nobody is led to %s', async (next) => {
    expect((await login({ next })).headers.location).toBe('/operator')
  })

  test('a session is a token out of reach of scripts, of which the database keeps a hash alone', async () => {
    const { cookies, headers } = await login()
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(/^operator_device=\w{43}; Path=\/operator; Max-Age=15552000; HttpOnly; SameSite=Strict$/),
      expect.stringMatching(/^operator_session=\w{43}; Path=\/operator; Max-Age=43200; HttpOnly; SameSite=Strict$/),
    ])
    const { rows } = await operator.pool.query('select token_hash from operator_session union all select token_hash from operator_device')
    expect(rows).toHaveLength(2)
    for (const { value } of cookies) expect(JSON.stringify(rows)).not.toContain(value)
  })

  test('the database keeps no password, and equal passwords look different', async () => {
    const kept = async (text: string) => {
      await keepFirstOperator(operator.pool, text, operator.clock.machineNow())
      return JSON.stringify((await operator.pool.query('select * from operator')).rows)
    }
    const looks = [await kept('another password'), await kept('password'), await kept('another password')]
    expect(new Set(looks).size).toBe(3)
    expect(looks.join()).not.toMatch(/another/)
    expect(looks[0]).toContain('scrypt$32768$')
    await keepFirstOperator(operator.pool, password, operator.clock.machineNow(), fewRounds)
  })

  test('behind a proxy with TLS the cookie is sent over TLS alone', async () => {
    const { headers } = await login({}, { host: 'trace.example', origin: 'https://trace.example' })
    expect(headers['set-cookie']).toEqual([expect.stringMatching(/; Secure$/), expect.stringMatching(/; Secure$/)])
  })
})

describe('the end of a session', () => {
  test('half an hour without a look ends it; what the page fetches by itself is no look', async () => {
    const { get } = await operator.enter()
    operator.clock.pass(minutes(29))
    expect((await get('/operator')).statusCode).toBe(200)
    operator.clock.pass(minutes(29))
    expect((await get('/operator', { 'x-refresh': '1' })).statusCode).toBe(200)
    operator.clock.pass(minutes(2))
    expect((await get('/operator')).statusCode).toBe(303)
  })

  test('after twelve hours it ends, however much one looks', async () => {
    const { get } = await operator.enter()
    for (let looks = 0; looks < 35; looks += 1) {
      operator.clock.pass(minutes(20))
      expect((await get('/operator')).statusCode).toBe(200)
    }
    operator.clock.pass(minutes(21))
    expect((await get('/operator')).statusCode).toBe(303)
  })

  test('logging out ends it for whoever kept the cookie', async () => {
    const { get, cookie } = await operator.enter()
    const { headers } = await operator.form('/operator/logout', {}, { cookie })
    expect(headers.location).toBe('/operator/login')
    expect(headers['set-cookie']).toContain('Max-Age=0')
    expect((await get('/operator')).statusCode).toBe(303)
  })

  test('another password in the settings ends what was opened with the old one, the same one does not', async () => {
    const { get } = await operator.enter()
    await keepFirstOperator(operator.pool, password, operator.clock.machineNow())
    expect((await get('/operator')).statusCode).toBe(200)
    await keepFirstOperator(operator.pool, 'quite another password', operator.clock.machineNow(), fewRounds)
    expect((await get('/operator')).statusCode).toBe(303)
    expect((await login()).statusCode).toBe(401)
    await keepFirstOperator(operator.pool, password, operator.clock.machineNow(), fewRounds)
    expect((await login()).statusCode).toBe(303)
    const acts = await operator.pool.query("select distinct operator_name, subject from operator_act where act = 'passwordSet'")
    expect(acts.rows).toEqual([{ operator_name: '', subject: 'operator' }])
  })
})

describe('wrong passwords', () => {
  test('a wrong name and a wrong password are told in the same words', async () => {
    const answers = [await login({ password: 'wrong' }), await login({ name: 'nobody' })]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401])
    const [first, second] = answers.map(({ body }) => body.replace(/value="[^"]*"/g, ''))
    expect(first).toBe(second)
    expect(answers[0]?.headers['set-cookie']).toBeUndefined()
  })

  test('after five wrong ones even the right one waits a quarter of an hour, whatever process is asked', async () => {
    for (let tries = 0; tries < 5; tries += 1) expect((await login({ password: `wrong ${tries}` })).statusCode).toBe(401)
    expect((await login()).statusCode).toBe(429)
    expect((await operator.pool.query('select tries from operator_try')).rows).toContainEqual({ tries: 6 })
    operator.clock.pass(minutes(15) + 1)
    expect((await login()).statusCode).toBe(303)
  })

  test('guesses that come at once are no more than guesses in turn', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => login({ password: `wrong ${at}` })))
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(5)
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(7)
  })

  test('nobody keeps an operator out: a browser in which they logged in before goes on, whatever strangers try', async () => {
    const { cookie } = await operator.enter()
    const known = (fields: Readonly<Record<string, string>> = {}) => login(fields, { cookie })
    for (let tries = 0; tries < 30; tries += 1) await login({ password: `wrong ${tries}` })
    expect((await login()).statusCode).toBe(429)
    expect((await known()).statusCode).toBe(303)
    for (let tries = 0; tries < 5; tries += 1) expect((await known({ password: `wrong ${tries}` })).statusCode).toBe(401)
    expect((await known()).statusCode).toBe(429)
  })

  test('a browser is known to the operator who logged in there, by the password of today, and to no other', async () => {
    const { cookie } = await operator.enter()
    const device = /operator_device=\w+/.exec(cookie)?.[0] ?? ''
    const tries = async () =>
      (await operator.pool.query<{ who: string }>("select who from operator_try where who like '% in %'")).rows.length
    await login({ name: 'somebody' }, { cookie: device })
    await login({ password: 'wrong' }, { cookie: 'operator_device=made-up' })
    expect(await tries()).toBe(0)
    await login({ password: 'wrong' }, { cookie: device })
    expect(await tries()).toBe(1)
    await operator.pool.query("delete from operator_try; update operator set password_nr = password_nr + 1 where name = 'operator'")
    await login({ password: 'wrong' }, { cookie: device })
    expect(await tries()).toBe(0)
  })

  test('wrong ones at one address keep out no other address, up to a hundred for one name', async () => {
    const at = (address: string, fields: Readonly<Record<string, string>> = {}) =>
      login(fields, { host: 'trace.example', origin: 'https://trace.example', 'x-forwarded-for': `198.51.100.1, ${address}` })
    for (let tries = 0; tries < 6; tries += 1) await at('203.0.113.1', { password: `wrong ${tries}` })
    expect((await at('203.0.113.1')).statusCode).toBe(429)
    expect((await at('203.0.113.2')).statusCode).toBe(303)
    for (let tries = 0; tries < 100; tries += 1) await at(`192.0.2.${tries}`, { password: 'wrong' })
    expect((await at('203.0.113.3')).statusCode).toBe(429)
  })

  test('NF-04 X-Forwarded-For counts from a trusted proxy alone, and a port in it makes no other address', async () => {
    const from = (remoteAddress: string, forwarded: string) =>
      operator.app.inject({
        method: 'POST',
        url: '/operator/login',
        remoteAddress,
        headers: {
          host: 'trace.example',
          origin: 'https://trace.example',
          'content-type': 'application/x-www-form-urlencoded',
          'x-forwarded-for': forwarded,
        },
        payload: new URLSearchParams({ name: 'operator', password: 'wrong' }).toString(),
      })
    const strangers = []
    for (let tries = 1; tries <= 6; tries += 1) strangers.push((await from('203.0.113.50', `198.51.100.${tries}`)).statusCode)
    expect(strangers).toEqual([401, 401, 401, 401, 401, 429])
    const ports = []
    for (let tries = 1; tries <= 6; tries += 1) ports.push((await from('127.0.0.1', `203.0.113.60:5000${tries}`)).statusCode)
    expect(ports).toEqual([401, 401, 401, 401, 401, 429])
    expect((await from('127.0.0.1', '203.0.113.61')).statusCode).toBe(401)
  })

  test('twenty tries from one address are enough, under whatever names', async () => {
    const answers = await Promise.all(Array.from({ length: 21 }, (_, at) => login({ name: `name ${at}` })))
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1)
  })

  test('a right password takes back the wrong ones before it', async () => {
    for (let round = 0; round < 3; round += 1) {
      for (let tries = 0; tries < 4; tries += 1) await login({ password: 'wrong' })
      expect((await login()).statusCode).toBe(303)
    }
  })

  test.each([{ name: '' }, { name: 'a\0b' }, { password: '' }, { name: 'x'.repeat(101) }, { password: 'x'.repeat(201) }])(
    'a form with %o is refused',
    async (fields) => {
      expect((await login(fields)).statusCode).toBe(400)
    },
  )
})

async function firstLine(port: number, request: string): Promise<string> {
  let answer = ''
  for await (const part of connect(port, '127.0.0.1').end(request)) answer += String(part)
  return answer.split('\r\n')[0] ?? ''
}

describe('who may ask', () => {
  test.each([
    ['another site', { origin: 'https://elsewhere.example' }],
    ['a page that may send events', { origin }],
    ['a page that hides its origin', { origin: 'null' }],
    ['a program that tells no origin', { origin: '' }],
  ])('a form of %s is refused', async (_, headers) => {
    const { cookie, get } = await operator.enter()
    for (const url of ['/operator/logout', '/operator/login', '/operator/visits/by-phone'])
      expect((await operator.form(url, { name: 'operator', password, phone: '13800000001' }, { cookie, ...headers })).statusCode).toBe(403)
    expect((await get('/operator')).statusCode).toBe(200)
  })

  test('no page of another origin may read anything, whether or not it may send events', async () => {
    const { get } = await operator.enter()
    for (const from of [origin, 'https://elsewhere.example'])
      for (const url of ['/operator', '/operator/files/visits.csv', '/operator/assets/operator.js']) {
        const { headers } = await get(url, { origin: from })
        expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
        expect(headers['cross-origin-resource-policy']).toBe('same-origin')
      }
    const preflight = await operator.app.inject({
      method: 'OPTIONS',
      url: '/operator',
      headers: { host, origin, 'access-control-request-method': 'GET' },
    })
    expect(preflight.statusCode).toBe(404)
    expect(preflight.headers['access-control-allow-origin']).toBeUndefined()
  })

  test('under a name that is not allowed there are no pages, so that no name on the internet leads here', async () => {
    for (const name of ['elsewhere.example', '10.0.0.1:8081', '127.0.0.1.elsewhere.example'])
      expect((await operator.app.inject({ url: '/operator/login', headers: { host: name } })).statusCode, name).toBe(404)
    for (const name of ['localhost:8081', 'trace.example', '[::1]:8081'])
      expect((await operator.app.inject({ url: '/operator/login', headers: { host: name } })).statusCode, name).toBe(200)
  })

  test.each(['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'])(
    'what a proxy hands on with %s finds no pages under the name of this machine, and does under one that is allowed',
    async (name) => {
      const ask = (asked: string) => operator.app.inject({ url: '/operator/login', headers: { host: asked, [name]: '203.0.113.9' } })
      expect([(await ask(host)).statusCode, (await ask('trace.example')).statusCode]).toEqual([404, 200])
      expect((await login({}, { [name]: '203.0.113.9' })).statusCode).toBe(404)
    },
  )

  test('a proxy that tells nothing of itself, as nginx by default, finds no pages either', async () => {
    const { port } = new URL(await operator.app.listen({ host: '127.0.0.1', port: 0 }))
    const answers = await Promise.all(
      ['1.0', '1.1'].map((version) =>
        firstLine(Number(port), `GET /operator/login HTTP/${version}\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
      ),
    )
    expect(answers.map((line) => line.split(' ')[1])).toEqual(['404', '200'])
  })

  test('a page runs and loads nothing but what this process sends, stands in no frame and is kept nowhere', async () => {
    const { get } = await operator.enter()
    const { headers } = await get('/operator')
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';.*frame-ancestors 'none'$/)
    expect(headers['content-security-policy']).not.toContain('unsafe')
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin' })
  })

  test('without the setting there are no pages at all', async () => {
    const { createTrace } = await import('../../app.ts')
    const { makeLog } = await import('@fyh/serve/log.ts')
    const app = createTrace({
      pool: operator.pool,
      clock: operator.clock,
      log: makeLog({ name: 't', level: 'silent' }),
      mobileIndex: (text) => text,
      origins: [],
    })
    expect((await app.inject({ url: '/operator', headers: { host } })).statusCode).toBe(404)
    await app.close()
  })
})
