import { takeOut } from './address-parts.ts'
import { session } from './storage.ts'

/** Held in memory alone: a token that was not used before the page is left came to nothing. */
let token: string | undefined

/**
 * Takes a partner's token or reference out of the address, before anything could write it down. The reference is kept for this visit, because its
 * person may reload the page while they read what they are to agree to.
 */
export function takeHandedOver(): void {
  const { values, rest } = takeOut(window.location.href, ['token', 'loginRefer'])
  if (rest !== window.location.href) window.history.replaceState(window.history.state, '', rest)
  token = values.token
  if (values.loginRefer !== undefined) session.set('loginRefer', values.loginRefer)
}

export type HandedOver = { readonly token: string } | { readonly loginRefer: string } | undefined

export function handedOver(): HandedOver {
  if (token !== undefined) return { token }
  const loginRefer = session.get('loginRefer')
  return loginRefer === undefined ? undefined : { loginRefer }
}

/** After it was used or refused: what was handed over is good once. */
export function forgetHandedOver(): void {
  token = undefined
  session.remove('loginRefer')
}
