import { type Fen, fen, type Ppm, subFen, zeroFen } from '@fyh/base/money.ts'
import { roundedQuotient } from './annuity.ts'
import { type BigWhole, bigWhole, isAtMost, minus, plus, timesSmall } from './big-whole.ts'
import { demand } from './engine-error.ts'
import type { Days } from './interest.ts'

type Asked = {
  readonly principal: Fen
  readonly annualRate: Ppm
  readonly spans: readonly Days[]
  readonly from: number
  readonly to: number
}

/**
 * How much of the exact instalments of the periods `from` to `to` is interest and how much is principal, each rounded half up to the fen
 * once. A plan rounds in every period and can be some fen off; this is what the annuity itself says. Periods count from 1.
 *
 * With D = 1,000,000 × basis, f = D + rate × days of a span, T(k) = Σ over j > k of D^(j − k) × Π f of the spans after j:
 * the balance after k periods is principal × Π f of the spans up to k × T(k) ÷ T(0), an instalment principal × Π f of all ÷ T(0).
 */
export function annuityPartsOf({ principal, annualRate, spans, from, to }: Asked): { interest: Fen; principal: Fen } {
  const isWithin = Number.isInteger(from) && Number.isInteger(to) && from >= 1 && to >= from && to <= spans.length
  demand(isWithin, 'PERIODS_OUT_OF_RANGE', `periods ${from} to ${to} of ${spans.length}`)
  const units = spans.map(({ basis }) => million * basis)
  const factors = spans.map(({ days, basis }) => million * basis + annualRate * days)
  const over = tailOf(units, factors, 0)
  const before = balanceOf(units, factors, from - 1)
  const after = balanceOf(units, factors, to)
  const paid = timesSmall(timesSmall(growthOf(factors, factors.length), principal), to - from + 1)
  // Where interest is more than the instalment the balance grows: what is repaid is then negative.
  const isRepaid = isAtMost(after, before)
  const change = timesSmall(isRepaid ? minus(before, after) : minus(after, before), principal)
  const repaid = quotient(change, over)
  const interest = quotient(isRepaid ? minus(paid, change) : plus(paid, change), over)
  return { interest, principal: isRepaid ? repaid : subFen(zeroFen, repaid) }
}

const million = 1_000_000

function balanceOf(units: readonly number[], factors: readonly number[], after: number): BigWhole {
  return factors.slice(0, after).reduce(timesSmall, tailOf(units, factors, after))
}

function growthOf(factors: readonly number[], count: number): BigWhole {
  return factors.slice(0, count).reduce(timesSmall, bigWhole(1))
}

function tailOf(units: readonly number[], factors: readonly number[], after: number): BigWhole {
  let tail = bigWhole(0)
  let scale = bigWhole(1)
  for (let k = after; k < units.length; k += 1) {
    scale = timesSmall(scale, units[k] ?? 1)
    tail = plus(timesSmall(tail, factors[k] ?? 1), scale)
  }
  return tail
}

function quotient(value: BigWhole, over: BigWhole): Fen {
  return fen(roundedQuotient(value, over, nearby(value, over)))
}

/** A whole number near value ÷ over, from the leading places of both. */
function nearby(value: BigWhole, over: BigWhole): number {
  const lead = (big: BigWhole, places: number) => big.slice(Math.max(0, places)).reduceRight((sum, place) => sum * 10_000 + place, 0)
  const from = Math.max(0, over.length - 4)
  return Math.round(lead(value, from) / Math.max(1, lead(over, from)))
}
