import type { AgreementScene } from '@fyh/contract/agreement.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/deps.ts'
import { type AgreementText, canonicalForm, sha256Of } from './canonical.ts'

export type Signing = {
  userId: number
  signedId: number
  scene: AgreementScene
  text: AgreementText
  quoteId: number | null
  signedAt: Date
  address: string
  device: string
}

/** Adds a signed text, or finds the row of the same text signed before in the same place. Returns the row's id. */
export async function addSigned(tx: Tx, { userId, signedId, scene, text, quoteId, signedAt, address, device }: Signing): Promise<number> {
  const body = canonicalForm(text)
  const sha256 = sha256Of(body)
  const added = await tx
    .insertInto('signed_text')
    .values({
      user_id: userId,
      signed_id: signedId,
      scene,
      text_key: text.key,
      text_version: text.version,
      text_language: text.language,
      title: text.title,
      body,
      sha256,
      quote_id: quoteId,
      signed_at: signedAt,
      address,
      device,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'quote_id', 'text_key', 'sha256']).doNothing())
    .returning('signed_id')
    .executeTakeFirst()
  if (added !== undefined) return added.signed_id
  const before = await tx
    .selectFrom('signed_text')
    .select('signed_id')
    .where('user_id', '=', userId)
    .where('quote_id', 'is not distinct from', quoteId)
    .where('text_key', '=', text.key)
    .where('sha256', '=', sha256)
    .executeTakeFirstOrThrow()
  return before.signed_id
}

export async function tieToLoan(tx: Tx, { userId, quoteId, loanId }: { userId: number; quoteId: number; loanId: number }): Promise<void> {
  await tx
    .insertInto('loan_signed_text')
    .columns(['user_id', 'loan_id', 'signed_id'])
    .expression((build) =>
      build
        .selectFrom('signed_text')
        .select(({ val }) => ['user_id', val(loanId).as('loan_id'), 'signed_id'])
        .where('user_id', '=', userId)
        .where('quote_id', '=', quoteId),
    )
    .onConflict((conflict) => conflict.columns(['user_id', 'signed_id']).doNothing())
    .execute()
}

/** Signed texts of a borrower, newest first. */
export function signedRows(db: Db | Tx, userId: number) {
  return db
    .selectFrom('signed_text')
    .leftJoin('loan_signed_text', (join) =>
      join.onRef('loan_signed_text.user_id', '=', 'signed_text.user_id').onRef('loan_signed_text.signed_id', '=', 'signed_text.signed_id'),
    )
    .select([
      'signed_text.signed_id',
      'signed_text.text_key',
      'signed_text.text_version',
      'signed_text.title',
      'signed_text.sha256',
      'signed_text.signed_at',
      'loan_signed_text.loan_id',
    ])
    .where('signed_text.user_id', '=', userId)
    .orderBy('signed_text.signed_at', 'desc')
    .orderBy('signed_text.signed_id', 'desc')
}

/** Signed texts of a borrower, the newest first, after the one of the given id. */
export function signedRowsAfter(db: Db, { userId, after }: { userId: number; after: number | undefined }) {
  const rows = signedRows(db, userId)
  if (after === undefined) return rows
  return rows.where(
    sql<boolean>`(signed_text.signed_at, signed_text.signed_id) <
      (select a.signed_at, a.signed_id from signed_text a where a.user_id = ${userId} and a.signed_id = ${after})`,
  )
}

/** The versions of texts that a borrower has signed in a scene, as `key version`. */
export async function signedVersions(tx: Tx, userId: number, scene: AgreementScene): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('signed_text')
    .select(['text_key', 'text_version'])
    .where('user_id', '=', userId)
    .where('scene', '=', scene)
    .execute()
  return new Set(rows.map(({ text_key, text_version }) => `${text_key} ${text_version}`))
}
