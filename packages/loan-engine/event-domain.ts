import { type CivilDate, isCivilDate } from '@fyh/base/dates.ts'
import { demand } from './engine-error.ts'
import type { Charge, Effect } from './events.ts'
import type { LoanTerms } from './terms.ts'

/** Far above any loan, and far below what sums of many events would need to leave the safe integers. */
const amountMax = 1_000_000_000_000
const annualRateMax = 1_000_000
const shareMax = 10_000_000
const periodsMax = 360

/**
 * Throws EngineError for an event outside the domain, whatever the loan's state: a day that is none or lies before the pay-out, an amount
 * that is not a whole number of fen above 0, a rate above 100 % a year or the cap, a pause that ends before it begins, a due day that becomes
 * one of the past, principal put off from a day of the past, periods or shares out of range. What a single loan cannot follow is refused
 * where it would happen.
 */
export function checkEvent(event: Effect, { payOutDate, rateCap }: LoanTerms): void {
  checkDay(event.on)
  demand(event.on >= payOutDate, 'DATE_BEFORE_PAY_OUT', `${event.kind} on ${event.on}`)
  if ('amount' in event) {
    demand(event.amount > 0, 'AMOUNT_NOT_POSITIVE', `${event.amount} fen`)
    demand(isWholeWithin(event.amount, 1, amountMax), 'AMOUNT_OUT_OF_RANGE', `${event.amount} fen`)
  }
  switch (event.kind) {
    case 'repay':
      demand(event.upToPeriod === undefined || isWholeWithin(event.upToPeriod, 1, amountMax), 'PERIODS_OUT_OF_RANGE', `${event.upToPeriod}`)
      break
    case 'charge':
      checkCharge(event)
      break
    case 'changeRate':
      demand(isWholeWithin(event.annualRate, 0, annualRateMax), 'RATE_OUT_OF_RANGE', `${event.annualRate} ppm`)
      demand(rateCap === undefined || event.annualRate <= rateCap, 'RATE_OVER_CAP', `${event.annualRate} ppm of at most ${rateCap}`)
      break
    case 'pauseInterest':
      checkDay(event.to)
      demand(event.to >= event.on, 'DATE_OUT_OF_RANGE', `a pause from ${event.on} to ${event.to}`)
      break
    case 'moveDueDate':
      checkDay(event.newDue)
      demand(event.newDue >= event.on, 'DATE_OUT_OF_RANGE', `due on ${event.newDue}, before ${event.on} when it is agreed`)
      break
    case 'deferPrincipal':
      demand(event.from >= event.on, 'DATE_OUT_OF_RANGE', `principal put off from ${event.from}, before ${event.on} when it is agreed`)
      checkMorePeriods(event.periods)
      break
    case 'extend':
      checkMorePeriods(event.periods)
      break
    default:
      break
  }
}

/** Throws EngineError for a day the calendar does not have, or one nobody agrees on. */
export function checkDay(day: CivilDate): void {
  demand(typeof day === 'string' && isCivilDate(day) && day >= '1970-01-01' && day <= '2999-12-31', 'DATE_OUT_OF_RANGE', `${day}`)
}

function checkCharge({ sum, due }: Charge): void {
  if (due !== 'eachPeriod') checkDay(due)
  if ('amount' in sum) demand(isWholeWithin(sum.amount, 0, amountMax), 'FEE_OUT_OF_RANGE', `${sum.amount} fen`)
  else demand(isWholeWithin(sum.rate, 0, shareMax), 'FEE_OUT_OF_RANGE', `${sum.rate} ppm`)
}

function checkMorePeriods(periods: number): void {
  demand(isWholeWithin(periods, 1, periodsMax), 'PERIODS_OUT_OF_RANGE', `${periods} more periods`)
}

function isWholeWithin(n: number, least: number, most: number): boolean {
  return Number.isSafeInteger(n) && n >= least && n <= most
}
