import { addDays, civilDate } from '@fyh/base/dates.ts'
import { fen, ppm } from '@fyh/base/money.ts'
import type { Loan } from '@fyh/loan-engine/account.ts'
import type { Payment } from '@fyh/loan-engine/replay.ts'
import { defaultRules } from '@fyh/loan-engine/rules.ts'
import { planFor } from '@fyh/loan-engine/schedule.ts'
import { standingOf } from '@fyh/loan-engine/standing.ts'
import type { LoanTerms } from '@fyh/loan-engine/terms.ts'
import type { Figure } from './figure.ts'
import { median } from './rounds.ts'

const events = 60
const terms: LoanTerms = {
  principal: fen(1_200_000),
  annualRate: ppm(180_000),
  periods: 12,
  method: 'equalInstalment',
  dayCount: '30/360',
  payOutDate: civilDate('2026-01-31'),
  tail: 'lastInstalment',
  daysOff: { policy: 'stay' },
}

/** A year of a loan that is paid in five parts a month, the last ones late, read off on the day after its end. */
export function replayFigure(): Figure {
  const loan: Loan = { terms, plan: planFor(terms), rules: defaultRules }
  const payments: Payment[] = Array.from({ length: events }, (_, k) => ({
    kind: 'repay',
    on: addDays(terms.payOutDate, 8 + k * 6),
    amount: fen(22_000 - (k % 7)),
  }))
  const onDate = addDays(terms.payOutDate, 380)
  const times = Array.from({ length: 2_000 }, () => {
    const begin = performance.now()
    const { owedTotal, outcomes } = standingOf({ loan, payments, onDate })
    const elapsed = performance.now() - begin
    return owedTotal > 0 && outcomes.length === events ? elapsed : Number.NaN
  })
  return {
    name: `a loan of ${events} events, replayed to its standing`,
    value: median(times.slice(1_000)),
    unit: 'ms',
    target: { of: 'value', atMost: 1 },
    note: 'median of 1,000, warm',
  }
}
