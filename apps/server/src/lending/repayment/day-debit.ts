import type { CivilDate } from '@fyh/base/dates.ts'
import type { Standing } from '@fyh/loan-engine/standing.ts'
import { hasAutoDebit, insertRepayment, type RepaymentKey } from '#lending/books/books.ts'
import type { LendingDeps } from '#lending/deps.ts'
import {
  cardToDebit,
  debitUnderWay,
  duePeriods,
  findLoan,
  isOpen,
  isPaidOut,
  paymentsOf,
  type RunningLoan,
  standingAt,
} from '#lending/loan/loan.ts'
import type { LoanKey } from '#lending/loan-key.ts'
import type { Tx } from '#platform/deps.ts'

/**
 * On a due day the loan's card is debited once, for all that is due by then. The borrower agreed to this when binding the card.
 * Answers the debits ordered; a job of each asks the channel.
 */
export async function debitsOfDay(
  tx: Tx,
  deps: LendingDeps,
  days: readonly (Due & { readonly bookedTo: CivilDate })[],
): Promise<RepaymentKey[]> {
  const ordered: RepaymentKey[] = []
  for (const { loan, standing } of days.filter((one) => isDue(one.loan, one.bookedTo))) {
    const key = await orderDebit(tx, deps, { loan, standing })
    if (key !== undefined) ordered.push(key)
  }
  return ordered
}

/** The same for a loan whose last day was closed before: what a payment by hand of the due day left. */
export async function debitOfLastDay(tx: Tx, deps: LendingDeps, key: LoanKey): Promise<RepaymentKey | undefined> {
  const loan = await findLoan(tx, key, 'update')
  if (loan === undefined || !isPaidOut(loan) || !isOpen(loan.status) || !isDue(loan, loan.bookedTo)) return undefined
  if ((await debitUnderWay(tx, loan)) !== null) return undefined
  return orderDebit(tx, deps, { loan, standing: standingAt({ loan, payments: await paymentsOf(tx, loan), onDate: loan.bookedTo }) })
}

const isDue = ({ plan }: RunningLoan, day: CivilDate): boolean => plan.some(({ dueDate }) => dueDate === day)

type Due = { readonly loan: RunningLoan; readonly standing: Standing }

async function orderDebit(tx: Tx, deps: LendingDeps, { loan, standing }: Due): Promise<RepaymentKey | undefined> {
  const { userId, loanId } = loan
  if (!deps.config.autoDebit || standing.dueNowTotal === 0 || (await hasAutoDebit(tx, loan, standing.onDate))) return undefined
  const card = cardToDebit(await deps.cards.cardsOf(tx, userId), loan)
  if (card === undefined) return undefined
  const repaymentId = deps.ids()
  const upToPeriod = duePeriods(standing).at(-1)?.period ?? null
  const times = { askedOn: standing.onDate, askedAt: deps.clock.now(), nextTryAt: deps.clock.machineNow() }
  await insertRepayment(tx, { userId, loanId, repaymentId, mode: 'auto', askedFen: standing.dueNowTotal, upToPeriod, card, ...times })
  await deps.jobs.send(tx, 'repay.debit', { userId, repaymentId })
  return { userId, repaymentId }
}
