import { today } from '@fyh/base/dates.ts'
import type { Fen } from '@fyh/base/money.ts'
import { fail } from '@fyh/serve/fail.ts'
import { reserveForLoan } from '#lending/coupons/coupons.ts'
import { limitOf, useLimit } from '#lending/limits/limits.ts'
import { findLoans, insertLoan, lossesOf, markUsed, numberOf, type Quote, takeContractNumber } from '#lending/loan/loan.ts'
import { insertPayout } from '#lending/payout/payout.ts'
import type { Deps, MoneyUser, Tx } from '#platform/deps.ts'
import { tieSignedToLoan } from '../agreement/agreement.ts'
import { type Card, cardOf } from '../card/card.ts'
import { sendMessage } from '../message/message.ts'
import { proveCode } from '../session/session.ts'
import { requirePayPassword } from '../settings/settings.ts'
import { checkLimit, limitToUse } from './borrow-rules.ts'
import { withdrawalText } from './code-order.ts'
import { approvalFor, requireBankServed, requireLendable } from './lending-checks.ts'
import { priceToCap } from './offer.ts'
import { quoteInForce } from './quoting.ts'

/** What the composition root hands in of slices beside this one. */
export type BorrowNeighbours = {
  /** Uses a partner's approval up for a loan; false where it was used or ended meanwhile. */
  readonly takeApproval: (
    tx: Tx,
    taken: { readonly userId: number; readonly approvalId: number; readonly loanId: number },
  ) => Promise<boolean>
}

/**
 * Makes the loan of a signed quote. Everything happens in the caller's transaction, which also keeps the answer: the limit is taken, the
 * loan and its first pay-out attempt are written and the job is sent, or none of it.
 */
export async function makeLoan(
  deps: Deps,
  { quoteId, cardId, authCode, payPassword }: { quoteId: number; cardId: number; authCode: string; payPassword?: string | undefined },
  { tx, userId, channelCode }: MoneyUser,
  { takeApproval }: BorrowNeighbours,
) {
  // The quote is locked, so of two that borrow on it the second finds it used.
  const { quote, lent } = await quoteInForce(tx, deps, { userId, quoteId }, 'update')
  if (quote.forLoanId !== null) fail('QUOTE_NOT_FOUND')
  if (quote.signedAt === null) fail('QUOTE_NOT_SIGNED')
  const card = await cardOf(tx, userId, cardId)
  if (card === undefined) fail('CARD_NOT_FOUND')
  requireBankServed(lent.lender, card)
  requireLendable({ lender: lent.lender, pricePpm: priceToCap(quote.costSheet) }, deps)
  await checkBorrower(tx, deps, { userId, amount: quote.amountFen })
  const { amountFen, periods } = quote
  const approval = await approvalFor(tx, deps, { lent, userId, amountFen, periods })
  await requirePayPassword(tx, deps, { userId, amountFen: quote.amountFen, password: payPassword })
  await proveCode(tx, deps, { userId, purpose: 'withdraw', code: authCode, order: withdrawalText(quote, cardId) })
  await useLimit(tx, userId, quote.amountFen)
  const { loanId, contractNo } = await numberLoan(tx, deps, userId)
  // Used up with the loan or not at all: of two loans on one approval, or of a loan and its end, one wins.
  if (approval !== undefined && !(await takeApproval(tx, { ...approval, loanId }))) fail('APPROVAL_MISSING')
  await insertLoan(tx, { quote, loanId, contractNo, cardId, product: lent.product, borrowedAt: deps.clock.now(), channelCode })
  await markUsed(tx, quote, loanId)
  await reserveForLoan(tx, deps, quote, loanId)
  await tieSignedToLoan(tx, { userId, quoteId, loanId })
  await startPayout(tx, deps, { loanId, quote, card })
  return { loanId, contractNo, status: numberOf('disbursing') }
}

/** The limit stays locked to the end of the transaction: of two loans at once, the second sees what the first took (ID-13). */
export async function checkBorrower(tx: Tx, deps: Deps, { userId, amount }: { userId: number; amount: Fen }): Promise<void> {
  const locked = await limitOf(tx, userId, 'update')
  const overdue = await findLoans(tx, { userId, statuses: ['overdue'], limit: 1 })
  const hasLoss = (await lossesOf(tx, userId)) > 0
  const { availableFen } = limitToUse({ limit: locked, hasLoss, hasOverdue: overdue.length > 0, today: today(deps.clock) })
  checkLimit({ amount, availableFen })
}

/** Contract numbers are the day and digits of the loan's id; another id is drawn when a number is taken. */
async function numberLoan(tx: Tx, deps: Deps, userId: number): Promise<{ loanId: number; contractNo: string }> {
  const day = today(deps.clock).replaceAll('-', '')
  for (let draw = 0; draw < drawsMax; draw += 1) {
    const loanId = deps.ids()
    const contractNo = `FY${day}${String(loanId % 10 ** 8).padStart(8, '0')}`
    if (await takeContractNumber(tx, { contractNo, userId, loanId })) return { loanId, contractNo }
  }
  throw new Error('no free contract number was found')
}

const drawsMax = 10

type Start = { readonly loanId: number; readonly quote: Quote; readonly card: Pick<Card, 'cardId' | 'tail'> }

/** Writes the next attempt of a loan to be paid out, with its job and its message. */
export async function startPayout(
  tx: Tx,
  deps: Deps,
  { loanId, quote: { userId, quoteId, lenderId, amountFen }, card }: Start,
): Promise<void> {
  const payoutId = deps.ids()
  const at = { requestedAt: deps.clock.now(), nextTryAt: deps.clock.machineNow() }
  await insertPayout(tx, { userId, payoutId, loanId, quoteId, lenderId, cardId: card.cardId, amountFen, ...at })
  await deps.jobs.send(tx, 'borrow.payOut', { userId, payoutId })
  await sendMessage(tx, deps, {
    userId,
    kind: 'payoutRequested',
    params: { amountFen, cardTail: card.tail },
    loanId,
    once: `payoutRequested:${payoutId}`,
  })
}
