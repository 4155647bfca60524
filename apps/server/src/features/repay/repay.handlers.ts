import { type CivilDate, today } from '@fyh/base/dates.ts'
import { addFen, type Fen, fen, formatYuan, minFen, zeroFen } from '@fyh/base/money.ts'
import type { ParsedOf } from '@fyh/contract/endpoint.ts'
import type { repay } from '@fyh/contract/repay.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import { fail } from '@fyh/serve/fail.ts'
import type { Deps, MoneyUser, SliceHandlers } from '#platform/deps.ts'
import { cardOf } from '../card/card.ts'
import {
  findLoan,
  findLoans,
  findOrder,
  isOpen,
  isPaidOut,
  keepNotice,
  type LoanNow,
  loanNow,
  loansNow,
  partsWithTotal,
  returnedOwedOf,
} from '../loan/loan.ts'
import { proveCode } from '../session/session.ts'
import { openDaysWithin } from './close.ts'
import { type DebitNews, learnDebit } from './debit.ts'
import { billsOf, duePeriods, quoteOf, sumOfBills } from './due.ts'
import { findRepayment, insertRepayment } from './repay.sql.ts'

/** Less than this is only taken when it is all that is owed. */
const payMin = fen(100)

export function repayHandlers(deps: Deps): SliceHandlers<typeof repay> {
  const { db, clock } = deps
  return {
    async bills({ query: { tab }, ctx: { userId } }) {
      const on = today(clock)
      const found = await findLoans(db, { userId, statuses: tab === 'due' ? [2, 4, 6] : [2, 4, 5, 6] })
      const loans = await loansNow(db, { userId, loans: found, today: on })
      const bills = loans.flatMap((loan) => billsOf(loan, tab, on)).sort(tab === 'due' ? byDueDate : newestFirst)
      const due = tab === 'due' ? bills : loans.flatMap((loan) => billsOf(loan, 'due', on))
      return {
        today: on,
        bills,
        overdueTotal: sumOfBills(due.filter(({ state }) => state === 'overdue')),
        dueTotal: addFen(...loans.filter(({ loan }) => isOpen(loan.status)).map(dueTotalOf)),
      }
    },

    async quote({ params, query: { mode }, ctx: { userId } }) {
      const loan = await findLoan(db, { userId, loanId: params.id })
      if (loan === undefined) fail('LOAN_NOT_FOUND')
      if (!isPaidOut(loan)) fail('LOAN_NOT_PAYABLE')
      const now = await loanNow(db, loan, today(clock))
      if (!isOpen(loan.status) && now.returnedOwed === 0) fail('LOAN_NOT_PAYABLE')
      return { ...quoteOf(now, mode), payable: now.runningRepaymentId === null }
    },

    pay: ({ body, ctx }) => pay(deps, body, ctx),

    async result({ params, ctx: { userId } }) {
      const repayment = await findRepayment(db, { userId, repaymentId: params.id })
      if (repayment === undefined) fail('REPAYMENT_NOT_FOUND')
      const loan = await findLoan(db, { userId, loanId: repayment.loanId })
      if (loan === undefined) fail('REPAYMENT_NOT_FOUND')
      const { standing, returnedOwed } = await loanNow(db, loan, today(clock))
      const { repaymentId, loanId, mode, status, askedFen, takenFen, surplusFen, reason, cardTail } = repayment
      return {
        repaymentId,
        loanId,
        mode,
        status,
        askedFen,
        takenFen,
        surplusFen,
        reason,
        cardTail,
        parts: partsWithTotal(repayment.parts),
        askedAt: repayment.askedAt.toISOString(),
        loanStatus: loan.status,
        owedAfter: addFen(isOpen(loan.status) ? standing.owedTotal : zeroFen, returnedOwed),
        countsFrom: repayment.countsFrom,
        returnedOn: repayment.returnedOn,
      }
    },

    async debitNotice({ body }) {
      const { noticeId, key, ...told } = body
      const order = await findOrder(db, { orderKey: key, kind: 'repayment' })
      if (order === undefined) fail('NOTICE_UNKNOWN')
      const { userId, orderId: repaymentId } = order
      await transaction(db, async (tx) => {
        await keepNotice(tx, { userId, orderKey: key, noticeId, body: told, at: clock.now() })
        await learnDebit(tx, deps, { userId, repaymentId }, newsOf(body))
      })
      return { received: true }
    },
  }
}

/** A notice in the channel's words as news of a debit. */
function newsOf({ result, takenFen, receivedOn, channelNo, reason }: ParsedOf<typeof repay.debitNotice>['body']): DebitNews {
  const taken = { takenFen, channelNo: channelNo ?? null, receivedOn: receivedOn ?? null }
  switch (result) {
    case 'failed':
      return { kind: 'failed', reason: reason ?? 'failed' }
    case 'returned':
      return { kind: 'returned', ...taken }
    case 'succeeded':
    case 'partly':
      return { kind: 'taken', ...taken }
  }
}

type PayBody = { loanId: number; mode: 'due' | 'all'; amountFen: Fen; cardId: number; authCode: string }

async function pay(deps: Deps, body: PayBody, { userId, tx }: MoneyUser) {
  const { loanId, mode, amountFen, cardId, authCode: code } = body
  // The lock holds until the debit is written down, so two payments at once cannot both be within what is owed.
  const locked = await findLoan(tx, { userId, loanId }, 'update')
  if (locked === undefined) fail('LOAN_NOT_FOUND')
  if (!isPaidOut(locked)) fail('LOAN_NOT_PAYABLE')
  if (locked.status === 5 && (await returnedOwedOf(tx, locked)) === 0) fail('LOAN_ALREADY_SETTLED')
  await openDaysWithin(tx, deps, locked)
  const loan = await findLoan(tx, { userId, loanId })
  if (loan === undefined) fail('LOAN_NOT_FOUND')
  const now = await loanNow(tx, loan, today(deps.clock))
  if (now.runningRepaymentId !== null) fail('REPAYMENT_RUNNING', { repaymentId: now.runningRepaymentId })
  checkAmount(now, { mode, amountFen })
  const card = await cardOf(tx, userId, cardId)
  if (card === undefined) fail('CARD_NOT_FOUND')
  await proveCode(tx, deps, { userId, purpose: 'repay', code })
  const repaymentId = deps.ids()
  const isOpenLoan = isOpen(loan.status)
  const upToPeriod = mode === 'all' || !isOpenLoan ? null : (duePeriods(now.standing).at(-1)?.period ?? null)
  const asked = { askedFen: amountFen, askedOn: now.standing.onDate, askedAt: deps.clock.now(), nextTryAt: deps.clock.machineNow() }
  await insertRepayment(tx, { userId, loanId, repaymentId, mode: isOpenLoan ? mode : 'returned', upToPeriod, card, ...asked })
  await deps.jobs.send(tx, 'repay.debit', { userId, repaymentId })
  return { repaymentId, status: 'requested' as const }
}

/** Settling takes the quote of today to the fen; a repayment anything from one yuan (or all that is owed) to what is due. */
function checkAmount(now: LoanNow, { mode, amountFen }: { mode: 'due' | 'all'; amountFen: Fen }): void {
  const { total } = quoteOf(now, mode).parts
  if (mode === 'all') {
    if (amountFen !== total) fail('QUOTE_CHANGED', { total: formatYuan(total), totalFen: total })
    return
  }
  const min = minFen(payMin, total)
  if (amountFen < min) fail('AMOUNT_TOO_SMALL', { min: formatYuan(min), minFen: min })
  if (amountFen > total) fail('AMOUNT_TOO_LARGE', { max: formatYuan(total), maxFen: total })
}

/** What paying now would take: everything due or overdue, else the next instalment. */
const dueTotalOf = (now: LoanNow): Fen => quoteOf(now, 'due').parts.total

type Dated = { readonly dueDate: CivilDate; readonly loanId: number; readonly period: number }
const byDueDate = (a: Dated, b: Dated) =>
  a.dueDate < b.dueDate ? -1 : a.dueDate > b.dueDate ? 1 : a.loanId - b.loanId || a.period - b.period
const newestFirst = (a: Dated, b: Dated) => byDueDate(b, a)
