import type { CivilDate } from '@fyh/base/dates.ts'
import type { Db, Tx } from '#platform/deps.ts'

/** Other phones that the network had codes sent to on the day. */
export async function otherPhones(tx: Tx, { address, day, phone }: { address: Buffer; day: CivilDate; phone: Buffer }): Promise<number> {
  const row = await tx
    .selectFrom('sms_address_phone')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('address', '=', address)
    .where('day', '=', day)
    .where('phone', '<>', phone)
    .executeTakeFirstOrThrow()
  return row.count
}

export async function noteAddressPhone(tx: Tx, row: { address: Buffer; day: CivilDate; phone: Buffer }): Promise<void> {
  await tx
    .insertInto('sms_address_phone')
    .values(row)
    .onConflict((conflict) => conflict.columns(['address', 'day', 'phone']).doNothing())
    .execute()
}

export type CheckRow = { readonly checkId: string; readonly subject: Buffer; readonly challengeId: string; readonly expiresAt: Date }

export async function addCheck(db: Db, { checkId, subject, challengeId, expiresAt }: CheckRow): Promise<void> {
  await db
    .insertInto('sms_check')
    .values({ check_id: checkId, subject, challenge_id: challengeId, expires_at: expiresAt, used_at: null })
    .execute()
}

/** Uses a check up; undefined when it is none of the subject, too old, or used. Of two requests at once one gets it. */
export async function useCheck(
  db: Db,
  { checkId, subject, now }: { checkId: string; subject: Buffer; now: Date },
): Promise<string | undefined> {
  const row = await db
    .updateTable('sms_check')
    .set({ used_at: now })
    .where('check_id', '=', checkId)
    .where('subject', '=', subject)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('challenge_id')
    .executeTakeFirst()
  return row?.challenge_id
}

export async function forgetOldChecks(db: Db, { now, firstDayKept }: { now: Date; firstDayKept: CivilDate }): Promise<void> {
  await db.deleteFrom('sms_check').where('expires_at', '<', now).execute()
  await db.deleteFrom('sms_address_phone').where('day', '<', firstDayKept).execute()
}
