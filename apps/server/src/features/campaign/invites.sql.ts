import { type CivilDate, civilDate, civilDateAt } from '@fyh/base/dates.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/deps.ts'

export type InvitationResult = 'counted' | 'existingUser' | 'self'

export async function ownerOfCode(tx: Db | Tx, code: string): Promise<number | undefined> {
  const row = await tx.selectFrom('invite_code').select('user_id').where('code', '=', code).executeTakeFirst()
  return row?.user_id
}

/** Keeps a code for a borrower unless there is one; returns the one that holds. */
export async function keepCode(db: Db | Tx, { userId, code }: { userId: number; code: string }): Promise<string> {
  await db
    .insertInto('invite_code')
    .values({ code, user_id: userId })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
  const row = await db.selectFrom('invite_code').select('code').where('user_id', '=', userId).executeTakeFirstOrThrow()
  return row.code
}

type Invitation = { readonly userId: number; readonly inviteeId: number; readonly result: InvitationResult; readonly at: Date }

export async function addInvitation(tx: Tx, { userId, inviteeId, result, at }: Invitation): Promise<void> {
  await tx
    .insertInto('invitation')
    .values({ user_id: userId, invitee_id: inviteeId, result, invited_at: at })
    .onConflict((conflict) => conflict.columns(['user_id', 'invitee_id']).doNothing())
    .execute()
}

export async function countInvited(db: Db | Tx, userId: number): Promise<number> {
  const row = await db
    .selectFrom('invitation')
    .select((count) => count.fn.countAll<number>().as('invited'))
    .where('user_id', '=', userId)
    .where('result', '=', 'counted')
    .executeTakeFirstOrThrow()
  return row.invited
}

/** The day on which the first friend registered within the window, and the day on which the first of them got a first loan in it. */
export type Friends = { readonly registeredOn: CivilDate | null; readonly borrowedOn: CivilDate | null }

/** So many of a borrower's friends are looked at: one is enough for a reward. */
const friendsMax = 200

export async function friendsOf(db: Db | Tx, { userId, from, to }: { userId: number; from: Date; to: Date }): Promise<Friends> {
  const friends = await db
    .selectFrom('invitation')
    .select(['invitee_id', 'invited_at'])
    .where('user_id', '=', userId)
    .where('result', '=', 'counted')
    .where('invited_at', '>=', from)
    .where('invited_at', '<', new Date(to.getTime() + 1_000))
    .orderBy('invited_at')
    .limit(friendsMax)
    .execute()
  const [first] = friends
  if (first === undefined) return { registeredOn: null, borrowedOn: null }
  const ids = friends.map(({ invitee_id }) => invitee_id)
  const { rows } = await sql<{ day: string | null }>`
    select min(pay_out_date)::text as day from loan
    where user_id = any(${ids}::bigint[]) and pay_out_date between ${civilDateAt(from)} and ${civilDateAt(to)}`.execute(db)
  const day = rows[0]?.day ?? null
  return { registeredOn: civilDateAt(first.invited_at), borrowedOn: day === null ? null : civilDate(day) }
}
