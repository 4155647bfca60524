import { describe, expect, test } from 'vitest'
import { hostFor, kindOfHost } from './detect.ts'
import { fakeHost } from './fake.ts'
import type { Host, HostBridges, HostKind } from './port.ts'

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15'
const android = 'Mozilla/5.0 (Linux; Android 13) AppleWebKit/537.36 Chrome/120.0'
const agents: Record<HostKind, { userAgent: string; framed: boolean }> = {
  browser: { userAgent: android, framed: false },
  messenger: { userAgent: `${android} MicroMessenger/8.0.40`, framed: false },
  miniProgram: { userAgent: `${iphone} MicroMessenger/8.0.40 miniProgram/wx0`, framed: false },
  nativeIos: { userAgent: `${iphone} FyhApp/1.0.0`, framed: false },
  nativeAndroid: { userAgent: `${android} FyhApp/1.0.0`, framed: false },
  iframe: { userAgent: android, framed: true },
}

/** Bridges as the hosts inject them; every call is written down. */
function bridges(asked: string[]): HostBridges {
  const note = (name: string) => (text?: string) => void asked.push(text === undefined ? name : `${name} ${text}`)
  const channel = (name: string) => ({ postMessage: () => void asked.push(name) })
  return {
    wx: { miniProgram: { navigateBack: note('navigateBack') } },
    android: { jumpHome: note('jumpHome'), back: note('back'), setHeader: note('setHeader'), login: note('login') },
    webkit: { messageHandlers: { jumpHome: channel('jumpHome'), back: channel('back'), login: channel('login') } },
  }
}

const kinds: readonly HostKind[] = ['browser', 'messenger', 'miniProgram', 'nativeIos', 'nativeAndroid', 'iframe']
const hosts: readonly [string, (asked: string[]) => Host, (asked: string[]) => Host][] = kinds.map((kind) => [
  kind,
  (asked) => hostFor({ ...agents[kind], bridges: () => bridges(asked) }),
  () => hostFor({ ...agents[kind], bridges: () => ({}) }),
])

test.each(kinds)('R1.5 %s is told apart', (kind) => {
  expect(kindOfHost(agents[kind])).toBe(kind)
})

describe.each([...hosts, ['fake', () => fakeHost(), () => fakeHost()] as const])(
  '%s keeps the promises of a host',
  (kind, withBridge, without) => {
    test('R2.85 goHome says whether the host took the person home', () => {
      const asked: string[] = []
      const takesHome = ['miniProgram', 'nativeIos', 'nativeAndroid'].includes(kind)
      expect(withBridge(asked).goHome()).toBe(takesHome)
      expect(asked).toEqual(takesHome ? [kind === 'miniProgram' ? 'navigateBack' : 'jumpHome'] : [])
    })
    test('R2.86 back is the host’s at the first position inside the app, and nowhere else', () => {
      const asked: string[] = []
      const host = withBridge(asked)
      expect(host.back({ isFirst: false })).toBe(false)
      expect(host.back({ isFirst: true })).toBe(host.isNativeApp)
      expect(asked).toEqual(host.isNativeApp ? ['back'] : [])
    })
    test('a bridge that is missing leaves everything to the router', () => {
      const host = without([])
      expect(host.goHome()).toBe(false)
      expect(host.back({ isFirst: true })).toBe(false)
      host.setHeader({ shown: true, title: 'x' })
      host.login()
    })
    test('R2.80 the host has one of the three names of behaviour events', () => {
      expect(['ios', 'android', 'h5']).toContain(withBridge([]).traceName)
    })
  },
)

test('R2.84 the Android app is told to show or hide its header, with the title', () => {
  const asked: string[] = []
  hostFor({ ...agents.nativeAndroid, bridges: () => bridges(asked) }).setHeader({ shown: true, title: 'T' })
  expect(asked).toEqual(['setHeader {"show":true,"title":"T"}'])
})
