import { today } from '@fyh/base/dates.ts'
import { type Fen, formatYuan, zeroFen } from '@fyh/base/money.ts'
import { addParts, onlyPart, type PartName, type Parts, totalOf } from '@fyh/loan-engine/parts.ts'
import type { Standing } from '@fyh/loan-engine/standing.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import { restate } from '#lending/books/books.ts'
import { openDaysWithin } from '#lending/close/close.ts'
import type { LendingDeps } from '#lending/deps.ts'
import { balancesOf, standingByLedger } from '#lending/ledger/ledger.ts'
import {
  type DecisionMade,
  debitUnderWay,
  findLoan,
  insertDecision,
  isOpen,
  isPaidOut,
  paymentsOf,
  type RunningLoan,
  reverseDecision,
  standingAt,
} from '#lending/loan/loan.ts'
import type { Tx } from '#platform/deps.ts'
import { type Decided, decisionsShown, loanOfContract } from './servicing.sql.ts'
import { tellDecision } from './tell-decision.ts'

/** Which loan is decided about, by whom and why; all of it is kept with the decision. */
export type Order = { readonly contractNo: string; readonly by: string; readonly reason: string }
/** The row that keeps a decision, and what it let go of. */
export type Made = { readonly eventId: number; readonly amount: Fen }

/** What a waiver may let go of; principal is lost by a write-off only. */
export const waivableParts = ['penalty', 'interest', 'fee'] as const satisfies readonly PartName[]
export type WaivablePart = (typeof waivableParts)[number]

/**
 * Lets go of penalty, interest or fees that are due by today, up to an amount or all of them, the oldest period first. What cannot be
 * done is thrown, in words for the operator, and changes nothing; this holds for every decision.
 */
export async function waive(
  deps: LendingDeps,
  { parts, amount, ...order }: Order & { parts: readonly WaivablePart[]; amount: Fen | undefined },
): Promise<Made> {
  return onOpenLoan(deps, order, async (tx, { loan, standing }) => {
    const most = totalOf(only(standing.dueNow, parts))
    if (most === 0) refuse(`nothing to waive: no ${parts.join(', ')} is due on ${loan.bookedTo}`)
    if (amount !== undefined && (amount <= 0 || amount > most)) refuse(`at least 0.01 and at most ${formatYuan(most)} can be waived`)
    const data = { amountFen: amount ?? most, parts: [...parts], reason: order.reason }
    const eventId = await decide(tx, deps, { loan, by: order.by, kind: 'waiver', data })
    return { eventId, amount: data.amountFen }
  })
}

/** Takes everything a loan owes off the books as lost, and closes the loan. Its principal goes on using the borrower's limit. */
export async function writeOff(deps: LendingDeps, order: Order): Promise<Made> {
  return onOpenLoan(deps, order, async (tx, { loan, standing }) => {
    const eventId = await decide(tx, deps, { loan, by: order.by, kind: 'writeOff', data: { reason: order.reason } })
    return { eventId, amount: standing.owedTotal }
  })
}

/** Takes a waiver back as if it had never been made. A loan that it settled stays so: statuses have no way back from there. */
export async function undo(deps: LendingDeps, { event, ...order }: Order & { event: number }): Promise<{ eventId: number }> {
  return onOpenLoan(deps, order, async (tx, { loan }) => {
    const eventId = await decide(tx, deps, { loan, by: order.by, kind: 'reverse', data: { event, reason: order.reason } })
    return { eventId }
  })
}

/** Every decision about a loan, oldest first, also those taken back. */
export async function decisionsOf({ db }: Pick<LendingDeps, 'db'>, contractNo: string): Promise<Decided[]> {
  return decisionsShown(db, (await loanOfContract(db, contractNo)) ?? refuse(`no loan has the contract number ${contractNo}`))
}

/** Where a loan stands by its ledger, at the end of the last day opened for it. */
export async function placeOf({ db }: Pick<LendingDeps, 'db'>, contractNo: string) {
  const key = (await loanOfContract(db, contractNo)) ?? refuse(`no loan has the contract number ${contractNo}`)
  const { status } = (await findLoan(db, key)) ?? refuse('the loan no longer exists')
  const balances = await balancesOf(db, key)
  const { owedTotal, surplusHeld } = standingByLedger(balances)
  return { status, owed: owedTotal, surplusHeld, returned: balances.get('returnedReceivable') ?? zeroFen }
}

type Found = { readonly loan: RunningLoan; readonly standing: Standing }

/** The loan, locked, with its days opened up to today and no debit under way, so that what it owes is known. */
async function onOpenLoan<Result>(
  deps: LendingDeps,
  { contractNo, by, reason }: Order,
  work: (tx: Tx, found: Found) => Promise<Result>,
): Promise<Result> {
  if (by.trim() === '' || reason.trim() === '') refuse('a decision needs --by and --reason')
  return transaction(deps.db, async (tx) => {
    const key = (await loanOfContract(tx, contractNo)) ?? refuse(`no loan has the contract number ${contractNo}`)
    await findLoan(tx, key, 'update')
    await openDaysWithin(tx, deps, { ...key, upTo: today(deps.clock) })
    const loan = await findLoan(tx, key)
    if (loan === undefined || !isPaidOut(loan) || !isOpen(loan.status)) refuse('the loan is not open')
    if ((await debitUnderWay(tx, loan)) !== null) refuse('a debit of this loan is in progress; wait for its result')
    const done = await work(tx, { loan, standing: standingAt({ loan, payments: await paymentsOf(tx, loan), onDate: loan.bookedTo }) })
    // Where the day opened here is a due day, its debit comes after the decision.
    await deps.jobs.send(tx, 'repay.openDays', key)
    return done
  })
}

type Decision = { readonly loan: RunningLoan; readonly by: string } & DecisionMade

/** Keeps a decision, brings books, status and limit to what follows from it, and tells the borrower. */
async function decide(tx: Tx, deps: LendingDeps, { loan, by, ...what }: Decision): Promise<number> {
  const eventId = deps.ids()
  const { userId, loanId, bookedTo } = loan
  await insertDecision(tx, { userId, loanId, eventId, on: bookedTo, by, at: deps.clock.now(), ...what })
  if (what.kind === 'reverse' && !(await reverseDecision(tx, loan, { event: what.data.event, by: eventId })))
    refuse(`this loan has no decision ${what.data.event} in force`)
  const { event, standing } = await restate(tx, { loan, cause: `decided:${eventId}` })
  await tellDecision(tx, deps, { loan, eventId, what, move: event, paidTotal: standing.paidTotal })
  return eventId
}

function only(parts: Parts, named: readonly PartName[]): Parts {
  return addParts(...named.map((part) => onlyPart(part, parts[part])))
}

function refuse(why: string): never {
  throw new Error(why)
}
