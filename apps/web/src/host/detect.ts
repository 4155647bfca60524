import { browserHost } from './browser.ts'
import { iframeHost } from './iframe.ts'
import { messengerHost } from './messenger.ts'
import { miniProgramHost } from './mini-program.ts'
import { nativeAndroidHost } from './native-android.ts'
import { nativeIosHost } from './native-ios.ts'
import type { Host, HostBridges, HostKind, HostSurroundings } from './port.ts'

const makers: Record<HostKind, (around: HostSurroundings) => Host> = {
  browser: browserHost,
  messenger: messengerHost,
  miniProgram: miniProgramHost,
  nativeIos: nativeIosHost,
  nativeAndroid: nativeAndroidHost,
  iframe: iframeHost,
}

/** R1.5. The app marks its user agent; the mini-program marks the messenger's; a frame is asked for last, as any of them may frame. */
export function kindOfHost({ userAgent, framed }: Pick<HostSurroundings, 'userAgent' | 'framed'>): HostKind {
  const isApple = /iPhone|iPad|iPod/.test(userAgent)
  if (/FyhApp\//.test(userAgent)) return isApple ? 'nativeIos' : 'nativeAndroid'
  if (/miniProgram/i.test(userAgent)) return 'miniProgram'
  if (/MicroMessenger/i.test(userAgent)) return 'messenger'
  return framed ? 'iframe' : 'browser'
}

export const hostFor = (around: HostSurroundings): Host => makers[kindOfHost(around)](around)

declare global {
  interface Window {
    wx?: HostBridges['wx']
    fyhAndroid?: HostBridges['android']
    webkit?: HostBridges['webkit']
  }
}

/** The host of this page. */
export const detectHost = (): Host =>
  hostFor({
    userAgent: navigator.userAgent,
    framed: window.parent !== window,
    bridges: () => ({
      ...(window.wx && { wx: window.wx }),
      ...(window.fyhAndroid && { android: window.fyhAndroid }),
      ...(window.webkit && { webkit: window.webkit }),
    }),
  })
