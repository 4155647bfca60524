import type { ErrorCode, ErrorValues, Language } from '@fyh/contract/errors.ts'

export type Detail = Readonly<Record<string, unknown>>

/** The values that fill the text of a refusal, or under `words` those of each language; none where the text has no placeholder. */
type DetailOf<Code extends ErrorCode> = keyof ErrorValues<Code> extends never
  ? [detail?: Detail]
  : [detail: Detail & (ErrorValues<Code> | { readonly words: Readonly<Record<Language, ErrorValues<Code>>> })]

/** What a user or a vendor is refused, with the reason by its code. Bugs are assertions instead. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: ErrorCode
  readonly detail: Detail

  constructor(code: ErrorCode, detail: Detail) {
    super(code)
    this.code = code
    this.detail = detail
  }
}

/** Ends the request with a refusal; `detail` fills its text and goes to the screen, so it never holds a secret. */
export function fail<Code extends ErrorCode>(code: Code, ...[detail = {}]: DetailOf<Code>): never {
  throw new Refusal(code, detail)
}
