import { addMonths, type CivilDate, isCivilDate } from '@fyh/base/dates.ts'
import type { Fen, Ppm, Rounding } from '@fyh/base/money.ts'
import type { DaysOff } from './due-dates.ts'
import { demand } from './engine-error.ts'
import { checkFees, type FeeTerm } from './fees.ts'
import { methodTraits } from './methods.ts'
import type { Recalculation } from './recalculation.ts'

/** 等额本息, 等额本金, 等本等息, 先息后本, 到期还本付息. */
export type Method = keyof typeof methodTraits

/**
 * '30/360' and '30U/360' take every month as 30 of 360 days, and differ in free spans only (30E/360 and the US rule). 'actual/365' and 'actual/360' count the days between the due days. A day of
 * 'actual/actual' is one of 365 or 366 by the year it ends in, of 'actual/actual ISDA' by the year it begins in; 'actual/365L' has 366
 * for a period with a 29 February in it.
 */
export type DayCount = '30/360' | '30U/360' | 'actual/365' | 'actual/360' | 'actual/actual' | 'actual/actual ISDA' | 'actual/365L'

/**
 * Who absorbs the rounding in the last period: its instalment (interest stays exact), or its interest (the instalment stays the same;
 * only methods with a constant instalment, equalInstalment and flat, can keep it). `evened` moves the instalment itself by a fen or more
 * when the last one would else differ by more fen than half the number of periods.
 */
export type Tail = 'lastInstalment' | 'lastInterest' | 'evened'

export type PeriodUnit = 'day' | 'week' | 'month'

/** In the first so many periods: no principal is due; the interest waits for the period after them; no interest is charged at all. */
export type Grace = { readonly principal?: number; readonly interest?: number; readonly interestFree?: number }

/**
 * What stays the same in each period of a flat loan: the principal; the instalment, over the interest of all periods; or the interest,
 * which is then the interest of the whole term ÷ periods, half to even, its last part taking the rest.
 */
export type FlatBy = 'principal' | 'instalment' | 'total'

/** What was agreed about a loan, enough to draw its plan. What is optional is as the product has it when absent. */
export type LoanTerms = {
  readonly principal: Fen
  readonly annualRate: Ppm
  /** Periods of `period`, months unless given; each is one instalment, but `bullet` pays once after all of them. */
  readonly periods: number
  readonly method: Method
  readonly dayCount: DayCount
  readonly payOutDate: CivilDate
  readonly tail: Tail
  readonly daysOff: DaysOff
  /** A service fee due with each period; none unless given. */
  readonly feePerPeriod?: Fen
  readonly period?: { readonly unit: PeriodUnit; readonly every: number }
  /** The first due day, from which the later ones are counted; one period after the pay-out unless given. */
  readonly firstDueDate?: CivilDate
  /** The day of the month on which to pay, the month's last where it has no such day. */
  readonly dueDay?: number
  readonly grace?: Grace
  /** The instalment as agreed, where it is not the annuity's. */
  readonly instalment?: Fen
  readonly instalmentMultiple?: { readonly of: Fen; readonly rounding: Rounding }
  /** Principal and interest of a period are multiples of this, rounded half up; the last principal takes the rest. */
  readonly amountMultiple?: Fen
  /** Whether the annuity knows the real days of each period, as interest does; takes all as equal parts of the year; or as the first. */
  readonly annuityBy?: 'days' | 'periods' | 'firstPeriod'
  /** How interest becomes whole fen; half up unless given. Shares and instalments are rounded to the nearest, halves as here. */
  readonly rounding?: Rounding
  readonly flatBy?: FlatBy
  /** Interest follows what is really open; by the plan unless given. */
  readonly recalculation?: Recalculation
  readonly fees?: readonly FeeTerm[]
  /** The highest rate a year allowed. */
  readonly rateCap?: Ppm
}

/** Keeps fen × days of a century within the safe integers. */
const principalMax = 100_000_000_000
const annualRateMax = 1_000_000
const periodsMax = 360
const daysMax = { day: 366, week: 53, month: 12 }

/**
 * Throws EngineError for terms outside the domain: principal up to 1 billion yuan, rate up to 100 % a year and the cap, 1 to 360 periods
 * of at most a year, grace that leaves a period to pay in, a first due day after the pay-out, within two years.
 */
export function checkTerms(terms: LoanTerms): void {
  const { principal, annualRate, periods, payOutDate, feePerPeriod, rateCap } = terms
  demand(isWholeWithin(principal, 1, principalMax), 'PRINCIPAL_OUT_OF_RANGE', `${principal} fen`)
  demand(isWholeWithin(annualRate, 0, annualRateMax), 'RATE_OUT_OF_RANGE', `${annualRate} ppm`)
  demand(rateCap === undefined || annualRate <= rateCap, 'RATE_OVER_CAP', `${annualRate} ppm of at most ${rateCap}`)
  demand(isWholeWithin(periods, 1, periodsMax), 'PERIODS_OUT_OF_RANGE', `${periods} periods`)
  demand(feePerPeriod === undefined || isWholeWithin(feePerPeriod, 0, principalMax), 'FEE_OUT_OF_RANGE', `${feePerPeriod} fen`)
  demand(isDay(payOutDate), 'DATE_OUT_OF_RANGE', payOutDate)
  checkPeriods(terms)
  checkAmounts(terms)
  checkFees(terms.fees ?? [])
}

function checkPeriods({ method, periods, payOutDate, period, firstDueDate, dueDay, grace }: LoanTerms): void {
  if (period !== undefined) demand(isWholeWithin(period.every, 1, daysMax[period.unit]), 'PERIODS_OUT_OF_RANGE', `every ${period.every}`)
  if (firstDueDate !== undefined) {
    demand(isDay(firstDueDate), 'DATE_OUT_OF_RANGE', firstDueDate)
    demand(firstDueDate > payOutDate, 'DATE_BEFORE_PAY_OUT', `${firstDueDate} is not after ${payOutDate}`)
    demand(firstDueDate <= addMonths(payOutDate, 24), 'DATE_OUT_OF_RANGE', `${firstDueDate} is more than two years after ${payOutDate}`)
  }
  if (dueDay !== undefined) {
    demand(isWholeWithin(dueDay, 1, 31), 'DUE_DAY_INVALID', `${dueDay}`)
    demand(period === undefined || period.unit === 'month', 'DUE_DAY_INVALID', 'a day of the month needs periods of months')
  }
  const instalments = methodTraits[method].paysOnce ? 1 : periods
  const { principal = 0, interest = 0, interestFree = 0 } = grace ?? {}
  const leavesOne = isWholeWithin(principal, 0, instalments - 1) && isWholeWithin(interest, 0, instalments - 1)
  demand(leavesOne && isWholeWithin(interestFree, 0, instalments), 'GRACE_OUT_OF_RANGE', `of ${instalments} periods`)
}

function checkAmounts({ principal, instalment, instalmentMultiple, amountMultiple }: LoanTerms): void {
  for (const amount of [instalment, instalmentMultiple?.of, amountMultiple])
    demand(amount === undefined || isWholeWithin(amount, 1, principalMax * 2), 'AMOUNT_NOT_POSITIVE', `${amount} fen`)
  demand((amountMultiple ?? 1) <= principal, 'AMOUNT_NOT_POSITIVE', `multiples of ${amountMultiple} fen of ${principal}`)
}

function isDay(date: CivilDate): boolean {
  return isCivilDate(date) && date >= '1970-01-01' && date <= '2199-12-31'
}

function isWholeWithin(n: number, least: number, most: number): boolean {
  return Number.isSafeInteger(n) && n >= least && n <= most
}
