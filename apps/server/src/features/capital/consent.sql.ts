import { type SharedItem, sharedItems, type sharingPurposes } from '@fyh/contract/capital-shapes.ts'
import { z } from 'zod'
import type { Db, Tx } from '#platform/deps.ts'

const itemsSchema = z.array(z.enum(sharedItems))

export type Consent = {
  readonly userId: number
  readonly consentId: number
  readonly lenderId: number
  readonly signedId: number
  readonly items: readonly SharedItem[]
  readonly givenAt: Date
  readonly withdrawnAt: Date | null
}
export type ConsentKey = Pick<Consent, 'userId' | 'consentId'>
type Way = { readonly address: string; readonly device: string; readonly channelCode: string }

/** Keeps a consent as it was given. The one before it to the same partner, under another text or for other data, ends with it. */
export async function keepConsent(
  tx: Tx,
  { userId, consentId, lenderId, signedId, items, givenAt, way }: Omit<Consent, 'withdrawnAt'> & { readonly way: Way },
): Promise<number> {
  const before = await consentInForce(tx, { userId, lenderId })
  if (before?.signedId === signedId) return before.consentId
  if (before !== undefined) await endConsent(tx, before, givenAt)
  await tx
    .insertInto('partner_consent')
    .values({
      user_id: userId,
      consent_id: consentId,
      lender_id: lenderId,
      purpose: 'partnerLoan',
      signed_id: signedId,
      items: [...items],
      given_at: givenAt,
      address: way.address,
      device: way.device,
      channel_code: way.channelCode,
    })
    .execute()
  return consentId
}

/** Withdraws a consent; the moment of the first withdrawal stays. */
export async function endConsent(tx: Tx, { userId, consentId }: ConsentKey, at: Date): Promise<void> {
  await tx
    .updateTable('partner_consent')
    .set({ withdrawn_at: at })
    .where('user_id', '=', userId)
    .where('consent_id', '=', consentId)
    .where('withdrawn_at', 'is', null)
    .execute()
}

export async function consentInForce(
  tx: Db | Tx,
  { userId, lenderId }: Pick<Consent, 'userId' | 'lenderId'>,
): Promise<Consent | undefined> {
  const row = await tx
    .selectFrom('partner_consent')
    .selectAll()
    .where('user_id', '=', userId)
    .where('lender_id', '=', lenderId)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  return row && read(row)
}

export async function findConsent(tx: Db | Tx, { userId, consentId }: ConsentKey, lock?: 'update'): Promise<Consent | undefined> {
  const row = await tx
    .selectFrom('partner_consent')
    .selectAll()
    .where('user_id', '=', userId)
    .where('consent_id', '=', consentId)
    .$if(lock === 'update', (query) => query.forUpdate())
    .executeTakeFirst()
  return row && read(row)
}

/** Every consent of a borrower to partners, the newest first. */
export async function consentsOf(db: Db, userId: number): Promise<Consent[]> {
  const rows = await db
    .selectFrom('partner_consent')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('given_at', 'desc')
    .orderBy('consent_id', 'desc')
    .limit(200)
    .execute()
  return rows.map(read)
}

type Sent = { readonly item: SharedItem; readonly purpose: (typeof sharingPurposes)[number] }
type Sending = { readonly userId: number; readonly lenderId: number; readonly applicationId: number; readonly consentId: number }

/** Records what is about to leave for a partner, item by item. */
export async function keepSent(tx: Tx, { ids, at }: { ids: () => number; at: Date }, to: Sending, sent: readonly Sent[]): Promise<void> {
  if (sent.length === 0) return
  await tx
    .insertInto('partner_sent')
    .values(
      sent.map(({ item, purpose }) => ({
        user_id: to.userId,
        sent_id: ids(),
        lender_id: to.lenderId,
        application_id: to.applicationId,
        consent_id: to.consentId,
        item,
        purpose,
        sent_at: at,
      })),
    )
    .execute()
}

export function sentTo(db: Db | Tx, userId: number) {
  return db
    .selectFrom('partner_sent')
    .select(['lender_id', 'item', 'purpose', 'sent_at'])
    .where('user_id', '=', userId)
    .orderBy('sent_at', 'desc')
    .orderBy('sent_id', 'desc')
    .limit(500)
    .execute()
}

type Row = {
  user_id: number
  consent_id: number
  lender_id: number
  signed_id: number
  items: string[]
  given_at: Date
  withdrawn_at: Date | null
}

const read = (row: Row): Consent => ({
  userId: row.user_id,
  consentId: row.consent_id,
  lenderId: row.lender_id,
  signedId: row.signed_id,
  items: itemsSchema.parse(row.items),
  givenAt: row.given_at,
  withdrawnAt: row.withdrawn_at,
})
