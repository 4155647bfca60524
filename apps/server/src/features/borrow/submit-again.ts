import { payoutFailureCause } from '@fyh/contract/payout-failure.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import { fail } from '@fyh/serve/fail.ts'
import { reserveForLoan } from '#lending/coupons/coupons.ts'
import { useLimit } from '#lending/limits/limits.ts'
import { findLoan, type LoanRecord, markGivenUp, markUsed, moveLoan, numberOf, writeFailReason, writeTerms } from '#lending/loan/loan.ts'
import type { LoanKey } from '#lending/loan-key.ts'
import { hasOpenPayoutCase } from '#lending/payout/payout.ts'
import type { Db, Deps, MoneyUser, Tx } from '#platform/deps.ts'
import { tieSignedToLoan } from '../agreement/agreement.ts'
import { cardOf } from '../card/card.ts'
import { proveCode } from '../session/session.ts'
import { requirePayPassword } from '../settings/settings.ts'
import { withdrawalText } from './code-order.ts'
import { approvalFor, requireBankServed, requireLendable } from './lending-checks.ts'
import { checkBorrower, startPayout } from './make-loan.ts'
import { priceToCap } from './offer.ts'
import { quoteInForce } from './quoting.ts'

/** A loan that can be submitted again; refuses every other with what stands against it. */
export async function loanToSubmit(tx: Db | Tx, key: LoanKey, lock?: 'update'): Promise<LoanRecord> {
  const loan = await failedLoanOf(tx, key, lock)
  if (loan.givenUpAt !== null) fail('LOAN_GIVEN_UP')
  if (payoutFailureCause(loan.failReason) === 'lender') fail('LOAN_REFUSED_BY_LENDER')
  return loan
}

async function failedLoanOf(tx: Db | Tx, key: LoanKey, lock?: 'update'): Promise<LoanRecord> {
  const loan = await findLoan(tx, key, lock)
  if (loan === undefined) fail('LOAN_NOT_FOUND')
  if (loan.status !== 'failed') fail('LOAN_NOT_FAILED')
  // An operator has not yet clarified an amount that the lender reported; a second pay-out could pay twice.
  if (await hasOpenPayoutCase(tx, key)) fail('PAYOUT_UNCERTAIN')
  return loan
}

type Again = { loanId: number; quoteId: number; cardId: number; authCode: string; payPassword?: string | undefined }

/**
 * Submits a loan whose pay-out failed to the lender again: a new attempt, on the signed terms of a quote made for it and to the card chosen.
 * Everything happens in the caller's transaction, as for a new loan.
 */
export async function submitAgain(deps: Deps, { loanId, quoteId, cardId, authCode, payPassword }: Again, { tx, userId }: MoneyUser) {
  const loan = await loanToSubmit(tx, { userId, loanId }, 'update')
  const { quote, lent } = await quoteInForce(tx, deps, { userId, quoteId }, 'update')
  if (quote.forLoanId !== loanId) fail('QUOTE_NOT_FOUND')
  if (quote.signedAt === null) fail('QUOTE_NOT_SIGNED')
  const card = await cardOf(tx, userId, cardId)
  if (card === undefined) fail('CARD_NOT_FOUND')
  requireBankServed(lent.lender, card)
  requireLendable({ lender: lent.lender, pricePpm: priceToCap(quote.costSheet) }, deps)
  await approvalFor(tx, deps, { lent, userId, amountFen: loan.amountFen, periods: loan.periods }, loanId)
  await checkBorrower(tx, deps, { userId, amount: loan.amountFen })
  await requirePayPassword(tx, deps, { userId, amountFen: loan.amountFen, password: payPassword })
  await proveCode(tx, deps, { userId, purpose: 'withdraw', code: authCode, order: withdrawalText(quote, cardId) })
  await useLimit(tx, userId, loan.amountFen)
  await writeTerms(tx, { loanId, quote, cardId, product: lent.product })
  await markUsed(tx, quote, loanId)
  await reserveForLoan(tx, deps, quote, loanId)
  await tieSignedToLoan(tx, { userId, quoteId, loanId })
  const status = await moveLoan(tx, loan, 'reLoan')
  await writeFailReason(tx, loan, null)
  await startPayout(tx, deps, { loanId, quote, card })
  return { loanId, status: numberOf(status) }
}

/** Gives up a loan whose pay-out failed. Its limit is free since the failure, and nothing is owed. */
export async function giveUp({ db, clock }: Deps, key: LoanKey): Promise<void> {
  await transaction(db, async (tx) => {
    await failedLoanOf(tx, key, 'update')
    await markGivenUp(tx, key, clock.now())
  })
}
