import { type CivilDate, instantAt } from '@fyh/base/dates.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../deps.ts'
import type { CodePurpose } from './codes.sql.ts'

type SendKind = CodePurpose | 'loginKnown' | 'loginNetwork' | 'address' | 'check'
/** Codes sent of a subject in a day, and the most there may be. */
export type SendLimit = { readonly kind: SendKind; readonly subject: Buffer; readonly most: number }
type WrongKind = 'stranger' | 'network' | 'session' | 'address' | 'all'
/** Wrong tries of a subject in the window that began at `since`. */
export type WrongLimit = { readonly kind: WrongKind; readonly subject: Buffer; readonly since: Date; readonly most: number }

/** Counts one more code sent on the day, unless that would exceed the limit. */
export async function countSend(tx: Tx, { kind, subject, most }: SendLimit, day: CivilDate): Promise<boolean> {
  const row = await tx
    .insertInto('sms_send_count')
    .values({ subject_kind: kind, subject, day, sends: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['subject_kind', 'subject', 'day'])
        .doUpdateSet((set) => ({ sends: set('sms_send_count.sends', '+', 1) }))
        .where('sms_send_count.sends', '<', most),
    )
    .returning('sends')
    .executeTakeFirst()
  return row !== undefined
}

/** Codes that the network had sent on the day. The row stays locked to the end of the transaction, so that requests at once are judged one by one. */
export async function lockedSends(tx: Tx, { address, day }: { address: Buffer; day: CivilDate }): Promise<number> {
  await tx
    .insertInto('sms_send_count')
    .values({ subject_kind: 'address', subject: address, day, sends: 0 })
    .onConflict((conflict) => conflict.columns(['subject_kind', 'subject', 'day']).doNothing())
    .execute()
  const row = await tx
    .selectFrom('sms_send_count')
    .select('sends')
    .where('subject_kind', '=', 'address')
    .where('subject', '=', address)
    .where('day', '=', day)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return row.sends
}

/** Wrong codes that strangers tried for a phone on the day. */
export async function strangersWrong(tx: Tx, { phone, day }: { phone: Buffer; day: CivilDate }): Promise<number> {
  const row = await tx
    .selectFrom('sms_wrong_count')
    .select('tries')
    .where('subject_kind', '=', 'stranger')
    .where('subject', '=', phone)
    .where('since', '=', instantAt(day, '00:00:00'))
    .executeTakeFirst()
  return row?.tries ?? 0
}

/** The first limit that wrong tries have reached; undefined while all leave room. */
export async function reachedLimit(tx: Tx, limits: readonly WrongLimit[]): Promise<WrongLimit | undefined> {
  for (const limit of limits) {
    const row = await tx
      .selectFrom('sms_wrong_count')
      .select('tries')
      .where('subject_kind', '=', limit.kind)
      .where('subject', '=', limit.subject)
      .where('since', '=', limit.since)
      .executeTakeFirst()
    if (row !== undefined && row.tries >= limit.most) return limit
  }
  return undefined
}

export async function countWrong(tx: Tx, limits: readonly WrongLimit[]): Promise<void> {
  for (const { kind, subject, since } of limits)
    await tx
      .insertInto('sms_wrong_count')
      .values({ subject_kind: kind, subject, since, tries: 1 })
      .onConflict((conflict) =>
        conflict.columns(['subject_kind', 'subject', 'since']).doUpdateSet({ tries: sql`sms_wrong_count.tries + 1` }),
      )
      .execute()
}

export async function forgetOldCounts(db: Db, firstDayKept: CivilDate): Promise<void> {
  await db.deleteFrom('sms_send_count').where('day', '<', firstDayKept).execute()
  await db.deleteFrom('sms_wrong_count').where('since', '<', instantAt(firstDayKept, '00:00:00')).execute()
}
