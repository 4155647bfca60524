import type { ErrorCode } from '@fyh/contract/errors.ts'

export type Detail = Readonly<Record<string, unknown>>

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

/** Ends the request with a refusal; `detail` fills the words of the code and goes to the screen, so it never holds a secret. */
export function fail(code: ErrorCode, detail: Detail = {}): never {
  throw new Refusal(code, detail)
}
