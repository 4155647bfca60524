import { addDays, type CivilDate, civilDate } from '@fyh/base/dates.ts'
import { fen, ppm } from '@fyh/base/money.ts'
import type { Loan } from '@fyh/loan-engine/account.ts'
import type { LoanEvent } from '@fyh/loan-engine/events.ts'
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

/** A year of a loan read off on the day after its end: paid in five parts a month, the last ones late. */
export function* replayFigures(): Generator<Figure> {
  const loan: Loan = { terms, plan: planFor(terms), rules: defaultRules }
  yield replayFigure(`a loan of ${events} payments, replayed to its standing`, loan, payments())
  yield replayFigure(`the same with fees, waivers and reversals among the ${events}`, loan, mixture())
  const running: LoanTerms = { ...terms, recalculation: { rest: 'daily', settleUntil: 'settlementDay', onOverdue: false } }
  yield replayFigure('the payments of a loan with interest on the day', { ...loan, terms: running }, payments())
}

function payments(): LoanEvent[] {
  return Array.from({ length: events }, (_, k) => ({ kind: 'repay', id: k, on: dayAt(k), amount: fen(21_000 - (k % 7)) }))
}

/** Of every six events: three payments, a fee, a waiver of penalty or interest, and the reversal of a payment. */
function mixture(): LoanEvent[] {
  return payments().map((payment, k): LoanEvent => {
    switch (k % 6) {
      case 3:
        return { kind: 'charge', id: k, on: dayAt(k), part: 'fee', sum: { amount: fen(500) }, due: dayAt(k + 3) }
      case 4:
        return { kind: 'waiver', id: k, on: dayAt(k), amount: fen(100), of: ['penalty', 'interest'] }
      case 5:
        return { kind: 'reverse', id: k, on: dayAt(k), event: k - 4 }
      default:
        return payment
    }
  })
}

function dayAt(k: number): CivilDate {
  return addDays(terms.payOutDate, 8 + k * 6)
}

/** Loans are made by their plan; interest on the day is a setting for figures of other systems, and told for information. */
function replayFigure(name: string, loan: Loan, happened: readonly LoanEvent[]): Figure {
  const onDate = addDays(terms.payOutDate, 380)
  const times = Array.from({ length: 1_500 }, () => {
    const begin = performance.now()
    const { owedTotal, outcomes } = standingOf({ loan, payments: happened, onDate })
    const elapsed = performance.now() - begin
    return owedTotal > 0 && outcomes.length > 0 ? elapsed : Number.NaN
  })
  const figure: Figure = { name, value: median(times.slice(1_000)), unit: 'ms', note: 'median of 500, warm' }
  return loan.terms.recalculation === undefined ? { ...figure, target: { of: 'value', atMost: 1 } } : figure
}
