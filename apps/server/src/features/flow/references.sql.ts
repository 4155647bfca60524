import { sql } from 'kysely'
import type { Db, Tx } from '#platform/deps.ts'

export type Reference = {
  readonly referMark: Buffer
  readonly channelCode: string
  /** Null once the reference has been used. */
  readonly mobileSealed: Buffer | null
  readonly returnUrl: string | null
  readonly expiresAt: Date
  readonly usedAt: Date | null
  readonly deviceMark: Buffer | null
  readonly answerSealed: Buffer | null
}

type NewReference = Pick<Reference, 'referMark' | 'channelCode' | 'returnUrl' | 'expiresAt'> & { readonly mobileSealed: Buffer }

export async function addReference(db: Db, added: NewReference): Promise<void> {
  await db
    .insertInto('union_login')
    .values({
      refer_mark: added.referMark,
      channel_code: added.channelCode,
      mobile_sealed: added.mobileSealed,
      return_url: added.returnUrl,
      expires_at: added.expiresAt,
    })
    .execute()
}

/** The reference, locked until the transaction ends; undefined for one that was never made or is forgotten. */
export async function lockReference(tx: Tx, referMarks: readonly Buffer[]): Promise<Reference | undefined> {
  return tx
    .selectFrom('union_login')
    .select([
      'refer_mark as referMark',
      'channel_code as channelCode',
      'mobile_sealed as mobileSealed',
      'return_url as returnUrl',
      'expires_at as expiresAt',
      'used_at as usedAt',
      'device_mark as deviceMark',
      'answer_sealed as answerSealed',
    ])
    .where('refer_mark', 'in', referMarks)
    .forUpdate()
    .executeTakeFirst()
}

type Use = { readonly referMark: Buffer; readonly usedAt: Date; readonly deviceMark: Buffer; readonly answerSealed: Buffer }

export async function useReference(tx: Tx, { referMark, usedAt, deviceMark, answerSealed }: Use): Promise<void> {
  await tx
    .updateTable('union_login')
    .set({ used_at: usedAt, device_mark: deviceMark, answer_sealed: answerSealed, mobile_sealed: null })
    .where('refer_mark', '=', referMark)
    .execute()
}

/** Counts a call and returns how many there were in this minute. */
export async function countCall(db: Db, { subjectMark, minute }: { subjectMark: Buffer; minute: Date }): Promise<number> {
  const { calls } = await db
    .insertInto('union_login_count')
    .values({ subject_mark: subjectMark, minute, calls: 1 })
    .onConflict((conflict) => conflict.columns(['subject_mark', 'minute']).doUpdateSet({ calls: sql<number>`union_login_count.calls + 1` }))
    .returning('calls')
    .executeTakeFirstOrThrow()
  return calls
}

/** Clears the answers of references used before a moment, so that they cannot be fetched again. */
export async function clearAnswers(db: Db, usedBefore: Date): Promise<void> {
  await db
    .updateTable('union_login')
    .set({ answer_sealed: null, device_mark: null })
    .where('used_at', '<', usedBefore)
    .where('answer_sealed', 'is not', null)
    .execute()
}

export async function forgetReferences(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('union_login').where('expires_at', '<', before).execute()
  await db.deleteFrom('union_login_count').where('minute', '<', before).execute()
}
