import type { CivilDate } from '@fyh/base/dates.ts'
import type { AgreementKey } from '@fyh/contract/agreement.ts'
import type { Language } from '@fyh/contract/errors.ts'
import { canonicalForm, sha256Of } from './canonical.ts'
import { type EditedText, readLibrary } from './library.ts'

// Read with the program, like its source: a broken text stops the start, not a borrower.
const library = readLibrary(new URL('./texts/', import.meta.url))

export function currentText(key: AgreementKey, language: Language, on: CivilDate): EditedText {
  return library.current(key, language, on)
}

export function textEdition(key: AgreementKey, version: string, language: Language): EditedText | undefined {
  return library.edition(key, version, language)
}

const hashes = new WeakMap<EditedText, string>()

/** The hash of an unfilled text, taken once. */
export function hashOf(text: EditedText): string {
  const known = hashes.get(text)
  if (known !== undefined) return known
  const sha256 = sha256Of(canonicalForm(text))
  hashes.set(text, sha256)
  return sha256
}
