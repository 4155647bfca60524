import { type Fen, fen, type Ppm } from '@fyh/base/money.ts'
import type { Days } from './interest.ts'

/**
 * The instalment that, paid at the end of every span, brings the principal to zero: exact, then rounded half up to the fen.
 * With spans of one length it is the annuity formula; with real days each span has its own factor. A rate of zero needs no special case.
 *
 * With D = 1,000,000 × basis and f = D + rate × days of a span:
 * instalment = principal × Π f ÷ Σ over k of ( D^k × Π f of the spans after k ).
 * The numbers outgrow doubles, so this is whole-number arithmetic by BigInt, written without literals and `**`,
 * which build targets without BigInt would turn into something else.
 */
export function instalmentOf({ principal, annualRate, spans }: { principal: Fen; annualRate: Ppm; spans: readonly Days[] }): Fen {
  let growth = BigInt(1)
  let annuity = BigInt(0)
  let scale = BigInt(1)
  for (const { days, basis } of spans) {
    const unit = BigInt(1_000_000 * basis)
    const factor = unit + BigInt(annualRate * days)
    scale *= unit
    growth *= factor
    annuity = annuity * factor + scale
  }
  return fen(Number(roundedHalfUp(BigInt(principal) * growth, annuity)))
}

function roundedHalfUp(value: bigint, over: bigint): bigint {
  return (value * BigInt(2) + over) / (over * BigInt(2))
}
