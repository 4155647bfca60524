import { browserHost, type Phone, phoneOf } from './browser.ts'
import type { Host, HostKind } from './port.ts'

/** By what a host is told apart: the user agent, and what the host puts into the page. */
export type HostClues = Phone & {
  readonly framed: boolean
  readonly injected: {
    /** The Android app's object. */
    readonly android: boolean
    /** The iOS app's channel. */
    readonly ios: boolean
    /** The messenger's own bridge. */
    readonly messenger: boolean
    /** What the messenger says of the web view, `miniprogram` inside one. */
    readonly environment: string | undefined
  }
}

/**
 * R1.5. The app marks its user agent or injects its bridge; the mini-program marks the messenger's; a frame is asked for last, as
 * any of them may frame. Other companies have mini-programs too: the mark counts together with the messenger's alone.
 */
export function kindOfHost(clues: HostClues): HostKind {
  const { userAgent, framed, injected } = clues
  if (injected.ios || injected.android || /FyhApp\//.test(userAgent))
    return injected.ios || (!injected.android && phoneOf(clues) === 'ios') ? 'nativeIos' : 'nativeAndroid'
  const isMessenger = injected.messenger || /MicroMessenger/i.test(userAgent)
  if (injected.environment === 'miniprogram' || (isMessenger && /miniProgram/i.test(userAgent))) return 'miniProgram'
  if (isMessenger) return 'messenger'
  return framed ? 'iframe' : 'browser'
}

/** The host of this page, ready to be asked. A plain browser fetches nothing for it; another host's part is a file of its own. */
export async function detectHost(): Promise<Host> {
  const clues = cluesOf(window)
  const kind = kindOfHost(clues)
  if (kind === 'browser') return browserHost(clues)
  try {
    return await (await import('./other-hosts.ts')).hostFor(kind, clues)
  } catch {
    // Without its part the page is still one that a browser can show.
    return browserHost(clues)
  }
}

const cluesOf = (page: Window): HostClues => ({
  userAgent: navigator.userAgent,
  isTouch: navigator.maxTouchPoints > 1,
  framed: page.parent !== page,
  injected: {
    android: page.fyhAndroid !== undefined,
    ios: page.webkit?.messageHandlers?.fyh !== undefined,
    messenger: page.WeixinJSBridge !== undefined,
    environment: page.__wxjs_environment,
  },
})

type Injected = {
  /** Set by the messenger's library, when it has been loaded. */
  wx?: { readonly miniProgram?: MiniProgram }
  WeixinJSBridge?: object
  __wxjs_environment?: string
  /** Android: an object that takes a text; may answer at once by what it returns. */
  fyhAndroid?: { readonly postMessage: (text: string) => unknown }
  /** iOS: a channel that takes a message; may answer by a promise. */
  webkit?: { readonly messageHandlers?: { readonly fyh?: { readonly postMessage: (message: unknown) => unknown } } }
}

/** As the messenger's library gives it; its types ask for an address that going back does not use. */
export type MiniProgram = {
  readonly navigateBack?: (call: { delta: number; url: string; success: () => void; fail: () => void }) => void
}

declare global {
  interface Window extends Injected {}
}
