import { type Fen, fen, mulDiv, type Ppm } from '@fyh/base/money.ts'
import { type BigWhole, bigWhole, isAtMost, plus, timesSmall } from './big-whole.ts'
import type { Days } from './interest.ts'

type Loan = { readonly principal: Fen; readonly annualRate: Ppm; readonly spans: readonly Days[] }
/** Where a half of a fen goes. */
export type HalfRounding = 'halfUp' | 'halfEven'

/**
 * The instalment that, paid at the end of every span, brings the principal to zero: exact, then rounded to the fen, halves up.
 * With spans of one length it is the annuity formula; with real days each span has its own factor. Without interest, where alone a half is
 * an everyday matter, `rounding` says where it goes.
 *
 * A double says between which two halves of a fen the exact instalment lies whenever its error, which has a proven bound, leaves no
 * doubt; in doubt whole numbers decide. So the result never depends on floating point.
 */
export function instalmentOf(loan: Loan, rounding: HalfRounding = 'halfUp'): Fen {
  if (loan.annualRate === 0) return mulDiv({ value: loan.principal, times: 1, over: loan.spans.length, rounding })
  const estimate = estimateOf(loan)
  const nearest = Math.floor(estimate + 0.5)
  const toTheHalf = 0.5 - Math.abs(estimate - nearest)
  return toTheHalf > estimate * errorOver(loan.spans.length) ? fen(nearest) : fen(exactInstalment(loan, nearest))
}

/** principal ÷ Σ over k of Π over the spans up to k of D ÷ f, where D = 1,000,000 × basis and f = D + rate × days of a span. */
function estimateOf({ principal, annualRate, spans }: Loan): number {
  let discount = 1
  let annuity = 0
  let last: Days | undefined
  let factor = 1
  for (const span of spans) {
    // Spans of one length have one factor, worked out once.
    if (last === undefined || span.days !== last.days || span.basis !== last.basis) factor = factorOf(span, annualRate)
    last = span
    discount *= factor
    annuity += discount
  }
  return principal / annuity
}

function factorOf({ days, basis }: Days, annualRate: Ppm): number {
  const unit = million * basis
  return unit / (unit + annualRate * days)
}

/**
 * D and f are whole numbers a double holds. Each of the 3 n + 1 operations on positive values adds at most 2^-53 to the relative
 * error; the bound is more than twice their sum, and so covers the few operations that compare, too.
 */
function errorOver(spans: number): number {
  return (3 * spans + 8) * 2 ** -52
}

/** principal × Π f ÷ Σ over k of ( D^k × Π f of the spans after k ), rounded half up; found beside a number less than one fen away. */
function exactInstalment({ principal, annualRate, spans }: Loan, nearby: number): number {
  let growth = bigWhole(1)
  let annuity = bigWhole(0)
  let scale = bigWhole(1)
  for (const { days, basis } of spans) {
    const unit = million * basis
    const factor = unit + annualRate * days
    scale = timesSmall(scale, unit)
    growth = timesSmall(growth, factor)
    annuity = plus(timesSmall(annuity, factor), scale)
  }
  return roundedQuotient(timesSmall(growth, principal), annuity, nearby)
}

/** value ÷ over rounded half up: the largest whole q with 2 × q × over ≤ 2 × value + over. */
export function roundedQuotient(value: BigWhole, over: BigWhole, nearby: number): number {
  const bound = plus(timesSmall(value, 2), over)
  const fits = (quotient: number) => isAtMost(timesSmall(over, quotient * 2), bound)
  let quotient = nearby
  while (!fits(quotient)) quotient -= 1
  while (fits(quotient + 1)) quotient += 1
  return quotient
}

const million = 1_000_000
