import type { CivilDate } from '@fyh/base/dates.ts'
import type { Db, Tx } from '#platform/deps.ts'
import type { LenderType } from './lender.ts'
import { type Edition, type Published, publishedOf, recordIdOf } from './published-files.ts'

export type EditionKey = { readonly kind: Edition['kind']; readonly recordId: number; readonly edition: number }

/** Every edition that came into force by a day; all of them without one. */
export async function editionsBy(db: Db | Tx, on?: CivilDate): Promise<Published[]> {
  const rows = await db
    .selectFrom('published_edition')
    .select(['kind', 'record_id', 'edition', 'content', 'sha256'])
    .$if(on !== undefined, (query) => query.where('in_force_from', '<=', on ?? ''))
    .orderBy('kind')
    .orderBy('record_id')
    .orderBy('edition')
    .execute()
  return rows.map(read)
}

export async function findEdition(db: Db | Tx, { kind, recordId, edition }: EditionKey): Promise<Published | undefined> {
  const row = await db
    .selectFrom('published_edition')
    .select(['kind', 'record_id', 'edition', 'content', 'sha256'])
    .where('kind', '=', kind)
    .where('record_id', '=', recordId)
    .where('edition', '=', edition)
    .executeTakeFirst()
  return row && read(row)
}

/** Adds an edition unless it is there; of nodes that start at once, the first one's row stays. */
export async function insertEdition(tx: Tx, one: Published & { lenderType: LenderType | null }, at: Date): Promise<void> {
  const { edition, content, sha256, lenderType } = one
  await tx
    .insertInto('published_edition')
    .values({
      kind: edition.kind,
      record_id: recordIdOf(edition),
      edition: edition.edition,
      lender_type: lenderType,
      in_force_from: edition.inForceFrom,
      source: edition.source,
      content: JSON.stringify(content),
      sha256,
      published_at: at,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'record_id', 'edition']).doNothing())
    .execute()
}

type Row = { kind: string; record_id: number; edition: number; content: unknown; sha256: string }

/** Content with the same digest is the same, so it is checked once and not at every request. */
const parsed = new Map<string, Published>()

function read({ kind, record_id, edition, content, sha256 }: Row): Published {
  const known = parsed.get(sha256)
  if (known !== undefined) return known
  const one = publishedOf(content, `edition ${edition} of ${kind} ${record_id}`)
  parsed.set(sha256, one)
  return one
}
