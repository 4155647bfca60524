import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let taken: PromiseWithResolvers<{ visitorId: string }>
vi.mock('@fingerprintjs/fingerprintjs', () => ({ load: async () => ({ get: () => taken.promise }) }))

beforeEach(() => {
  window.localStorage.clear()
  taken = Promise.withResolvers()
  vi.resetModules()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A page that begins anew. */
const page = async () => ({ ...(await import('./browser-id.ts')), ...(await import('./trace-ids.ts')) })
const stored = () => window.localStorage.getItem('browserId')

test('R9.3 the browser id is 19 characters of the fingerprint and the time, made once and kept', async () => {
  const { ensureBrowserId } = await page()
  taken.resolve({ visitorId: 'f'.repeat(32) })
  const id = await ensureBrowserId()
  expect(id).toMatch(/^f{19}\d{13}$/)
  expect(stored()).toBe(id)
  vi.resetModules()
  taken = Promise.withResolvers()
  expect(await (await page()).ensureBrowserId()).toBe(id)
})

test('R9.3 a browser whose first visit opens two tabs at once is one browser', async () => {
  const { ensureBrowserId } = await page()
  const mine = ensureBrowserId()
  window.localStorage.setItem('browserId', 'of the other tab')
  taken.resolve({ visitorId: 'f'.repeat(32) })
  expect(await mine).toBe('of the other tab')
  expect(stored()).toBe('of the other tab')
})

test('R9.3 who needs the id before there is a fingerprint gets one of the same shape, and it stays', async () => {
  const { browserId, ensureBrowserId } = await page()
  const mine = ensureBrowserId()
  const early = browserId()
  expect(early).toMatch(/^\w{19}\d{13}$/)
  taken.resolve({ visitorId: 'f'.repeat(32) })
  expect(await mine).toBe(early)
  expect(stored()).toBe(early)
})

test('R9.3 a fingerprint that fails, or never comes, leaves no browser without an id', async () => {
  vi.useFakeTimers()
  const failing = await page()
  taken.reject(new Error('not here'))
  expect(await failing.ensureBrowserId()).toMatch(/^\w{19}\d{13}$/)
  window.localStorage.clear()
  taken = Promise.withResolvers()
  vi.resetModules()
  const slow = await page()
  const id = slow.ensureBrowserId()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await id).toMatch(/^\w{19}\d{13}$/)
  expect(stored()).toBe(await id)
})

test('R9.3 where storage is blocked the id lives as long as the page', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  const { browserId, ensureBrowserId, traceIds } = await page()
  taken.resolve({ visitorId: 'f'.repeat(32) })
  const id = await ensureBrowserId()
  expect(id).toMatch(/^f{19}\d{13}$/)
  expect([browserId(), traceIds().generateId]).toEqual([id, id])
})
