import { addDays, type CivilDate, daysBetween } from '@fyh/base/dates.ts'
import { type Fen, fen, minFen, mulDiv, type Ppm, subFen, zeroFen } from '@fyh/base/money.ts'
import type { PenaltyRule } from './rules.ts'

/** Days over which the overdue principal stayed the same, both ends counted. */
export type PenaltySpan = { readonly principal: Fen; readonly from: CivilDate; readonly to: CivilDate; readonly days: number }

/** The penalty is the sum over the spans of principal × days × rate × percentOfRate ÷ 100 ÷ basis, rounded once. */
export type PenaltyExplanation = {
  readonly ratePpm: Ppm
  readonly percentOfRate: number
  readonly basis: 360
  readonly graceDays: number
  readonly spans: readonly PenaltySpan[]
  /** `paidInTime` and `withinGrace` cost nothing; `ceiling` is what the rule allows at most. */
  readonly rule: 'paidInTime' | 'withinGrace' | 'byDays' | 'ceiling'
}

export type Penalty = { readonly amount: Fen; readonly explain: PenaltyExplanation }

/** Principal paid back on a day; the day itself still counts on what was open before. */
export type PrincipalRepaid = { readonly on: CivilDate; readonly amount: Fen }

/**
 * The whole penalty of one period up to and including `onDate`, whatever of it has been paid: from the day after the due day, on the
 * principal overdue on each day, never on interest or penalties. Within the grace days, or when the principal was paid within them,
 * it is zero. It only grows while principal is open, because the sum is rounded once and not day by day.
 */
export function penaltyOn({
  principal,
  dueDate,
  onDate,
  repaid,
  annualRate,
  rule,
}: {
  principal: Fen
  dueDate: CivilDate
  onDate: CivilDate
  repaid: readonly PrincipalRepaid[]
  annualRate: Ppm
  rule: PenaltyRule
}): Penalty {
  const spans = onDate <= dueDate ? [] : spansOf({ principal, dueDate, onDate, repaid })
  const base = { ratePpm: annualRate, percentOfRate: rule.percentOfRate, basis, graceDays: rule.graceDays, spans } as const
  const last = spans[spans.length - 1]
  const first = spans[0]
  if (first === undefined || last === undefined) return { amount: zeroFen, explain: { ...base, rule: 'paidInTime' } }
  if (last.to <= addDays(dueDate, rule.graceDays)) return { amount: zeroFen, explain: { ...base, rule: 'withinGrace' } }
  const fenDays = spans.reduce((sum, span) => sum + span.principal * span.days, 0)
  const over = million * hundred * basis
  const counted = fen(mulDiv({ value: fenDays, times: annualRate * rule.percentOfRate, over, rounding: 'halfUp' }))
  const ceiling = fen(mulDiv({ value: first.principal, times: rule.ceiling, over: million, rounding: 'down' }))
  return { amount: minFen(counted, ceiling), explain: { ...base, rule: counted > ceiling ? 'ceiling' : 'byDays' } }
}

const basis = 360
const million = 1_000_000
const hundred = 100

function spansOf({
  principal,
  dueDate,
  onDate,
  repaid,
}: {
  principal: Fen
  dueDate: CivilDate
  onDate: CivilDate
  repaid: readonly PrincipalRepaid[]
}): PenaltySpan[] {
  const spans: PenaltySpan[] = []
  let open = principal
  let countedTo = dueDate
  const close = (to: CivilDate) => {
    const days = daysBetween(countedTo, to)
    if (days <= 0) return
    if (open > 0) spans.push({ principal: open, from: addDays(countedTo, 1), to, days })
    countedTo = to
  }
  const byDay = repaid.filter((part) => part.on <= onDate).sort((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0))
  for (const part of byDay) {
    close(part.on)
    open = subFen(open, part.amount)
  }
  close(onDate)
  return spans
}
