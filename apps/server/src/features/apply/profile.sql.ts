import type { Place } from '#platform/crypto.ts'
import type { Db, Deps, Tx } from '#platform/deps.ts'

type Sealing = Pick<Deps, 'seal'>
export type StoredProfile = { draft: string | undefined; savedAt: Date | null; handedIn: string | undefined; handIn: number }

/** The profile's two states as JSON text: what was typed so far, and what was handed in last. */
export async function storedProfile(tx: Tx | Db, { seal }: Sealing, userId: number): Promise<StoredProfile> {
  const row = await tx.selectFrom('applicant_profile').selectAll().where('user_id', '=', userId).executeTakeFirst()
  return {
    draft: row?.draft_sealed == null ? undefined : seal.openText(row.draft_sealed, place('draft', userId)),
    savedAt: row?.saved_at ?? null,
    handedIn: row?.handed_in_sealed == null ? undefined : seal.openText(row.handed_in_sealed, place('handed_in', userId)),
    handIn: row?.hand_in ?? 0,
  }
}

export async function saveDraft(
  tx: Tx | Db,
  { seal }: Sealing,
  { userId, draft, at }: { userId: number; draft: string; at: Date },
): Promise<void> {
  const values = { draft_sealed: seal.text(draft, place('draft', userId)), saved_at: at }
  await tx
    .insertInto('applicant_profile')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
}

/** Hands the profile in anew; it stays as the draft of the next time. */
export async function saveHandIn(
  tx: Tx,
  { seal }: Sealing,
  { userId, profile, at }: { userId: number; profile: string; at: Date },
): Promise<void> {
  const values = {
    draft_sealed: seal.text(profile, place('draft', userId)),
    saved_at: at,
    handed_in_sealed: seal.text(profile, place('handed_in', userId)),
    handed_in_at: at,
  }
  await tx
    .insertInto('applicant_profile')
    .values({ user_id: userId, ...values, hand_in: 1 })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((set) => ({ ...values, hand_in: set('applicant_profile.hand_in', '+', 1) })),
    )
    .execute()
}

/** One hand-in or application of a borrower at a time: the others wait here, and then see what it did. */
export async function lockProfile(tx: Tx, userId: number): Promise<void> {
  await tx.selectFrom('applicant_profile').select('user_id').where('user_id', '=', userId).forUpdate().executeTakeFirst()
}

const place = (column: string, userId: number): Place => ({ table: 'applicant_profile', column, row: userId })
