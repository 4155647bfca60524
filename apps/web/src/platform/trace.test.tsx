import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { rememberLogin } from './store.ts'
import { tracePayload } from './trace.ts'
import { type Queued, sendingQueue, traceQueue } from './trace-queue.ts'

beforeEach(() => {
  window.localStorage.clear()
  window.sessionStorage.clear()
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const news = (page: string) => tracePayload({ action: 'pageLoad', event: 'page_load', page })

test('R3.8 the payload, field for field; the phone is masked', () => {
  window.localStorage.setItem('browserId', 'B')
  rememberLogin('T', { userId: 7, mobile: '138****0000', name: null })
  const payload = tracePayload({ action: 'init', event: 'init', page: 'home', content: 'h5' })
  expect(payload).toEqual({
    action: 'init',
    content: 'h5',
    event: 'init',
    eventId: expect.stringMatching(/^\w{19}$/),
    generateId: 'B',
    mobile: '138****0000',
    page: 'home',
    traceId: expect.stringMatching(/^\w{11}$/),
    tailId: expect.stringMatching(/^\w{11}$/),
    type: 'h5_fyh',
    userAgent: navigator.userAgent,
    userId: '7',
    versionCode: '1.0.0',
  })
  expect(news('a').eventId).not.toBe(payload.eventId)
  expect(news('a').traceId).toBe(payload.traceId)
})

describe('queue', () => {
  test('events leave together after a second, each once', async () => {
    const sent: Queued[][] = []
    const queue = traceQueue(
      (events) => Promise.resolve(sent.push([...events]) > 0),
      () => true,
    )
    for (const page of ['a', 'b', 'c']) queue.add(news(page))
    await vi.advanceTimersByTimeAsync(1000)
    await vi.advanceTimersByTimeAsync(5000)
    expect(sent.map((batch) => batch.map((event) => event.page))).toEqual([['a', 'b', 'c']])
  })
  test('what was not taken is sent again with the same id, also after a reload', async () => {
    const failing = traceQueue(
      () => Promise.reject(new Error('offline')),
      () => true,
    )
    failing.add(news('a'))
    await vi.advanceTimersByTimeAsync(1000)
    const sent: Queued[] = []
    traceQueue(
      (events) => Promise.resolve(sent.push(...events) > 0),
      () => true,
    )
    await vi.advanceTimersByTimeAsync(1000)
    expect(sent.map((event) => event.page)).toEqual(['a'])
  })
  test('TR-07 beyond the bound events are dropped, and their number is told', async () => {
    const sent: Queued[] = []
    let online = false
    const queue = traceQueue(
      (events) => Promise.resolve(online && sent.push(...events) > 0),
      () => true,
    )
    for (let event = 0; event < 103; event++) queue.add(news(String(event)))
    online = true
    await queue.flush()
    queue.add(news('later'))
    await vi.advanceTimersByTimeAsync(5000)
    expect(sent).toHaveLength(101)
    expect(JSON.parse(sent.at(-1)?.content ?? '')).toEqual({ dropped: 3, content: '' })
  })
  test('TR-04 a storage that throws does not stop the queue', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    const sent: Queued[] = []
    const queue = traceQueue(
      (events) => Promise.resolve(sent.push(...events) > 0),
      () => true,
    )
    for (const page of ['a', 'b', 'c']) queue.add(news(page))
    await vi.advanceTimersByTimeAsync(1000)
    expect(sent).toHaveLength(3)
    vi.restoreAllMocks()
  })
})

describe('leaving', () => {
  test('TR-01 TR-02 the first time the page is hidden everything goes out as a plain-text beacon, and only once', () => {
    const beacons: Blob[] = []
    vi.stubGlobal('fetch', vi.fn())
    vi.stubGlobal('navigator', Object.assign(navigator, { sendBeacon: (_: string, body: Blob) => beacons.push(body) > 0 }))
    const listened = vi.spyOn(window, 'addEventListener')
    const queue = sendingQueue('http://trace.example/', () => Promise.resolve('B'))
    for (const page of ['a', 'b', 'c']) queue.add(news(page))
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
    window.dispatchEvent(new Event('pagehide'))
    document.dispatchEvent(new Event('visibilitychange'))
    expect(beacons).toHaveLength(1)
    expect(beacons[0]?.type).toBe('text/plain')
    expect(listened.mock.calls.map(([name]) => name)).not.toContain('beforeunload')
    expect(listened.mock.calls.map(([name]) => name)).not.toContain('unload')
    vi.restoreAllMocks()
  })
  test('TR-02 a first visit that is left while its browser id is being made sends each event once', async () => {
    const beacons: Blob[] = []
    const fetched = vi.fn<typeof fetch>(() => Promise.resolve(new Response('{}')))
    vi.stubGlobal('fetch', fetched)
    vi.stubGlobal('navigator', Object.assign(navigator, { sendBeacon: (_: string, body: Blob) => beacons.push(body) > 0 }))
    const made = Promise.withResolvers<string>()
    const queue = sendingQueue('http://trace.example/', () => made.promise)
    queue.add(news('a'))
    await vi.advanceTimersByTimeAsync(1000)
    window.dispatchEvent(new Event('pagehide'))
    made.resolve('B')
    await vi.advanceTimersByTimeAsync(5000)
    expect(beacons).toHaveLength(1)
    expect(fetched).not.toHaveBeenCalled()
  })
  test('R1.4 events go to the trace host, as text without credentials; the browser id is waited for', async () => {
    const fetched = vi.fn<typeof fetch>(() => Promise.resolve(new Response('{}')))
    vi.stubGlobal('fetch', fetched)
    const queue = sendingQueue('http://trace.example/', () => Promise.resolve('B'))
    queue.add(news('a'))
    await vi.advanceTimersByTimeAsync(1000)
    expect(fetched.mock.calls[0]?.[0]).toBe('http://trace.example/fuyh/trace')
    expect(fetched.mock.calls[0]?.[1]).toMatchObject({ headers: { 'Content-Type': 'text/plain' }, credentials: 'omit', keepalive: true })
    expect(JSON.parse(String(fetched.mock.calls[0]?.[1]?.body)).events[0]).toMatchObject({ page: 'a', generateId: 'B', seq: 1 })
  })
})
