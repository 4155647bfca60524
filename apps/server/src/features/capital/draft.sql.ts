import { formValues } from '@fyh/contract/capital-shapes.ts'
import type { Place } from '#platform/crypto.ts'
import type { Db, Deps, Tx } from '#platform/deps.ts'
import type { ApplicationKey } from './application.sql.ts'

type Sealing = Pick<Deps, 'seal'>
type Values = Readonly<Record<string, string>>

/** The form of an application as typed so far; without values before anything was saved. */
export async function draftOf(
  tx: Db | Tx,
  { seal }: Sealing,
  { userId, applicationId }: ApplicationKey,
): Promise<{ values: Record<string, string>; savedAt: Date | null }> {
  const row = await tx
    .selectFrom('partner_application')
    .select(['draft_sealed', 'saved_at'])
    .where('user_id', '=', userId)
    .where('application_id', '=', applicationId)
    .executeTakeFirst()
  if (row?.draft_sealed == null) return { values: {}, savedAt: null }
  return { values: formValues.parse(JSON.parse(seal.openText(row.draft_sealed, place(applicationId)))), savedAt: row.saved_at }
}

export async function saveDraft(
  tx: Db | Tx,
  { seal }: Sealing,
  { userId, applicationId, values, at }: ApplicationKey & { readonly values: Values; readonly at: Date },
): Promise<void> {
  await tx
    .updateTable('partner_application')
    .set({ draft_sealed: seal.text(JSON.stringify(values), place(applicationId)), saved_at: at })
    .where('user_id', '=', userId)
    .where('application_id', '=', applicationId)
    .execute()
}

const place = (applicationId: number): Place => ({ table: 'partner_application', column: 'draft', row: applicationId })
