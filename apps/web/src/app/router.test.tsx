import { api } from '@fyh/contract/api.ts'
import type { Endpoint } from '@fyh/contract/endpoint.ts'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeHost } from '#host/fake.ts'
import type { Host } from '#host/port.ts'
import { startWords } from '#locales/i18n.ts'
import { home as words } from '#locales/zh-cn/home.ts'
import { connectNavigation } from '#platform/navigation.ts'
import { makeQueryClient } from '#platform/query.ts'
import { session } from '#platform/storage.ts'
import { forgetLogin, rememberLogin } from '#platform/store.ts'
import * as trace from '#platform/trace.ts'
import { pushOverlay } from '#ui/overlay-stack.ts'
import { toast } from '#ui/toast.tsx'
import { refreshWhenBack } from './alongside.ts'
import { Application } from './application.tsx'
import { type AppRouter, makeRouter } from './router.tsx'

const brandName = 'Brand'
const tracked = vi.spyOn(trace, 'track').mockImplementation(() => undefined)
const pageLoads = () => tracked.mock.calls.filter(([news]) => news.event === 'page_load').map(([news]) => news.page)
const inits = () => tracked.mock.calls.filter(([news]) => news.event === 'init').map(([news]) => [news.page, news.content])
const examples = new Map<string, unknown>(
  Object.values(api).flatMap((endpoints) =>
    Object.values<Endpoint>(endpoints).map(({ method, path, example }): [string, unknown] => [`${method} /api${path}`, example.data]),
  ),
)

let router: AppRouter | undefined

/** The application as main puts it together, at an address. */
function open(address: string, host: Host = fakeHost()): AppRouter {
  window.history.pushState(null, '', address)
  connectNavigation({ host, leave: () => undefined })
  const made = makeRouter({ brandName })
  router = made
  render(
    <StrictMode>
      <Application router={made} client={makeQueryClient()} face={{ name: brandName, mark: 'B' }} />
    </StrictMode>,
  )
  return made
}
const here = () => `${window.location.pathname}${window.location.search}`
const arrived = (address: string) => waitFor(() => expect(here()).toBe(address))
const login = () => rememberLogin('T', { userId: 7, mobile: '138****0000', name: null })

beforeAll(() => startWords('zh-cn'))
beforeEach(() => {
  window.localStorage.clear()
  window.sessionStorage.clear()
  forgetLogin()
  tracked.mockClear()
  window.scrollTo = () => undefined
  vi.stubGlobal(
    'fetch',
    vi.fn((address: string, { method = 'GET' }: RequestInit) =>
      Promise.resolve(Response.json({ code: 0, msg: '', data: examples.get(`${method} ${address.split('?')[0]}`) ?? {} })),
    ),
  )
})
afterEach(() => {
  router?.dispose()
  cleanup()
  vi.unstubAllGlobals()
})

describe('addresses', () => {
  test('R2.1 / leads to /home', async () => {
    open('/')
    await arrived('/home')
  })
  test('R2.1 what follows # is kept on the way to /home', async () => {
    open('/?a=1#/loan/apply?b=2')
    await arrived('/home')
    expect(window.location.hash).toBe('#/loan/apply?b=2')
  })
  test('R2.73 an unknown address says so and leads home', async () => {
    open('/no/such/place')
    const home = await screen.findByRole('button', { name: '返回首页' })
    act(() => home.click())
    await arrived('/home')
  })
  test('a guest is sent to log in and keeps the way back', async () => {
    open('/loan?a=1&b=2')
    await arrived(`/login?redirectUrl=${encodeURIComponent('/loan?a=1&b=2')}`)
  })
  test('R6.1 Back from there leads to the screen before', async () => {
    const made = open('/setting')
    await arrived('/setting')
    await act(() => made.navigate('/loan'))
    await arrived('/login?redirectUrl=%2Floan')
    await act(() => made.navigate(-1))
    await arrived('/setting')
  })
  test('R2.82 RT-05 an address with escaped ampersands is rewritten and replaced', async () => {
    const made = open('/home')
    await arrived('/home')
    const entries = window.history.length
    await act(() => made.navigate('/home?a=1&amp;amp;channel=wx'))
    await arrived('/home?a=1&channel=wx')
    expect(window.history.length).toBeLessThanOrEqual(entries + 1)
  })
})

test('R1.2 where the browser keeps nothing, the address carries the brand over every step; else it stays out of it', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  session.set('productType', 'fbd')
  const opened = open('/?productType=fbd')
  await arrived('/home?productType=fbd')
  await act(() => opened.navigate('/login?redirectUrl=%2Fhome#top'))
  await arrived('/login?redirectUrl=%2Fhome&productType=fbd')
  await act(() => opened.navigate('/login?productType=fyh'))
  await arrived('/login?productType=fyh')
  vi.mocked(Storage.prototype.setItem).mockRestore()
  session.set('productType', 'fbd')
  await act(() => opened.navigate('/login'))
  await arrived('/login')
})

test('R6.1 home asks for what a tourist may see, or for the borrower’s own, and never for both', async () => {
  const asked = () => vi.mocked(fetch).mock.calls.map(([address]) => String(address).split('?')[0])
  open('/home')
  await waitFor(() => expect(asked()).toContain(`/api${api.home.tourist.path}`))
  expect(asked()).not.toContain(`/api${api.home.fyhHome.path}`)
  router?.dispose()
  cleanup()
  vi.mocked(fetch).mockClear()
  login()
  open('/home')
  await waitFor(() => expect(asked()).toContain(`/api${api.home.fyhHome.path}`))
  expect(asked()).not.toContain(`/api${api.home.tourist.path}`)
})

describe('before and after each navigation', () => {
  test('R2.81 an open toast is closed', async () => {
    const made = open('/home')
    // The bar of places may be there while the screen is still on its way, which is a navigation too.
    await screen.findByRole('button', { name: words.guest.seeLimit })
    act(() => toast('saved', 60_000))
    await screen.findByText('saved')
    await act(() => made.navigate('/setting'))
    await waitFor(() => expect(screen.queryByText('saved')).toBeNull())
  })
  test('R2.83 TR-05 each arrival is one page-load event, also under StrictMode and over a redirect', async () => {
    const made = open('/')
    await arrived('/home')
    await waitFor(() => expect(pageLoads()).toEqual(['home']))
    await act(() => made.navigate('/setting'))
    await act(() => made.navigate('/loan'))
    await arrived('/login?redirectUrl=%2Floan')
    await waitFor(() => expect(pageLoads()).toEqual(['home', 'setting', 'login']))
  })
  test('R2.80 home sends an init event when logged in, with the host', async () => {
    open('/home', fakeHost({ traceName: 'android' }))
    await waitFor(() => expect(pageLoads()).toEqual(['home']))
    expect(inits()).toEqual([])
    router?.dispose()
    cleanup()
    tracked.mockClear()
    login()
    open('/home', fakeHost({ traceName: 'android' }))
    await waitFor(() => expect(inits()).toEqual([['home', 'android']]))
  })
  test('R2.80 applyIdentity sends one, unless one comes from the id-card guide', async () => {
    login()
    const made = open('/applyIdcardGuid')
    await waitFor(() => expect(pageLoads()).toEqual(['applyIdcardGuid']))
    await act(() => made.navigate('/applyIdentity'))
    await waitFor(() => expect(pageLoads()).toHaveLength(2))
    expect(inits()).toEqual([])
    await act(() => made.navigate('/setting'))
    await act(() => made.navigate('/applyIdentity'))
    await waitFor(() => expect(inits()).toEqual([['applyIdentity', 'h5']]))
  })
  test('R2.84 the host is told to show or hide its header, with the title; R1.2 the document has title and brand', async () => {
    const host = fakeHost()
    const made = open('/home', host)
    await waitFor(() => expect(document.title).toBe(brandName))
    await act(() => made.navigate('/setting'))
    await waitFor(() => expect(document.title).toBe(`设置 · ${brandName}`))
    expect(host.asked).toEqual(['header hidden 首页', 'header shown 设置'])
  })
})

test('R2.71 a completed check has the title of the screen it came from; entered by its address alone it has its own', async () => {
  login()
  const made = open('/authentication/reserveFund')
  await waitFor(() => expect(document.title).toBe(`公积金认证 · ${brandName}`))
  await act(() => made.navigate('/authentication/success'))
  await screen.findByRole('heading', { level: 1, name: '公积金认证' })
  expect(document.title).toBe(`公积金认证 · ${brandName}`)
  await act(() => made.navigate('/setting'))
  await waitFor(() => expect(document.title).toBe(`设置 · ${brandName}`))
  await act(() => made.navigate(-1))
  await screen.findByRole('heading', { level: 1, name: '公积金认证' })
  made.dispose()
  cleanup()
  open('/authentication/success')
  await screen.findByRole('heading', { level: 1, name: '认证完成' })
})

describe('a screen that comes later', () => {
  test('says so, with its own title, and leads home', async () => {
    login()
    open('/authentication/reserveFund')
    await screen.findByRole('heading', { level: 1, name: '公积金认证' })
    await screen.findByRole('heading', { level: 2, name: '“公积金认证”暂未开放' })
    expect(document.title).toBe(`公积金认证 · ${brandName}`)
    expect(pageLoads()).toEqual(['authenticationReserveFund'])
    act(() => screen.getByRole('button', { name: '返回首页' }).click())
    await arrived('/home')
  })
  test('R6.1 R2.49 still asks a guest to log in first; R6.1 R2.55 a text is open to all', async () => {
    const made = open('/equityOrder?a=1')
    await arrived(`/login?redirectUrl=${encodeURIComponent('/equityOrder?a=1')}`)
    await act(() => made.navigate('/protocol/registration'))
    await screen.findByRole('heading', { level: 1, name: '注册服务协议' })
    expect(screen.getByRole('button', { name: '返回' })).toBeTruthy()
    await act(() => made.navigate('/protocol/registrationOut'))
    await arrived('/protocol/registrationOut')
    await waitFor(() => expect(screen.queryByRole('button', { name: '返回' })).toBeNull())
    expect(screen.getByRole('heading', { level: 1, name: '注册服务协议' })).toBeTruthy()
  })
  test.each(['download', 'extend'])('R2.80 %s sends an init event, for a guest too', async (page) => {
    open(`/${page}`)
    await waitFor(() => expect(inits()).toEqual([[page, 'h5']]))
  })
})

test('R2.80 applyProfile sends an init event', async () => {
  login()
  open('/applyProfile')
  await waitFor(() => expect(inits()).toEqual([['applyProfile', 'h5']]))
})

test('WX-14 UI-04 a frozen page that is shown again is painted and asked for anew', () => {
  const root = document.body.appendChild(document.createElement('div'))
  const client = makeQueryClient()
  const asked = vi.spyOn(client, 'invalidateQueries')
  refreshWhenBack(client, root)
  const frames: FrameRequestCallback[] = []
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame))
  const shown = (persisted: boolean) => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
  shown(false)
  expect([asked.mock.calls.length, root.style.opacity]).toEqual([0, ''])
  shown(true)
  expect([asked.mock.calls.length, root.style.opacity]).toEqual([1, '0.99'])
  for (const frame of frames) frame(0)
  expect(root.style.opacity).toBe('')
  root.remove()
})

test('UI-05 Back closes an open overlay and stays; a second Back leaves', async () => {
  const made = open('/home')
  await arrived('/home')
  await act(() => made.navigate('/setting'))
  await arrived('/setting')
  const close = vi.fn(() => remove())
  const remove = pushOverlay({ close })
  await waitFor(() => expect(window.history.state.overlays).toBe(1))
  act(() => window.history.back())
  await waitFor(() => expect(close).toHaveBeenCalledTimes(1))
  await arrived('/setting')
  act(() => window.history.back())
  await arrived('/home')
})
