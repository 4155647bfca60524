import { today } from '@fyh/base/dates.ts'
import { type Fen, fen, formatYuan } from '@fyh/base/money.ts'
import type { ParsedOf } from '@fyh/contract/endpoint.ts'
import type { prepayEndpoints } from '@fyh/contract/prepay.ts'
import { fail } from '@fyh/serve/fail.ts'
import type { LendingDeps } from '#lending/deps.ts'
import { findLoan, isOpen, isPaidOut, type LoanNow, loanNow } from '#lending/loan/loan.ts'
import type { MoneyUser, SliceHandlers } from '#platform/deps.ts'
import { endedAs } from './due.ts'
import { loanToPay, orderDebit } from './order-debit.ts'
import { type PrepayLimits, prepayLimits, prepayQuoteOf } from './prepay-quote.ts'

export function prepayHandlers(deps: LendingDeps): SliceHandlers<typeof prepayEndpoints> {
  const { db, clock } = deps
  return {
    async prepayQuote({ params, query, ctx: { userId } }) {
      const loan = await findLoan(db, { userId, loanId: params.id })
      if (loan === undefined) fail('LOAN_NOT_FOUND')
      if (!isPaidOut(loan)) fail('LOAN_NOT_PAYABLE')
      const now = await loanNow(db, loan, today(clock))
      if (!isOpen(loan.status)) fail(endedAs(now))
      const principalFen = checkedPrincipal(now, query.principalFen)
      return { ...prepayQuoteOf(now, loan, principalFen), payable: now.runningRepaymentId === null }
    },

    prepay: ({ body, ctx }) => prepay(deps, body, ctx),
  }
}

async function prepay(deps: LendingDeps, body: ParsedOf<typeof prepayEndpoints.prepay>['body'], { userId, tx }: MoneyUser) {
  const { loanId, principalFen, totalFen, effect, cardId, authCode: code, payPassword } = body
  const now = await loanToPay(tx, deps, { userId, loanId })
  const { loan } = now
  if (!isPaidOut(loan) || !isOpen(loan.status)) fail('LOAN_ALREADY_SETTLED')
  const { total } = prepayQuoteOf(now, loan, checkedPrincipal(now, principalFen)).parts
  if (totalFen !== total) fail('QUOTE_CHANGED', { total: formatYuan(total), totalFen: total })
  const order = { mode: 'prepay', ordered: 'prepay', effect, askedFen: total, upToPeriod: null, cardId, code, payPassword } as const
  const { repaymentId } = await orderDebit(tx, deps, now, order)
  return { repaymentId, status: 'requested' as const }
}

/** The principal as asked for, or the least there can be. What is overdue is paid first, and a small rest is settled instead. */
function checkedPrincipal(now: LoanNow, asked: Fen | undefined): Fen {
  if (now.standing.overdueDays > 0) fail('PREPAY_OVERDUE')
  const limits = prepayLimits(now)
  if (limits.maxFen < limits.minFen) fail('PREPAY_TOO_LITTLE_LEFT')
  return asked === undefined ? limits.minFen : withinLimits(asked, limits)
}

function withinLimits(amount: Fen, { minFen, maxFen, stepFen }: PrepayLimits): Fen {
  if (amount < minFen) fail('AMOUNT_TOO_SMALL', { min: formatYuan(minFen), minFen })
  if (amount > maxFen) fail('AMOUNT_TOO_LARGE', { max: formatYuan(maxFen), maxFen })
  if (amount % stepFen !== 0) fail('AMOUNT_STEP', { step: formatYuan(stepFen), stepFen })
  return fen(amount)
}
