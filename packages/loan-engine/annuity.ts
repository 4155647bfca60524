import { type Fen, fen, type Ppm } from '@fyh/base/money.ts'
import { type BigWhole, bigWhole, isAtMost, plus, timesSmall } from './big-whole.ts'
import type { Days } from './interest.ts'

/**
 * The instalment that, paid at the end of every span, brings the principal to zero: exact, then rounded half up to the fen.
 * With spans of one length it is the annuity formula; with real days each span has its own factor. A rate of zero needs no special case.
 *
 * With D = 1,000,000 × basis and f = D + rate × days of a span:
 * instalment = principal × Π f ÷ Σ over k of ( D^k × Π f of the spans after k ).
 */
export function instalmentOf({ principal, annualRate, spans }: { principal: Fen; annualRate: Ppm; spans: readonly Days[] }): Fen {
  let growth = bigWhole(1)
  let annuity = bigWhole(0)
  let scale = bigWhole(1)
  for (const { days, basis } of spans) {
    const unit = 1_000_000 * basis
    const factor = unit + annualRate * days
    scale = timesSmall(scale, unit)
    growth = timesSmall(growth, factor)
    annuity = plus(timesSmall(annuity, factor), scale)
  }
  return fen(roundedQuotient(timesSmall(growth, principal), annuity))
}

/** value ÷ over rounded half up: the largest whole q with 2 × q × over ≤ 2 × value + over, found by halving. */
function roundedQuotient(value: BigWhole, over: BigWhole): number {
  const bound = plus(timesSmall(value, 2), over)
  const fits = (quotient: number) => isAtMost(timesSmall(over, quotient * 2), bound)
  let low = 0
  let high = 1
  while (fits(high)) {
    low = high
    high *= 2
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle
  }
  return low
}
