import { addFen, type Fen, fen, mulDiv, type Ppm, zeroFen } from '@fyh/base/money.ts'
import { demand } from './engine-error.ts'

export type FeeBase = 'principal' | 'interest' | 'principalAndInterest'

/**
 * A fee as agreed: a sum, or a share of something. Due with the pay-out, when shares are of the sum paid out and of the interest of the
 * whole plan; or with each instalment, when they are of that instalment's. `payee` is the code of whom it is for.
 */
export type FeeTerm = { readonly payee: string; readonly due: 'payOut' | 'instalment' } & (
  | { readonly amount: Fen }
  | { readonly share: { readonly of: FeeBase; readonly rate: Ppm } }
)

/** A fee of one day, and for a share what it is a share of: base × rate, rounded half up to the fen. */
export type FeeLine = {
  readonly payee: string
  readonly amount: Fen
  readonly share?: { readonly of: FeeBase; readonly base: Fen; readonly rate: Ppm }
}

/** The lines of the fees due on one occasion. */
export function feeLinesOf(fees: readonly FeeTerm[], due: FeeTerm['due'], on: { principal: Fen; interest: Fen }): FeeLine[] {
  return fees.filter((fee) => fee.due === due).map((fee) => feeLineOf(fee, on))
}

export function feeTotalOf(lines: readonly FeeLine[]): Fen {
  return addFen(zeroFen, ...lines.map((line) => line.amount))
}

/** Throws EngineError for a fee outside the domain: none negative, shares up to 100 %, a payee named. */
export function checkFees(fees: readonly FeeTerm[]): void {
  for (const fee of fees) {
    const size = 'share' in fee ? fee.share.rate : fee.amount
    const most = 'share' in fee ? 1_000_000 : 100_000_000_000
    demand(Number.isSafeInteger(size) && size >= 0 && size <= most, 'FEE_OUT_OF_RANGE', `${size} for ${fee.payee}`)
    demand(fee.payee !== '', 'FEE_OUT_OF_RANGE', 'a fee without payee')
  }
}

function feeLineOf(fee: FeeTerm, { principal, interest }: { principal: Fen; interest: Fen }): FeeLine {
  if ('amount' in fee) return { payee: fee.payee, amount: fee.amount }
  const { of, rate } = fee.share
  const base = of === 'principal' ? principal : of === 'interest' ? interest : addFen(principal, interest)
  const amount = fen(mulDiv({ value: base, times: rate, over: 1_000_000, rounding: 'halfUp' }))
  return { payee: fee.payee, amount, share: { of, base, rate } }
}
