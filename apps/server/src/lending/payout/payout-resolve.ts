import { type CivilDate, civilDateAt, instantAt, today } from '@fyh/base/dates.ts'
import { formatYuan, subFen, zeroFen } from '@fyh/base/money.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import type { LendingDeps } from '#lending/deps.ts'
import { excessLost, excessReturned, post } from '#lending/ledger/ledger.ts'
import { findLoan } from '#lending/loan/loan.ts'
import { findOrder } from '#lending/orders/orders.ts'
import type { Tx } from '#platform/deps.ts'
import { findPayout, type Payout } from './payout.sql.ts'
import { type CaseOutcome, endCase, findCase, insertCase, type PayoutCase } from './payout-cases.sql.ts'
import { openExcess } from './payout-cases.ts'
import { learnPayout } from './payout-news.ts'

type Resolution = {
  readonly caseId: number
  readonly outcome: CaseOutcome
  readonly by: string
  readonly reason: string
  /** The day under which the lender's statement has the money that went back; today unless given. */
  readonly on: CivilDate | undefined
}

const outcomesOf = {
  excess: ['returned', 'lost'],
  otherAmount: ['corrected', 'kept', 'refused'],
  noOutcome: ['paid', 'refused'],
} as const satisfies Record<PayoutCase['kind'], readonly CaseOutcome[]>

/**
 * Ends a case by what an operator found out. What cannot be done is thrown, in words for the operator, and changes nothing. Returns what
 * the case was about, and which lender's.
 */
export async function resolveCase(deps: LendingDeps, { caseId, ...resolution }: Resolution): Promise<PayoutCase & { lenderId: number }> {
  const { outcome, by, reason } = resolution
  if (by.trim() === '' || reason.trim() === '') refuse('a decision needs --by and --reason')
  return transaction(deps.db, async (tx) => {
    const { userId, loanId } = (await findCase(tx, caseId)) ?? refuse(`no case has the number ${caseId}`)
    // The loan is locked first, as everywhere, so that a notice and an operator do not decide at once.
    await findLoan(tx, { userId, loanId }, 'update')
    const found = (await findCase(tx, caseId)) ?? refuse(`no case has the number ${caseId}`)
    const payout = (await findPayout(tx, found, 'update')) ?? refuse('the payout no longer exists')
    const possible: readonly CaseOutcome[] = outcomesOf[found.kind]
    if (!possible.includes(outcome)) refuse(`a case of the kind ${found.kind} ends as ${possible.join(', ')}`)
    const at = deps.clock.now()
    if (!(await endCase(tx, found, { outcome, by, reason, at }))) refuse(`case ${caseId} is already closed`)
    await (found.kind === 'excess'
      ? endExcess(tx, deps, { found, payout, resolution })
      : endOtherAmount(tx, deps, { found, payout, outcome }))
    return { ...found, lenderId: payout.lenderId }
  })
}

type FoundOutcome = Omit<Resolution, 'caseId' | 'outcome'> & { readonly orderKey: string; readonly outcome: 'paid' | 'refused' }

/**
 * Ends a pay-out whose outcome the lender does not report, by what an operator found out; `on` is the day on which it was paid. Should the
 * lender report something else later, that counts as it always does.
 */
export async function endWaitingPayout(
  deps: LendingDeps,
  { orderKey, outcome, by, reason, on }: FoundOutcome,
): Promise<{ lenderId: number }> {
  if (by.trim() === '' || reason.trim() === '') refuse('a decision needs --by and --reason')
  if (on !== undefined && on > today(deps.clock)) refuse(`${on} has not come yet`)
  return transaction(deps.db, async (tx) => {
    const { userId, orderId: payoutId } =
      (await findOrder(tx, { orderKey, kind: 'payout' })) ?? refuse(`no payout has the order key ${orderKey}`)
    const key = { userId, payoutId }
    const { loanId } = (await findPayout(tx, key)) ?? refuse(`no payout has the order key ${orderKey}`)
    await findLoan(tx, { userId, loanId }, 'update')
    const payout = (await findPayout(tx, key, 'update')) ?? refuse('the payout no longer exists')
    const { status, amountFen } = payout
    if (status === 'paid' || status === 'refused') refuse(`the outcome is already known: ${status}`)
    const made = { userId, loanId, payoutId, caseId: deps.ids(), reportedFen: amountFen, excessFen: zeroFen, openedAt: deps.clock.now() }
    await insertCase(tx, { ...made, kind: 'noOutcome' })
    await endCase(tx, made, { outcome, by, reason, at: made.openedAt })
    const paidAt = machineTimeOf(deps, on === undefined ? made.openedAt : instantAt(on))
    await learnPayout(tx, deps, key, outcome === 'paid' ? { kind: 'paid', amountFen, paidAt } : { kind: 'refused', reason: 'withdrawn' })
    return { lenderId: payout.lenderId }
  })
}

/** The machine's moment as long ago as a moment of business time. */
function machineTimeOf({ clock }: LendingDeps, at: Date): Date {
  return new Date(clock.machineNow().getTime() - (clock.now().getTime() - at.getTime()))
}

type Ending = { readonly found: PayoutCase; readonly payout: Payout }

async function endExcess(
  tx: Tx,
  deps: LendingDeps,
  { found, payout, resolution: { outcome, on = today(deps.clock) } }: Ending & { resolution: Omit<Resolution, 'caseId'> },
): Promise<void> {
  const { userId, loanId, caseId, excessFen: amount } = found
  if (on > today(deps.clock) || on < civilDateAt(found.openedAt)) refuse(`${on} is not a day between the pay-out and today`)
  const of = { userId, loanId, caseId, orderKey: payout.orderKey, lenderId: payout.lenderId, on, amount }
  await post(tx, outcome === 'returned' ? excessReturned(of) : excessLost(of))
}

async function endOtherAmount(tx: Tx, deps: LendingDeps, { found, payout, outcome }: Ending & { outcome: CaseOutcome }): Promise<void> {
  const { reportedFen, openedAt } = found
  const paidAt = machineTimeOf(deps, openedAt)
  if (outcome === 'refused') {
    if (payout.status === 'paid') refuse('this payout is already booked as paid')
    return learnPayout(tx, deps, payout, { kind: 'refused', reason: 'withdrawn' })
  }
  const amountFen = payout.paidFen ?? payout.amountFen
  const excessFen = subFen(reportedFen, amountFen)
  if (outcome === 'kept' && excessFen <= 0) refuse(`${formatYuan(reportedFen)} is not more than ${formatYuan(amountFen)}`)
  await learnPayout(tx, deps, payout, { kind: 'paid', amountFen, paidAt })
  if (outcome === 'kept') await openExcess(tx, deps, { payout, reportedFen, excessFen, on: civilDateAt(openedAt) })
}

function refuse(why: string): never {
  throw new Error(why)
}
