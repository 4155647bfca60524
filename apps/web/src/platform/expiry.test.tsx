import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeHost } from '#host/fake.ts'
import { api, connectApi } from './api.ts'
import { expiryHandler } from './expiry.ts'
import { currentToken, rememberLogin } from './store.ts'

/** An app answers a moment later, so time passes with what it answers. */
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  vi.useFakeTimers()
  window.localStorage.clear()
  window.sessionStorage.clear()
  rememberLogin('T', { userId: 7, mobile: '138****0000', name: null })
})
afterEach(() => vi.useRealTimers())

function set(around: { here?: () => string; native?: boolean; login?: () => Promise<boolean> } = {}) {
  const went: string[] = []
  const host = fakeHost({ isNativeApp: around.native ?? false, ...(around.login && { login: around.login }) })
  const say = vi.fn()
  const handler = expiryHandler({
    host,
    say,
    here: () => around.here?.() ?? '/loan?x=1',
    replace: (path) => went.push(path),
    leaveTo: (address) => went.push(`leave ${address}`),
  })
  return { ...handler, went, host, say }
}

test('R4.3 AU-01 five calls side by side that are all answered −1 make one toast and one redirect, and each is told to its caller', async () => {
  const { expired, went, say } = set()
  connectApi({
    language: () => 'zh-CN',
    say,
    words: { httpFailed: String, noAnswer: () => '', unsent: () => '' },
    onExpired: expired,
    onChange: () => undefined,
  })
  vi.stubGlobal('fetch', async () => Response.json({ code: -1, msg: 'expired', data: null }))
  const calls = [api.home.tabInfo(), api.home.account(), api.home.fyhHome({ body: {} }), api.session.devices(), api.apply.reFlow()]
  const outcomes = await Promise.all(calls.map((call) => call.catch((failure: unknown) => failure)))
  for (const outcome of outcomes) expect(outcome).toMatchObject({ kind: 'expired', shown: true })
  expect(say.mock.calls).toEqual([['expired', 1500]])
  await pass(1500)
  expect(went).toEqual([`/login?redirectUrl=${encodeURIComponent('/loan?x=1')}`])
  vi.unstubAllGlobals()
})
test('R4.3 AU-01 five answers make one toast of 1500 ms and one redirect 1500 ms after the first', () => {
  const { expired, went, say } = set()
  for (let answer = 0; answer < 5; answer++) {
    expired('expired')
    vi.advanceTimersByTime(100)
  }
  expect(currentToken()).toBeUndefined()
  expect(say.mock.calls).toEqual([['expired', 1500]])
  vi.advanceTimersByTime(999)
  expect(went).toEqual([])
  vi.advanceTimersByTime(1)
  expect(went).toEqual([`/login?redirectUrl=${encodeURIComponent('/loan?x=1')}`])
})
test('R4.3 the partner address of the session comes first', () => {
  window.sessionStorage.setItem('productType', 'fbd')
  window.sessionStorage.setItem('redirUrl', encodeURIComponent('https://partner.example/x'))
  const { expired, went } = set({ native: true })
  expired('expired')
  vi.advanceTimersByTime(1500)
  expect(went).toEqual(['leave https://partner.example/x'])
})
test('R4.3 then the native app shows its own login', async () => {
  const { expired, went, host } = set({ native: true, here: () => '/capitalProfile?x=1' })
  expired('expired')
  await pass(1500)
  expect(went).toEqual([])
  expect(host.asked).toEqual(['login'])
})
test('R4.3 an app that does not show its login leaves it to ours, unless somebody logged in while it was asked', async () => {
  const silent = set({ native: true, login: async () => false })
  silent.expired('expired')
  await pass(1500)
  expect(silent.went).toEqual([`/login?redirectUrl=${encodeURIComponent('/loan?x=1')}`])
  const capital = set({ native: true, here: () => '/capitalProfile?x=1', login: async () => false })
  capital.expired('expired')
  await pass(1500)
  expect(capital.went).toEqual(['/capitalForm'])
  const late = set({
    native: true,
    login: async () => {
      rememberLogin('T2', { userId: 7, mobile: '138****0000', name: null })
      return false
    },
  })
  late.expired('expired')
  await pass(1500)
  expect(late.went).toEqual([])
})
test('R4.3 then the capital-form product goes to its form', () => {
  const { expired, went } = set({ here: () => '/capitalProfile?x=1' })
  expired('expired')
  vi.advanceTimersByTime(1500)
  expect(went).toEqual(['/capitalForm'])
})
const capitalForm = ['/capitalForm', '/capitalProfile?id=1', '/capitalWithdraw', '/capitalResult?a=1&b=2']
const elsewhere = [
  '/capitalProtocol',
  '/capitalProtocolSingle?id=1',
  '/protocol/capitalForm',
  '/capitalFormer',
  '/capitalform',
  '/loan/5',
  '/',
]
const toLogin = (path: string) => `/login?redirectUrl=${encodeURIComponent(path)}`
test.each([
  ...capitalForm.map((from) => ({ from, last: '/capitalForm' })),
  ...elsewhere.map((from) => ({ from, last: toLogin(from) })),
  { from: '/login?redirectUrl=%2Floan', last: undefined },
])('R4.3 from $from: partner, else the app, else $last', async ({ from, last }) => {
  const partner = { productType: 'fbd', redirUrl: encodeURIComponent('https://partner.example/x') }
  for (const { kept, native, end } of [
    { kept: partner, native: false, end: ['leave https://partner.example/x'] },
    { kept: partner, native: true, end: ['leave https://partner.example/x'] },
    { kept: { productType: 'fbd' }, native: true, end: [] },
    { kept: { redirUrl: partner.redirUrl }, native: false, end: last === undefined ? [] : [last] },
    { kept: {}, native: false, end: last === undefined ? [] : [last] },
  ]) {
    window.sessionStorage.clear()
    for (const [key, value] of Object.entries(kept)) window.sessionStorage.setItem(key, value)
    const { expired, went, host } = set({ here: () => from, native })
    expired('expired')
    await pass(1500)
    expect(went, JSON.stringify({ kept, native })).toEqual(end)
    expect(host.asked).toEqual(native && end.length === 0 ? ['login'] : [])
  }
})
test('AU-02 on the login page nothing navigates', () => {
  const { expired, went } = set({ here: () => '/login?redirectUrl=%2Floan' })
  expired('expired')
  vi.advanceTimersByTime(1500)
  expect(went).toEqual([])
  expect(currentToken()).toBeUndefined()
})
test('AU-01 a person who goes elsewhere before the redirect stays there; another query of the same place is no other place', async () => {
  let at = '/account'
  const { expired, went } = set({ here: () => at })
  expired('expired')
  at = '/home'
  await pass(5000)
  expect(went).toEqual([])
  at = '/account'
  expired('expired')
  at = '/account?x=1'
  await pass(1500)
  expect(went).toEqual(['/login?redirectUrl=%2Faccount%3Fx%3D1'])
})
test('AU-01 a login done meanwhile is not thrown away', () => {
  const { expired, calledOff, went } = set()
  expired('expired')
  rememberLogin('T2', { userId: 7, mobile: '138****0000', name: null })
  calledOff()
  vi.advanceTimersByTime(5000)
  expect(went).toEqual([])
  expect(currentToken()).toBe('T2')
})
