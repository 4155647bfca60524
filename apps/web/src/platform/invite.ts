import { local } from './storage.ts'
import { isLoggedIn } from './store.ts'

const codeLengthMax = 40

/** Keeps the code of an invite link until the next login. Who is logged in has registered already, so nothing is kept. */
export function keepInvite(code: string | null): void {
  if (code === null || code === '' || code.length > codeLengthMax || isLoggedIn()) return
  local.set('inviteCode', code)
}

/** The kept code, as a field of the login request; no field where none is kept. */
export function inviteToSend(): { readonly inviteCode?: string } {
  const inviteCode = local.get('inviteCode')
  return inviteCode === undefined ? {} : { inviteCode }
}

/** Forgets the code after a login that sent it: it counts once. */
export const inviteWasSent = (): void => local.remove('inviteCode')
