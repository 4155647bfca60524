import { assert, unreachable } from '@fyh/base/assert.ts'
import type { CivilDate } from '@fyh/base/dates.ts'
import { addFen, type Fen, fen, maxFen, minFen, mulDiv, type Ppm, subFen, zeroFen } from '@fyh/base/money.ts'
import { instalmentOf } from './annuity.ts'
import { dueDateOf } from './due-dates.ts'
import { type Days, daysFor, interestOf } from './interest.ts'
import { checkTerms, type LoanTerms } from './terms.ts'

/** `balanceByDays` is the open balance, `originalByDays` the sum paid out, `instalmentMinusPrincipal` what the constant instalment leaves. */
export type InterestRule = 'balanceByDays' | 'originalByDays' | 'instalmentMinusPrincipal'
/** `instalmentMinusInterest` of equal instalments, `equalShare` of equal principal, `rest` in the last period, `none` before the end. */
export type PrincipalRule = 'instalmentMinusInterest' | 'equalShare' | 'rest' | 'none'

/** How a row came to be: interest is balance × rate × days ÷ basis by `rule`, principal by `principalRule`. Words are the reader's matter. */
export type PlanExplanation = Days & {
  readonly balance: Fen
  readonly ratePpm: Ppm
  readonly rule: InterestRule
  readonly principalRule: PrincipalRule
}

export type PlanRow = {
  readonly period: number
  /** Months from the pay-out to the due day before days off move it. */
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
}

/**
 * The repayment plan. Principal always sums to what was paid out and the last balance is zero; no amount is negative.
 * Throws EngineError for terms outside the domain.
 */
export function planFor(terms: LoanTerms): PlanRow[] {
  checkTerms(terms)
  const spans = spansOf(terms)
  const share = constantShare(terms, spans)
  const rows: PlanRow[] = []
  let balance = terms.principal
  for (const span of spans) {
    const isLast = span.period === spans.length
    const row = rowOf({ terms, span, share, balance, isLast })
    rows.push(row)
    balance = row.balanceAfter
  }
  assert(balance === 0, `plan ends with ${balance} fen open`)
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

type Span = Days & { period: number; month: number; startDate: CivilDate; dueDate: CivilDate }

/** Days moved by a day off count for the period they lengthen and are missing in the next: the borrower holds the money that long. */
function spansOf({ payOutDate, periods, method, dayCount, daysOff }: LoanTerms): Span[] {
  const months = method === 'bullet' ? periods : 1
  const count = periods / months
  const spans: Span[] = []
  let startDate = payOutDate
  for (let period = 1; period <= count; period += 1) {
    const month = period * months
    const dueDate = dueDateOf(payOutDate, month, daysOff)
    spans.push({ period, month, startDate, dueDate, ...daysFor({ dayCount, from: startDate, to: dueDate, months }) })
    startDate = dueDate
  }
  return spans
}

/** What stays the same from period to period: the instalment of equal instalments, else the principal of one period. */
function constantShare({ method, principal, annualRate }: LoanTerms, spans: readonly Span[]): Fen {
  switch (method) {
    case 'equalInstalment':
      return instalmentOf({ principal, annualRate, spans })
    case 'equalPrincipal':
    case 'flat':
      return fen(mulDiv({ value: principal, times: 1, over: spans.length, rounding: 'halfUp' }))
    case 'interestFirst':
    case 'bullet':
      return zeroFen
    default:
      return unreachable(method)
  }
}

function rowOf({
  terms,
  span,
  share,
  balance,
  isLast,
}: {
  terms: LoanTerms
  span: Span
  share: Fen
  balance: Fen
  isLast: boolean
}): PlanRow {
  const { period, month, startDate, dueDate, days, basis } = span
  const onOriginal = terms.method === 'flat'
  const interestBalance = onOriginal ? terms.principal : balance
  const byDays = interestOf({ balance: interestBalance, annualRate: terms.annualRate, days, basis })
  const principal = isLast ? balance : principalOf(terms, { share, balance, interest: byDays })
  const kept = isLast ? keptInterest(terms, { share, byDays, principal }) : undefined
  const interest = kept ?? byDays
  const fee = terms.feePerPeriod ?? zeroFen
  return {
    period,
    month,
    startDate,
    dueDate,
    principal,
    interest,
    fee,
    total: addFen(principal, interest, fee),
    balanceBefore: balance,
    balanceAfter: subFen(balance, principal),
    explain: {
      balance: interestBalance,
      ratePpm: terms.annualRate,
      days,
      basis,
      rule: kept !== undefined ? 'instalmentMinusPrincipal' : onOriginal ? 'originalByDays' : 'balanceByDays',
      principalRule: isLast ? 'rest' : principalRules[terms.method],
    },
  }
}

const principalRules = {
  equalInstalment: 'instalmentMinusInterest',
  equalPrincipal: 'equalShare',
  flat: 'equalShare',
  interestFirst: 'none',
  bullet: 'none',
} as const

/** Bounded by zero and the balance, which rounding can pass when a loan is only a few fen. */
function principalOf({ method }: LoanTerms, { share, balance, interest }: { share: Fen; balance: Fen; interest: Fen }): Fen {
  const wanted = method === 'equalInstalment' ? subFen(share, interest) : share
  return minFen(balance, maxFen(zeroFen, wanted))
}

/** The last interest when it, not the instalment, absorbs the rounding; undefined when it is counted by days like the others. */
function keptInterest(terms: LoanTerms, { share, byDays, principal }: { share: Fen; byDays: Fen; principal: Fen }): Fen | undefined {
  if (terms.tail !== 'lastInterest') return undefined
  if (terms.method !== 'equalInstalment' && terms.method !== 'flat') return undefined
  const instalment = terms.method === 'flat' ? addFen(share, byDays) : share
  return principal <= instalment ? subFen(instalment, principal) : undefined
}
