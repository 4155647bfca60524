import { today } from '@fyh/base/dates.ts'
import type { AgreementKey } from '@fyh/contract/agreement.ts'
import type { Language } from '@fyh/contract/errors.ts'
import type { Db, Deps, Tx } from '#platform/deps.ts'
import { signedItem } from './agreement.handlers.ts'
import { signedRows, tieToLoan } from './agreement.sql.ts'
import { type AgreementText, canonicalForm, sha256Of } from './canonical.ts'
import { currentText } from './current-texts.ts'
import { fillText, type LoanFigures } from './filled-text.ts'

export { agreementHandlers } from './agreement.handlers.ts'
export type { AgreementText } from './canonical.ts'
export type { LoanFigures } from './filled-text.ts'
export { hasAgreed, requireAgreed, requireInForce } from './require-agreed.ts'
export { type Sharing, sharingText } from './sharing-text.ts'

export type HashedText = AgreementText & { sha256: string }

/** The text in force today, filled with a loan's figures where it names any, with the hash that is signed. The same input always gives the same. */
export function filledText(deps: Pick<Deps, 'clock'>, key: AgreementKey, language: Language, figures: LoanFigures): HashedText {
  const { inForceFrom: _, ...text } = fillText(currentText(key, language, today(deps.clock)), figures)
  return { ...text, sha256: sha256Of(canonicalForm(text)) }
}

/** Ties what was signed for a quote to the loan made of it. */
export function tieSignedToLoan(tx: Tx, tie: { userId: number; quoteId: number; loanId: number }): Promise<void> {
  return tieToLoan(tx, tie)
}

/**
 * The texts that a loan stands on, by the hashes its quote names, in the order of signing. What was signed before the loan was submitted
 * again on other terms is left out. A text without figures is signed again in the same words: its newest signature stands for it.
 */
export async function signedTextsOf(
  db: Db | Tx,
  { userId, loanId, hashes }: { userId: number; loanId: number; hashes: readonly string[] },
) {
  const rows = await signedRows(db, userId)
    .where('loan_signed_text.loan_id', '=', loanId)
    .where('signed_text.sha256', 'in', ['', ...hashes])
    .execute()
  const newest = new Map(rows.toReversed().map((row) => [row.text_key, row]))
  return rows
    .filter((row) => newest.get(row.text_key) === row)
    .map(signedItem)
    .toReversed()
}

/** Which text a signature is of. */
export async function signedTextNamed(db: Db | Tx, { userId, signedId }: { userId: number; signedId: number }) {
  const row = await signedRows(db, userId).where('signed_text.signed_id', '=', signedId).executeTakeFirstOrThrow()
  const { key, version, sha256, title } = signedItem(row)
  return { key, version, sha256, title }
}
