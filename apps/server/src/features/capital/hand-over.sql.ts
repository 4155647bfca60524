import type { Db, Tx } from '#platform/deps.ts'

export type HandOver = {
  readonly reference: string
  readonly userId: number
  readonly applicationId: number
  readonly lenderId: number
  /** Machine time. */
  readonly expiresAt: Date
  readonly usedAt: Date | null
  readonly returnedAt: Date | null
}

export async function insertHandOver(tx: Tx, made: Omit<HandOver, 'usedAt' | 'returnedAt'>): Promise<void> {
  await tx
    .insertInto('partner_hand_over')
    .values({
      reference: made.reference,
      user_id: made.userId,
      application_id: made.applicationId,
      lender_id: made.lenderId,
      expires_at: made.expiresAt,
    })
    .execute()
}

export async function findHandOver(tx: Db | Tx, reference: string): Promise<HandOver | undefined> {
  const row = await tx.selectFrom('partner_hand_over').selectAll().where('reference', '=', reference).executeTakeFirst()
  return (
    row && {
      reference: row.reference,
      userId: row.user_id,
      applicationId: row.application_id,
      lenderId: row.lender_id,
      expiresAt: row.expires_at,
      usedAt: row.used_at,
      returnedAt: row.returned_at,
    }
  )
}

/** False when it was used before: of two that come at once, one gets it. */
export async function markUsed(tx: Tx, { reference, at }: { reference: string; at: Date }): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('partner_hand_over')
    .set({ used_at: at })
    .where('reference', '=', reference)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function markReturned(tx: Tx, { reference, at }: { reference: string; at: Date }): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('partner_hand_over')
    .set({ returned_at: at })
    .where('reference', '=', reference)
    .where('returned_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** References that have long expired. */
export async function forgetHandOvers(db: Db, expiredBefore: Date): Promise<void> {
  await db.deleteFrom('partner_hand_over').where('expires_at', '<', expiredBefore).execute()
}
