import { constants } from '@fyh/contract/options.ts'
import { storageKeys } from './storage-keys.ts'

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

/** The channel of this browser's first visit, which later ones leave as it is. */
export function firstChannelCode(): string {
  const first = local.get('firstChannel') ?? channelCode()
  local.set('firstChannel', first)
  return first
}

/** R3.3: a cookie named like the token key supplies the token of a first visit. */
export function tokenFromCookie(cookies: string = typeof document === 'undefined' ? '' : document.cookie): string | undefined {
  for (const part of cookies.split(';')) {
    const [name, ...value] = part.trim().split('=')
    if (name === storageKeys.local.token && value.join('=') !== '') return decodedText(value.join('='))
  }
  return undefined
}

export function forgetTokenCookie(): void {
  if (tokenFromCookie() !== undefined) setCookie(storageKeys.local.token, '', 0)
}

/** For what the server must know before the page runs; everything else is stored. */
export function setCookie(name: string, value: string, seconds: number): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is newer than many phones
  document.cookie = `${name}=${value}; path=/; max-age=${seconds}; samesite=lax`
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
