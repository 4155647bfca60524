import { type CivilDate, daysBetween } from '@fyh/base/dates.ts'
import { addFen, type Fen, fen, mulDiv, zeroFen } from '@fyh/base/money.ts'
import type { PlanRow } from './schedule.ts'

/**
 * How much of a period's interest is earned at the end of a day: interest × days run ÷ days of the period, rounded half up to the fen.
 * Nothing up to the start day, the whole from the due day on. It never falls from one day to the next, so the growths of the days sum to
 * the interest exactly. A prepayment splits a period into spans, each with its own balance.
 */
export function accruedOn({ interest, startDate, dueDate, redrawn }: Accruing, onDate: CivilDate): Fen {
  if (onDate >= dueDate) return interest
  if (onDate <= startDate) return zeroFen
  const days = daysBetween(startDate, onDate)
  if (redrawn === undefined) return partOf({ whole: interest, days, periodDays: daysBetween(startDate, dueDate) })
  return addFen(...redrawn.spans.map((span) => partOf({ ...span, days: daysWithin(span, onDate) })))
}

type Accruing = Pick<PlanRow, 'interest' | 'startDate' | 'dueDate' | 'redrawn'>

/** Interest of a whole period × days ÷ days of the period, rounded half up to the fen. */
export function partOf({ whole, days, periodDays }: { whole: Fen; days: number; periodDays: number }): Fen {
  return fen(mulDiv({ value: whole, times: days, over: periodDays, rounding: 'halfUp' }))
}

function daysWithin({ from, to }: { from: CivilDate; to: CivilDate }, onDate: CivilDate): number {
  return Math.min(daysBetween(from, to), Math.max(0, daysBetween(from, onDate)))
}
