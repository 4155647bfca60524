/** Where the application runs inside. Spec 1, R1.5. */
export type HostKind = 'browser' | 'messenger' | 'miniProgram' | 'nativeIos' | 'nativeAndroid' | 'iframe'

/** What the application asks of its host, whichever it is. A host that lacks a power answers by doing nothing. */
export type Host = {
  readonly kind: HostKind
  /** What trace events call it. */
  readonly traceName: 'ios' | 'android' | 'h5'
  readonly isNativeApp: boolean
  /** Does the host draw a title bar of its own? always: the page never draws one; onRequest: as setHeader says. */
  readonly titleBar: 'never' | 'always' | 'onRequest'
  /** true when the host took the person home; false leaves it to the router. */
  readonly goHome: () => boolean
  /** true when the host went back; false leaves it to the browser's history. */
  readonly back: (position: { readonly isFirst: boolean }) => boolean
  readonly setHeader: (header: { readonly shown: boolean; readonly title: string }) => void
  /** The native app shows its own login. */
  readonly login: () => void
}

/** What a host may put into the page. Every name is looked up when it is used, because apps inject late. */
export type HostBridges = {
  readonly wx?: { readonly miniProgram?: { readonly navigateBack?: () => void } }
  /** Android: an object with methods. */
  readonly android?: Readonly<Record<string, ((text?: string) => void) | undefined>>
  /** iOS: a channel that takes messages. */
  readonly webkit?: { readonly messageHandlers?: Readonly<Record<string, { postMessage: (body: unknown) => void } | undefined>> }
}

export type HostSurroundings = {
  readonly userAgent: string
  readonly framed: boolean
  readonly bridges: () => HostBridges
}
