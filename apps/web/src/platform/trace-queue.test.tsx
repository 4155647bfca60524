import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { local } from './storage.ts'
import { type SentEvent, tracePayload } from './trace.ts'
import { sendingQueue, type TraceWay, traceQueue } from './trace-queue.ts'

beforeEach(() => {
  local.remove('browserId')
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
  return {
    ...tracePayload({ action: 'pageLoad', event: 'page_load', page }),
    seq,
    at: Date.now(),
    channel: '',
    brand: '',
    host: 'browser',
    ...more,
  }
}
const pages = (events: readonly SentEvent[]) => events.map(({ page }) => page)

const never = new Promise<boolean>(() => undefined)
const wayOf = (way: Partial<TraceWay>): TraceWay => ({ send: async () => true, handOver: () => never, outlivesPage: true, ...way })

/** A way that is open or not, and what went over it; `hears`: what is handed over is answered, too. */
function way({ open = true, beacons = true, hears = true } = {}) {
  const sent: SentEvent[][] = []
  const left: SentEvent[][] = []
  const state = { open, beacons }
  const send = async (events: readonly SentEvent[]) => {
    sent.push([...events])
    return state.open
  }
  const handOver = (events: readonly SentEvent[]) => {
    if (!state.beacons) return undefined
    left.push([...events])
    return hears ? Promise.resolve(state.open) : never
  }
  return { sent, left, state, queue: () => traceQueue({ send, handOver, outlivesPage: hears }) }
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
      wayOf({
        send: (events) => {
          sent.push([...events])
          return gate.promise
        },
      }),
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

  test('R9.3 what leaves before the browser has its id makes one, which everything later carries; what has left is repeated as it was', async () => {
    const made = Promise.withResolvers<void>()
    const sent: SentEvent[] = []
    let open = false
    const take = (events: readonly SentEvent[]) => Promise.resolve(sent.push(...events) > 0 && open)
    const queue = traceQueue(wayOf({ send: take, handOver: take }), () => made.promise)
    queue.add(news('a'))
    queue.leave()
    queue.add(news('b'))
    made.resolve()
    await vi.advanceTimersByTimeAsync(3000)
    open = true
    await vi.advanceTimersByTimeAsync(10_000)
    expect(new Set(sent.map(({ generateId }) => generateId))).toEqual(new Set([window.localStorage.getItem('browserId')]))
    expect(sent[0]?.generateId).toMatch(/^[A-Za-z0-9]{19}\d{13}$/)
    expect(new Set(sent.map((event) => JSON.stringify(event))).size).toBe(2)
    expect(sent.length).toBeGreaterThan(2)
    expect(window.sessionStorage.getItem('traceQueue')).toBeNull()
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
      wayOf({
        send: async (events) => sent.push([...events]) > 0,
        handOver: (events) => (events.length > 2 ? undefined : Promise.resolve(left.push([...events]) > 0)),
      }),
    )
    for (const page of ['a', 'b', 'c', 'd', 'e']) add(news(page))
    leave()
    expect(left.map(pages)).toEqual([['a', 'b'], ['c', 'd'], ['e']])
    await vi.advanceTimersByTimeAsync(0)
    state.beacons = false
    const second = queue()
    second.add(news('f'))
    second.leave()
    await vi.advanceTimersByTimeAsync(2000)
    expect(sent.map(pages)).toEqual([['f']])
  })

  test('what was handed over and refused goes again, though all sends around it are taken; what was taken goes once', async () => {
    const { queue, sent, left, state } = way()
    const { add, leave } = queue()
    state.open = false
    add(news('a'))
    leave()
    state.open = true
    await vi.advanceTimersByTimeAsync(0)
    add(news('b'))
    leave()
    add(news('c'))
    await vi.advanceTimersByTimeAsync(60_000)
    leave()
    expect(left.map(pages)).toEqual([['a'], ['a', 'b']])
    expect(sent.map(pages)).toEqual([['c']])
    expect(window.sessionStorage.getItem('traceQueue')).toBeNull()
  })

  test('what was handed over without an answer goes again when the sends around it fail, and with the next page of the tab', async () => {
    const { queue, sent, left, state } = way({ hears: false })
    const { add, leave } = queue()
    add(news('a'))
    leave()
    add(news('b'))
    await vi.advanceTimersByTimeAsync(1000)
    state.open = false
    add(news('c'))
    await vi.advanceTimersByTimeAsync(1000)
    state.open = true
    await vi.advanceTimersByTimeAsync(5000)
    add(news('d'))
    leave()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(left.map(pages)).toEqual([['a'], ['d']])
    expect(sent.map(pages)).toEqual([['b'], ['c'], ['a', 'c']])
    const next = way()
    next.queue()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(next.sent).toEqual([left[1]])
    expect(window.sessionStorage.getItem('traceQueue')).toBeNull()
  })

  test('leaving while a send is under way and fails loses nothing; where the send outlives the page, it is not handed over as well', async () => {
    for (const outlivesPage of [true, false]) {
      const gate = Promise.withResolvers<boolean>()
      const sent: string[][] = []
      const left: string[][] = []
      const queue = traceQueue({
        send: (events) => {
          sent.push(pages(events))
          return sent.length === 1 ? gate.promise : Promise.resolve(true)
        },
        handOver: (events) => {
          left.push(pages(events))
          return outlivesPage ? Promise.resolve(true) : never
        },
        outlivesPage,
      })
      queue.add(news('a'))
      await vi.advanceTimersByTimeAsync(1000)
      queue.add(news('b'))
      queue.leave()
      queue.leave()
      expect(left).toEqual([outlivesPage ? ['b'] : ['b', 'a']])
      gate.resolve(false)
      await vi.advanceTimersByTimeAsync(5000)
      expect(sent.flat().toSorted()).toEqual(outlivesPage ? ['a', 'a'] : ['a', 'a', 'b'])
      window.sessionStorage.clear()
    }
  })

  /** A browser that carries on with requests without their page, or one that knows beacons alone. */
  function browser({ outlives }: { outlives: boolean }) {
    const beacons: string[] = []
    const fetched = vi.fn<typeof fetch>(() => Promise.resolve(new Response('{}')))
    vi.stubGlobal('fetch', fetched)
    vi.stubGlobal('navigator', Object.assign(navigator, { sendBeacon: (_: string, body: string) => beacons.push(body) > 0 }))
    if (!outlives) vi.stubGlobal('Request', class {})
    const bodies = () => [...beacons, ...fetched.mock.calls.map(([, init]) => String(init?.body))]
    return { beacons, fetched, bodies }
  }
  const ready = async () => local.set('browserId', 'B')
  const hide = () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
  }

  test.each([{ outlives: true }, { outlives: false }])(
    'TR-01 TR-02 the first time the page is hidden everything goes out, as plain text and only once (%o)',
    async ({ outlives }) => {
      const { beacons, fetched, bodies } = browser({ outlives })
      const listened = vi.spyOn(window, 'addEventListener')
      const queue = sendingQueue('http://trace.example/fuyh/trace', ready)
      for (const page of ['a', 'b', 'c']) queue.add(news(page))
      hide()
      window.dispatchEvent(new Event('pagehide'))
      document.dispatchEvent(new Event('visibilitychange'))
      await vi.advanceTimersByTimeAsync(60_000)
      expect(bodies().map((body) => JSON.parse(body).events.length)).toEqual([3])
      // A beacon of a text goes as plain text.
      expect([beacons.length, fetched.mock.calls.length]).toEqual(outlives ? [0, 1] : [1, 0])
      if (outlives) expect(fetched.mock.calls[0]?.[1]).toMatchObject({ headers: { 'Content-Type': 'text/plain' }, keepalive: true })
      expect(listened.mock.calls.map(([name]) => name)).not.toContain('beforeunload')
      expect(listened.mock.calls.map(([name]) => name)).not.toContain('unload')
    },
  )

  test('TR-02 R9.3 a first visit that is left while its browser id is being made sends each event once, with an id', async () => {
    const { bodies } = browser({ outlives: true })
    const made = Promise.withResolvers<string>()
    const queue = sendingQueue('http://trace.example/fuyh/trace', () => made.promise)
    queue.add(news('a'))
    await vi.advanceTimersByTimeAsync(1000)
    window.dispatchEvent(new Event('pagehide'))
    made.resolve('B')
    await vi.advanceTimersByTimeAsync(5000)
    expect(bodies()).toHaveLength(1)
    expect(JSON.parse(String(bodies()[0])).events[0].generateId).toMatch(/^\w{32}$/)
  })

  test('R1.4 events go to the trace host, as text without credentials; the browser id is waited for', async () => {
    const { fetched } = browser({ outlives: true })
    const queue = sendingQueue('http://trace.example/fuyh/trace', ready)
    queue.add(news('a'))
    await vi.advanceTimersByTimeAsync(1000)
    expect(fetched.mock.calls[0]?.[0]).toBe('http://trace.example/fuyh/trace')
    expect(fetched.mock.calls[0]?.[1]).toMatchObject({ headers: { 'Content-Type': 'text/plain' }, credentials: 'omit', keepalive: true })
    expect(JSON.parse(String(fetched.mock.calls[0]?.[1]?.body)).events[0]).toMatchObject({ page: 'a', generateId: 'B' })
  })

  test('no more is handed over than a browser carries on with; the rest waits and goes by itself', async () => {
    const { fetched, bodies } = browser({ outlives: true })
    const answers: (() => void)[] = []
    fetched.mockImplementation(() => new Promise((resolve) => answers.push(() => resolve(new Response('{}')))))
    const queue = sendingQueue('http://trace.example/fuyh/trace', ready)
    for (let event = 0; event < 100; event++) queue.add(news(String(event), { content: 'x'.repeat(1000) }))
    hide()
    expect(bodies().join('').length).toBeLessThan(60_000)
    expect(bodies().length).toBeGreaterThan(1)
    for (let round = 0; round < 20; round++) {
      for (const answer of answers.splice(0)) answer()
      await vi.advanceTimersByTimeAsync(1000)
    }
    const arrived = bodies().flatMap((body) => pages(JSON.parse(body).events))
    expect(arrived.toSorted((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 100 }, (_, event) => String(event)))
  })

  test('a network that swallows a send holds nothing up: it is given up, and sent again as it was', async () => {
    const bodies: string[] = []
    vi.stubGlobal('fetch', (_: string, { body, signal }: { body: string; signal: AbortSignal }) => {
      bodies.push(body)
      return new Promise((_, fail) => signal.addEventListener('abort', () => fail(signal.reason)))
    })
    const queue = sendingQueue('http://trace.example/fuyh/trace', ready)
    queue.add(news('a'))
    await vi.advanceTimersByTimeAsync(24_000)
    expect(bodies).toHaveLength(2)
    expect(bodies[1]).toBe(bodies[0])
  })

  test.each([{ outlives: true }, { outlives: false }])(
    'offline nothing is handed over, which would lose it: it goes when the line is back (%o)',
    async ({ outlives }) => {
      const { beacons, fetched } = browser({ outlives })
      const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
      const queue = sendingQueue('http://trace.example/fuyh/trace', ready)
      queue.add(news('a'))
      window.dispatchEvent(new Event('pagehide'))
      expect([beacons.length, fetched.mock.calls.length]).toEqual([0, 0])
      online.mockReturnValue(true)
      window.dispatchEvent(new Event('online'))
      await vi.advanceTimersByTimeAsync(0)
      expect([beacons.length, fetched.mock.calls.length]).toEqual([0, 1])
    },
  )
})

test('what other pages left goes with the next, in whichever tab, as it was and once; what this page handed over itself waits for a failure', async () => {
  const { sent, state } = way()
  const [a, b, c] = ['a', 'b', 'c'].map((page) => news(page, { generateId: 'B' }))
  if (a === undefined || b === undefined || c === undefined) throw new Error('three events')
  // After two weeks the trace backend would take it for a new one.
  const old = news('old', { generateId: 'B', at: Date.now() - 13 * 86_400_000 })
  window.localStorage.setItem('traceLeft', JSON.stringify({ '1-1': [a, b, { page: 'no event' }], '2-2': 'nonsense', '3-3': [old] }))
  window.sessionStorage.setItem('traceQueue', JSON.stringify({ waiting: [], handed: [{ event: b, tried: true }], dropped: 0 }))
  const send = async (events: readonly SentEvent[]) => {
    sent.push([...events])
    return state.open
  }
  const queue = traceQueue(wayOf({ send }), undefined, [c])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toEqual([[a, b]])
  expect(window.localStorage.getItem('traceLeft')).toContain('"page":"c"')
  state.open = false
  queue.add(news('d'))
  await vi.advanceTimersByTimeAsync(1000)
  state.open = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent.slice(2).map(pages)).toEqual([['c', 'd']])
  expect(window.localStorage.getItem('traceLeft')).toBeNull()
})

test('a tab that is closed while nothing can be sent leaves its events to the next page of the browser, and none when all were taken', async () => {
  const closed = way({ open: false, beacons: false })
  const { add, leave } = closed.queue()
  for (const page of ['a', 'b']) add(news(page))
  leave()
  window.sessionStorage.clear()
  // Another page has another name.
  window.localStorage.setItem('traceLeft', String(window.localStorage.getItem('traceLeft')).replace(/^\{"[\d-]+"/, '{"1-1"'))
  const next = way()
  const tab = next.queue()
  await vi.advanceTimersByTimeAsync(1000)
  expect(next.sent.map(pages)).toEqual([['a', 'b']])
  tab.add(news('c'))
  tab.leave()
  await vi.advanceTimersByTimeAsync(0)
  expect(next.left.map(pages)).toEqual([['c']])
  expect(window.localStorage.getItem('traceLeft')).toBeNull()
})
