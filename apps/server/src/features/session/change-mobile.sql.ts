import type { Db, Tx } from '#platform/deps.ts'

/** The sealed phone of a borrower, whose row stays locked to the end of the transaction. */
export async function lockedMobile(tx: Tx, userId: number): Promise<Buffer> {
  const row = await tx.selectFrom('borrower').select('mobile_sealed').where('user_id', '=', userId).forUpdate().executeTakeFirstOrThrow()
  return row.mobile_sealed
}

/** Gives the borrower's phone back, in the transaction that takes another. */
export async function freePhone(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('borrower_phone').where('user_id', '=', userId).execute()
}

export async function writeMobile(tx: Tx, userId: number, mobileSealed: Buffer): Promise<void> {
  await tx.updateTable('borrower').set({ mobile_sealed: mobileSealed }).where('user_id', '=', userId).execute()
}

type PhoneChange = { readonly userId: number; readonly changeId: number; readonly oldMobileSealed: Buffer; readonly changedAt: Date }

export async function addPhoneChange(tx: Tx, { userId, changeId, oldMobileSealed, changedAt }: PhoneChange): Promise<void> {
  await tx
    .insertInto('phone_change')
    .values({ user_id: userId, change_id: changeId, old_mobile_sealed: oldMobileSealed, changed_at: changedAt })
    .execute()
}

/** The sealed former phone of a change. */
export async function phoneChangeOf(db: Db, { userId, changeId }: { userId: number; changeId: number }): Promise<Buffer> {
  const row = await db
    .selectFrom('phone_change')
    .select('old_mobile_sealed')
    .where('user_id', '=', userId)
    .where('change_id', '=', changeId)
    .executeTakeFirstOrThrow()
  return row.old_mobile_sealed
}
