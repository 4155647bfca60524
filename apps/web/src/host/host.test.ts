import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type BridgeDoor, openBridge, patienceMs, read, requestNames, workingMs } from './bridge.ts'
import { browserHost } from './browser.ts'
import { type HostClues, kindOfHost, type MiniProgram } from './detect.ts'
import { fakeHost } from './fake.ts'
import { type Around, iframeHost } from './frame.ts'
import { messengerHost } from './messenger.ts'
import { miniProgramHost } from './mini-program.ts'
import { nativeHost } from './native.ts'
import { androidBridge } from './native-android.ts'
import { iosBridge } from './native-ios.ts'
import type { Host, HostKind } from './port.ts'

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15'
const ipad = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15'
const android = 'Mozilla/5.0 (Linux; Android 13) AppleWebKit/537.36 Chrome/120.0'
const partner = 'https://partner.example'

const clues = (given: Partial<HostClues> & { injects?: Partial<HostClues['injected']> } = {}): HostClues => ({
  userAgent: android,
  isTouch: true,
  framed: false,
  ...given,
  injected: { android: false, ios: false, messenger: false, environment: undefined, ...given.injects },
})

describe('R1.5 hosts are told apart by user agent and by what they put into the page', () => {
  test.each<[string, HostKind, HostClues]>([
    ['a browser', 'browser', clues()],
    ['a frame', 'iframe', clues({ framed: true })],
    ['the messenger', 'messenger', clues({ userAgent: `${android} MicroMessenger/8.0.40` })],
    ['the messenger by its bridge', 'messenger', clues({ injects: { messenger: true } })],
    ['the messenger in a frame', 'messenger', clues({ userAgent: `${android} MicroMessenger/8.0.40`, framed: true })],
    ['a mini-program', 'miniProgram', clues({ userAgent: `${iphone} MicroMessenger/8.0.40 miniProgram/wx0` })],
    [
      'a mini-program by its environment',
      'miniProgram',
      clues({ userAgent: `${android} MicroMessenger/8.0.40`, injects: { environment: 'miniprogram' } }),
    ],
    ['the mini-program of another company', 'browser', clues({ userAgent: `${android} OtherClient/10 MiniProgram` })],
    ['the iOS app', 'nativeIos', clues({ userAgent: `${iphone} FyhApp/1.0.0` })],
    ['the iOS app by its channel', 'nativeIos', clues({ userAgent: iphone, injects: { ios: true } })],
    ['the iOS app on an iPad', 'nativeIos', clues({ userAgent: `${ipad} FyhApp/1.0.0` })],
    ['the Android app', 'nativeAndroid', clues({ userAgent: `${android} FyhApp/1.0.0` })],
    ['the Android app by its object', 'nativeAndroid', clues({ injects: { android: true } })],
  ])('%s', (_, kind, given) => expect(kindOfHost(given)).toBe(kind))

  test.each([
    [iphone, true, 'ios'],
    [ipad, true, 'ios'],
    [ipad, false, 'h5'],
    [android, true, 'android'],
    ['Mozilla/5.0 (X11; Linux x86_64)', false, 'h5'],
  ])('a browser on %s (touch: %s) is called %s', (userAgent, isTouch, name) =>
    expect(browserHost({ userAgent, isTouch }).traceName).toBe(name),
  )
})

type Asked = { readonly name: string; readonly data: unknown }
/** How the simulated host answers a request; undefined stays silent. */
type Manner = (name: string) => { outcome: string; data?: unknown; why?: string } | undefined
const willing: Manner = (name) => ({ outcome: 'ok', data: { version: '3.2.0', market: true, identity: { token: 'T' } }[name] ?? null })
const silent: Manner = () => undefined
const refusing: Manner = () => ({ outcome: 'refused', why: 'notHere' })

/** What a request is, as the host reads it, and its answer under its id. */
function hear(asked: Asked[], manner: Manner, request: unknown) {
  const { fyh, id, name, data } = read(request) ?? {}
  expect(fyh).toBe(1)
  asked.push({ name: String(name), data })
  const answer = manner(String(name))
  return answer && { id, ...answer }
}

function iosApp(asked: Asked[], manner: Manner): Promise<Host> {
  const channel = { postMessage: async (request: unknown) => hear(asked, manner, request) }
  return nativeHost(
    iosBridge(() => channel),
    { kind: 'nativeIos', traceName: 'ios', framed: false },
  )
}

/** Answers later, through the door. */
function androidApp(asked: Asked[], manner: Manner): Promise<Host> {
  let door: BridgeDoor | undefined
  const postMessage = (text: string) => {
    const answer = hear(asked, manner, text)
    if (answer) queueMicrotask(() => door?.answer(JSON.stringify(answer)))
  }
  const bridge = androidBridge(() => ({ postMessage }))
  door = bridge.door
  return nativeHost(bridge, { kind: 'nativeAndroid', traceName: 'android', framed: false })
}

function pageAround(asked: Asked[], manner: Manner, given: Partial<Around> = {}) {
  let take: (message: { origin: string; data: unknown }) => void = () => undefined
  const around: Around = {
    origin: partner,
    allowed: [partner],
    hear: (taking) => {
      take = taking
    },
    post: (request, origin) => {
      expect(origin).toBe(partner)
      const answer = hear(asked, manner, request)
      if (answer) queueMicrotask(() => take({ origin: partner, data: { fyh: 1, ...answer } }))
    },
    ...given,
  }
  return { around, say: (message: { origin: string; data: unknown }) => take(message) }
}

function program(asked: Asked[], manner: Manner): MiniProgram {
  return {
    navigateBack: ({ success, fail }) => {
      asked.push({ name: 'navigateBack', data: null })
      const outcome = manner('navigateBack')?.outcome
      if (outcome === 'ok') success()
      if (outcome === 'refused') fail()
    },
  }
}

const adapters: Record<HostKind | 'fake', (asked: Asked[], manner: Manner) => Host | Promise<Host>> = {
  browser: () => browserHost(clues()),
  messenger: (asked, manner) => messengerHost(clues({ framed: true }), pageAround(asked, manner).around),
  miniProgram: (asked, manner) => miniProgramHost(clues(), () => program(asked, manner)),
  iframe: (asked, manner) => iframeHost(clues({ framed: true }), pageAround(asked, manner).around),
  nativeIos: iosApp,
  nativeAndroid: androidApp,
  fake: () => fakeHost(),
}
const kinds = ['browser', 'messenger', 'miniProgram', 'iframe', 'nativeIos', 'nativeAndroid', 'fake'] as const

beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** What comes of a promise when the host is given all its time. */
async function inTime<T>(asking: Promise<T> | T): Promise<T> {
  const result = Promise.resolve(asking)
  await vi.advanceTimersByTimeAsync(workingMs)
  return result
}
const made = (kind: (typeof kinds)[number], asked: Asked[], manner: Manner) => inTime(adapters[kind](asked, manner))

describe.each(kinds)('%s keeps the promises of a host', (kind) => {
  const isApp = kind === 'nativeIos' || kind === 'nativeAndroid'
  const takesHome = isApp || kind === 'iframe' || kind === 'miniProgram'

  test('R2.85 goHome says whether the host took the person home', async () => {
    const asked: Asked[] = []
    const host = await made(kind, asked, willing)
    asked.length = 0
    expect(await inTime(host.goHome())).toBe(takesHome)
    expect(asked.map(({ name }) => name)).toEqual(takesHome ? [kind === 'miniProgram' ? 'navigateBack' : 'jumpHome'] : [])
  })
  test('R2.86 back is the host’s at the first position of what it opened, and nowhere else', async () => {
    const asked: Asked[] = []
    const host = await made(kind, asked, willing)
    asked.length = 0
    expect(await inTime(host.back({ isFirst: false }))).toBe(false)
    expect(asked).toEqual([])
    expect(await inTime(host.back({ isFirst: true }))).toBe(isApp || kind === 'iframe')
    expect(asked.map(({ name }) => name)).toEqual(isApp || kind === 'iframe' ? ['back'] : [])
  })
  test.each([
    ['stays silent', silent],
    ['refuses', refusing],
  ])('a host that %s leaves everything to the page, and every answer comes', async (_, manner) => {
    const host = await made(kind, [], manner)
    expect(await inTime(host.goHome())).toBe(false)
    expect(await inTime(host.back({ isFirst: true }))).toBe(false)
    expect(await inTime(host.authorise('https://open.weixin.qq.com/x'))).toBe(false)
    if (kind !== 'fake') expect(await inTime(host.login())).toBe(false)
    for (const asking of [host.identity(), host.isMarket(), host.version(), host.takePhoto('face')])
      expect((await inTime<{ outcome: string }>(asking)).outcome).not.toBe('ok')
    expect(host.titleBar).toBe(kind === 'miniProgram' ? 'always' : 'never')
    host.setHeader({ shown: true, title: 'x' })
  })
  test('R2.80 the host has one of the three names of behaviour events', async () => {
    const name = kind === 'nativeIos' ? 'ios' : kind === 'nativeAndroid' || kind === 'browser' ? 'android' : 'h5'
    expect((await made(kind, [], willing)).traceName).toBe(name)
  })
})

describe.each(['nativeIos', 'nativeAndroid'] as const)('%s', (kind) => {
  test('R2.84 is told to show or hide its header, with the title; no header is asked of an app that does not answer', async () => {
    const asked: Asked[] = []
    const host = await made(kind, asked, willing)
    expect(host.titleBar).toBe('onRequest')
    host.setHeader({ shown: true, title: 'T' })
    host.setHeader({ shown: false, title: 'U' })
    const quiet = await made(kind, asked, silent)
    quiet.setHeader({ shown: true, title: 'V' })
    expect(asked.filter(({ name }) => name === 'setHeader').map(({ data }) => data)).toEqual([
      { show: true, title: 'T' },
      { show: false, title: 'U' },
      { show: false, title: 'V' },
    ])
  })
  test('R2.86 after a change on the server it is backRefresh; an app that knows only back is asked for that', async () => {
    const asked: Asked[] = []
    const host = await made(kind, asked, willing)
    host.noteChange()
    asked.length = 0
    expect(await inTime(host.back({ isFirst: true }))).toBe(true)
    expect(asked.map(({ name }) => name)).toEqual(['backRefresh'])
    const older = await made(kind, asked, (name) => (name === 'backRefresh' ? refusing(name) : willing(name)))
    older.noteChange()
    asked.length = 0
    expect(await inTime(older.back({ isFirst: true }))).toBe(true)
    expect(asked.map(({ name }) => name)).toEqual(['backRefresh', 'back'])
  })
  test('R4.3 R6.3 shows its own login, says who is logged in, which version it is and whether it is in market mode', async () => {
    const host = await made(kind, [], willing)
    expect(await inTime(host.login())).toBe(true)
    expect(await inTime(host.isMarket())).toEqual({ outcome: 'ok', data: true })
    expect(await inTime(host.version())).toEqual({ outcome: 'ok', data: '3.2.0' })
    expect(await inTime(host.identity())).toEqual({ outcome: 'ok', data: { token: 'T' } })
  })
  test('an identity tells whose it is, or that nobody is logged in; what makes no sense is unknown', async () => {
    const answering = async (data: unknown) => {
      const host = await made(kind, [], (name) => (name === 'identity' ? { outcome: 'ok', data } : willing(name)))
      return inTime(host.identity())
    }
    const user = { userId: 7, mobile: '138****0000', name: null }
    expect(await answering({ token: 'T', user })).toEqual({ outcome: 'ok', data: { token: 'T', user } })
    expect(await answering({ token: '' })).toEqual({ outcome: 'ok', data: { token: undefined } })
    for (const nonsense of [null, 'T', {}, { token: 7 }]) expect(await answering(nonsense)).toEqual({ outcome: 'unknown' })
  })
  test('its camera gives a picture; a person may take two minutes when the app says that it is at work', async () => {
    const camera = (answer: ReturnType<Manner>) => made(kind, [], (name) => (name === 'camera' ? answer : willing(name)))
    const taken = await inTime((await camera({ outcome: 'ok', data: { image: btoa('picture') } })).takePhoto('face'))
    expect(taken.outcome === 'ok' && taken.data.size).toBe(7)
    expect(await inTime((await camera({ outcome: 'ok', data: { image: '%%' } })).takePhoto('face'))).toEqual({ outcome: 'unknown' })
    expect(await inTime((await camera({ outcome: 'refused', why: 'cancelled' })).takePhoto('face'))).toEqual({
      outcome: 'refused',
      why: 'cancelled',
    })
    let result: unknown
    void (await camera({ outcome: 'working' })).takePhoto('face').then((given) => {
      result = given
    })
    await vi.advanceTimersByTimeAsync(workingMs - 1)
    expect(result).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(result).toEqual({ outcome: 'unknown' })
  })
})

test('docs/hosts.md names every request in its order, and the time a host has to answer', () => {
  const text = readFileSync(new URL('../../../../docs/hosts.md', import.meta.url), 'utf8')
  const table = text.slice(text.indexOf('## Requests'), text.indexOf('## News'))
  expect([...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)).toEqual([...requestNames])
  expect(text).toContain(`After ${patienceMs} ms`)
})

describe('the bridge', () => {
  test('silence becomes unknown after half a second; a late answer and one under a foreign id change nothing', async () => {
    const ids: string[] = []
    const bridge = openBridge(({ id }) => void ids.push(id))
    let first: unknown
    void bridge.ask('version').then((given) => {
      first = given
    })
    await vi.advanceTimersByTimeAsync(patienceMs - 1)
    expect(first).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(first).toEqual({ outcome: 'unknown' })
    const second = bridge.ask('version')
    for (const id of [ids[0], 'other', 7, undefined]) bridge.door.answer({ id, outcome: 'ok', data: 'late' })
    for (const nonsense of [undefined, null, 'no json', '[]', 7]) bridge.door.answer(nonsense)
    bridge.door.answer({ id: ids[1], outcome: 'ok', data: 'right' })
    bridge.door.answer({ id: ids[1], outcome: 'ok', data: 'twice' })
    expect(await second).toEqual({ outcome: 'ok', data: 'right' })
    expect(new Set(ids).size).toBe(2)
  })
  test('a bridge that throws or whose promise fails is unknown at once', async () => {
    expect(
      await openBridge(() => {
        throw new Error('gone')
      }).ask('back'),
    ).toEqual({ outcome: 'unknown' })
    expect(await openBridge(() => Promise.reject(new Error('gone'))).ask('back')).toEqual({ outcome: 'unknown' })
  })
  test('news of the host reaches the listener; without one, and for unknown news, the host is told to do as it likes', () => {
    const bridge = openBridge(() => undefined)
    expect(bridge.door.tell({ name: 'back' })).toBe(false)
    const heard: string[] = []
    bridge.listen({ back: () => heard.push('back'), identity: () => heard.push('identity') })
    expect([bridge.door.tell('{"name":"back"}'), bridge.door.tell({ name: 'identity' }), bridge.door.tell({ name: 'other' })]).toEqual([
      true,
      true,
      false,
    ])
    expect(heard).toEqual(['back', 'identity'])
  })
})

describe('iframe', () => {
  test('speaks with nobody whom the server does not name', async () => {
    const asked: Asked[] = []
    for (const given of [{ origin: 'https://evil.example' }, { allowed: [] }]) {
      const host = iframeHost(clues({ framed: true }), pageAround(asked, willing, given).around)
      host.setHeader({ shown: true, title: 'T' })
      expect(await inTime(host.goHome())).toBe(false)
    }
    expect(asked).toEqual([])
  })
  test('hears only an allowed origin and only the documented messages', async () => {
    const { around, say } = pageAround([], silent)
    const host = iframeHost(clues({ framed: true }), around)
    const heard: string[] = []
    host.listen({ back: () => heard.push('back'), identity: () => heard.push('identity') })
    say({ origin: 'https://evil.example', data: { fyh: 1, name: 'back' } })
    for (const data of [
      { name: 'back' },
      { fyh: 1, name: 'identity' },
      { fyh: 1, name: 'navigate', to: 'https://evil.example' },
      'back',
      null,
    ])
      say({ origin: partner, data })
    expect(heard).toEqual([])
    say({ origin: partner, data: { fyh: 1, name: 'back' } })
    expect(heard).toEqual(['back'])
  })
  test('where the browser does not say who is around, each allowed origin is spoken to by name', async () => {
    const origins: string[] = []
    const allowed = [partner, 'https://other.example']
    const host = iframeHost(
      clues({ framed: true }),
      pageAround([], silent, { origin: undefined, allowed, post: (_, origin) => origins.push(origin) }).around,
    )
    await inTime(host.goHome())
    expect(origins).toEqual(allowed)
  })
  test('WX-11 asks the page around to open an authorisation page', async () => {
    const asked: Asked[] = []
    for (const kind of ['iframe', 'messenger'] as const)
      expect(await inTime((await made(kind, asked, willing)).authorise('https://open.weixin.qq.com/x'))).toBe(true)
    expect(asked.map(({ name, data }) => [name, data])).toEqual(Array(2).fill(['authorise', { address: 'https://open.weixin.qq.com/x' }]))
  })
})
