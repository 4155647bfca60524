import type { CivilDate } from '@fyh/base/dates.ts'
import { type Fen, fen } from '@fyh/base/money.ts'
import { countDue, countFrom } from './running-figures.ts'
import { settleLast } from './running-last.ts'
import {
  copyOf,
  cutAt,
  isPaid,
  periodAt,
  periodOf,
  principalLeftOf,
  principalOpen,
  type RunningPeriod,
  type RunningPlan,
  spanAt,
  sumOver,
} from './running-period.ts'

export type PrincipalAndInterest = { readonly principal: Fen; readonly interest: Fen }

export type RunningRow = PrincipalAndInterest & { readonly period: number; readonly startDate: CivilDate; readonly dueDate: CivilDate }

/** The plan as it stands: whole periods, paid or not. */
export function rowsOf({ periods }: RunningPlan): RunningRow[] {
  return periods.map(({ startDate, dueDate, principalDue, interestDue }, k) => ({
    period: k + 1,
    startDate,
    dueDate,
    principal: fen(principalDue),
    interest: fen(interestDue),
  }))
}

/**
 * What a payment in advance finds in a period on a day, paid parts included: interest up to the day only. A period not yet begun has its
 * agreed instalment, all of it principal, as far as so much is open; nor is more interest asked for than is open in all.
 */
export function dueOf(plan: RunningPlan, { period, onDate }: { period: number; onDate: CivilDate }): PrincipalAndInterest {
  const known = knownOn(plan, onDate)
  const found = periodOf(known, period)
  const { principalDue, interestDue } = onDate <= found.startDate ? asAgreed(known, found) : found
  const interestOpen = sumOver(known, ({ borne, waivedInterest, paidInterest }) => borne.interest + waivedInterest - paidInterest)
  return { principal: fen(principalDue), interest: fen(Math.min(interestDue, found.paidInterest + Math.max(0, interestOpen))) }
}

/** The interest a period has borne up to a day. */
export function interestUntil(plan: RunningPlan, { period, onDate }: { period: number; onDate: CivilDate }): Fen {
  return fen(periodOf(knownOn(plan, onDate), period).interest)
}

/** A plan never changes once it is given away, so what is known of it on a day is worked out once; nobody changes that either. */
function knownOn(plan: RunningPlan, on: CivilDate): RunningPlan {
  const days = knownDays.get(plan) ?? new Map<CivilDate, RunningPlan>()
  knownDays.set(plan, days)
  const known = days.get(on) ?? endPlan(plan, on)
  days.set(on, known)
  return known
}

const knownDays = new WeakMap<RunningPlan, Map<CivilDate, RunningPlan>>()

/** The plan as far as it is known at the end of a day: what comes after has no spans, and so neither interest nor drawings. */
function endPlan(plan: RunningPlan, on: CivilDate): RunningPlan {
  const known = copyOf(plan)
  if (on >= periodOf(known, known.periods.length).dueDate) return known
  const running = periodAt(known, on)
  known.periods.forEach((period, k) => {
    if (k === running) endAt(known, period, on)
    else if (period.dueDate > on) period.spans = []
  })
  countFrom(known, running)
  settleLast(known, on)
  return known
}

function endAt(plan: RunningPlan, period: RunningPeriod, on: CivilDate): void {
  const end = spanAt(period, on)
  if (period.spans[end]?.to !== on) cutAt(plan, period, { on })
  period.spans = period.spans.slice(0, end + 1)
}

/** The period with the instalment as agreed, but no more principal than is open in all. */
function asAgreed(plan: RunningPlan, found: RunningPeriod): RunningPeriod {
  const period = { ...found }
  const open = plan.periods.filter((each) => !isPaid(each)).length
  if (open > 1) {
    period.instalment = period.agreed
    countDue(period)
    period.instalment -= Math.max(0, principalLeftOf(period) - principalOpen(plan))
  } else if (open === 1 && isPaid(period)) {
    period.instalment = Math.min(period.agreed, principalOpen(plan) + period.paidPrincipal + period.interestDue)
  }
  countDue(period)
  return period
}
