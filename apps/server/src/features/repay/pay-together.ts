import { addFen, type Fen, formatYuan, zeroFen } from '@fyh/base/money.ts'
import type { ParsedOf } from '@fyh/contract/endpoint.ts'
import type { repay } from '@fyh/contract/repay.ts'
import { fail } from '@fyh/serve/fail.ts'
import type { LendingDeps } from '#lending/deps.ts'
import { duePeriods, isOpen, isSettlingCheaper, type LoanNow, payNowOf } from '#lending/loan/loan.ts'
import type { MoneyUser } from '#platform/deps.ts'
import { togetherText } from './code-order.ts'
import { endedAs, quoteOf } from './due.ts'
import { confirmedCard, loanToPay, sendDebit, writeDebit } from './order-debit.ts'
import { checkAmount } from './pay-amount.ts'

type Body = ParsedOf<typeof repay.payTogether>['body']
type LoanBills = Body['bills'][number]

/**
 * Orders one debit for each loan by one code, or none when anything stands in the way of one of them. From then on each debit is on its own:
 * one that fails leaves the others as they are.
 */
export async function payTogether(deps: LendingDeps, { bills, cardId, authCode: code, payPassword }: Body, { userId, tx }: MoneyUser) {
  const loans: { readonly asked: LoanBills; readonly now: LoanNow }[] = []
  // In one order, so that two payments of the same loans never wait for one another.
  for (const asked of [...bills].sort((a, b) => a.loanId - b.loanId))
    loans.push({ asked, now: await loanToPay(tx, deps, { userId, loanId: asked.loanId }) })
  for (const { now } of loans) if (!isOpen(now.loan.status)) fail(endedAs(now))
  const total = addFen(zeroFen, ...loans.map(({ asked, now }) => owedOf(now, asked)))
  if (loans.some(({ asked, now }) => owedOf(now, asked) !== asked.amountFen))
    fail('QUOTE_CHANGED', { total: formatYuan(total), totalFen: total })
  for (const { asked, now } of loans) checkAmount({ isPart: true, amountFen: asked.amountFen, total: dueOf(now) })
  const order = togetherText({ bills, cardId })
  const card = await confirmedCard(tx, deps, { userId, order, amountFen: total, cardId, code, payPassword })
  const repayments = []
  for (const { asked, now } of loans) {
    const repaymentId = await writeDebit(tx, deps, now, { card, ...debitOf(now, asked) })
    await sendDebit(tx, deps, { userId, repaymentId })
    repayments.push({ loanId: asked.loanId, repaymentId })
  }
  return { repayments }
}

const dueOf = (now: LoanNow): Fen => quoteOf(now, 'due').parts.total

/**
 * What the instalments are owed today; nothing where the last of them is not to be paid now. All of them cost what paying the loan alone
 * does, and where that settles the loan, the loan can't be paid in part.
 */
function owedOf(now: LoanNow, { upToPeriod }: LoanBills): Fen {
  const periods = payNowOf(now)?.periods ?? []
  if (periods.at(-1) === upToPeriod) return dueOf(now)
  if (!periods.includes(upToPeriod) || isSettlingCheaper(now)) return zeroFen
  return addFen(zeroFen, ...duePeriods(now.standing).flatMap(({ period, owedTotal }) => (period <= upToPeriod ? [owedTotal] : [])))
}

/** The debit of one loan, as paying it alone would order it. */
function debitOf(now: LoanNow, { upToPeriod, amountFen }: LoanBills) {
  return isSettlingCheaper(now)
    ? { mode: 'all' as const, askedFen: amountFen, upToPeriod: null }
    : { mode: 'due' as const, askedFen: amountFen, upToPeriod }
}
