import { type CivilDate, daysBetween } from '@fyh/base/dates.ts'
import { zeroFen } from '@fyh/base/money.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import type { QuoteMode } from '@fyh/contract/options.ts'
import type { repay } from '@fyh/contract/repay.ts'
import { addParts, noParts } from '@fyh/loan-engine/parts.ts'
import type { SettlementQuote } from '@fyh/loan-engine/settlement.ts'
import type { PeriodStanding, Standing } from '@fyh/loan-engine/standing.ts'
import {
  duePeriods,
  isLost,
  isOpen,
  isSettlingCheaper,
  type LoanNow,
  type PayNow,
  partsWithTotal,
  payNowOf,
  penaltyRateOf,
  penaltySpansOf,
  settlementNow,
  standingShown,
} from '#lending/loan/loan.ts'
import { settlementLines } from './settlement-lines.ts'

type Quote = DataOf<typeof repay.quote>
/** A quote without the loan's rules and what else stands in the way of paying. */
export type QuotedParts = Omit<Quote, 'payable' | 'runningRepaymentId' | 'order' | 'interestAhead'>
type Bill = DataOf<typeof repay.bills>['bills'][number]

/** Why nothing can be paid of a loan that ended: it is settled, or was given up as lost. */
export const endedAs = ({ standing }: LoanNow) => (standing.periods.some(isLost) ? 'LOAN_NOT_PAYABLE' : 'LOAN_ALREADY_SETTLED')

/** What paying takes, a function of the loan and the day alone. */
export function quoteOf(now: LoanNow, mode: QuoteMode): QuotedParts {
  if (!isOpen(now.loan.status)) return returnedQuote(now, mode)
  return mode === 'due' ? dueQuote(now) : settlement(now)
}

/** A settled loan owes at most what the channel took back, whichever way one asks. */
function returnedQuote({ loan, standing, returnedOwed }: LoanNow, mode: QuoteMode): QuotedParts {
  return {
    loanId: loan.loanId,
    mode,
    onDate: standing.onDate,
    parts: partsWithTotal({ ...noParts, principal: returnedOwed }),
    coupon: null,
    savedInterest: zeroFen,
    periods: [],
    runningInterest: null,
    penaltyPpmDay: penaltyRateOf(loan),
    penaltySpans: [],
    overdueDays: 0,
    lines: [],
    earlyFee: null,
  }
}

/** Nobody is asked for more than settling takes. */
function dueQuote(now: LoanNow): QuotedParts {
  const { loan, standing } = now
  const periods = duePeriods(standing)
  if (isSettlingCheaper(now)) return { ...settlement(now), mode: 'due' }
  return {
    loanId: loan.loanId,
    mode: 'due',
    onDate: standing.onDate,
    parts: partsWithTotal(addParts(...periods.map(({ owed }) => owed))),
    coupon: null,
    savedInterest: zeroFen,
    periods: periods.map(({ period }) => period),
    runningInterest: null,
    penaltyPpmDay: penaltyRateOf(loan),
    penaltySpans: periods.flatMap(penaltySpansOf),
    overdueDays: standing.overdueDays,
    lines: standingShown(standing.periods, loan).filter((line) => periods.some(({ period }) => period === line.period)),
    earlyFee: null,
  }
}

function settlement(now: LoanNow): QuotedParts {
  const { loan, standing } = now
  const quote = settlementNow(now)
  const periods = quote.lines.map(({ period }) => period)
  return {
    loanId: loan.loanId,
    mode: 'all',
    onDate: standing.onDate,
    parts: partsWithTotal(quote),
    coupon: null,
    savedInterest: quote.waivedInterest,
    periods,
    runningInterest: runningInterestOf(standing, quote.explain.running),
    penaltyPpmDay: penaltyRateOf(loan),
    penaltySpans: standing.periods.filter(({ period }) => periods.includes(period)).flatMap(penaltySpansOf),
    overdueDays: standing.overdueDays,
    lines: settlementLines(standing, quote, loan),
    earlyFee: quote.explain.earlyFee.amount > 0 ? quote.explain.earlyFee : null,
  }
}

/**
 * The period's interest × days run ÷ days of the period, as balance × rate × days ÷ basis: that is a basis of the year stretched to the
 * period, so a month of 31 days by 30/360 counts 372 days a year. To the fen it is what the lines say.
 */
function runningInterestOf(standing: Standing, running: SettlementQuote['explain']['running']): Quote['runningInterest'] {
  const row = running && standing.periods.find(({ period }) => period === running.period)?.row
  if (row === undefined || running === undefined) return null
  const { balance, ratePpm, days, basis, rule } = row.explain
  const basisDays = Math.round((daysBetween(row.startDate, row.dueDate) * basis) / days)
  return { balance, ratePpm, days: running.elapsedDays, basisDays, rule: rule === 'originalByDays' ? rule : 'balanceByDays' }
}

/** Instalments as bills: what is owed of the open ones, what was paid of the paid ones. */
export function billsOf(now: LoanNow, tab: 'due' | 'paid', today: CivilDate): Bill[] {
  const { loan, standing } = now
  if (!isOpen(loan.status) && loan.status !== 'settled') return []
  const payNow = tab === 'due' ? payNowOf(now) : null
  return standing.periods
    .filter((period) => !isLost(period) && (period.state === 'paid') === (tab === 'paid'))
    .map((period) => billOf(now, period, { tab, today, payNow }))
}

function billOf(
  { loan, standing, runningRepaymentId }: LoanNow,
  period: PeriodStanding,
  { tab, today, payNow }: { tab: 'due' | 'paid'; today: CivilDate; payNow: PayNow | null },
): Bill {
  const shown = partsWithTotal(tab === 'paid' ? period.paid : period.owed)
  return {
    loanId: loan.loanId,
    contractNo: loan.contractNo,
    period: period.period,
    periods: standing.periods.length,
    dueDate: period.dueDate,
    daysLeft: daysBetween(today, period.dueDate),
    overdueDays: period.overdueDays,
    state: period.state,
    ...shown,
    paidTotal: partsWithTotal(period.paid).total,
    payNowFen: payNow?.periods.includes(period.period) === true ? payNow.totalFen : null,
    runningRepaymentId,
  }
}
