import { browserHost } from './browser.ts'
import type { Host, HostSurroundings } from './port.ts'

/** The Android app: an injected object whose methods take one text. */
export function nativeAndroidHost(around: HostSurroundings): Host {
  const call = (name: string, text?: string): boolean => {
    const bridge = around.bridges().android
    const method = bridge?.[name]
    if (method === undefined) return false
    method.call(bridge, text)
    return true
  }
  return {
    ...browserHost(around),
    kind: 'nativeAndroid',
    traceName: 'android',
    isNativeApp: true,
    titleBar: 'onRequest',
    goHome: () => call('jumpHome'),
    back: ({ isFirst }) => isFirst && (call('back') || call('backRefresh')),
    setHeader: ({ shown, title }) => {
      call('setHeader', JSON.stringify({ show: shown, title }))
    },
    login: () => {
      call('login')
    },
  }
}
