import { assert } from '@fyh/base/assert.ts'
import type { CivilDate } from '@fyh/base/dates.ts'
import { type Fen, fen, mulDiv, ppm, type Rounding } from '@fyh/base/money.ts'
import { instalmentOf } from './annuity.ts'
import type { Days } from './interest.ts'
import { balanceAfter, countFrom } from './running-figures.ts'
import { settleLast } from './running-last.ts'
import { copyOf, drawnIn, isPaid, paidOf, type RunningPeriod, type RunningPlan, rateOn } from './running-period.ts'
import { instalmentDays } from './running-share.ts'

/**
 * Works out one instalment for the periods from `index` on, as if every instalment before had been paid when due, lets the last period
 * take the rest, and evens the instalment out where that is agreed. Periods in which more has been paid keep theirs.
 */
export function agreeInstalment(plan: RunningPlan, index: number, on: CivilDate): void {
  countFrom(plan, 0)
  setInstalment(plan, index)
  setGrace(plan, index)
  settleLast(plan, on)
  if (plan.terms.tail === 'evened') evenOut(plan, index)
}

function setInstalment(plan: RunningPlan, index: number): void {
  const instalment = inMultiples(annuityFrom(plan, index), plan.terms.instalmentMultiple)
  for (const period of plan.periods.slice(index)) {
    if (instalment < paidOf(period)) continue
    period.instalment = instalment
    period.agreed = instalment
  }
  countFrom(plan, index)
}

/** Periods without principal pay their interest; the principal is spread over those after them. */
function setGrace(plan: RunningPlan, index: number): void {
  let first = -1
  plan.periods.forEach((period, k) => {
    if (!period.isPrincipalFree || k < index) return
    period.instalment = Math.max(period.interest, paidOf(period))
    period.agreed = period.instalment
    countFrom(plan, k)
    first = k + 1
  })
  if (first !== -1) setInstalment(plan, first)
}

function annuityFrom(plan: RunningPlan, index: number): number {
  const periods = plan.periods.slice(index)
  const [start] = periods
  assert(start !== undefined, 'some period is not over')
  const before = plan.periods[index - 1]
  const principal = fen((before === undefined ? 0 : balanceAfter(before)) + drawnIn(start))
  const spans = periods.map((period) => daysTimesRate(plan, period))
  if (spans.every(({ days }) => days === 0)) return mulDiv({ value: principal, times: 1, over: spans.length, rounding: roundingOf(plan) })
  return instalmentOf({ principal, annualRate: ppm(1), spans })
}

/** With rates that differ inside a period no one rate is left: each span's days are multiplied by its own. */
function daysTimesRate(plan: RunningPlan, period: RunningPeriod): Days {
  const { startDate, dueDate, whole } = period
  let days = 0
  let basis = 1
  for (const { from, to } of period.spans) {
    const part = instalmentDays({ terms: plan.terms, startDate, dueDate, whole, from, to })
    if (part.days === 0) continue
    const common = leastCommon(basis, part.basis)
    days = days * (common / basis) + part.days * rateOn(plan, from) * (common / part.basis)
    basis = common
  }
  return { days, basis }
}

function leastCommon(a: number, b: number): number {
  let [larger, smaller] = [a, b]
  while (smaller !== 0) [larger, smaller] = [smaller, larger % smaller]
  return (a / larger) * b
}

/** Half a fen or more of difference for every period is moved from the last one into the instalment, while that brings the two nearer. */
function evenOut(plan: RunningPlan, index: number): void {
  for (let round = 1; round <= roundsMax; round += 1) {
    const gap = gapIn(plan.periods.slice(index))
    const count = plan.periods.length - index
    if (gap === undefined || Math.abs(gap.difference) <= Math.floor(countAmortising(plan, index) / 2)) return
    const moved = mulDiv({ value: gap.difference, times: 1, over: Math.max(1, count - gap.fixed), rounding: roundingOf(plan) })
    const instalment = inMultiples(gap.instalment + moved, plan.terms.instalmentMultiple)
    if (instalment === gap.instalment) return
    const tried = withInstalment(plan, index, instalment)
    if (Math.abs(gapIn(tried.periods)?.difference ?? 0) >= Math.abs(gap.difference)) return
    takeInstalments(plan, tried, index)
  }
}

const roundsMax = 3

function countAmortising(plan: RunningPlan, index: number): number {
  return plan.periods.slice(index).filter((period) => !period.isPrincipalFree).length
}

function withInstalment(plan: RunningPlan, index: number, instalment: number): RunningPlan {
  const tried = copyOf(plan)
  for (const period of tried.periods.slice(index)) {
    if (period.isPrincipalFree || instalment < paidOf(period)) continue
    period.instalment = instalment
    period.agreed = instalment
  }
  countFrom(tried, index)
  const first = tried.periods[index]
  if (first !== undefined) settleLast(tried, first.dueDate)
  return tried
}

/** Also the last period's, with its rest. */
function takeInstalments(plan: RunningPlan, from: RunningPlan, index: number): void {
  plan.periods.forEach((period, k) => {
    const taken = from.periods[k]
    if (k < index || period.isPrincipalFree || taken === undefined) return
    period.instalment = taken.instalment
    period.agreed = taken.instalment
  })
  countFrom(plan, index)
}

/** Between the last two open periods next to each other. `fixed` counts periods that would not take part in a change. */
function gapIn(periods: readonly RunningPeriod[]): { instalment: number; difference: number; fixed: number } | undefined {
  for (let k = periods.length - 1; k > 0; k -= 1) {
    const last = periods[k]
    const before = periods[k - 1]
    if (last === undefined || before === undefined || last.isPrincipalFree || before.isPrincipalFree) continue
    if (isPaid(last) || isPaid(before)) continue
    const { instalment } = before
    const fixed = periods.filter((period) => period.isPrincipalFree || instalment < paidOf(period)).length
    return { instalment, difference: last.instalment - instalment, fixed }
  }
  return undefined
}

/** Of a loan so small that nothing would be left of the instalment, the instalment itself. */
function inMultiples(instalment: number, multiple: { readonly of: Fen; readonly rounding: Rounding } | undefined): number {
  if (multiple === undefined) return instalment
  const rounded = mulDiv({ value: instalment, times: 1, over: multiple.of, rounding: multiple.rounding }) * multiple.of
  return rounded === 0 ? instalment : rounded
}

function roundingOf({ terms }: RunningPlan): Rounding {
  return terms.rounding ?? 'halfUp'
}
