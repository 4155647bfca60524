import { type CivilDate, civilDate } from '@fyh/base/dates.ts'
import { type Fen, fen } from '@fyh/base/money.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/deps.ts'

export type PasswordRow = {
  readonly digits: number
  readonly askAboveFen: Fen | null
  readonly wrongTries: number
  /** The day that the wrong tries are of. */
  readonly wrongOn: CivilDate | null
}

export async function findPassword(db: Db | Tx, userId: number): Promise<PasswordRow | undefined> {
  const row = await db
    .selectFrom('payment_password')
    .select(['digits', 'ask_above_fen', 'wrong_tries', 'wrong_on'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return (
    row && {
      digits: row.digits,
      askAboveFen: row.ask_above_fen === null ? null : fen(row.ask_above_fen),
      wrongTries: row.wrong_tries,
      wrongOn: row.wrong_on === null ? null : civilDate(row.wrong_on),
    }
  )
}

export type Hashed = { readonly salt: Buffer; readonly hash: Buffer; readonly digits: number }

/** Puts a password in force; wrong tries at the one before it are forgotten, and the amount it is asked above stays. */
export async function putPassword(
  tx: Tx,
  { userId, salt, hash, digits, setAt }: Hashed & { readonly userId: number; readonly setAt: Date },
): Promise<void> {
  const values = { salt, hash, digits, set_at: setAt, wrong_tries: 0, wrong_on: null }
  await tx
    .insertInto('payment_password')
    .values({ user_id: userId, ask_above_fen: 0, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
}

export async function writeAskAbove(tx: Db | Tx, userId: number, askAboveFen: Fen | null): Promise<void> {
  await tx.updateTable('payment_password').set({ ask_above_fen: askAboveFen }).where('user_id', '=', userId).execute()
}

/**
 * Counts a try before it is judged, in one statement, so that of tries at once no more than `most` are judged in a day. Undefined when none is
 * left or no password is set.
 */
export async function takePasswordTry(
  apart: Db,
  { userId, day, most }: { userId: number; day: CivilDate; most: number },
): Promise<{ readonly salt: Buffer; readonly hash: Buffer; readonly tries: number } | undefined> {
  const { rows } = await sql<{ salt: Buffer; hash: Buffer; tries: number }>`
    update payment_password
    set wrong_tries = case when wrong_on = ${day} then wrong_tries + 1 else 1 end, wrong_on = ${day}
    where user_id = ${userId} and (wrong_on is distinct from ${day} or wrong_tries < ${most})
    returning salt, hash, wrong_tries as "tries"`.execute(apart)
  return rows[0]
}

/** Forgets the tries of the day after a right one. */
export async function forgetTries(apart: Db, userId: number): Promise<void> {
  await apart.updateTable('payment_password').set({ wrong_tries: 0, wrong_on: null }).where('user_id', '=', userId).execute()
}
