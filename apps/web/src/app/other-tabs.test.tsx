import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { createMemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { storageKeys } from '#platform/storage-keys.ts'
import { currentUser, forgetLogin, isLoggedIn, rememberLogin, useUserStore } from '#platform/store.ts'
import { followOtherTabs } from './other-tabs.ts'
import { learnMoreScreens } from './screens.ts'

const me = { userId: 7, mobile: '138****0000', name: null }
const other = { userId: 8, mobile: '139****0000', name: null }

beforeAll(learnMoreScreens)

beforeEach(() => {
  window.localStorage.clear()
  forgetLogin()
})

let stop: () => void = () => undefined
afterEach(() => stop())
const Blank = () => null

/** This tab at an address, and what a borrower does in another one: there it is stored, here only the browser's word of it arrives. */
function tab(address: string) {
  const router = createMemoryRouter([{ path: '*', Component: Blank }], { initialEntries: [address] })
  const client = new QueryClient()
  client.setQueryData(['loan', 'list'], 'of before')
  stop = followOtherTabs(router, client)
  const tell = () => window.dispatchEvent(new StorageEvent('storage', { key: storageKeys.local.token }))
  const at = () => `${router.state.location.pathname}${router.state.location.search}`
  return { client, tell, at }
}

test('AU-14 a logout in one tab leads the others to the login, and back to the same place afterwards', async () => {
  rememberLogin('A', me)
  const { client, tell, at } = tab('/loan/detail/5?from=list')
  for (const key of ['token', 'user', 'app-user']) window.localStorage.removeItem(key)
  tell()
  await expect.poll(() => at()).toBe(`/login?redirectUrl=${encodeURIComponent('/loan/detail/5?from=list')}`)
  expect(isLoggedIn()).toBe(false)
  expect(client.getQueryCache().getAll()).toEqual([])
  tell()
  await expect.poll(() => at()).toBe(`/login?redirectUrl=${encodeURIComponent('/loan/detail/5?from=list')}`)
})

test('another account in one tab is the account of all, with nothing of the first', async () => {
  rememberLogin('A', me)
  useUserStore.setState({ fillUser: { cardId: '11010119900307002X', name: '张三' } })
  window.sessionStorage.setItem('openid', 'openid of A')
  const { client, tell } = tab('/account')
  const theirs = JSON.stringify({ ...JSON.parse(window.localStorage.getItem('app-user') ?? '{}'), token: 'B' })
  window.localStorage.setItem('token', 'B')
  window.localStorage.setItem('user', JSON.stringify({ ...other, token: 'B' }))
  window.localStorage.setItem('app-user', theirs)
  tell()
  await expect.poll(() => currentUser()).toEqual(other)
  expect(useUserStore.getState()).toMatchObject({ token: 'B', fillUser: { cardId: '', name: '' } })
  expect(window.sessionStorage.getItem('openid')).toBeNull()
  await expect.poll(() => client.getQueryCache().getAll()).toEqual([])
})

test.each([
  ['brought back frozen', () => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))],
  ['in front again', () => document.dispatchEvent(new Event('visibilitychange'))],
])('a page that is %s, and was told of nothing, shows the account of now', async (_, comeBack) => {
  rememberLogin('A', me)
  const { client } = tab('/account')
  window.localStorage.setItem('token', 'B')
  window.localStorage.setItem('user', JSON.stringify({ ...other, token: 'B' }))
  window.localStorage.setItem('app-user', '{"token":"B","version":1}')
  comeBack()
  await expect.poll(currentUser).toEqual(other)
  await expect.poll(() => client.getQueryCache().getAll()).toEqual([])
})

test('what the screen in front shows is asked for anew for the other account', async () => {
  rememberLogin('A', me)
  const { client, tell } = tab('/account')
  const shown: unknown[] = []
  const look = new QueryObserver(client, { queryKey: ['home', 'account'], queryFn: async () => useUserStore.getState().token })
  const leave = look.subscribe(({ data }) => shown.push(data))
  await expect.poll(() => shown.slice(-1)).toEqual(['A'])
  window.localStorage.setItem('token', 'B')
  window.localStorage.setItem('user', JSON.stringify({ ...other, token: 'B' }))
  window.localStorage.setItem('app-user', '{"token":"B","version":1}')
  tell()
  await expect.poll(() => shown.slice(-1)).toEqual(['B'])
  leave()
})

test('a login in one tab lets the login screen of the others go on', async () => {
  const { tell, at } = tab('/login?redirectUrl=%2Floan')
  window.localStorage.setItem('token', 'A')
  window.localStorage.setItem('user', JSON.stringify({ ...me, token: 'A' }))
  window.localStorage.setItem('app-user', '{"token":"A","version":1}')
  tell()
  await expect.poll(() => at()).toBe('/loan')
})
