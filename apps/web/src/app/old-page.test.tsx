import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { api } from '#platform/api.ts'
import { watchForRelease } from './old-page.ts'

const asked = vi.hoisted(() => vi.fn(async (_: { title: string }) => true))
vi.mock('#ui/confirm.tsx', () => ({ confirm: asked }))
const reload = vi.fn()
const server = { call: () => new Response('', { status: 404 }), entry: () => new Response('') }
const looks = () => fetched.mock.calls.filter(([address]) => address === '/').length
const fetched = vi.fn(async (address: string) => (address === '/' ? server.entry() : server.call()))
const entryOf = (script: string) => () => new Response(`<script type="module" src="${script}"></script>`)
const call = () => api.home.tabInfo().catch(() => undefined)

beforeAll(() => watchForRelease(reload))
beforeEach(() => {
  vi.clearAllMocks()
  vi.stubGlobal('fetch', fetched)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  document.head.innerHTML = '<script type="text/plain" src="/assets/index-old.js"></script>'
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

// One page, in the order in which things happen to it.
test('RT-02 an old page whose call is not understood is asked to reload, once; the same release, a refusal of its own and an unknown entry ask nothing', async () => {
  server.entry = entryOf('/assets/index-old.js')
  await call()
  await expect.poll(looks).toBe(1)
  server.entry = () => new Response('', { status: 503 })
  await expect.poll(() => call().then(looks)).toBe(2)
  server.entry = entryOf('/assets/index-new.js')
  server.call = () => Response.json({ code: 1, msg: 'no', data: null, error: 'SMS_CODE_WRONG' })
  await call()
  expect(looks()).toBe(2)
  expect(asked).not.toHaveBeenCalled()
  server.call = () => Response.json({ code: 1, msg: 'no', data: null, error: 'INPUT_INVALID' })
  await expect.poll(() => call().then(() => reload.mock.calls.length)).toBe(1)
  await call()
  expect(asked).toHaveBeenCalledTimes(1)
  expect(looks()).toBe(3)
})
