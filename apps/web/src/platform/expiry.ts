import { constants } from '@fyh/contract/options.ts'
import type { Host } from '#host/port.ts'
import { decodedText, session } from './storage.ts'
import { forgetLogin, isLoggedIn } from './store.ts'

export type ExpirySurroundings = {
  readonly host: Host
  readonly say: (text: string, durationMs: number) => void
  /** Path and query of the screen in front. */
  readonly here: () => string
  readonly replace: (path: string) => void
  /** Leaves for another address of the session (redirUrl), which is judged first. */
  readonly leaveTo: (address: string) => void
}

/** The screens of the capital-form product. Its agreements are read elsewhere too, so they are none of them. */
const capitalForm = /^\/capital(Form|Profile|Withdraw|Result)$/

/**
 * R4.3: the one handling of code -1. The first answer counts; the others of the same expiry stay silent. A login done
 * before the redirect is not thrown away: the redirect is called off, as it is for a person who went elsewhere meanwhile.
 */
export function expiryHandler(around: ExpirySurroundings): { expired: (msg: string) => void; calledOff: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  const place = () => around.here().split('?')[0] ?? ''
  const redirect = async (from: string) => {
    timer = undefined
    if (place() !== from) return
    const redirUrl = session.get('redirUrl')
    if (session.get('productType') !== undefined && redirUrl !== undefined) return around.leaveTo(decodedText(redirUrl))
    // An app that does not answer leaves the person without a login: then ours does it, unless somebody logged in meanwhile.
    if (around.host.isNativeApp && ((await around.host.login()) || isLoggedIn())) return
    if (capitalForm.test(from)) return around.replace('/capitalForm')
    if (from !== '/login') around.replace(`/login?redirectUrl=${encodeURIComponent(around.here())}`)
  }
  return {
    expired: (msg) => {
      if (timer !== undefined) return
      forgetLogin()
      around.say(msg, constants.expiryToastMs)
      timer = setTimeout(redirect, constants.expiryRedirectMs, place())
    },
    calledOff: () => {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
