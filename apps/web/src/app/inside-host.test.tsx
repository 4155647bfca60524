import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeHost } from '#host/fake.ts'
import type { Host, HostIdentity, HostListener } from '#host/port.ts'
import { startWords } from '#locales/i18n.ts'
import { requestHeaders } from '#platform/api-headers.ts'
import { connectNavigation } from '#platform/navigation.ts'
import { makeQueryClient } from '#platform/query.ts'
import { currentToken, currentUser, forgetLogin, rememberLogin } from '#platform/store.ts'
import { pushOverlay } from '#ui/overlay-stack.ts'
import { Application } from './application.tsx'
import { enterHost, followHost } from './inside-host.ts'
import { type AppRouter, makeRouter } from './router.tsx'

const user = { userId: 7, mobile: '138****0000', name: null }
const here = () => `${window.location.pathname}${window.location.search}${window.location.hash}`
const native = (powers: Partial<Host> = {}) => fakeHost({ kind: 'nativeIos', isNativeApp: true, ...powers })
const saying = (data: HostIdentity) => async () => ({ outcome: 'ok', data }) as const
let router: AppRouter | undefined

beforeAll(() => startWords('zh-cn'))
beforeEach(() => {
  window.localStorage.clear()
  window.sessionStorage.clear()
  forgetLogin()
  window.scrollTo = () => undefined
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => Response.json({ code: 1, msg: 'not now', data: null })),
  )
})
afterEach(() => {
  router?.dispose()
  cleanup()
  vi.unstubAllGlobals()
})

describe('mini-program', () => {
  const miniProgram = fakeHost({ kind: 'miniProgram' })
  test('R6.2 R9.2 sets its channel and takes the token, which leaves the address; the rest stays to the byte', async () => {
    window.history.replaceState({ idx: 0 }, '', '/loan?name=%E5%BC%A0+a%20b&token=TOKEN.1-2_3&next=%2Fa%3Fb%3D1#part')
    const entries = window.history.length
    await enterHost(miniProgram)
    expect(here()).toBe('/loan?name=%E5%BC%A0+a%20b&next=%2Fa%3Fb%3D1#part')
    expect(window.history.length).toBe(entries)
    expect(window.history.state).toEqual({ idx: 0 })
    const headers = requestHeaders({ language: 'zh-CN' })
    expect(headers).toMatchObject({ channel: 'FYH-mini', 'X-User-Token': 'TOKEN.1-2_3' })
  })
  test('R6.2 a token behind # is taken and leaves the address as well', async () => {
    window.history.replaceState(null, '', '/#/loan?token=TOKEN.1&a=1')
    await enterHost(miniProgram)
    expect([currentToken(), `${here()}`]).toEqual(['TOKEN.1', '/#/loan?a=1'])
  })
  test('R6.2 another token finds nothing of the former account; a senseless one is dropped from the address all the same', async () => {
    rememberLogin('OLD', user)
    window.sessionStorage.setItem('moneyKeys', '{}')
    window.localStorage.setItem('capitalHitItem', '{}')
    window.history.replaceState(null, '', '/home?token=NEW')
    await enterHost(miniProgram)
    expect([currentToken(), currentUser()]).toEqual(['NEW', undefined])
    expect([window.sessionStorage.getItem('moneyKeys'), window.localStorage.getItem('capitalHitItem')]).toEqual([null, null])
    window.history.replaceState(null, '', '/home?token=a%0D%0Ab')
    await enterHost(miniProgram)
    expect([currentToken(), here()]).toEqual(['NEW', '/home'])
  })
  test('R6.2 no other host takes a token out of an address', async () => {
    window.history.replaceState(null, '', '/home?token=EVIL')
    await enterHost(native())
    expect(currentToken()).toBeUndefined()
  })
})

describe('native app', () => {
  test('R6.3 market mode adds the market header, and takes it away when the app says that it is off', async () => {
    const market = () => requestHeaders({ language: 'zh-CN' })['X-User-Market']
    await enterHost(native({ isMarket: async () => ({ outcome: 'ok', data: true }) }))
    expect(market()).toBe('market')
    await enterHost(native())
    expect(market()).toBe('market')
    await enterHost(native({ isMarket: async () => ({ outcome: 'ok', data: false }) }))
    expect(market()).toBeUndefined()
  })
  test('the app hands over who is logged in; nobody logged in there is nobody here; no answer changes nothing', async () => {
    await enterHost(native({ identity: saying({ token: 'APP', user }) }))
    expect([currentToken(), currentUser()]).toEqual(['APP', user])
    await enterHost(native())
    expect(currentToken()).toBe('APP')
    for (const token of ['a\r\nb', 'x'.repeat(600)]) await enterHost(native({ identity: saying({ token }) }))
    expect(currentToken()).toBe('APP')
    await enterHost(native({ identity: saying({ token: undefined }) }))
    expect([currentToken(), currentUser()]).toEqual([undefined, undefined])
  })
})

describe('what the host tells later', () => {
  let listener: HostListener | undefined
  const open = async (address: string, powers: Partial<Host> = {}) => {
    window.history.pushState(null, '', address)
    const host = native({
      listen: (given) => {
        listener = given
      },
      ...powers,
    })
    connectNavigation({ host, leave: () => undefined })
    const made = makeRouter({ brandName: 'Brand' })
    router = made
    const client = makeQueryClient()
    followHost(host, made, client)
    render(<Application router={made} client={client} face={{ name: 'Brand', mark: 'B' }} />)
    await waitFor(() => expect(made.state.initialized).toBe(true))
    return made
  }

  test('R2.86 its back key closes an open sheet, then goes back a screen, and at the first one asks the app', async () => {
    const back = vi.fn(async ({ isFirst }: { isFirst: boolean }) => isFirst)
    const made = await open('/home', { back })
    await act(() => made.navigate('/login'))
    const close = vi.fn(() => remove())
    const remove = pushOverlay({ close })
    act(() => listener?.back())
    expect(close).toHaveBeenCalledTimes(1)
    expect(here()).toBe('/login')
    await act(async () => listener?.back())
    await waitFor(() => expect(here()).toBe('/home'))
    await act(async () => listener?.back())
    await waitFor(() => expect(back.mock.lastCall).toEqual([{ isFirst: true }]))
    expect(here()).toBe('/home')
  })
  test('a login in the app makes the home of a guest that of a borrower, without leaving it', async () => {
    await open('/home', { identity: saying({ token: 'APP', user }) })
    await screen.findByRole('button', { name: '登录' })
    await act(async () => listener?.identity())
    await waitFor(() => expect(screen.queryByRole('button', { name: '登录' })).toBeNull())
    expect(here()).toBe('/home')
  })
  test('R4.3 a login in the app goes on from the login screen; a logout there leaves no screen of the borrower', async () => {
    let identity: HostIdentity = { token: 'APP', user }
    await open('/login?redirectUrl=%2FmessageCenter', { identity: async () => ({ outcome: 'ok', data: identity }) })
    await act(async () => listener?.identity())
    await waitFor(() => expect(here()).toBe('/messageCenter'))
    expect(currentToken()).toBe('APP')
    identity = { token: undefined }
    await act(async () => listener?.identity())
    await waitFor(() => expect(here()).toBe('/login?redirectUrl=%2FmessageCenter'))
    expect(currentToken()).toBeUndefined()
  })
})
