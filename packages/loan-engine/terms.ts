import { type CivilDate, isCivilDate } from '@fyh/base/dates.ts'
import type { Fen, Ppm } from '@fyh/base/money.ts'
import type { DaysOff } from './due-dates.ts'
import { demand } from './engine-error.ts'

/** 等额本息, 等额本金, 等本等息, 先息后本, 到期还本付息. */
export type Method = 'equalInstalment' | 'equalPrincipal' | 'flat' | 'interestFirst' | 'bullet'

/** '30/360' takes every month as 30 of 360 days; the others count the days between the due days. */
export type DayCount = '30/360' | 'actual/365' | 'actual/360'

/**
 * Who absorbs the rounding in the last period: its instalment (interest stays exact), or its interest (the instalment stays the same).
 * Only methods with a constant instalment, equalInstalment and flat, can keep it.
 */
export type Tail = 'lastInstalment' | 'lastInterest'

/** What was agreed about a loan, enough to draw its plan. */
export type LoanTerms = {
  readonly principal: Fen
  readonly annualRate: Ppm
  /** Months; each is one period, but `bullet` pays once after all of them. */
  readonly periods: number
  readonly method: Method
  readonly dayCount: DayCount
  readonly payOutDate: CivilDate
  readonly tail: Tail
  readonly daysOff: DaysOff
  /** A service fee due with each period; none unless given. */
  readonly feePerPeriod?: Fen
}

/** Keeps fen × days of a century within the safe integers. */
const principalMax = 100_000_000_000
const annualRateMax = 1_000_000
const periodsMax = 360

/** Throws EngineError for terms outside the domain: principal up to 1 billion yuan, rate up to 100 % a year, 1 to 360 periods. */
export function checkTerms(terms: LoanTerms): void {
  const { principal, annualRate, periods, payOutDate, feePerPeriod } = terms
  demand(isWholeWithin(principal, 1, principalMax), 'PRINCIPAL_OUT_OF_RANGE', `${principal} fen`)
  demand(isWholeWithin(annualRate, 0, annualRateMax), 'RATE_OUT_OF_RANGE', `${annualRate} ppm`)
  demand(isWholeWithin(periods, 1, periodsMax), 'PERIODS_OUT_OF_RANGE', `${periods} periods`)
  demand(isWholeWithin(feePerPeriod ?? 0, 0, principalMax), 'FEE_OUT_OF_RANGE', `${feePerPeriod} fen`)
  demand(isCivilDate(payOutDate) && payOutDate >= '1970-01-01' && payOutDate <= '2199-12-31', 'DATE_OUT_OF_RANGE', payOutDate)
}

function isWholeWithin(n: number, least: number, most: number): boolean {
  return Number.isSafeInteger(n) && n >= least && n <= most
}
