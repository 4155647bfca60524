import type { CivilDate } from '@fyh/base/dates.ts'
import { addDays } from '@fyh/base/dates.ts'
import type { Fen, Ppm } from '@fyh/base/money.ts'
import { demand } from './engine-error.ts'
import { addPrincipalGrace, extendPlan, moveDueDate } from './running-dates.ts'
import { earlierOf, periodAt, periodOf, type RunningPlan } from './running-period.ts'
import { changeRate, draw, type PeriodPayment, pauseInterest, payInterest, payPrincipal, reachDay } from './running-plan.ts'
import { type SettledPeriod, settlePlan } from './running-settle.ts'

/** What happens to a plan. Due days that move are named by their period, so that a step still means the same once others have moved. */
export type PlanStep =
  | { readonly kind: 'draw'; readonly on: CivilDate; readonly amount: Fen }
  | { readonly kind: 'changeRate'; readonly from: CivilDate; readonly annualRate: Ppm }
  | { readonly kind: 'pauseInterest'; readonly from: CivilDate; readonly to: CivilDate }
  | { readonly kind: 'moveDueDate'; readonly period: number; readonly newDue: CivilDate }
  | { readonly kind: 'extend'; readonly on: CivilDate; readonly periods: number }
  | { readonly kind: 'deferPrincipal'; readonly from: number; readonly periods: number }
  | { readonly kind: 'reach'; readonly on: CivilDate }
  | ({ readonly kind: 'payPrincipal' | 'payInterest' } & PeriodPayment)
  | { readonly kind: 'settle'; readonly on: CivilDate; readonly paid: readonly SettledPeriod[] }

/**
 * The plan after one more step. A due day that moves, or that asks for no principal, is agreed for its own day whenever it became known:
 * what happened from there on is told again, so that each counts from its own day in the period it now lies in.
 */
export function takeStep(plan: RunningPlan, step: PlanStep): RunningPlan {
  const { steps, opened = plan } = plan
  const since = toldFrom(plan, step)
  const at = since === undefined ? -1 : steps.findIndex((known) => isToldAgain(plan, known, { step, since }))
  if (at === -1) return { ...after(plan, step), steps: [...steps, step], opened }
  const later = steps.slice(at).filter((known) => !isReplacedBy(step, known))
  return [...steps.slice(0, at), step, ...later].reduce(takeStep, opened)
}

/** The day from which a step changes what is due, where that may lie before others that are known. */
function toldFrom(plan: RunningPlan, step: PlanStep): CivilDate | undefined {
  if (step.kind === 'deferPrincipal') return periodOf(plan, step.from).dueDate
  return step.kind === 'moveDueDate' ? earlierOf(periodOf(plan, step.period).dueDate, step.newDue) : undefined
}

function isToldAgain(plan: RunningPlan, known: PlanStep, { step, since }: { step: PlanStep; since: CivilDate }): boolean {
  if (known.kind === 'deferPrincipal' && step.kind === 'deferPrincipal') return known.from > step.from
  return lastDayOf(plan, known) >= since
}

/** A due day that moves takes along those after it, which are no longer where they had been moved to. */
function isReplacedBy(step: PlanStep, known: PlanStep): boolean {
  return step.kind === 'moveDueDate' && known.kind === 'moveDueDate' && known.period >= step.period
}

function after(plan: RunningPlan, step: PlanStep): RunningPlan {
  switch (step.kind) {
    case 'draw':
      demand(periodAt(plan, step.on) !== -1, 'DATE_OUT_OF_RANGE', `drawn on ${step.on}, outside the plan`)
      return draw(plan, step)
    case 'changeRate':
      return changeRate(plan, step)
    case 'pauseInterest':
      return pauseInterest(plan, step)
    case 'moveDueDate':
      return moveDueDate(plan, step)
    case 'extend':
      return extendPlan(plan, step)
    case 'deferPrincipal':
      return addPrincipalGrace(plan, step)
    case 'reach':
      return reachDay(plan, step.on)
    case 'payPrincipal':
      return payPrincipal(plan, step)
    case 'payInterest':
      return payInterest(plan, step)
    case 'settle':
      return settlePlan(plan, step)
  }
}

/** Up to which day a step looks at the plan's days. */
function lastDayOf(plan: RunningPlan, step: PlanStep): CivilDate {
  switch (step.kind) {
    case 'changeRate':
      return addDays(step.from, -1)
    case 'pauseInterest':
      return step.to
    case 'deferPrincipal':
      return periodOf(plan, step.from).dueDate
    case 'moveDueDate':
      return periodOf(plan, step.period).startDate
    default:
      return step.on
  }
}
