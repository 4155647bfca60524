export type EngineErrorCode =
  | 'PRINCIPAL_OUT_OF_RANGE'
  | 'RATE_OUT_OF_RANGE'
  | 'RATE_OVER_CAP'
  | 'PERIODS_OUT_OF_RANGE'
  | 'GRACE_OUT_OF_RANGE'
  | 'DUE_DAY_INVALID'
  | 'FEE_OUT_OF_RANGE'
  | 'DATE_OUT_OF_RANGE'
  | 'DATE_BEFORE_PAY_OUT'
  | 'AMOUNT_NOT_POSITIVE'
  | 'AMOUNT_OUT_OF_RANGE'
  | 'ALLOCATION_ORDER_INVALID'
  | 'PENALTY_RULE_INVALID'
  | 'CHARGE_UNKNOWN'
  | 'EVENT_NOT_POSSIBLE'
  | 'CASH_FLOWS_WITHOUT_PRICE'

/** Input outside the domain on which the engine keeps its promises. The code is for programs; the detail is for an operator's log. */
export class EngineError extends Error {
  override readonly name = 'EngineError'
  readonly code: EngineErrorCode

  constructor(code: EngineErrorCode, detail: string) {
    super(`${code}: ${detail}`)
    this.code = code
  }
}

export function demand(condition: boolean, code: EngineErrorCode, detail: string): void {
  if (!condition) throw new EngineError(code, detail)
}
