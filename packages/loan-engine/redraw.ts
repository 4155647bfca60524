import { unreachable } from '@fyh/base/assert.ts'
import { type CivilDate, daysBetween } from '@fyh/base/dates.ts'
import { addFen, type Fen, fen, maxFen, minFen, mulDiv, subFen, zeroFen } from '@fyh/base/money.ts'
import type { Loan, PeriodAccount } from './account.ts'
import { instalmentOf } from './annuity.ts'
import { spanOf, spansUntil } from './explain.ts'
import { interestOf } from './interest.ts'
import { methodTraits } from './methods.ts'
import type { InterestSpan, PrepayEffect } from './prepay.ts'
import type { PlanRow } from './schedule.ts'
import { isFlat } from './shares.ts'

/** A prepayment as the plan sees it: principal paid on a day of the running period, beyond what that period asks. */
type Ahead = {
  readonly running: PeriodAccount
  /** Periods before it that are not yet due and were paid whole ahead, where interest paid ahead counts. */
  readonly paidAhead: readonly PeriodAccount[]
  /** The periods after it, with what was paid of them ahead: each goes on asking for at least that. */
  readonly later: readonly PeriodAccount[]
  readonly loan: Loan
  readonly on: CivilDate
  readonly principal: Fen
  readonly effect: PrepayEffect
  readonly instalment?: Fen | undefined
}

/**
 * The plan after a prepayment, over the same due days. The running period's principal grows by what was prepaid, and its interest runs
 * on the reduced balance from the day on; the periods after it are drawn from what is left, the last one taking up the rounding.
 */
export function redrawnRows(rows: readonly PlanRow[], given: Ahead): PlanRow[] {
  const paidAhead = paidAheadRows(given)
  const ahead = afterPaidAhead(given, paidAhead)
  const { row } = ahead.running
  const later = ahead.later.map((account) => account.row)
  const draw = drawingOf([row, ...later], ahead)
  const first = runningRow(draw, ahead, later.length + 1)
  const isAsDrawn = first.principal === addFen(draw.prepaid, draw.principalFor(interestOn(row, draw.interestBalance(draw.balance))))
  // An instalment paid in part ahead of its day can be more than the lowered one; then the periods after it share what is left.
  const rest = isAsDrawn ? draw : { ...draw, principalFor: draw.drawnFrom(later, first.balanceAfter) }
  const before = rows.filter(({ period }) => period < row.period - paidAhead.length)
  return [...before, ...paidAhead, first, ...laterRows(rest, ahead.later, first.balanceAfter)]
}

/**
 * Periods paid whole ahead: their interest runs on what is left from the day on. What was paid beyond it is principal of the same
 * instalment, as far as there is any left.
 */
function paidAheadRows(ahead: Ahead): PlanRow[] {
  const { paidAhead, running, loan, on, principal } = ahead
  const prepaid = running.row.redrawn?.prepaid ?? zeroFen
  let left = leftOpen(ahead)
  let balance = paidAhead[0]?.row.balanceBefore ?? zeroFen
  return paidAhead.map(({ row, paid }) => {
    const before = subFen(balance, addFen(row.redrawn?.prepaid ?? zeroFen, prepaid))
    const interestBalance = interestBalanceAfter(row, { loan, before, principal })
    const spans = spansAfter(row, { on, balance: interestBalance })
    const counts = minFen(left, maxFen(zeroFen, subFen(paid.interest, addFen(...spans.map(({ amount }) => amount)))))
    left = subFen(left, counts)
    const interest = subFen(row.interest, counts)
    const drawn = rowFrom(row, { principal: addFen(row.principal, counts), interest, balance, interestBalance })
    balance = drawn.balanceAfter
    return { ...drawn, redrawn: { prepaid: zeroFen, ...row.redrawn, spans, isPaid: true } }
  })
}

/** Principal that is open after the prepayment: interest paid ahead counts for no more than that. */
function leftOpen({ running: { row, paid }, later, principal }: Ahead): Fen {
  return subFen(row.balanceBefore, addFen(paid.principal, principalPaid(later), principal))
}

/** Flat interest is on the sum paid out; of that the same share is left as of the balance. */
function interestBalanceAfter(row: PlanRow, { loan, before, principal }: { loan: Loan; before: Fen; principal: Fen }): Fen {
  const balance = subFen(before, principal)
  if (!isFlat(loan.terms)) return balance
  return fen(mulDiv({ value: row.explain.balance, times: balance, over: before, rounding: 'halfUp' }))
}

/** The prepayment as it finds the plan once that is counted, with the instalment that was in force before. */
function afterPaidAhead(ahead: Ahead, paidAhead: readonly PlanRow[]): Ahead {
  const last = paidAhead[paidAhead.length - 1]
  if (last === undefined) return ahead
  const { running, loan, instalment } = ahead
  const inForce = instalment ?? instalmentIn(running.row, loan)
  return { ...ahead, running: { ...running, row: { ...running.row, balanceBefore: last.balanceAfter } }, instalment: inForce }
}

function instalmentIn(row: PlanRow, { terms }: Loan): Fen {
  const prepaid = row.redrawn?.prepaid ?? zeroFen
  const balance = isFlat(terms) ? row.explain.balance : subFen(row.balanceBefore, prepaid)
  return addFen(subFen(row.principal, prepaid), interestOn(row, balance))
}

function laterRows({ interestBalance, principalFor }: Drawing, later: readonly PeriodAccount[], from: Fen): PlanRow[] {
  const drawn: PlanRow[] = []
  let balance = from
  let paidAhead = principalPaid(later)
  for (const { row, paid } of later) {
    if (balance === 0) break
    paidAhead = subFen(paidAhead, paid.principal)
    const isLast = row === later[later.length - 1]?.row
    const interest = interestOn(row, interestBalance(balance))
    const principal = isLast ? balance : minFen(subFen(balance, paidAhead), maxFen(paid.principal, principalFor(interest)))
    const next = rowFrom(row, { principal, interest, balance, interestBalance: interestBalance(balance) })
    drawn.push(next)
    balance = next.balanceAfter
  }
  return drawn
}

function principalPaid(accounts: readonly PeriodAccount[]): Fen {
  return addFen(zeroFen, ...accounts.map(({ paid }) => paid.principal))
}

type PrincipalFor = (interest: Fen) => Fen

/** What stays the same from period to period after the prepayment. */
type Drawing = {
  /** What is open once the prepayment is in, as if the running period had begun with it. */
  readonly balance: Fen
  /** Prepaid within the running period, in all. */
  readonly prepaid: Fen
  readonly interestBalance: (balance: Fen) => Fen
  readonly principalFor: PrincipalFor
  readonly drawnFrom: (rows: readonly PlanRow[], balance: Fen) => PrincipalFor
}

function drawingOf(rows: readonly PlanRow[], { running: { row }, loan, principal, effect, instalment: inForce }: Ahead): Drawing {
  const { share: keeps } = methodTraits[loan.terms.method]
  const before = subFen(row.balanceBefore, row.redrawn?.prepaid ?? zeroFen)
  const balance = subFen(before, principal)
  const planned = subFen(row.principal, row.redrawn?.prepaid ?? zeroFen)
  const base = interestBalanceAfter(row, { loan, before, principal })
  const instalment = inForce ?? instalmentIn(row, loan)
  const drawnFrom = (over: readonly PlanRow[], from: Fen): PrincipalFor => {
    const spans = over.map(({ explain }) => explain)
    switch (keeps) {
      case 'instalment': {
        const lowered = () => instalmentOf({ principal: from, annualRate: row.explain.ratePpm, spans })
        const kept = effect === 'shorten' || from === 0 ? instalment : lowered()
        return (interest) => subFen(kept, interest)
      }
      case 'principal': {
        const share = fen(mulDiv({ value: from, times: 1, over: Math.max(1, over.length), rounding: 'halfUp' }))
        return () => (effect === 'shorten' ? planned : share)
      }
      case 'none':
        return () => zeroFen
      default:
        return unreachable(keeps)
    }
  }
  const interestBalance = (open: Fen): Fen => (isFlat(loan.terms) ? base : open)
  return { balance, prepaid: subFen(row.balanceBefore, balance), interestBalance, principalFor: drawnFrom(rows, balance), drawnFrom }
}

/** The period in which the prepayment falls. What of it had been paid before as an instalment stays its principal, with interest that counts. */
function runningRow({ balance, prepaid, interestBalance, principalFor }: Drawing, ahead: Ahead, periods: number): PlanRow {
  const { running, later, loan, on, principal, effect } = ahead
  const { row, paid } = running
  const spans = spansAfter(row, { on, balance: interestBalance(balance) })
  const byDays = addFen(...spans.map(({ amount }) => amount))
  const counts = loan.rules.interestAhead === 'counts' ? minFen(leftOpen(ahead), maxFen(zeroFen, subFen(paid.interest, byDays))) : zeroFen
  const asInstalment = addFen(subFen(paid.principal, subFen(prepaid, principal)), counts)
  const wanted = maxFen(zeroFen, asInstalment, principalFor(interestOn(row, interestBalance(balance))))
  const drawn = {
    principal: addFen(prepaid, periods === 1 ? balance : minFen(subFen(balance, principalPaid(later)), wanted)),
    interest: maxFen(byDays, subFen(paid.interest, counts)),
    balance: row.balanceBefore,
    interestBalance: interestBalance(balance),
  }
  const source = effect === 'lower' ? { balance, periods } : row.redrawn?.drawn
  return { ...rowFrom(row, drawn), redrawn: { prepaid, spans, ...(source !== undefined && { drawn: source }) } }
}

/** The spans so far, the last one cut on the day, and the days that are left on the new balance. */
function spansAfter(row: PlanRow, { on, balance }: { on: CivilDate; balance: Fen }): InterestSpan[] {
  const { startDate, dueDate } = row
  const from = on > startDate ? on : startDate
  const rest = { from, to: dueDate, balance, whole: interestOn(row, balance), periodDays: daysBetween(startDate, dueDate) }
  return [...spansUntil(row, from), spanOf(rest)]
}

function interestOn(row: PlanRow, balance: Fen): Fen {
  const { ratePpm, days, basis } = row.explain
  return interestOf({ balance, annualRate: ratePpm, days, basis })
}

function rowFrom(
  row: PlanRow,
  { principal, interest, balance, interestBalance }: { principal: Fen; interest: Fen; balance: Fen; interestBalance: Fen },
): PlanRow {
  const { period, month, startDate, dueDate, fee, explain } = row
  const balanceAfter = subFen(balance, principal)
  const rule = explain.rule === 'originalByDays' ? 'originalByDays' : 'balanceByDays'
  return {
    period,
    month,
    startDate,
    dueDate,
    fee,
    principal,
    interest,
    total: addFen(principal, interest, fee),
    balanceBefore: balance,
    balanceAfter,
    explain: { ...explain, balance: interestBalance, rule, principalRule: balanceAfter === 0 ? 'rest' : explain.principalRule },
  }
}
