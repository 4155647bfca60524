import { beforeEach, expect, test, vi } from 'vitest'
import { reached } from './reached.ts'
import { rememberLogin, useUserStore } from './store.ts'
import { bodyOf, type SentEvent, startTrace, tracePayload, track } from './trace.ts'

const fetched = vi.fn<typeof fetch>(() => Promise.resolve(Response.json({ code: 0, msg: '', data: { sessionId: 'S' } })))
vi.stubGlobal('fetch', fetched)

beforeEach(() => {
  window.localStorage.clear()
  window.sessionStorage.clear()
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

test('an event says when and where it happened, beside the payload; what came before the sending part is sent too; a step seen again is told once', async () => {
  window.localStorage.setItem('browserId', 'B')
  window.localStorage.setItem('channelCode', 'FYH-mini')
  useUserStore.setState({ productType: 'fbd' })
  const begun = Date.now()
  track({ action: 'pageLoad', event: 'page_load', page: 'home' })
  await startTrace('http://trace.example/')
  reached('borrow')
  for (const loanId of [4711, 4711, 4712]) reached('paidOut', loanId)
  vi.stubGlobal('navigator', Object.assign(navigator, { sendBeacon: undefined }))
  await expect.poll(() => fetched.mock.calls.filter(([address]) => address === 'http://trace.example/fuyh/trace')).toHaveLength(1)
  const call = fetched.mock.calls.find(([address]) => address === 'http://trace.example/fuyh/trace')
  const { events }: { events: SentEvent[] } = JSON.parse(String(call?.[1]?.body))
  expect(events.map(({ event, action, page }) => [event, action, page])).toEqual([
    ['page_load', 'pageLoad', 'home'],
    ['reach_borrow', 'reach', 'home'],
    ['reach_paidOut', 'reach', 'home'],
    ['reach_paidOut', 'reach', 'home'],
  ])
  for (const event of events) {
    expect(event).toMatchObject({ channel: 'FYH-mini', brand: 'fbd', host: 'browser' })
    expect(event.at).toBeGreaterThanOrEqual(begun)
  }
  const seqs = events.map(({ seq }) => seq)
  expect(seqs.every(Number.isSafeInteger)).toBe(true)
  expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b))
  expect(bodyOf(events)).toBe(call?.[1]?.body)
})

/** A page of its own, whose sending part has not come. */
async function freshPage() {
  vi.resetModules()
  const trace = await import('./trace.ts')
  const beacons: string[] = []
  vi.stubGlobal('navigator', Object.assign(navigator, { sendBeacon: (_: string, body: string) => beacons.push(body) > 0 }))
  return { ...trace, beacons }
}
const eventsOf = (body: unknown): SentEvent[] => JSON.parse(String(body)).events
const sentBodies = () => fetched.mock.calls.filter(([to]) => to === 'http://trace.example/fuyh/trace').map(([, init]) => init?.body)

test('R3.8 R9.3 a page left before its sending part has come hands over what it holds, with a browser id that stays, and sends none of it twice', async () => {
  fetched.mockClear()
  const { track: tell, startTrace: start, beacons } = await freshPage()
  tell({ action: 'pageLoad', event: 'page_load', page: 'home' })
  const started = start('http://trace.example')
  window.dispatchEvent(new Event('pagehide'))
  tell({ action: 'pageLoad', event: 'page_load', page: 'login' })
  await started
  await expect.poll(sentBodies).toHaveLength(1)
  const bodies = [...beacons, ...sentBodies()]
  expect(bodies.flatMap((body) => eventsOf(body).map(({ page, generateId }) => [page, generateId]))).toEqual([
    ['home', window.localStorage.getItem('browserId')],
    ['login', window.localStorage.getItem('browserId')],
  ])
  expect(window.localStorage.getItem('browserId')).toMatch(/^\w{19}\d{13}$/)
})

test('what such a page held goes again with the next page, in whichever tab, since nobody heard an answer', async () => {
  const { track: tell, startTrace: start, beacons } = await freshPage()
  tell({ action: 'pageLoad', event: 'page_load', page: 'home' })
  void start('http://trace.example')
  window.dispatchEvent(new Event('pagehide'))
  fetched.mockClear()
  window.sessionStorage.clear()
  const next = await freshPage()
  await next.startTrace('http://trace.example')
  const again = () => sentBodies().flatMap(eventsOf)
  await expect.poll(again).toContainEqual(eventsOf(beacons[0])[0])
})
