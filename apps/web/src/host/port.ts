/** Where the application runs inside. Spec 1, R1.5. */
export type HostKind = 'browser' | 'messenger' | 'miniProgram' | 'nativeIos' | 'nativeAndroid' | 'iframe'

/**
 * What became of a question to the host. refused: it understood and will not, `why` in its words; unknown: no answer in time, no
 * bridge, or an answer that makes no sense. Whoever asks has something of the page's own for both.
 */
export type HostAnswer<T> =
  | { readonly outcome: 'ok'; readonly data: T }
  | { readonly outcome: 'refused'; readonly why: string }
  | { readonly outcome: 'unknown' }

/** What a picture is of: the person's face, or a side of the id card. */
export type PhotoOf = 'face' | 'idFront' | 'idBack'

/** Who is logged in in the app: nobody, or a token and, where the app knows, whose it is (phone masked). */
export type HostIdentity = {
  readonly token: string | undefined
  readonly user?: { readonly userId: number; readonly mobile: string; readonly name: string | null }
}

/** What the host tells by itself. */
export type HostListener = {
  /** Its own back key or arrow was pressed. */
  readonly back: () => void
  /** Somebody logged in or out in the app; ask `identity` anew. */
  readonly identity: () => void
}

/** What the application asks of its host, whichever it is. Nothing here throws, and every answer comes within a time limit. */
export type Host = {
  readonly kind: HostKind
  /** What trace events call it. */
  readonly traceName: 'ios' | 'android' | 'h5'
  readonly isNativeApp: boolean
  /** Is the page shown inside another page? */
  readonly framed: boolean
  /** Does the host draw a title bar of its own? always: the page never draws one; onRequest: as setHeader says. */
  readonly titleBar: 'never' | 'always' | 'onRequest'
  /** true when the host took the person home; false leaves it to the router. */
  readonly goHome: () => Promise<boolean>
  /** true when the host went back; false leaves it to the browser's history. */
  readonly back: (position: { readonly isFirst: boolean }) => Promise<boolean>
  readonly setHeader: (header: { readonly shown: boolean; readonly title: string }) => void
  /** true when the native app shows its own login. */
  readonly login: () => Promise<boolean>
  readonly identity: () => Promise<HostAnswer<HostIdentity>>
  /** Does the app run in market mode (R6.3)? */
  readonly isMarket: () => Promise<HostAnswer<boolean>>
  /** The app's own version, e.g. '3.2.0'. */
  readonly version: () => Promise<HostAnswer<string>>
  /** A picture by the app's own camera. */
  readonly takePhoto: (of: PhotoOf) => Promise<HostAnswer<File>>
  /** Asks the page around to open an authorisation page, which never goes into a frame. true when it will. */
  readonly authorise: (address: string) => Promise<boolean>
  /** Something changed on the server: what the host shows behind this page is out of date. */
  readonly noteChange: () => void
  /** One listener at a time; the latest holds. */
  readonly listen: (listener: HostListener) => void
}

const no = async () => false
const unknown = async () => ({ outcome: 'unknown' }) as const
const nothing = () => undefined

/** A host without a power of its own: everything is left to the page. */
export const powerlessHost: Host = {
  kind: 'browser',
  traceName: 'h5',
  isNativeApp: false,
  framed: false,
  titleBar: 'never',
  goHome: no,
  back: no,
  setHeader: nothing,
  login: no,
  identity: unknown,
  isMarket: unknown,
  version: unknown,
  takePhoto: unknown,
  authorise: no,
  noteChange: nothing,
  listen: nothing,
}
