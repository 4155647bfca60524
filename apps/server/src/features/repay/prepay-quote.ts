import { assert } from '@fyh/base/assert.ts'
import { addFen, type Fen, fen, minFen, subFen, zeroFen } from '@fyh/base/money.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import type { prepayEndpoints } from '@fyh/contract/prepay.ts'
import type { Allocation } from '@fyh/loan-engine/allocate.ts'
import { spansUntil } from '@fyh/loan-engine/explain.ts'
import { noParts, type Parts } from '@fyh/loan-engine/parts.ts'
import { type InterestSpan, interestToDay as interestOfDays, type PrepayEffect } from '@fyh/loan-engine/prepay.ts'
import type { PeriodStanding, Standing } from '@fyh/loan-engine/standing.ts'
import { type LoanNow, partsWithTotal, type RunningLoan, type StandingShown, standingAt, standingShown } from '#lending/loan/loan.ts'
import { quoteOf } from './due.ts'
import { planAheadOf } from './plan-ahead.ts'

type Quote = DataOf<typeof prepayEndpoints.prepayQuote>
export type PrepayLimits = Pick<Quote, 'minFen' | 'stepFen' | 'maxFen'>

/** Principal is prepaid in whole hundreds of yuan. */
const stepFen = fen(10_000)

/** What may be prepaid: at least one step, and never all that is not yet due nor what settles the loan, which is settled instead. */
export function prepayLimits(now: LoanNow): PrepayLimits {
  const open = openAhead(now.standing)
  const principal = addFen(zeroFen, ...open.map(({ owed }) => owed.principal))
  const toSettle = subFen(quoteOf(now, 'all').parts.total, addFen(now.standing.dueNowTotal, interestToDay(now.standing, open[0])))
  const below = Math.max(0, minFen(principal, toSettle) - 1)
  return { minFen: stepFen, stepFen, maxFen: fen(below - (below % stepFen)) }
}

/** Interest of the running period to the day that is not paid yet. */
function interestToDay({ onDate }: Standing, running: PeriodStanding | undefined): Fen {
  return running === undefined ? zeroFen : interestOfDays(running, onDate)
}

const openAhead = ({ periods, onDate }: Standing): PeriodStanding[] =>
  periods.filter(({ state, dueDate }) => state !== 'paid' && dueDate > onDate)

/** What prepaying this principal takes on the day and does to the plan, both ways. The principal is within the limits. */
export function prepayQuoteOf(now: LoanNow, loan: RunningLoan, principalFen: Fen): Omit<Quote, 'payable'> {
  const { standing } = now
  const [running] = openAhead(standing)
  assert(running !== undefined, `loan ${loan.loanId} has nothing to prepay`)
  const total = addFen(standing.dueNowTotal, interestToDay(standing, running), principalFen)
  const tried = (['shorten', 'lower'] as const).map((effect) => tryOut(now, { loan, total, effect }))
  const [{ after, allocation }] = tried as [Tried, ...Tried[]]
  return {
    loanId: loan.loanId,
    onDate: standing.onDate,
    principalFen,
    ...prepayLimits(now),
    parts: partsWithTotal(allocation.parts),
    lines: linesOf(standing, { loan, after, allocation }),
    now: planAheadOf(standing, openAhead(standing)),
    outcomes: tried.map((one) => outcomeOf(standing, { loan, ...one })),
  }
}

type Tried = { readonly effect: PrepayEffect; readonly after: Standing; readonly allocation: Allocation }

/** Tried out on the loan itself: what is quoted is what booking the money will do. */
function tryOut({ payments, standing }: LoanNow, { loan, total, effect }: { loan: RunningLoan; total: Fen; effect: PrepayEffect }): Tried {
  const payment = { kind: 'prepay', on: standing.onDate, amount: total, effect } as const
  const after = standingAt({ loan, payments: [...payments, payment], onDate: standing.onDate })
  const allocation = after.outcomes.find((outcome) => outcome.payment === payment)?.allocation
  assert(allocation !== undefined && after.surplus === standing.surplus, `a prepayment of loan ${loan.loanId} does not come out`)
  return { effect, after, allocation }
}

function outcomeOf(standing: Standing, { loan, effect, after, allocation }: { loan: RunningLoan } & Tried): Quote['outcomes'][number] {
  return {
    effect,
    plan: standingShown(after.periods, loan).filter(({ dueDate }) => dueDate > standing.onDate),
    savedInterest: subFen(standing.owed.interest, addFen(allocation.parts.interest, after.owed.interest)),
    ahead: planAheadOf(after, openAhead(after)),
  }
}

/**
 * What the debit is made of: what is due today as it stands, then the running period's interest to the day and the principal. Where
 * interest paid ahead counts, the interest is that of the whole period as it will be, also of a period that was paid whole.
 */
function linesOf(
  standing: Standing,
  { loan, after, allocation }: { loan: RunningLoan } & Pick<Tried, 'after' | 'allocation'>,
): StandingShown[] {
  const shown = standingShown(standing.periods, loan)
  const due = shown.filter(({ state, dueDate }) => state !== 'paid' && dueDate <= standing.onDate)
  let balanceAfter = subFen(standing.owed.principal, standing.dueNow.principal)
  const ahead = allocation.lines.flatMap(({ period, parts }) => {
    const [before, row] = [standing.periods[period - 1], shown[period - 1]]
    if (before === undefined || row === undefined || row.dueDate <= standing.onDate) return []
    balanceAfter = subFen(balanceAfter, parts.principal)
    const redrawn = after.periods[period - 1]?.row.redrawn?.spans ?? []
    return [lineAhead(row, { before, parts, balanceAfter, spans: parts.interest < 0 ? redrawn : spansUntil(before.row, standing.onDate) })]
  })
  return [...due, ...ahead]
}

type Ahead = { readonly before: PeriodStanding; readonly parts: Parts; readonly balanceAfter: Fen; readonly spans: readonly InterestSpan[] }

function lineAhead(row: StandingShown, { before: { paid }, parts: { principal, interest }, balanceAfter, spans }: Ahead): StandingShown {
  const charged = addFen(interest, paid.interest)
  const isByDays = addFen(zeroFen, ...spans.map(({ amount }) => amount)) === charged
  return {
    ...row,
    principal,
    interest: charged,
    fee: zeroFen,
    total: addFen(principal, charged),
    balanceAfter,
    explain: { ...row.explain, rule: isByDays ? 'bySpans' : 'paidAhead' },
    spans: isByDays ? [...spans] : [],
    principalHow: { ...row.principalHow, rule: 'none', instalment: null, prepaid: principal },
    paid: partsWithTotal({ ...noParts, interest: paid.interest }),
    owed: partsWithTotal({ ...noParts, interest, principal }),
  }
}
