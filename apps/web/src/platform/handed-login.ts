import type { HostIdentity } from '#host/port.ts'
import { local, session } from './storage.ts'
import { currentToken, forgetLogin, rememberLogin, useUserStore } from './store.ts'

/** What goes into a header and could be one of our tokens. */
const tokenShape = /^[\w.~+/=-]{1,512}$/

/**
 * Takes over who the host says is logged in; the host knows better than what was stored here. Whose a token is that comes
 * without its owner is not known, so nothing of a former account is left for it. True when it is another login than the one held.
 */
export function takeHandedLogin({ token, user }: HostIdentity): boolean {
  if (token === currentToken() || (token !== undefined && !tokenShape.test(token))) return false
  if (token !== undefined && user !== undefined) {
    rememberLogin(token, user)
    return true
  }
  forgetLogin()
  local.remove('capitalHitItem', 'lastUserId')
  session.remove('moneyKeys', 'draftLeft')
  if (token !== undefined) {
    local.set('token', token)
    useUserStore.setState({ token })
  }
  return true
}
