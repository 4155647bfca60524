import { AssertionFailed, assert } from '@fyh/base/assert.ts'
import type { CivilDate } from '@fyh/base/dates.ts'
import { addFen, type Fen, fen, type Ppm, ppm, subFen, zeroFen } from '@fyh/base/money.ts'
import { type FeeLine, feeLinesOf, feeTotalOf } from './fees.ts'
import type { Days } from './interest.ts'
import { type Period, periodsOf } from './periods.ts'
import type { Redrawn } from './prepay.ts'
import { type Amounts, amountsOver, shareOf } from './shares.ts'
import { checkTerms, type LoanTerms } from './terms.ts'

/** `balanceByDays` is the open balance, `originalByDays` the sum paid out, `instalmentMinusPrincipal` what the constant instalment leaves. */
export type InterestRule = 'balanceByDays' | 'originalByDays' | 'instalmentMinusPrincipal'
/** `instalmentMinusInterest` of equal instalments, `equalShare` of equal principal, `rest` in the last period, `none` before the end. */
export type PrincipalRule = 'instalmentMinusInterest' | 'equalShare' | 'rest' | 'none'

/** How a row came to be: interest is balance × rate × days ÷ basis by `rule`, principal by `principalRule`. Words are the reader's matter. */
export type PlanExplanation = Days & {
  readonly balance: Fen
  /** 0 in a period free of interest. */
  readonly ratePpm: Ppm
  readonly rule: InterestRule
  readonly principalRule: PrincipalRule
  /** Interest of this period that is due with a later one. */
  readonly deferred?: Fen
  /** Interest of earlier periods that is due with this one. */
  readonly broughtForward?: Fen
  /** Principal and interest were rounded to multiples of this. */
  readonly multiple?: Fen
  /** Interest is a share of this, the interest of the whole term: total ÷ periods, the last one what is left. */
  readonly ofTotal?: Fen
}

export type PlanRow = {
  readonly period: number
  /** Months from the pay-out to the due day before days off move it; 0 where periods are days or weeks. */
  readonly month: number
  /** The day from which the row's interest counts: the due day before it, or the pay-out day. */
  readonly startDate: CivilDate
  readonly dueDate: CivilDate
  readonly principal: Fen
  readonly interest: Fen
  readonly fee: Fen
  readonly total: Fen
  readonly balanceBefore: Fen
  readonly balanceAfter: Fen
  readonly explain: PlanExplanation
  /** What `fee` is made of beside the fee a period, with whom each is for. Absent when the terms name no such fees. */
  readonly fees?: readonly FeeLine[]
  /** Set when money paid ahead of the plan reduced this period's balance while it ran. */
  readonly redrawn?: Redrawn
}

/**
 * The repayment plan. Principal always sums to what was paid out and the last balance is zero; no amount is negative.
 * Throws EngineError for terms outside the domain.
 */
export function planFor(terms: LoanTerms): PlanRow[] {
  checkTerms(terms)
  const periods = periodsOf(terms)
  const amounts = amountsOver(terms, periods, shareOf(terms, periods))
  const rows: PlanRow[] = []
  let balance = terms.principal
  for (const [index, period] of periods.entries()) {
    const figures = amounts[index]
    if (figures === undefined) throw new AssertionFailed('every period has its amounts')
    const row = rowOf(terms, period, figures, balance)
    rows.push(row)
    balance = row.balanceAfter
  }
  if (balance !== 0) throw new AssertionFailed(`plan ends with ${balance} fen open`)
  return rows
}

/** The day the loan ends: the last row's due day, and no other calculation. */
export function endDateOf(plan: readonly PlanRow[]): CivilDate {
  const last = plan[plan.length - 1]
  assert(last !== undefined, 'a plan has rows')
  return last.dueDate
}

export function totalsOf(plan: readonly PlanRow[]): { principal: Fen; interest: Fen; fee: Fen; total: Fen } {
  return {
    principal: addFen(...plan.map((row) => row.principal)),
    interest: addFen(...plan.map((row) => row.interest)),
    fee: addFen(...plan.map((row) => row.fee)),
    total: addFen(...plan.map((row) => row.total)),
  }
}

/** The fees taken with the pay-out itself; none is part of a row. */
export function upFrontFeesOf({ fees = [] }: Pick<LoanTerms, 'fees'>, plan: readonly PlanRow[]): FeeLine[] {
  return feeLinesOf(fees, 'payOut', totalsOf(plan))
}

/** The plain row is one literal and the rest is put in when there is any: plans are drawn by the thousand. */
function rowOf(terms: LoanTerms, period: Period, figures: Amounts, balance: Fen): PlanRow {
  const { principal, interest } = figures
  const lines = terms.fees && feeLinesOf(terms.fees, 'instalment', { principal, interest })
  const ownFee = terms.feePerPeriod ?? zeroFen
  const fee = lines === undefined ? ownFee : addFen(ownFee, feeTotalOf(lines))
  const row: PlanRow = {
    period: period.period,
    month: period.month,
    startDate: period.startDate,
    dueDate: period.dueDate,
    principal,
    interest,
    fee,
    total: fen(principal + interest + fee),
    balanceBefore: balance,
    balanceAfter: subFen(balance, principal),
    explain: explanationOf(terms, period, figures),
  }
  return lines === undefined ? row : { ...row, fees: lines }
}

function explanationOf(terms: LoanTerms, { days, basis, years, isFree }: Period, figures: Amounts): PlanExplanation {
  const { rule, principalRule, deferred, broughtForward, ofTotal } = figures.reason
  const ratePpm = isFree ? noRate : terms.annualRate
  let explain: PlanExplanation = { days, basis, balance: figures.base, ratePpm, rule, principalRule }
  if (years !== undefined) explain = { ...explain, years }
  if (deferred !== 0) explain = { ...explain, deferred }
  if (broughtForward !== 0) explain = { ...explain, broughtForward }
  if (terms.amountMultiple !== undefined) explain = { ...explain, multiple: terms.amountMultiple }
  if (ofTotal !== undefined) explain = { ...explain, ofTotal }
  return explain
}

const noRate = ppm(0)
