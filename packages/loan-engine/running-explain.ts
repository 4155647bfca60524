import { type CivilDate, daysBetween } from '@fyh/base/dates.ts'
import { type Fen, fen, type Ppm, ppm } from '@fyh/base/money.ts'
import { type Borne, periodOf, type RunningPlan, rateOn } from './running-period.ts'

/** Days on which one balance bore interest at one rate: balance × times ÷ over, in fen. Times and over hold the rate and the days' part of a year. */
export type BorneSpan = {
  readonly from: CivilDate
  readonly to: CivilDate
  readonly days: number
  readonly balance: Fen
  readonly ratePpm: Ppm
  readonly times: number
  readonly over: number
}

/**
 * How the interest of a period came about where it follows what is really open, or where events changed the plan. `borne` is the sum over
 * the spans, rounded once; `waited` came from the period before, whose instalment could not hold it; `takenOver` from later ones that
 * are paid; what this period's instalment cannot hold, `left`, waits for the next. So due = borne + waited + takenOver − left.
 */
export type RunningInterestExplained = {
  readonly spans: readonly BorneSpan[]
  readonly borne: Fen
  readonly waited: Fen
  readonly takenOver: Fen
  readonly left: Fen
  readonly due: Fen
}

/** Throws EngineError for a period the plan does not have. */
export function explainInterest(plan: RunningPlan, period: number): RunningInterestExplained {
  const { borne, interest, interestDue, deferred, isTakenOver } = periodOf(plan, period)
  const own = isTakenOver ? 0 : borne.interest
  return {
    spans: spansOf(plan, borne),
    borne: fen(own),
    waited: fen(interest - own - deferred),
    takenOver: fen(deferred),
    left: fen(interest - interestDue),
    due: fen(interestDue),
  }
}

function spansOf(plan: RunningPlan, { spans, opening }: Borne): BorneSpan[] {
  let balance = opening
  return spans.flatMap(({ from, to, isPaused, share, drawn, corrected }) => {
    const bearing = balance
    balance = Math.max(0, balance + drawn + corrected)
    const days = daysBetween(from, to)
    if (days === 0) return []
    const ratePpm = isPaused ? ppm(0) : rateOn(plan, from)
    return [{ from, to, days, balance: fen(bearing), ratePpm, times: isPaused ? 0 : share.times, over: share.over }]
  })
}
