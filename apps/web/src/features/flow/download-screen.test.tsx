import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, openScreen } from '#app/test-screen.tsx'
import { fakeHost } from '#host/fake.ts'
import { connectNavigation } from '#platform/navigation.ts'
import { local } from '#platform/storage.ts'
import { DownloadScreen } from './download-screen.tsx'

const stores = (['appStore', 'huawei', 'market'] as const).map((kind) => ({ kind, address: `https://example.com/${kind}` }))
const app = { stores, version: '1.2.0', updatedOn: '2026-11-01', developer: '示例科技有限公司' }

beforeEach(() => {
  window.localStorage.clear()
  window.sessionStorage.clear()
  connectNavigation({ host: fakeHost(), leave: () => undefined })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = (data: object = app) => {
  answer({ '/flow/download': data })
  return openScreen(DownloadScreen, ['flow', 'blocks'])
}

test('R2.6 shows each store that is set up as a link, what a store must say of the app, and a code of the page’s address', async () => {
  await open()
  const links = await screen.findAllByRole<HTMLAnchorElement>('link')
  expect(links.map(({ href }) => href)).toEqual(stores.map(({ address }) => address))
  for (const fact of ['1.2.0', '2026-11-01', '示例科技有限公司']) expect(screen.getByText(fact)).not.toBeNull()
  expect(await screen.findByRole('img', { name: '此页地址的二维码' })).not.toBeNull()
})

test('R2.6 a store, version or developer that is not set is left out', async () => {
  await open({ stores: stores.slice(0, 1), version: null, updatedOn: null, developer: null })
  expect(await screen.findAllByRole('link')).toHaveLength(1)
  for (const fact of ['版本', '更新日期', '开发者']) expect(screen.queryByText(fact)).toBeNull()
})

test('R2.6 without a store it says so, and the web page goes on', async () => {
  const { here } = await open({ ...app, stores: [] })
  expect(await screen.findByText('App 尚未在应用商店上架，请继续使用网页。')).not.toBeNull()
  expect(screen.queryByRole('button', { name: '打开应用商店' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '继续用网页' }))
  await waitFor(() => expect(here()).toBe('/home'))
})

test('R2.6 the link that is copied has brand and channel and nothing else; where copying is forbidden it is shown', async () => {
  local.set('channelCode', 'demo-trip')
  const written: string[] = []
  vi.stubGlobal('navigator', { userAgent: 'X11', clipboard: { writeText: async (text: string) => void written.push(text) } })
  await open()
  fireEvent.click(await screen.findByRole('button', { name: '复制下载链接' }))
  await waitFor(() => expect(written).toEqual([`${window.location.origin}/download?channelCode=demo-trip`]))
  cleanup()
  vi.stubGlobal('navigator', { userAgent: 'X11', clipboard: { writeText: () => Promise.reject(new Error('forbidden')) } })
  await open()
  fireEvent.click(await screen.findByRole('button', { name: '复制下载链接' }))
  expect(await screen.findByText(`${window.location.origin}/download?channelCode=demo-trip`)).not.toBeNull()
})

test('R2.6 in WeChat a store opens the way to the browser instead, which one press closes', async () => {
  connectNavigation({ host: fakeHost({ kind: 'messenger' }), leave: () => undefined })
  await open()
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.click(await screen.findByRole('button', { name: /App Store/ }))
  expect((await screen.findByRole('dialog')).textContent).toContain('选择“在浏览器打开”')
  fireEvent.keyDown(document, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryAllByRole('link')).toEqual([])
})

test('R2.6 in a mini-program, which has no such menu, the link is to be copied', async () => {
  connectNavigation({ host: fakeHost({ kind: 'miniProgram' }), leave: () => undefined })
  await open()
  fireEvent.click(await screen.findByRole('button', { name: /App Store/ }))
  const mask = await screen.findByRole('dialog')
  expect(mask.textContent).toContain('小程序里不能直接打开应用商店')
  expect(mask.textContent).not.toContain('在浏览器打开”')
})

test('R2.6 inside the app it says that it is the app, and offers no store', async () => {
  connectNavigation({ host: fakeHost({ kind: 'nativeIos', isNativeApp: true }), leave: () => undefined })
  await open()
  expect(await screen.findByText('您正在使用 App，无需下载。')).not.toBeNull()
  expect(screen.queryAllByRole('link')).toEqual([])
})

test('R2.6 a list that did not come can be asked for again', async () => {
  let tries = 0
  answer({
    '/flow/download': () => {
      tries += 1
      if (tries < 3) throw new Error('no network')
      return app
    },
  })
  await openScreen(DownloadScreen, ['flow', 'blocks'])
  fireEvent.click(await screen.findByRole('button', { name: '重试' }, { timeout: 3_000 }))
  expect(await screen.findAllByRole('link')).toHaveLength(3)
})
