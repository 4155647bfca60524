import { assert } from '@fyh/base/assert.ts'
import { type CivilDate, daysBetween } from '@fyh/base/dates.ts'
import { addFen, type Fen, fen, maxFen, minFen, mulDiv, type Ppm, subFen, zeroFen } from '@fyh/base/money.ts'
import { figuresOn, type Loan, type PeriodAccount } from './account.ts'
import { accruedOn } from './accrual.ts'
import type { AllocationLine } from './allocate.ts'
import { demand } from './engine-error.ts'
import { addParts, noParts, type Parts, partNames, subParts, totalOf } from './parts.ts'
import type { PenaltyExplanation } from './penalty.ts'
import { earlySettlementRateOn } from './rules.ts'

/** The running period's interest, charged for the days it has run: interest × elapsedDays ÷ periodDays, never more than the interest. */
export type RunningInterest = {
  readonly period: number
  readonly interest: Fen
  readonly elapsedDays: number
  readonly periodDays: number
  readonly accrued: Fen
  /** What of the period's interest had been paid before. Beyond what has accrued it counts or is kept, by the lender's rule. */
  readonly alreadyPaid: Fen
}

export type SettlementExplanation = {
  readonly running: RunningInterest | undefined
  readonly penalties: readonly { readonly period: number; readonly amount: Fen; readonly explain: PenaltyExplanation }[]
  /** principal × ratePpm, rounded half up; `principal` is what was not yet due. */
  readonly earlyFee: { readonly principal: Fen; readonly ratePpm: Ppm; readonly amount: Fen }
}

/**
 * The amount that settles a loan on a day. The four parts sum to `total`; `lines` say to which period each belongs. Interest and period
 * fees paid ahead that count are negative there, so `total` may be less than the principal; it is never below zero.
 */
export type SettlementQuote = {
  readonly onDate: CivilDate
  readonly principal: Fen
  readonly interest: Fen
  readonly fee: Fen
  readonly penalty: Fen
  readonly total: Fen
  /** Interest and period fees of the plan that need not be paid, or were and count towards the rest. */
  readonly waivedInterest: Fen
  readonly waivedFee: Fen
  readonly lines: readonly AllocationLine[]
  readonly explain: SettlementExplanation
}

/** What settling adds to and takes from each period, beside the payment itself. */
export type SettlementChange = { readonly period: number; readonly waived: Parts; readonly added: Parts }
export type Settlement = { readonly quote: SettlementQuote; readonly changes: readonly SettlementChange[] }

/**
 * Periods due by the day (today's included) are owed in full with their penalties; the running one owes its principal and the
 * interest of the days it has run; later ones owe principal only. The early fee goes with the first period not yet due. Where interest
 * paid ahead counts, all that is paid in the end is principal, what the days have earned, and what was charged beside them. It counts for
 * no more than is asked otherwise: with a fee for settling early it could come to fen more, and a settlement pays nothing out.
 */
export function settlementOf(accounts: readonly PeriodAccount[], loan: Loan, onDate: CivilDate): Settlement {
  demand(onDate >= loan.terms.payOutDate, 'DATE_BEFORE_PAY_OUT', `${onDate} is before ${loan.terms.payOutDate}`)
  const running = accounts.find((account) => account.row.dueDate >= onDate)
  const earlyFee = earlyFeeOf(accounts, loan, onDate)
  const counts = loan.rules.interestAhead === 'counts' && accounts.some(({ closedOn }) => closedOn === undefined)
  const asked = accounts.map((account) => {
    const isFeePeriod = account.row.period === earlyFee.period
    return settlePeriod({ account, loan, onDate, running, added: isFeePeriod ? { ...noParts, fee: earlyFee.amount } : noParts })
  })
  const periods = counts ? withCounted(asked, { accounts, running, onDate }) : asked
  const lines = periods
    .filter(({ owed }) => partNames.some((part) => owed[part] !== 0))
    .map(({ period, owed }) => ({ period, parts: owed }))
  const sum = addParts(...lines.map((line) => line.parts))
  const waived = addParts(...periods.map((period) => period.waived))
  const quote: SettlementQuote = {
    onDate,
    ...sum,
    total: totalOf(sum),
    waivedInterest: waived.interest,
    waivedFee: waived.fee,
    lines,
    explain: {
      running: running && runningInterest(running, onDate),
      penalties: periods
        .filter(({ owed }) => owed.penalty > 0)
        .map(({ period, owed, penalty }) => ({ period, amount: owed.penalty, explain: penalty })),
      earlyFee: { principal: earlyFee.principal, ratePpm: earlyFee.ratePpm, amount: earlyFee.amount },
    },
  }
  return { quote, changes: periods.map(({ period, waived, added }) => ({ period, waived, added })) }
}

type PeriodSettlement = SettlementChange & { owed: Parts; penalty: PenaltyExplanation }

function settlePeriod({
  account,
  loan,
  onDate,
  running,
  added,
}: {
  account: PeriodAccount
  loan: Loan
  onDate: CivilDate
  running: PeriodAccount | undefined
  added: Parts
}): PeriodSettlement {
  const { period } = account.row
  const { owed, penalty } = figuresOn(account, loan, onDate)
  const waived = waivedOf({ account, owed, running, onDate })
  const left: Parts = { ...owed, interest: subFen(owed.interest, waived.interest), fee: addFen(subFen(owed.fee, waived.fee), added.fee) }
  return { period, waived, added, owed: left, penalty: penalty.explain }
}

/** What is asked of each period less what was paid ahead of it, the earliest first and never more than is asked in all. */
function withCounted(
  asked: readonly PeriodSettlement[],
  { accounts, ...at }: { accounts: readonly PeriodAccount[]; running: PeriodAccount | undefined; onDate: CivilDate },
): PeriodSettlement[] {
  let left = addFen(zeroFen, ...asked.map(({ owed }) => totalOf(owed)))
  return asked.map((one, index) => {
    const account = accounts[index]
    assert(account !== undefined, 'every period has its account')
    const unearned = unearnedOf({ account, ...at })
    const interest = minFen(unearned.interest, left)
    const fee = minFen(unearned.fee, subFen(left, interest))
    if (interest === 0 && fee === 0) return one
    left = subFen(left, addFen(interest, fee))
    const back: Parts = { ...noParts, interest, fee }
    return { ...one, waived: addParts(one.waived, back), owed: subParts(one.owed, back) }
  })
}

/** What was paid of the plan's interest for days still to come, and of fees of periods still to begin. */
function unearnedOf({
  account,
  running,
  onDate,
}: {
  account: PeriodAccount
  running: PeriodAccount | undefined
  onDate: CivilDate
}): Parts {
  const { row, paid, added } = account
  if (running === undefined || row.period < running.row.period) return noParts
  const isRunning = row.period === running.row.period
  const beyond = (part: 'interest' | 'fee', earned: Fen) => maxFen(zeroFen, subFen(paid[part], addFen(added[part], earned)))
  return { ...noParts, interest: beyond('interest', accruedOn(row, onDate)), fee: beyond('fee', isRunning ? row.fee : zeroFen) }
}

function waivedOf({
  account,
  owed,
  running,
  onDate,
}: {
  account: PeriodAccount
  owed: Parts
  running: PeriodAccount | undefined
  onDate: CivilDate
}): Parts {
  if (running === undefined || account.row.period < running.row.period) return noParts
  if (account.row.period > running.row.period) return { ...noParts, interest: owed.interest, fee: owed.fee }
  const { accrued, alreadyPaid } = runningInterest(account, onDate)
  const dueNow = maxFen(zeroFen, subFen(accrued, alreadyPaid))
  return { ...noParts, interest: maxFen(zeroFen, subFen(owed.interest, dueNow)) }
}

function runningInterest({ row, paid }: PeriodAccount, onDate: CivilDate): RunningInterest {
  const periodDays = daysBetween(row.startDate, row.dueDate)
  const elapsedDays = daysBetween(row.startDate, onDate)
  assert(periodDays > 0 && elapsedDays >= 0 && elapsedDays <= periodDays, 'the first period not yet due runs')
  const accrued = accruedOn(row, onDate)
  return { period: row.period, interest: row.interest, elapsedDays, periodDays, accrued, alreadyPaid: paid.interest }
}

function earlyFeeOf(
  accounts: readonly PeriodAccount[],
  loan: Loan,
  onDate: CivilDate,
): { period: number | undefined; principal: Fen; ratePpm: Ppm; amount: Fen } {
  const ratePpm = earlySettlementRateOn(loan.rules, { payOutDate: loan.terms.payOutDate, onDate })
  const early = accounts.filter((account) => account.row.dueDate > onDate)
  const principal = addFen(...early.map((account) => figuresOn(account, loan, onDate).owed.principal))
  const amount = fen(mulDiv({ value: principal, times: ratePpm, over: 1_000_000, rounding: 'halfUp' }))
  return { period: early.find((account) => figuresOn(account, loan, onDate).owed.principal > 0)?.row.period, principal, ratePpm, amount }
}
