import { type CivilDate, instantAt } from '@fyh/base/dates.ts'
import type { Language } from '@fyh/contract/errors.ts'
import { type ProductType, productTypes } from '@fyh/contract/options.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '#platform/deps.ts'
import { lockFormer } from '#platform/keys/lock-former.ts'

export type CodePurpose = 'login' | 'withdraw' | 'repay'
type CodeOf = { readonly phoneIndex: Buffer; readonly purpose: CodePurpose }

export async function isBlocked(db: Db | Tx, phoneIndexes: readonly Buffer[]): Promise<boolean> {
  const row = await db.selectFrom('blocked_phone').select('reason').where('phone_index', 'in', phoneIndexes).executeTakeFirst()
  return row !== undefined
}

/** When another code may be asked for, if that is still ahead. */
export async function waitUntil(db: Db | Tx, { phoneIndex, purpose }: CodeOf): Promise<Date | undefined> {
  const row = await db
    .selectFrom('sms_code')
    .select('wait_until')
    .where('phone_index', '=', phoneIndex)
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  return row?.wait_until
}

/** Puts a new code in force, unless the wait of the former one is not over; of two at once the second finds the first's wait. */
export async function replaceCode(
  tx: Tx,
  code: CodeOf & { readonly codeHash: Buffer; readonly sentAt: Date; readonly expiresAt: Date; readonly waitUntil: Date },
): Promise<boolean> {
  const fresh = {
    code_hash: code.codeHash,
    sent_at: code.sentAt,
    expires_at: code.expiresAt,
    wait_until: code.waitUntil,
    wrong_tries: 0,
    used_at: null,
  }
  const row = await tx
    .insertInto('sms_code')
    .values({ phone_index: code.phoneIndex, purpose: code.purpose, ...fresh })
    .onConflict((conflict) =>
      conflict.columns(['phone_index', 'purpose']).doUpdateSet(fresh).where('sms_code.wait_until', '<=', code.sentAt),
    )
    .returning('purpose')
    .executeTakeFirst()
  return row !== undefined
}

export async function endWait(db: Db, { phoneIndex, purpose }: CodeOf, at: Date): Promise<void> {
  await db.updateTable('sms_code').set({ wait_until: at }).where('phone_index', '=', phoneIndex).where('purpose', '=', purpose).execute()
}

/** One try at a code in one statement, so that tries at once are counted one by one. Undefined when no code is in force. */
export async function tryCode(
  apart: Tx,
  { phoneIndex, purpose, codeHash, now, triesMax }: CodeOf & { codeHash: Buffer; now: Date; triesMax: number },
): Promise<{ right: boolean; wrongTries: number } | undefined> {
  const { rows } = await sql<{ right: boolean; wrongTries: number }>`
    update sms_code
    set wrong_tries = wrong_tries + case when code_hash = ${codeHash} then 0 else 1 end
    where phone_index = ${phoneIndex} and purpose = ${purpose}
      and used_at is null and expires_at > ${now} and wrong_tries < ${triesMax}
    returning code_hash = ${codeHash} as "right", wrong_tries as "wrongTries"`.execute(apart)
  return rows[0]
}

/** Uses the code up; false when somebody else just did. */
export async function useCode(tx: Tx, { phoneIndex, purpose, codeHash, now }: CodeOf & { codeHash: Buffer; now: Date }): Promise<boolean> {
  const row = await tx
    .updateTable('sms_code')
    .set({ used_at: now })
    .where('phone_index', '=', phoneIndex)
    .where('purpose', '=', purpose)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .returning('purpose')
    .executeTakeFirst()
  return row !== undefined
}

export async function borrowerByPhone(tx: Tx, phoneIndexes: readonly Buffer[]): Promise<number | undefined> {
  const row = await tx.selectFrom('borrower_phone').select('user_id').where('phone_index', 'in', phoneIndexes).executeTakeFirst()
  return row?.user_id
}

/** False when the phone has a borrower already, also one whose registration has only just been committed. */
export async function takePhone(tx: Tx, phoneIndexes: readonly [Buffer, ...Buffer[]], userId: number): Promise<boolean> {
  if (await lockFormer(tx, phoneIndexes)) if ((await borrowerByPhone(tx, phoneIndexes)) !== undefined) return false
  const row = await tx
    .insertInto('borrower_phone')
    .values({ phone_index: phoneIndexes[0], user_id: userId })
    .onConflict((conflict) => conflict.column('phone_index').doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function addBorrower(
  tx: Tx,
  borrower: { userId: number; mobileSealed: Buffer; channelCode: string; registeredAt: Date } & Addressing,
): Promise<void> {
  await tx
    .insertInto('borrower')
    .values({
      user_id: borrower.userId,
      mobile_sealed: borrower.mobileSealed,
      channel_code: borrower.channelCode,
      registered_at: borrower.registeredAt,
      language: borrower.language,
      brand: borrower.brand,
    })
    .execute()
}

/** The language and the brand that messages to a borrower are written in. */
export type Addressing = { readonly language: Language; readonly brand: ProductType }

export async function writeAddressing(tx: Tx, userId: number, { language, brand }: Addressing): Promise<void> {
  await tx.updateTable('borrower').set({ language, brand }).where('user_id', '=', userId).execute()
}

export async function addressingOf(db: Db | Tx, userId: number): Promise<Addressing> {
  const row = await db.selectFrom('borrower').select(['language', 'brand']).where('user_id', '=', userId).executeTakeFirstOrThrow()
  return addressing.parse(row)
}

const addressing = z.object({ language: z.enum(['zh-cn', 'en-us']), brand: z.enum(productTypes) })

export async function sealedMobile(db: Db | Tx, userId: number): Promise<Buffer> {
  const row = await db.selectFrom('borrower').select('mobile_sealed').where('user_id', '=', userId).executeTakeFirstOrThrow()
  return row.mobile_sealed
}

export async function addSession(
  tx: Tx,
  session: {
    tokenHash: Buffer
    userId: number
    sessionId: string
    address: string
    device: string
    language: Language
    startedAt: Date
    expiresAt: Date
  },
): Promise<void> {
  await tx
    .insertInto('login_session')
    .values({
      token_hash: session.tokenHash,
      user_id: session.userId,
      session_id: session.sessionId,
      address: session.address,
      device: session.device,
      language: session.language,
      started_at: session.startedAt,
      expires_at: session.expiresAt,
    })
    .execute()
}

export async function liveSession(
  db: Db,
  tokenHash: Buffer,
  now: Date,
): Promise<{ userId: number; sessionId: string; language: string; expiresAt: Date } | undefined> {
  const row = await db
    .selectFrom('login_session')
    .select(['user_id', 'session_id', 'language', 'expires_at'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row && { userId: row.user_id, sessionId: row.session_id, language: row.language, expiresAt: row.expires_at }
}

/** Both rows in one statement, so that a session never has a language that its borrower did not get. */
export async function changeLanguage(
  db: Db,
  { userId, sessionId }: { userId: number; sessionId: string },
  language: Language,
): Promise<void> {
  await db
    .with('changed', (within) =>
      within.updateTable('login_session').set({ language }).where('session_id', '=', sessionId).returning('user_id'),
    )
    .updateTable('borrower')
    .set({ language })
    .where('user_id', '=', userId)
    .execute()
}

export async function prolongSession(db: Db, sessionId: string, expiresAt: Date): Promise<void> {
  await db.updateTable('login_session').set({ expires_at: expiresAt }).where('session_id', '=', sessionId).execute()
}

export async function endSession(db: Db, sessionId: string): Promise<void> {
  await db.deleteFrom('login_session').where('session_id', '=', sessionId).execute()
}

export type SessionRow = { sessionId: string; device: string; address: string; startedAt: Date; expiresAt: Date }

/** The live sessions of a borrower, the last used first. */
export async function sessionsOf(db: Db, { userId, now, most }: { userId: number; now: Date; most: number }): Promise<SessionRow[]> {
  return db
    .selectFrom('login_session')
    .select(['session_id as sessionId', 'device', 'address', 'started_at as startedAt', 'expires_at as expiresAt'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('expires_at', 'desc')
    .orderBy('session_id')
    .limit(most)
    .execute()
}

/** Ends a session of this borrower, or all but one. */
export async function endSessionsOf(db: Db, userId: number, which: { only: string } | { allBut: string }): Promise<void> {
  const own = db.deleteFrom('login_session').where('user_id', '=', userId)
  await ('only' in which ? own.where('session_id', '=', which.only) : own.where('session_id', '<>', which.allBut)).execute()
}

export async function forgetOld(db: Db, { now, firstDayKept }: { now: Date; firstDayKept: CivilDate }): Promise<void> {
  await db.deleteFrom('login_session').where('expires_at', '<', now).execute()
  await db.deleteFrom('sms_code').where('expires_at', '<', now).where('wait_until', '<', now).execute()
  await db.deleteFrom('sms_send_count').where('day', '<', firstDayKept).execute()
  await db.deleteFrom('sms_wrong_count').where('since', '<', instantAt(firstDayKept, '00:00:00')).execute()
}
