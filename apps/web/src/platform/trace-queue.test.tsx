import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type SentEvent, tracePayload } from './trace.ts'
import { sendingQueue, type TraceSender, traceQueue } from './trace-queue.ts'

beforeEach(() => {
  window.localStorage.clear()
  window.sessionStorage.clear()
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

let seq = 0
const news = (page: string, more: Partial<SentEvent> = {}): SentEvent => {
  seq += 1
  return { ...tracePayload({ action: 'pageLoad', event: 'page_load', page }), seq, at: 1, channel: '', brand: '', host: 'browser', ...more }
}
const pages = (events: readonly SentEvent[]) => events.map(({ page }) => page)

/** A way that is open or not, and what went over it. */
function way({ open = true, beacons = true } = {}) {
  const sent: SentEvent[][] = []
  const left: SentEvent[][] = []
  const state = { open, beacons }
  const send: TraceSender = async (events) => {
    sent.push([...events])
    return state.open
  }
  const sendAtOnce = (events: readonly SentEvent[]) => {
    if (state.beacons) left.push([...events])
    return state.beacons
  }
  return { sent, left, state, queue: () => traceQueue(send, sendAtOnce) }
}

describe('queue', () => {
  test('events leave together after a second, each once', async () => {
    const { queue, sent } = way()
    const { add } = queue()
    for (const page of ['a', 'b', 'c']) add(news(page))
    await vi.advanceTimersByTimeAsync(1000)
    await vi.advanceTimersByTimeAsync(500_000)
    expect(sent.map(pages)).toEqual([['a', 'b', 'c']])
  })

  test('events that share an event id are each kept until they are taken', async () => {
    const { queue, sent, state } = way()
    const { add, flush } = queue()
    const gate = Promise.withResolvers<boolean>()
    const slow = traceQueue(
      (events) => {
        sent.push([...events])
        return gate.promise
      },
      () => true,
    )
    slow.add(news('a', { eventId: 'E' }))
    await vi.advanceTimersByTimeAsync(1000)
    slow.add(news('b', { eventId: 'E' }))
    gate.resolve(true)
    await vi.advanceTimersByTimeAsync(1000)
    expect(sent.map(pages)).toEqual([['a'], ['b']])
    expect(state.open).toBe(true)
    add(news('c'))
    await flush()
    expect(sent.map(pages)).toEqual([['a'], ['b'], ['c']])
  })

  test('what was not taken is sent again by itself, later and later, and after a reload: each time the same, field for field', async () => {
    const { queue, sent, state } = way({ open: false })
    queue().add(news('a'))
    await vi.advanceTimersByTimeAsync(10_000)
    // After 1, 3 and 7 seconds.
    expect(sent).toHaveLength(3)
    const { queue: next, sent: again } = way()
    next()
    await vi.advanceTimersByTimeAsync(1000)
    state.open = true
    expect(again).toEqual([sent[0]])
    expect(new Set(sent.map((batch) => JSON.stringify(batch))).size).toBe(1)
    expect(window.sessionStorage.getItem('traceQueue')).toBeNull()
  })

  test('an event that left before the browser had an id is repeated as it was', async () => {
    const made = Promise.withResolvers<string>()
    const sent: SentEvent[] = []
    let open = false
    const queue = traceQueue(
      (events) => Promise.resolve(open && sent.push(...events) > 0),
      (events) => sent.push(...events) > 0,
      () => made.promise,
    )
    queue.add(news('a', { generateId: '' }))
    queue.leave()
    queue.add(news('b', { generateId: '' }))
    made.resolve('B')
    await vi.advanceTimersByTimeAsync(1000)
    open = true
    await vi.advanceTimersByTimeAsync(5000)
    expect(sent.map(({ page, generateId }) => [page, generateId])).toEqual([
      ['a', ''],
      ['a', ''],
      ['b', 'B'],
    ])
    expect(sent[1]).toEqual(sent[0])
  })

  test('TR-07 beyond the bound events are dropped, and their number is told beside the next', async () => {
    const { queue, sent, state } = way({ open: false })
    const { add, flush } = queue()
    for (let event = 0; event < 203; event++) add(news(String(event)))
    await flush()
    state.open = true
    sent.length = 0
    await vi.advanceTimersByTimeAsync(20_000)
    add(news('later'))
    await vi.advanceTimersByTimeAsync(5000)
    const arrived = sent.flat()
    expect(arrived).toHaveLength(201)
    expect(arrived.at(-1)).toMatchObject({ page: 'later', content: '', dropped: 3 })
  })

  test('a batch fits into what a browser takes from a page that leaves, whatever the letters', async () => {
    const { queue, sent } = way()
    const { add } = queue()
    for (let event = 0; event < 60; event++) add(news(String(event), { content: '借'.repeat(2000) }))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent.flat()).toHaveLength(60)
    for (const batch of sent) expect(new Blob([JSON.stringify({ events: batch })]).size).toBeLessThan(32_000)
  })

  test('TR-04 a storage that throws does not stop the queue', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    const { queue, sent } = way()
    const { add } = queue()
    for (const page of ['a', 'b', 'c']) add(news(page))
    await vi.advanceTimersByTimeAsync(1000)
    expect(sent.flat()).toHaveLength(3)
  })
})

describe('leaving', () => {
  test('a beacon that the browser refuses is tried smaller; what it takes none of waits and goes later', async () => {
    const { queue, sent, state } = way()
    const left: SentEvent[][] = []
    const { add, leave } = traceQueue(
      async (events) => sent.push([...events]) > 0,
      (events) => events.length <= 2 && left.push([...events]) > 0,
    )
    for (const page of ['a', 'b', 'c', 'd', 'e']) add(news(page))
    leave()
    expect(left.map(pages)).toEqual([['a', 'b'], ['c', 'd'], ['e']])
    state.beacons = false
    const second = queue()
    second.add(news('f'))
    second.leave()
    await vi.advanceTimersByTimeAsync(2000)
    expect(sent.map(pages)).toEqual([['f']])
  })

  test('what a beacon took is repeated when the way turns out to be broken, and not when it is open', async () => {
    const { queue, sent, left, state } = way()
    const { add, leave } = queue()
    add(news('a'))
    leave()
    add(news('b'))
    await vi.advanceTimersByTimeAsync(1000)
    add(news('c'))
    leave()
    state.open = false
    add(news('d'))
    await vi.advanceTimersByTimeAsync(1000)
    state.open = true
    await vi.advanceTimersByTimeAsync(5000)
    expect(left.map(pages)).toEqual([['a'], ['c']])
    expect(sent.map(pages)).toEqual([['b'], ['d'], ['c', 'd']])
  })

  test('leaving while a send is under way and fails loses nothing; each event is handed over once', async () => {
    const gate = Promise.withResolvers<boolean>()
    const sent: string[][] = []
    const left: string[][] = []
    const queue = traceQueue(
      (events) => {
        sent.push(pages(events))
        return sent.length === 1 ? gate.promise : Promise.resolve(true)
      },
      (events) => left.push(pages(events)) > 0,
    )
    queue.add(news('a'))
    await vi.advanceTimersByTimeAsync(1000)
    queue.add(news('b'))
    queue.leave()
    queue.leave()
    expect(left).toEqual([['b', 'a']])
    gate.resolve(false)
    await vi.advanceTimersByTimeAsync(5000)
    expect(sent.map((batch) => batch.toSorted())).toEqual([['a'], ['a', 'b']])
  })

  test('TR-01 TR-02 the first time the page is hidden everything goes out as a plain-text beacon, and only once', () => {
    const beacons: unknown[] = []
    vi.stubGlobal('fetch', vi.fn())
    vi.stubGlobal('navigator', Object.assign(navigator, { sendBeacon: (_: string, body: unknown) => beacons.push(body) > 0 }))
    const listened = vi.spyOn(window, 'addEventListener')
    const queue = sendingQueue('http://trace.example/fuyh/trace', () => Promise.resolve('B'))
    for (const page of ['a', 'b', 'c']) queue.add(news(page))
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
    window.dispatchEvent(new Event('pagehide'))
    document.dispatchEvent(new Event('visibilitychange'))
    expect(beacons).toHaveLength(1)
    // What is a text goes as plain text, without a preflight.
    expect(JSON.parse(String(beacons[0])).events).toHaveLength(3)
    expect(listened.mock.calls.map(([name]) => name)).not.toContain('beforeunload')
    expect(listened.mock.calls.map(([name]) => name)).not.toContain('unload')
  })

  test('TR-02 a first visit that is left while its browser id is being made sends each event once', async () => {
    const beacons: unknown[] = []
    const fetched = vi.fn<typeof fetch>(() => Promise.resolve(new Response('{}')))
    vi.stubGlobal('fetch', fetched)
    vi.stubGlobal('navigator', Object.assign(navigator, { sendBeacon: (_: string, body: unknown) => beacons.push(body) > 0 }))
    const made = Promise.withResolvers<string>()
    const queue = sendingQueue('http://trace.example/fuyh/trace', () => made.promise)
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
    const queue = sendingQueue('http://trace.example/fuyh/trace', () => Promise.resolve('B'))
    queue.add(news('a'))
    await vi.advanceTimersByTimeAsync(1000)
    expect(fetched.mock.calls[0]?.[0]).toBe('http://trace.example/fuyh/trace')
    expect(fetched.mock.calls[0]?.[1]).toMatchObject({ headers: { 'Content-Type': 'text/plain' }, credentials: 'omit', keepalive: true })
    expect(JSON.parse(String(fetched.mock.calls[0]?.[1]?.body)).events[0]).toMatchObject({ page: 'a', generateId: 'B' })
  })

  test('a network that swallows a send holds nothing up: it is given up, and sent again as it was', async () => {
    const bodies: string[] = []
    vi.stubGlobal('fetch', (_: string, { body, signal }: { body: string; signal: AbortSignal }) => {
      bodies.push(body)
      return new Promise((_, fail) => signal.addEventListener('abort', () => fail(signal.reason)))
    })
    const queue = sendingQueue('http://trace.example/fuyh/trace', () => Promise.resolve('B'))
    queue.add(news('a'))
    await vi.advanceTimersByTimeAsync(24_000)
    expect(bodies).toHaveLength(2)
    expect(bodies[1]).toBe(bodies[0])
  })

  test('offline nothing is given to a beacon, which would lose it: it goes when the line is back', async () => {
    const beacons: unknown[] = []
    const fetched = vi.fn<typeof fetch>(() => Promise.resolve(new Response('{}')))
    vi.stubGlobal('fetch', fetched)
    vi.stubGlobal('navigator', Object.assign(navigator, { sendBeacon: (_: string, body: unknown) => beacons.push(body) > 0 }))
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const queue = sendingQueue('http://trace.example/fuyh/trace', () => Promise.resolve('B'))
    queue.add(news('a'))
    window.dispatchEvent(new Event('pagehide'))
    online.mockReturnValue(true)
    window.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(0)
    expect([beacons.length, fetched.mock.calls.length]).toEqual([0, 1])
  })
})
