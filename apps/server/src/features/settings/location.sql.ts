import type { Db, Tx } from '#platform/deps.ts'

/** When the consent in force was given; undefined without one. */
export async function locationGivenAt(db: Db | Tx, userId: number): Promise<Date | undefined> {
  const row = await db
    .selectFrom('location_consent')
    .select('given_at')
    .where('user_id', '=', userId)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  return row?.given_at
}

export const hasLocationConsent = async (db: Db | Tx, userId: number): Promise<boolean> => (await locationGivenAt(db, userId)) !== undefined

/** Records the consent; one that is in force stays as it is. Returns when it was given. */
export async function giveLocation(tx: Tx, userId: number, at: Date): Promise<Date> {
  await tx
    .insertInto('location_consent')
    .values({ user_id: userId, given_at: at, withdrawn_at: null })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ given_at: at, withdrawn_at: null }).where('location_consent.withdrawn_at', 'is not', null),
    )
    .execute()
  return (await locationGivenAt(tx, userId)) ?? at
}

export async function withdrawLocation(db: Db, userId: number, at: Date): Promise<void> {
  await db
    .updateTable('location_consent')
    .set({ withdrawn_at: at })
    .where('user_id', '=', userId)
    .where('withdrawn_at', 'is', null)
    .execute()
}
