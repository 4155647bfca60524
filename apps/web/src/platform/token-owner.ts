import { api } from './api.ts'
import { currentToken, currentUser, rememberOwner, useUserStore } from './store.ts'
import { tracedPage, track } from './trace.ts'

/**
 * R3.1: a token that came without its owner (a cookie, a mini-program's address, an app) gets one: the server says whose it is, `user` is stored,
 * and an event carries the user's id. A token that is no login any more is left to the first call that needs one.
 */
export function followTokenOwner(): void {
  useUserStore.subscribe((state, before) => {
    if (state.token !== before.token) void learnOwner()
  })
  void learnOwner()
}

async function learnOwner(): Promise<void> {
  const token = currentToken()
  if (token === undefined || currentUser() !== undefined) return
  const known = await api.flow.handOver({ body: {} }, { quiet: true, reads: true }).catch(() => undefined)
  // Another login may have come meanwhile.
  if (known === undefined || currentToken() !== token || currentUser() !== undefined) return
  rememberOwner(known.user)
  track({ action: 'login', event: 'login_known', page: tracedPage() })
}
