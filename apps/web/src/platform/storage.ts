import { constants } from '@fyh/contract/options.ts'

/** Spec 3, R3.1 and R3.2: every key there is, spelled as handed over. Below them the few of our own. */
export const storageKeys = {
  local: {
    token: 'token',
    user: 'user',
    stateUser: 'stateUser',
    appUser: 'app-user',
    browserId: 'browserId',
    channelCode: 'channelCode',
    latitude: 'latitude',
    longitude: 'longitude',
    capitalHitItem: 'capitalHitItem',
    headerSta: 'headerSta',
    productTitle: 'productTitle',
    /** Our own: the language a person chose. */
    language: 'language',
    /** Our own: `large` when a person chose the larger, simpler look on this device. */
    textSize: 'textSize',
    /** Our own: steps on the way to a loan that were told already, with the number of what they are about. */
    reached: 'reached',
    /** Our own: events of pages that were left before it was known that they were taken. */
    traceLeft: 'traceLeft',
    /** Our own: whose data this browser held last, so that the next account does not find it. */
    lastUserId: 'lastUserId',
  },
  session: {
    traceId: 'traceId',
    tailId: 'tailId',
    eventId: 'eventId',
    sessionId: 'sessionId',
    openid: 'openid',
    appid: 'appid',
    productType: 'productType',
    redirUrl: 'redirUrl',
    /** Our own: set while a screen that could not load is being tried once more. */
    chunkReload: 'chunkReload',
    /** Our own: events of the trace queue that were not yet taken. */
    traceQueue: 'traceQueue',
    /** Our own: when another code may be asked for, by purpose. */
    smsWait: 'smsWait',
    /** Our own: the phone typed into the login, and that into the form of a card, while they are not sent; by whom it was typed before it. */
    loginPhone: 'loginPhone',
    cardPhone: 'cardPhone',
    /** Our own: the name as it was corrected after the card was read, until it is confirmed; by whom before it. */
    idName: 'idName',
    /** Our own: keys of money acts whose outcome is not known yet. */
    moneyKeys: 'moneyKeys',
    /** Our own: the page went away while a draft was being saved; when it had been saved before. Nothing of the draft itself. */
    draftLeft: 'draftLeft',
    /** Our own: the native app said that it runs in market mode. */
    market: 'market',
    /** Our own: how far this visit's authorisation in the messenger has come. */
    authorisation: 'authorisation',
  },
} as const

export type LocalKey = keyof typeof storageKeys.local
export type SessionKey = keyof typeof storageKeys.session

export type TextStore<K extends string> = {
  get: (key: K) => string | undefined
  set: (key: K, value: string) => void
  /** Whether what was set outlives the page; false for what had to be held in memory. */
  lasts: (key: K) => boolean
  remove: (...keys: readonly K[]) => void
}

/**
 * One area of storage. Where the browser forbids it (private mode, blocked site data, full), values live in memory for
 * this visit and nothing breaks. Even reading `window.localStorage` can throw, so it is done inside the guards.
 */
export function textStore<K extends string>(names: Readonly<Record<K, string>>, open: () => Storage): TextStore<K> {
  const memory = new Map<K, string>()
  const guarded = <T>(work: (area: Storage) => T): T | undefined => {
    try {
      return work(open())
    } catch {
      return undefined
    }
  }
  return {
    get: (key) => memory.get(key) ?? guarded((area) => area.getItem(names[key])) ?? undefined,
    set: (key, value) => {
      const kept = guarded((area) => {
        area.setItem(names[key], value)
        return true
      })
      if (kept === true) memory.delete(key)
      else memory.set(key, value)
    },
    lasts: (key) => !memory.has(key),
    remove: (...keys) => {
      for (const key of keys) {
        memory.delete(key)
        guarded((area) => area.removeItem(names[key]))
      }
    },
  }
}

export const local = textStore(storageKeys.local, () => window.localStorage)
export const session = textStore(storageKeys.session, () => window.sessionStorage)

export const channelCode = (): string => local.get('channelCode') ?? constants.channelCodeDefault

/** R3.3: a cookie named like the token key supplies the token of a first visit. */
export function tokenFromCookie(cookies: string = document.cookie): string | undefined {
  for (const part of cookies.split(';')) {
    const [name, ...value] = part.trim().split('=')
    if (name === storageKeys.local.token && value.join('=') !== '') return decodedText(value.join('='))
  }
  return undefined
}

export function forgetTokenCookie(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is newer than many phones
  if (tokenFromCookie() !== undefined) document.cookie = `${storageKeys.local.token}=; path=/; max-age=0`
}

/** Undoes percent signs; a text in which they stand for nothing is taken as it is. */
export function decodedText(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Reads JSON that this application wrote; anything else counts as absent. */
export function parseJson(text: string | undefined): unknown {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
