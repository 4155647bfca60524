import { sql } from 'kysely'
import type { Db, Tx } from '../deps.ts'

export type CodePurpose = 'login' | 'withdraw' | 'repay' | 'redPacket' | 'bindCard' | 'benefit' | 'oldPhone' | 'newPhone' | 'payPassword'
/** Whose code it is, as a keyed mark or an id: a phone, or for a card the binding. */
export type CodeKey = { readonly subject: Buffer; readonly purpose: CodePurpose }

/** When another code may be asked for, if that is still ahead. */
export async function waitUntil(db: Db | Tx, { subject, purpose }: CodeKey): Promise<Date | undefined> {
  const row = await db
    .selectFrom('sms_wait')
    .select('wait_until')
    .where('subject', '=', subject)
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  return row?.wait_until
}

/** Starts the wait for the next code, unless the former wait is not over; of two at once the second finds the first's wait. */
export async function startWait(tx: Tx, { subject, purpose }: CodeKey, { now, until }: { now: Date; until: Date }): Promise<boolean> {
  const row = await tx
    .insertInto('sms_wait')
    .values({ subject, purpose, wait_until: until })
    .onConflict((conflict) =>
      conflict.columns(['subject', 'purpose']).doUpdateSet({ wait_until: until }).where('sms_wait.wait_until', '<=', now),
    )
    .returning('purpose')
    .executeTakeFirst()
  return row !== undefined
}

/** Ends the wait of a code that was not sent, so that the next try need not wait. */
export async function endWait(db: Db, { subject, purpose }: CodeKey): Promise<void> {
  await db.deleteFrom('sms_wait').where('subject', '=', subject).where('purpose', '=', purpose).execute()
}

export type NewCode = {
  /** Null where another party makes and checks the code. */
  readonly codeHash: Buffer | null
  /** The order that the code confirms; null where it confirms none. */
  readonly order: string | null
  readonly sentAt: Date
  readonly expiresAt: Date
}

/** Puts a new code in force; the one before it ends. */
export async function putCode(db: Db | Tx, { subject, purpose }: CodeKey, { codeHash, order, sentAt, expiresAt }: NewCode): Promise<void> {
  const code = { code_hash: codeHash, order_text: order, sent_at: sentAt, expires_at: expiresAt }
  const fresh = { ...code, wrong_tries: 0, tried_marks: [], used_at: null }
  await db
    .insertInto('sms_code')
    .values({ subject, purpose, ...fresh })
    .onConflict((conflict) => conflict.columns(['subject', 'purpose']).doUpdateSet(fresh))
    .execute()
}

/** One try at a code in one statement, so that tries at once are counted one by one. Undefined when no code is in force. */
export async function tryCode(
  apart: Tx,
  { subject, purpose }: CodeKey,
  { codeHash, now, triesMax }: { codeHash: Buffer; now: Date; triesMax: number },
): Promise<{ right: boolean; wrongTries: number; order: string | null } | undefined> {
  const { rows } = await sql<{ right: boolean; wrongTries: number; order: string | null }>`
    update sms_code
    set wrong_tries = wrong_tries + case when code_hash = ${codeHash} then 0 else 1 end
    where subject = ${subject} and purpose = ${purpose}
      and used_at is null and expires_at > ${now} and wrong_tries < ${triesMax}
    returning code_hash = ${codeHash} as "right", wrong_tries as "wrongTries", order_text as "order"`.execute(apart)
  return rows[0]
}

/** Uses the code up; false when another request just did. */
export async function useCode(tx: Tx, { subject, purpose }: CodeKey, { codeHash, now }: { codeHash: Buffer; now: Date }): Promise<boolean> {
  const row = await tx
    .updateTable('sms_code')
    .set({ used_at: now })
    .where('subject', '=', subject)
    .where('purpose', '=', purpose)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .returning('purpose')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Counts a try at a code that another party checks, before they are asked, in one statement, so that of tries at once no more than `triesMax`
 * reach them. The same code again is no further try. False when none is left or no code is in force.
 */
export async function takeTry(
  db: Db,
  { subject, purpose }: CodeKey,
  { mark, now, triesMax }: { mark: string; now: Date; triesMax: number },
): Promise<boolean> {
  const { rows } = await sql`
    update sms_code
    set tried_marks = case when ${mark} = any(tried_marks) then tried_marks else array_append(tried_marks, ${mark}::text) end
    where subject = ${subject} and purpose = ${purpose} and expires_at > ${now} and wrong_tries < ${triesMax}
      and (${mark} = any(tried_marks) or cardinality(tried_marks) < ${triesMax})
    returning purpose`.execute(db)
  return rows.length > 0
}

/** Counts a code that another party found wrong; returns the count after it. */
export async function countWrongTry(db: Db, { subject, purpose }: CodeKey): Promise<number> {
  const row = await db
    .updateTable('sms_code')
    .set((set) => ({ wrong_tries: set('wrong_tries', '+', 1) }))
    .where('subject', '=', subject)
    .where('purpose', '=', purpose)
    .returning('wrong_tries')
    .executeTakeFirstOrThrow()
  return row.wrong_tries
}

export async function forgetOld(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sms_code').where('expires_at', '<', now).execute()
  await db.deleteFrom('sms_wait').where('wait_until', '<', now).execute()
}
