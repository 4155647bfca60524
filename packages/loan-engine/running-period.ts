import { assert } from '@fyh/base/assert.ts'
import type { CivilDate } from '@fyh/base/dates.ts'
import type { Ppm } from '@fyh/base/money.ts'
import { EngineError } from './engine-error.ts'
import { interestShare, type PartOfYear, partOfYear, type Share } from './running-share.ts'
import type { PlanStep } from './running-steps.ts'
import type { LoanTerms } from './terms.ts'

/** Days over which one balance and one rate hold. What is drawn or corrected counts at its end, for the span after it. */
export type Span = {
  readonly from: CivilDate
  readonly to: CivilDate
  readonly isPaused: boolean
  readonly drawn: number
  /** Principal really paid earlier than its instalment (negative), or still open after it (positive). */
  readonly corrected: number
  readonly share: Share
}

/** One period of a running plan, in fen. The second half of the fields follows from the first by `countFrom`. */
export type RunningPeriod = {
  startDate: CivilDate
  dueDate: CivilDate
  whole: PartOfYear
  spans: readonly Span[]
  instalment: number
  /** The instalment as last agreed, before payments in advance and the last period's rest moved it. */
  agreed: number
  paidPrincipal: number
  paidInterest: number
  /** Of what is paid, interest that was let go, borne by then or not. */
  waivedInterest: number
  /** Interest of later, already paid periods that this one has to take over. */
  deferred: number
  /** Its own interest is taken over by an earlier period. */
  isTakenOver: boolean
  isPrincipalFree: boolean

  interest: number
  interestDue: number
  principalDue: number
  /** What its spans bear from the balance it opened with, kept as long as neither changes. */
  borne: Borne
}

export type Borne = {
  readonly spans: readonly Span[]
  readonly opening: number
  readonly interest: number
  /** At the due day, before the period's principal is paid. */
  readonly closing: number
  readonly drawn: number
}

export type RateFrom = { readonly from: CivilDate; readonly annualRate: Ppm }

/** A plan while money moves. Changed in place by the functions beside it, which get a copy; nobody outside changes one. */
export type RunningPlan = {
  readonly terms: LoanTerms
  periods: RunningPeriod[]
  /** Latest first. */
  rates: readonly RateFrom[]
  pauses: readonly Pause[]
  /** Up to when overdue principal has been counted, and by which corrections. */
  overdueTo: CivilDate | undefined
  overdue: readonly OverdueCorrection[]
  /** What has happened to it since it was opened, in turn. */
  readonly steps: readonly PlanStep[]
  /** The plan before any step; undefined of itself. */
  readonly opened: RunningPlan | undefined
}

/** The days after one up to another bear no interest. */
export type Pause = { readonly after: CivilDate; readonly to: CivilDate }

export type OverdueCorrection = { readonly on: CivilDate; readonly amount: number; readonly dueDate: CivilDate }

/** A period in which nothing has happened. */
export function emptyPeriod(
  plan: RunningPlan,
  { startDate, dueDate, isPrincipalFree = false }: { startDate: CivilDate; dueDate: CivilDate; isPrincipalFree?: boolean },
): RunningPeriod {
  const period: RunningPeriod = {
    startDate,
    dueDate,
    whole: partOfYear(plan.terms, { startDate, dueDate }),
    spans: [],
    instalment: 0,
    agreed: 0,
    paidPrincipal: 0,
    paidInterest: 0,
    waivedInterest: 0,
    deferred: 0,
    isTakenOver: false,
    isPrincipalFree,
    interest: 0,
    interestDue: 0,
    principalDue: 0,
    borne: nothingBorne,
  }
  period.spans = [spanOf(plan, period, { from: startDate, to: dueDate })]
  return period
}

const nothingBorne: Borne = { spans: [], opening: 0, interest: 0, closing: 0, drawn: 0 }

/** Spans are values and may be shared. */
export function copyOf(plan: RunningPlan): RunningPlan {
  return { ...plan, periods: plan.periods.map((period) => ({ ...period })) }
}

/** Throws EngineError for a period the plan does not have. */
export function periodOf({ periods }: Pick<RunningPlan, 'periods'>, period: number): RunningPeriod {
  const found = periods[period - 1]
  if (found === undefined) throw new EngineError('PERIODS_OUT_OF_RANGE', `period ${period} of ${periods.length}`)
  return found
}

/** The period a day belongs to: after its start up to its due day; the first has its start, too. Minus one outside the plan. */
export function periodAt({ periods }: RunningPlan, on: CivilDate): number {
  return periods.findIndex(({ startDate, dueDate }, k) => on <= dueDate && (on > startDate || (k === 0 && on === startDate)))
}

export function paidOf(period: RunningPeriod): number {
  return period.paidPrincipal + period.paidInterest
}

export function isPaid(period: RunningPeriod): boolean {
  return period.instalment + period.deferred === paidOf(period)
}

export function principalLeftOf(period: RunningPeriod): number {
  return period.principalDue - period.paidPrincipal
}

export function drawnIn({ borne }: RunningPeriod): number {
  return borne.drawn
}

export function sumOver({ periods }: RunningPlan, amountOf: (period: RunningPeriod) => number): number {
  let sum = 0
  for (const period of periods) sum += amountOf(period)
  return sum
}

/** Principal drawn and not paid back. */
export function principalOpen(plan: RunningPlan): number {
  return sumOver(plan, drawnIn) - sumOver(plan, ({ paidPrincipal }) => paidPrincipal)
}

export function rateOn({ rates, terms }: Pick<RunningPlan, 'rates' | 'terms'>, on: CivilDate): Ppm {
  return rates.find(({ from }) => from <= on)?.annualRate ?? terms.annualRate
}

type NewSpan = { from: CivilDate; to: CivilDate; isPaused?: boolean; drawn?: number; corrected?: number }

/** A span of the period with the share its days have at the rate of its first day. */
export function spanOf(plan: RunningPlan, period: RunningPeriod, { from, to, isPaused = false, drawn = 0, corrected = 0 }: NewSpan): Span {
  const { startDate, dueDate, whole } = period
  const share = interestShare({ terms: plan.terms, annualRate: rateOn(plan, from), startDate, dueDate, whole, from, to })
  return { from, to, isPaused, drawn, corrected, share }
}

/** Shares anew: after a rate or a due day has changed. */
export function countShares(plan: RunningPlan, index: number): void {
  for (const period of plan.periods.slice(index)) {
    period.whole = partOfYear(plan.terms, period)
    period.spans = period.spans.map((span) => spanOf(plan, period, span))
  }
}

export type BalanceChange = { readonly on: CivilDate; readonly drawn?: number; readonly corrected?: number }

/** Cuts the period of a day there, so that what changes the balance counts from the next span on. Returns its index, -1 outside the plan. */
export function changeBalance(plan: RunningPlan, { on, drawn = 0, corrected = 0 }: BalanceChange): number {
  const index = periodAt(plan, on)
  const period = plan.periods[index]
  if (period === undefined) return -1
  // On the last day of all it stands in a span without days, so that no interest of the last period sees it.
  const isEnd = index === plan.periods.length - 1 && on === period.dueDate
  const at = period.spans.findIndex((span) => (isEnd ? span.from : span.to) === on)
  if (at === -1) cutAt(plan, period, { on, drawn, corrected })
  else {
    period.spans = period.spans.map((span, k) =>
      k === at ? { ...span, drawn: span.drawn + drawn, corrected: span.corrected + corrected } : span,
    )
  }
  return index
}

/** Splits the span a day lies in; the first part takes the change of the balance, the second keeps what changes it at its end. */
export function cutAt(
  plan: RunningPlan,
  period: RunningPeriod,
  { on, drawn = 0, corrected = 0 }: { on: CivilDate; drawn?: number; corrected?: number },
): void {
  const at = spanAt(period, on)
  const cut = period.spans[at]
  assert(cut !== undefined, 'a period has a span')
  const before = spanOf(plan, period, { from: cut.from, to: on, isPaused: cut.isPaused, drawn, corrected })
  const after = spanOf(plan, period, { ...cut, from: on })
  period.spans = [...period.spans.slice(0, at), before, after, ...period.spans.slice(at + 1)]
}

/** As far as its days lie in the period. */
export function pauseWithin(plan: RunningPlan, period: RunningPeriod, { after, to }: Pause): void {
  const start = laterOf(after, period.startDate)
  const end = earlierOf(to, period.dueDate)
  if (!period.spans.some((span) => span.from === start)) cutAt(plan, period, { on: start })
  if (!period.spans.some((span) => span.to === end)) cutAt(plan, period, { on: end })
  period.spans = period.spans.map((span) => (span.from >= start && span.to <= end ? { ...span, isPaused: true } : span))
}

/** The span that ends on a day or goes on over it; that of the first day is the first. */
export function spanAt({ spans }: RunningPeriod, on: CivilDate): number {
  return Math.max(
    0,
    lastIndexWhere(spans, ({ from, to }) => on > from && on <= to),
  )
}

export function lastIndexWhere<T>(list: readonly T[], holds: (item: T) => boolean): number {
  let last = -1
  list.forEach((item, k) => {
    if (holds(item)) last = k
  })
  return last
}

export function earlierOf(a: CivilDate, b: CivilDate): CivilDate {
  return a < b ? a : b
}

export function laterOf(a: CivilDate, b: CivilDate): CivilDate {
  return a > b ? a : b
}
