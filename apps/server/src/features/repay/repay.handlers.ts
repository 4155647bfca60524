import { type CivilDate, today } from '@fyh/base/dates.ts'
import { addFen, zeroFen } from '@fyh/base/money.ts'
import type { DataOf, ParsedOf } from '@fyh/contract/endpoint.ts'
import { openStatuses } from '@fyh/contract/loan-status.ts'
import { repay } from '@fyh/contract/repay.ts'
import { fail } from '@fyh/serve/fail.ts'
import { findRepayment, isRunning, type Repayment } from '#lending/books/books.ts'
import type { LendingDeps } from '#lending/deps.ts'
import {
  duePeriods,
  dueSums,
  findLoan,
  findLoans,
  isLost,
  isOpen,
  isPaidOut,
  isSettlingCheaper,
  type LoanNow,
  loanNow,
  loansNow,
  numberOf,
  type PayNow,
  partsWithTotal,
  payNowOf,
  returnedLoans,
} from '#lending/loan/loan.ts'
import type { LoanKey } from '#lending/loan-key.ts'
import { takeNotice } from '#lending/orders/orders.ts'
import { type DebitNews, learnDebit, resultHoursMax } from '#lending/repayment/repayment.ts'
import type { MoneyUser, SliceHandlers } from '#platform/deps.ts'
import { answerOrNever } from '#platform/idempotency.ts'
import { couponOf, paymentCoupons, quoteWithCoupon } from './coupon-for-payment.ts'
import { billsOf, endedAs, quoteOf } from './due.ts'
import { loanToPay, orderDebit } from './order-debit.ts'
import { checkAmount } from './pay-amount.ts'
import { payTogether } from './pay-together.ts'
import { planAheadOf } from './plan-ahead.ts'
import { prepayHandlers } from './prepay.handlers.ts'

/** What orders of one debit answer, of which the rest may have changed since. */
const orderAnswer = repay.pay.data.pick({ repaymentId: true })

/** Answers are lost now and then; a hundred a day are not. */
export const attemptsDailyMax = 100

export function repayHandlers(deps: LendingDeps): SliceHandlers<typeof repay> {
  const { db, clock } = deps
  return {
    async bills({ query: { tab }, ctx: { userId } }) {
      const on = today(clock)
      const found = await findLoans(db, { userId, statuses: tab === 'due' ? openStatuses : [...openStatuses, 'settled'] })
      const loans = await loansNow(db, { userId, loans: found, today: on })
      const bills = loans.flatMap((loan) => billsOf(loan, tab, on)).sort(tab === 'due' ? byDueDate : newestFirst)
      const { overdueFen, dueSoonFen } = dueSums(loans)
      return {
        today: on,
        bills,
        overdueTotal: overdueFen,
        dueTotal: dueSoonFen,
        returned: await returnedLoans(db, userId),
      }
    },

    async quote({ params, query: { mode, couponId }, ctx: { userId } }) {
      const now = await payableLoan(deps, { userId, loanId: params.id })
      const { loan } = now
      return {
        ...(couponId === undefined ? quoteOf(now, mode) : (await quoteWithCoupon(db, deps, now, { couponId, mode })).quote),
        order: [...loan.rules.allocationOrder],
        interestAhead: loan.rules.interestAhead,
        payable: now.runningRepaymentId === null,
        runningRepaymentId: now.runningRepaymentId,
      }
    },

    async coupons({ params, query: { mode }, ctx: { userId } }) {
      return paymentCoupons(deps, await payableLoan(deps, { userId, loanId: params.id }), mode)
    },

    pay: ({ body, ctx }) => pay(deps, body, ctx),
    payTogether: ({ body, ctx }) => payTogether(deps, body, ctx),

    ...prepayHandlers(deps),

    async attempt({ body: { key }, ctx: { userId } }) {
      const answer = await answerOrNever(deps, {
        ...{ userId, key, operation: 'repay.attempt' },
        dailyMax: attemptsDailyMax,
        onTooMany: () => fail('ATTEMPT_DAILY_LIMIT'),
      })
      return { repaymentIds: repaymentsOf(answer) }
    },

    async result({ params, ctx: { userId } }) {
      const repayment = await findRepayment(db, { userId, repaymentId: params.id })
      if (repayment === undefined) fail('REPAYMENT_NOT_FOUND')
      const loan = await findLoan(db, { userId, loanId: repayment.loanId })
      if (loan === undefined) fail('REPAYMENT_NOT_FOUND')
      const now = await loanNow(db, loan, today(clock))
      const { standing, returnedOwed } = now
      const { repaymentId, loanId, mode, status, askedFen, takenFen, surplusFen, reason, cardTail } = repayment
      return {
        repaymentId,
        loanId,
        contractNo: loan.contractNo,
        mode,
        status,
        askedFen,
        takenFen,
        surplusFen,
        reason,
        cardTail,
        parts: partsWithTotal(repayment.parts),
        askedAt: repayment.askedAt.toISOString(),
        resultBy: resultByOf(repayment),
        coupon: await couponOf(db, now, repaymentId),
        loanStatus: numberOf(loan.status),
        loanWrittenOff: standing.periods.some(isLost),
        owedAfter: addFen(isOpen(loan.status) ? standing.owedTotal : zeroFen, returnedOwed),
        countsFrom: repayment.countsFrom,
        stillOwed: stillOwedOf(now, repayment),
        returnedOn: repayment.returnedOn,
        effect: repayment.effect,
        lines: linesOf(now, repaymentId),
        order: [...loan.rules.allocationOrder],
        ahead: isOpen(loan.status)
          ? planAheadOf(
              standing,
              standing.periods.filter(({ state }) => state !== 'paid'),
            )
          : null,
      }
    },

    debitNotice: ({ body }) =>
      takeNotice(deps, body, {
        kind: 'repayment',
        learn: (tx, { userId, orderId: repaymentId }) =>
          learnDebit(tx, deps, { userId, repaymentId }, { news: newsOf(body), from: 'notice' }),
      }),
  }
}

/** When the result is known at the latest, while it is not. */
function resultByOf({ status, askedAt }: Repayment): string | null {
  return isRunning(status) ? new Date(askedAt.getTime() + resultHoursMax * 3_600_000).toISOString() : null
}

/** The repayments that an order was answered with; none for an answer to anything else. */
function repaymentsOf(answer: { readonly operation: string; readonly data: unknown } | undefined): number[] {
  switch (answer?.operation) {
    case 'repay.pay':
    case 'repay.prepay':
      return [orderAnswer.parse(answer.data).repaymentId]
    case 'repay.payTogether':
      return repay.payTogether.data.parse(answer.data).repayments.map(({ repaymentId }) => repaymentId)
    default:
      return []
  }
}

/** A loan of which something can be paid. */
async function payableLoan({ db, clock }: LendingDeps, key: LoanKey): Promise<LoanNow> {
  const loan = await findLoan(db, key)
  if (loan === undefined) fail('LOAN_NOT_FOUND')
  if (!isPaidOut(loan)) fail('LOAN_NOT_PAYABLE')
  const now = await loanNow(db, loan, today(clock))
  if (!isOpen(loan.status) && now.returnedOwed === 0) fail(endedAs(now))
  return now
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

/** What can be paid now, unless nothing is left of the periods that the debit was for. */
function stillOwedOf(now: LoanNow, { mode, upToPeriod }: Repayment): PayNow | null {
  const isOpenYet = now.standing.periods.some(({ period, state }) => state !== 'paid' && period <= (upToPeriod ?? period))
  return isOpenYet && mode !== 'returned' ? payNowOf(now) : null
}

/** Where the money of a debit went, by what is known today. */
function linesOf({ payments, standing }: LoanNow, repaymentId: number): DataOf<typeof repay.result>['lines'] {
  const received = payments.find((event) => 'repaymentId' in event && event.repaymentId === repaymentId)
  const outcome = standing.outcomes.find(({ payment }) => payment === received)
  return (outcome?.allocation.lines ?? []).flatMap(({ period, parts }) => {
    const row = standing.periods.find((candidate) => candidate.period === period)
    return row === undefined ? [] : [{ period, dueDate: row.dueDate, ...partsWithTotal(parts) }]
  })
}

async function pay(deps: LendingDeps, body: ParsedOf<typeof repay.pay>['body'], { userId, tx }: MoneyUser) {
  const { loanId, amountFen, cardId, couponId, authCode: code, payPassword } = body
  const isPart = body.mode === 'due' && body.part
  const plain = await loanToPay(tx, deps, { userId, loanId })
  if (isPart && couponId !== undefined) fail('COUPON_NEEDS_WHOLE')
  const chosen = couponId === undefined ? undefined : await quoteWithCoupon(tx, deps, plain, { couponId, mode: body.mode }, 'update')
  const { total } = (chosen?.quote ?? quoteOf(plain, body.mode)).parts
  checkAmount({ isPart, amountFen, total })
  const isCovered = total === 0
  const now = isCovered ? plain : (chosen?.now ?? plain)
  const mode = !isCovered && amountFen === total && isSettlingCheaper(now) ? 'all' : body.mode
  const isOpenLoan = isOpen(now.loan.status)
  const upToPeriod = mode === 'all' || !isOpenLoan ? null : (duePeriods(now.standing).at(-1)?.period ?? null)
  return orderDebit(tx, deps, now, {
    chosen,
    mode: isOpenLoan ? mode : 'returned',
    ordered: body.mode,
    askedFen: amountFen,
    upToPeriod,
    cardId,
    code,
    payPassword,
  })
}

type Dated = { readonly dueDate: CivilDate; readonly loanId: number; readonly period: number }
const byDueDate = (a: Dated, b: Dated) =>
  a.dueDate < b.dueDate ? -1 : a.dueDate > b.dueDate ? 1 : a.loanId - b.loanId || a.period - b.period
const newestFirst = (a: Dated, b: Dated) => byDueDate(b, a)
