import { assert } from '@fyh/base/assert.ts'
import { addFen, type Fen, fen, maxFen, subFen, zeroFen } from '@fyh/base/money.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import type { prepayEndpoints } from '@fyh/contract/prepay.ts'
import { accruedOn } from '@fyh/loan-engine/accrual.ts'
import { spansUntil } from '@fyh/loan-engine/explain.ts'
import { noParts } from '@fyh/loan-engine/parts.ts'
import type { PrepayEffect } from '@fyh/loan-engine/prepay.ts'
import type { PeriodStanding, Standing } from '@fyh/loan-engine/standing.ts'
import { type LoanNow, partsWithTotal, type RunningLoan, type StandingShown, standingAt, standingShown } from '../loan/loan.ts'
import { planAheadOf } from './plan-ahead.ts'

type Quote = DataOf<typeof prepayEndpoints.prepayQuote>
export type PrepayLimits = Pick<Quote, 'minFen' | 'stepFen' | 'maxFen'>

/** Principal is prepaid in whole hundreds of yuan. */
const stepFen = fen(10_000)

/** What may be prepaid: at least one step, and never all that is not yet due, which is settled instead. */
export function prepayLimits(standing: Standing): PrepayLimits {
  const ahead = addFen(zeroFen, ...openAhead(standing).map(({ owed }) => owed.principal))
  return { minFen: stepFen, stepFen, maxFen: fen(ahead - 1 - ((ahead - 1) % stepFen)) }
}

const openAhead = ({ periods, onDate }: Standing): PeriodStanding[] =>
  periods.filter(({ state, dueDate }) => state !== 'paid' && dueDate > onDate)

/** What prepaying this principal takes on the day and does to the plan, both ways. The principal is within the limits. */
export function prepayQuoteOf(now: LoanNow, loan: RunningLoan, principalFen: Fen): Omit<Quote, 'payable'> {
  const { standing } = now
  const [running] = openAhead(standing)
  assert(running !== undefined, `loan ${loan.loanId} has nothing to prepay`)
  const interest = maxFen(zeroFen, subFen(accruedOn(running.row, standing.onDate), running.paid.interest))
  const total = addFen(standing.dueNowTotal, interest, principalFen)
  const outcomes = (['shorten', 'lower'] as const).map((effect) => outcomeOf(now, { loan, running, total, effect }))
  return {
    loanId: loan.loanId,
    onDate: standing.onDate,
    principalFen,
    ...prepayLimits(standing),
    parts: partsWithTotal({ ...standing.dueNow, ...sumsOf(standing, { interest, principal: principalFen }) }),
    lines: linesOf(standing, { loan, running, principal: principalFen, interest }),
    now: planAheadOf(standing, openAhead(standing)),
    outcomes,
  }
}

function sumsOf({ dueNow }: Standing, { interest, principal }: { interest: Fen; principal: Fen }) {
  return { interest: addFen(dueNow.interest, interest), principal: addFen(dueNow.principal, principal) }
}

type Wanted = { readonly loan: RunningLoan; readonly running: PeriodStanding; readonly total: Fen; readonly effect: PrepayEffect }

/** Tried out on the loan itself: what is quoted is what booking the money will do. */
function outcomeOf({ payments, standing }: LoanNow, { loan, running, total, effect }: Wanted): Quote['outcomes'][number] {
  const payment = { kind: 'prepay', on: standing.onDate, amount: total, effect } as const
  const after = standingAt({ loan, payments: [...payments, payment], onDate: standing.onDate })
  const parts = after.outcomes.find((outcome) => outcome.payment === payment)?.allocation.parts
  assert(parts !== undefined && after.surplus === standing.surplus, `a prepayment of loan ${loan.loanId} does not come out`)
  return {
    effect,
    plan: standingShown(after.periods, loan).filter(({ period }) => period >= running.period),
    savedInterest: subFen(standing.owed.interest, addFen(parts.interest, after.owed.interest)),
    ahead: planAheadOf(after, openAhead(after)),
  }
}

/** What the debit is made of: what is due today as it stands, then the running period's interest to the day and the principal. */
function linesOf(
  standing: Standing,
  { loan, running, principal, interest }: { loan: RunningLoan; running: PeriodStanding; principal: Fen; interest: Fen },
): StandingShown[] {
  const shown = standingShown(standing.periods, loan)
  const due = shown.filter(({ state, dueDate }) => state !== 'paid' && dueDate <= standing.onDate)
  const row = shown.find(({ period }) => period === running.period)
  assert(row !== undefined, `period ${running.period} is in the plan`)
  const spans = spansUntil(running.row, standing.onDate)
  const charged = addFen(interest, running.paid.interest)
  const isByDays = addFen(zeroFen, ...spans.map(({ amount }) => amount)) === charged
  const ahead: StandingShown = {
    ...row,
    principal,
    interest: charged,
    fee: zeroFen,
    total: addFen(principal, charged),
    balanceAfter: subFen(standing.owed.principal, addFen(standing.dueNow.principal, principal)),
    explain: { ...row.explain, rule: isByDays ? 'bySpans' : 'paidAhead' },
    spans: isByDays ? spans : [],
    principalHow: { ...row.principalHow, rule: 'none', instalment: null, prepaid: principal },
    paid: partsWithTotal({ ...noParts, interest: running.paid.interest }),
    owed: partsWithTotal({ ...noParts, interest, principal }),
  }
  return [...due, ahead]
}
