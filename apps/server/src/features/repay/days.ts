import { addDays, type CivilDate, today } from '@fyh/base/dates.ts'
import type { LoanEvent } from '@fyh/contract/loan.machine.ts'
import type { Payment } from '@fyh/loan-engine/replay.ts'
import type { Standing } from '@fyh/loan-engine/standing.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import { post } from '#ledger/ledger.ts'
import { feeCharged, interestDue, penaltyAccrued } from '#ledger/postings.ts'
import type { Deps, Tx } from '#platform/deps.ts'
import { cardOf, defaultCard } from '../card/card.ts'
import { findLoan, isOpen, isPaidOut, moveLoan, paymentsOf, type RunningLoan, runningRepaymentOf, standingAt } from '../loan/loan.ts'
import { sendMessage } from '../message/message.ts'
import { hasAutoDebit, loansBehind, markOpened, penaltyBookedTo, writePenaltyDays } from './days.sql.ts'
import { askDebit } from './debit.ts'
import { duePeriods } from './due.ts'
import { penaltyDaysOf } from './penalty-days.ts'
import { insertRepayment } from './repay.sql.ts'

/** Reminders go out this many days before a due day. */
const reminderDays = 3
/** How many loans a pass takes at once; the next pass takes the next ones. */
const loansPerPass = 200
/** Several at once, because opening a day may wait for the payment channel. */
const loansAtOnce = 4

/**
 * Opens every business day up to `upTo` for every running loan, each loan day by day in order: what falls due, reminders, the automatic
 * debit, overdue, penalty. A day is opened once for a loan, on however many nodes this runs. A loan whose debit is under way waits for
 * the result, so that what it brings counts on its day.
 */
export async function closeDays(deps: Deps, upTo: CivilDate): Promise<void> {
  const failed: number[] = []
  const openOne = async (loan: { userId: number; loanId: number }) => {
    try {
      await openDays(deps, loan, upTo)
    } catch (error) {
      // One loan that cannot be opened must not keep every other borrower's day from beginning; the next pass tries it again.
      deps.log.error({ err: error, loanId: loan.loanId }, 'the day of a loan could not be opened')
      failed.push(loan.loanId)
    }
  }
  for (;;) {
    const behind = await loansBehind(deps.db, { upTo, limit: loansPerPass, except: failed })
    if (behind.length === 0) return
    for (let at = 0; at < behind.length; at += loansAtOnce) await Promise.all(behind.slice(at, at + loansAtOnce).map(openOne))
  }
}

/** Opens the days of one loan, one transaction a day, each with its debit, until it is up to date or a debit has to be waited for. */
export async function openDays(deps: Deps, loan: { userId: number; loanId: number }, upTo = today(deps.clock)): Promise<void> {
  for (;;) {
    const { isOpened, repaymentId } = await transaction(deps.db, async (tx) => {
      const isOpened = await openNextDay(tx, deps, loan, upTo)
      return { isOpened, repaymentId: await debitOfDay(tx, deps, loan) }
    })
    // Most refusals are known at once, and then the next day can be opened.
    if (repaymentId !== undefined) await askDebit(deps, { userId: loan.userId, repaymentId })
    else if (!isOpened) return
  }
}

/**
 * Within a transaction of the caller's: brings a locked loan up to today, as far as no debit stands in between. The borrower is about to
 * pay by hand, so the day's own debit is left until what came of that is known.
 */
export async function openDaysWithin(tx: Tx, deps: Deps, loan: { userId: number; loanId: number }): Promise<void> {
  while (await openNextDay(tx, deps, loan, today(deps.clock)));
}

/** False when there was no day to open, or none that may be opened yet. */
async function openNextDay(tx: Tx, deps: Deps, key: { userId: number; loanId: number }, upTo: CivilDate): Promise<boolean> {
  const loan = await openableLoan(tx, key)
  if (loan === undefined || loan.bookedTo >= upTo) return false
  const payments = await paymentsOf(tx, loan)
  const day = nextDayWithWork(loan, standingAt({ loan, payments, onDate: loan.bookedTo }), upTo)
  const standing = standingAt({ loan, payments, onDate: day })
  await bookDay(tx, { loan, payments, day })
  await moveOnDay(tx, deps, { loan, standing })
  await remind(tx, deps, { loan, standing })
  await markOpened(tx, loan, day)
  return true
}

/** The loan, locked, while it runs and no debit of it is under way. */
async function openableLoan(tx: Tx, key: { userId: number; loanId: number }): Promise<RunningLoan | undefined> {
  const loan = await findLoan(tx, key, 'update')
  if (loan === undefined || !isPaidOut(loan) || !isOpen(loan.status)) return undefined
  return (await runningRepaymentOf(tx, loan)) === null ? loan : undefined
}

/** Days on which nothing happens to a loan are passed over in one step. Pure. */
export function nextDayWithWork(loan: Pick<RunningLoan, 'status' | 'bookedTo'>, standing: Standing, upTo: CivilDate): CivilDate {
  const tomorrow = addDays(loan.bookedTo, 1)
  const oldest = standing.periods.find(({ state }) => state !== 'paid')
  if (loan.status === 2 || oldest === undefined || oldest.dueDate <= loan.bookedTo) return tomorrow
  const days = standing.periods.flatMap(({ dueDate }) => [addDays(dueDate, -reminderDays), dueDate])
  return days.filter((day) => day > loan.bookedTo && day < upTo).sort()[0] ?? upTo
}

type OnDay = { readonly loan: RunningLoan; readonly standing: Standing }

/** What is earned on the day: interest and fees that fall due, penalty of what is overdue. */
async function bookDay(
  tx: Tx,
  { loan, payments, day }: { loan: RunningLoan; payments: readonly Payment[]; day: CivilDate },
): Promise<void> {
  const of = { userId: loan.userId, loanId: loan.loanId, on: day }
  const due = loan.plan.filter(({ dueDate }) => dueDate === day)
  await post(
    tx,
    ...due.map(({ period, interest }) => interestDue({ ...of, period, amount: interest })),
    ...due.map(({ period, fee }) => feeCharged({ ...of, period, amount: fee })),
  )
  const penalties = penaltyDaysOf(loan, { payments, onDate: day, bookedTo: await penaltyBookedTo(tx, loan) })
  const written = await writePenaltyDays(tx, loan, penalties)
  await post(tx, ...written.map(({ period, day: on, amount }) => penaltyAccrued({ ...of, on, period, amount })))
}

async function moveOnDay(tx: Tx, deps: Deps, { loan, standing }: OnDay): Promise<void> {
  let status = loan.status
  const move = async (event: LoanEvent) => {
    status = await moveLoan(tx, { ...loan, status }, event)
  }
  if (status === 2 && standing.onDate > loan.payOutDate) await move('firstDayEnds')
  if (status !== 4 || standing.overdueDays === 0) return
  await move('fallOverdue')
  const overdue = standing.periods.find(({ state }) => state === 'overdue')
  await sendMessage(tx, deps, {
    userId: loan.userId,
    kind: 'fellOverdue',
    params: { amountFen: standing.overdueTotal, dueOn: overdue?.dueDate ?? standing.onDate, contractNo: loan.contractNo },
    loanId: loan.loanId,
    once: `fellOverdue:${loan.loanId}:${standing.onDate}`,
  })
}

async function remind(tx: Tx, deps: Deps, { loan, standing }: OnDay): Promise<void> {
  const soon = standing.periods.find(({ state, dueDate }) => state !== 'paid' && addDays(dueDate, -reminderDays) === standing.onDate)
  // Days opened late, after waiting for a debit, remind of nothing that has come already.
  if (soon === undefined || soon.dueDate < today(deps.clock)) return
  await sendMessage(tx, deps, {
    userId: loan.userId,
    kind: 'dueSoon',
    params: { amountFen: soon.owedTotal, dueOn: soon.dueDate, period: soon.period },
    loanId: loan.loanId,
    once: `dueSoon:${loan.loanId}:${soon.period}`,
  })
}

/**
 * On a due day the card named for it is debited once, for all that is due by then. The borrower agreed to this when binding the card.
 * Answers the debit, when there is one to make.
 */
async function debitOfDay(tx: Tx, deps: Deps, key: { userId: number; loanId: number }): Promise<number | undefined> {
  if (!deps.config.autoDebit) return undefined
  const loan = await openableLoan(tx, key)
  if (loan === undefined || !loan.plan.some(({ dueDate }) => dueDate === loan.bookedTo)) return undefined
  const standing = standingAt({ loan, payments: await paymentsOf(tx, loan), onDate: loan.bookedTo })
  if (standing.dueNowTotal === 0 || (await hasAutoDebit(tx, loan, standing.onDate))) return undefined
  const card = (await defaultCard(tx, loan.userId)) ?? (await cardOf(tx, loan.userId, loan.cardId))
  if (card === undefined) return undefined
  const repaymentId = deps.ids()
  const upToPeriod = duePeriods(standing).at(-1)?.period ?? null
  const times = { askedOn: standing.onDate, askedAt: deps.clock.now(), nextTryAt: deps.clock.machineNow() }
  const asked = { mode: 'auto', askedFen: standing.dueNowTotal, upToPeriod, card, ...times } as const
  await insertRepayment(tx, { userId: loan.userId, loanId: loan.loanId, repaymentId, ...asked })
  await deps.jobs.send(tx, 'repay.debit', { userId: loan.userId, repaymentId })
  return repaymentId
}
