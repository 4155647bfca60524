import { browserHost } from './browser.ts'
import type { Host, HostSurroundings } from './port.ts'

/** The iOS app: a channel for each message. Its title bar follows the document title by itself. */
export function nativeIosHost(around: HostSurroundings): Host {
  const call = (name: string, body: unknown = null): boolean => {
    const channel = around.bridges().webkit?.messageHandlers?.[name]
    if (channel === undefined) return false
    channel.postMessage(body)
    return true
  }
  return {
    ...browserHost(around),
    kind: 'nativeIos',
    traceName: 'ios',
    isNativeApp: true,
    titleBar: 'onRequest',
    goHome: () => call('jumpHome'),
    back: ({ isFirst }) => isFirst && (call('back') || call('backRefresh')),
    login: () => {
      call('login')
    },
  }
}
