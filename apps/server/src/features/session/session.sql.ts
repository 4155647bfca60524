import type { Language } from '@fyh/contract/errors.ts'
import { type ProductType, productTypes } from '@fyh/contract/options.ts'
import { z } from 'zod'
import type { Db, Tx } from '#platform/deps.ts'
import { lockFormer } from '#platform/keys/lock-former.ts'

export async function isBlocked(db: Db | Tx, phoneIndexes: readonly Buffer[]): Promise<boolean> {
  const row = await db.selectFrom('blocked_phone').select('reason').where('phone_index', 'in', phoneIndexes).executeTakeFirst()
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
  borrower: { userId: number; mobileSealed: Buffer; channelCode: string; firstChannelCode: string; registeredAt: Date } & Addressing,
): Promise<void> {
  await tx
    .insertInto('borrower')
    .values({
      user_id: borrower.userId,
      mobile_sealed: borrower.mobileSealed,
      channel_code: borrower.channelCode,
      first_channel_code: borrower.firstChannelCode,
      registered_at: borrower.registeredAt,
      language: borrower.language,
      brand: borrower.brand,
    })
    .execute()
}

/** The language and the brand that messages to a borrower are written in. */
export type Addressing = { readonly language: Language; readonly brand: ProductType }

export async function writeAddressing(tx: Tx, userId: number, change: Partial<Addressing>): Promise<void> {
  await tx.updateTable('borrower').set(change).where('user_id', '=', userId).execute()
}

export async function addressingOf(db: Db | Tx, userId: number): Promise<Addressing> {
  const row = await db.selectFrom('borrower').select(['language', 'brand']).where('user_id', '=', userId).executeTakeFirstOrThrow()
  return addressing.parse(row)
}

const addressing = z.object({ language: z.enum(['zh-cn', 'en-us']), brand: z.enum(productTypes) })

/** Business time. */
export async function registeredAt(db: Db | Tx, userId: number): Promise<Date> {
  const row = await db.selectFrom('borrower').select('registered_at').where('user_id', '=', userId).executeTakeFirstOrThrow()
  return row.registered_at
}

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
export async function endSessionsOf(db: Db | Tx, userId: number, which: { only: string } | { allBut: string }): Promise<void> {
  const own = db.deleteFrom('login_session').where('user_id', '=', userId)
  await ('only' in which ? own.where('session_id', '=', which.only) : own.where('session_id', '<>', which.allBut)).execute()
}

export async function forgetOldSessions(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('login_session').where('expires_at', '<', now).execute()
}

const addressesMax = 200

/** Addresses from which the owner of a phone is logged in. */
export async function loginAddresses(
  db: Db | Tx,
  { phoneIndexes, now }: { phoneIndexes: readonly Buffer[]; now: Date },
): Promise<string[]> {
  const rows = await db
    .selectFrom('borrower_phone')
    .innerJoin('login_session', 'login_session.user_id', 'borrower_phone.user_id')
    .select('login_session.address')
    .distinct()
    .where('borrower_phone.phone_index', 'in', phoneIndexes)
    .where('login_session.expires_at', '>', now)
    .limit(addressesMax)
    .execute()
  return rows.map(({ address }) => address)
}
