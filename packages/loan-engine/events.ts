import type { CivilDate } from '@fyh/base/dates.ts'
import type { Fen, Ppm } from '@fyh/base/money.ts'
import type { PartName } from './parts.ts'
import type { PrepayEffect } from './prepay.ts'

export type EventId = number | string

/** `on` is the day from which it counts. An event that is known twice by the same id happened once. */
type Happened = { readonly id?: EventId; readonly on: CivilDate }

/**
 * Money received for a loan, counted from the day `on`. `repay` covers periods by the lender's order, up to `upToPeriod` when it was
 * meant for no later one; the rest is surplus. `settle` ends the loan when it reaches that day's settlement quote, else it is a
 * repayment. `prepay` pays what is due and the interest to the day; the rest lowers the principal and the plan is drawn anew.
 */
export type Payment = Happened & { readonly amount: Fen } & (
    | { readonly kind: 'repay'; readonly upToPeriod?: number }
    | { readonly kind: 'settle' }
    | { readonly kind: 'prepay'; readonly effect: PrepayEffect }
  )

/**
 * Money the lender gives instead of the borrower: covers what is owed like a repayment, but nobody pays it in. A waiver `of` certain parts
 * lets go of those alone, and pays nothing; `within` limits it to the periods from the first to the last one named.
 */
type Credit = Happened & { readonly amount: Fen } & (
    | { readonly kind: 'waiver'; readonly of?: readonly PartName[]; readonly within?: PeriodRange }
    | { readonly kind: 'adjustCharge'; readonly charge: EventId }
  )

/** Periods from one to another, both included. */
export type PeriodRange = { readonly from: number; readonly to: number }

/** Of a percentage: the principal, the interest or both, of the loan or of each period. */
export type ChargeBase = 'principal' | 'interest' | 'both'
export type ChargeSum = { readonly amount: Fen } | { readonly rate: Ppm; readonly of: ChargeBase }

/** A fee or penalty beyond the plan, due on a day of its own or with each period not yet due. */
export type Charge = Happened & {
  readonly kind: 'charge'
  readonly id: EventId
  readonly part: 'fee' | 'penalty'
  readonly sum: ChargeSum
  readonly due: CivilDate | 'eachPeriod'
  readonly payee?: string
}

/**
 * What changes the plan from a day. `extend` adds periods at the end and lowers the instalment; `deferPrincipal` lets so many periods from
 * the one due on `from` pay interest only and adds as many, so that each instalment comes as many periods later. Neither `newDue` nor the
 * `from` of principal put off lies before `on`.
 */
export type PlanChange = Happened &
  (
    | { readonly kind: 'draw'; readonly amount: Fen }
    | { readonly kind: 'changeRate'; readonly annualRate: Ppm }
    | { readonly kind: 'pauseInterest'; readonly to: CivilDate }
    | { readonly kind: 'moveDueDate'; readonly from: CivilDate; readonly newDue: CivilDate }
    | { readonly kind: 'extend'; readonly periods: number }
    | { readonly kind: 'deferPrincipal'; readonly from: CivilDate; readonly periods: number }
  )

export type LoanEvent =
  | Payment
  | Credit
  | Charge
  | PlanChange
  | (Happened & { readonly kind: 'waiveCharge'; readonly charge: EventId })
  | (Happened & { readonly kind: 'chargeOff' })
  | (Happened & { readonly kind: 'writeOff' })
  | (Happened & { readonly kind: 'refundSurplus'; readonly amount: Fen })
  | (Happened & { readonly kind: 'reverse'; readonly event: EventId })

/** An event that does something itself: everything but a reversal, which takes another away. */
export type Effect = Exclude<LoanEvent, { readonly kind: 'reverse' }>

/**
 * The events that count up to a day, in the order in which they take effect: by day, and within one changes of the plan, then charges,
 * then charges let go of, then money; else in the order given. What was reversed never happened, whenever that became known. A change
 * of the plan that was agreed ahead counts, too: the plan shows it.
 */
export function effectsUpTo(events: readonly LoanEvent[], onDate: CivilDate): Effect[] {
  const reversed = new Set<EventId>()
  for (const event of events) if (event.kind === 'reverse') reversed.add(event.event)
  const seen = new Set<EventId>()
  const effects: Effect[] = []
  for (const event of events) {
    if (event.kind === 'reverse' || (event.on > onDate && !isAgreedAhead(event))) continue
    if (event.id !== undefined) {
      if (reversed.has(event.id) || seen.has(event.id)) continue
      seen.add(event.id)
    }
    effects.push(event)
  }
  return effects.sort(effects.every(hasNumber) ? byDayRankAndNumber : byDayAndRank)
}

function isAgreedAhead(event: Effect): boolean {
  return rankOf(event) === 1
}

/** Numbers are given as things become agreed, so where all events have one, the order of the list says nothing. */
function hasNumber({ id }: Effect): boolean {
  return typeof id === 'number'
}

function byDayRankAndNumber(a: Effect, b: Effect): number {
  return byDayAndRank(a, b) || Number(a.id) - Number(b.id)
}

/** Sorting keeps the order given where this finds no difference. */
function byDayAndRank(a: Effect, b: Effect): number {
  if (a.on !== b.on) return a.on < b.on ? -1 : 1
  return rankOf(a) - rankOf(b)
}

function rankOf({ kind }: Effect): number {
  switch (kind) {
    case 'draw':
      return 0
    case 'changeRate':
    case 'pauseInterest':
    case 'moveDueDate':
    case 'extend':
    case 'deferPrincipal':
      return 1
    case 'charge':
      return 2
    case 'waiveCharge':
      return 3
    default:
      return 4
  }
}

/** A change of the plan, drawings included. */
export function isPlanChange(event: Effect): event is Extract<Effect, PlanChange> {
  return rankOf(event) <= 1
}

export function isPayment(event: LoanEvent): event is Payment {
  return event.kind === 'repay' || event.kind === 'settle' || event.kind === 'prepay'
}
