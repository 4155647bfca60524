import { randomText } from '@fyh/base/ids.ts'
import type { Db, Deps, Tx } from '#platform/deps.ts'
import { addInvitation, keepCode, ownerOfCode } from './invites.sql.ts'

/** Says nothing of the borrower, and cannot be guessed. */
const codeLength = 10

/** The borrower's invite code, made when it is first asked for. */
export function inviteCodeOf(db: Db | Tx, userId: number): Promise<string> {
  return keepCode(db, { userId, code: randomText(codeLength) })
}

/**
 * Keeps who came by an invite code when they logged in. One's own code and borrowers who had registered before don't count; a code that is none
 * is ignored. The login itself never fails because of it.
 */
export async function keepInvite(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { userId, isNew, inviteCode }: { readonly userId: number; readonly isNew: boolean; readonly inviteCode: string },
): Promise<void> {
  const inviter = await ownerOfCode(tx, inviteCode)
  if (inviter === undefined) return
  const result = inviter === userId ? 'self' : isNew ? 'counted' : 'existingUser'
  await addInvitation(tx, { userId: inviter, inviteeId: userId, result, at: clock.now() })
}
