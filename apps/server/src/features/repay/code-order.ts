import { addFen, type Fen, zeroFen } from '@fyh/base/money.ts'
import type { OrderMode } from '@fyh/contract/options.ts'
import { fail } from '@fyh/serve/fail.ts'
import { findLoan } from '#lending/loan/loan.ts'
import type { Db } from '#platform/deps.ts'
import { cardOf } from '../card/card.ts'
import type { CodeOrder } from '../session/session.ts'

type Debit = { readonly loanId: number; readonly mode: OrderMode; readonly amountFen: Fen; readonly cardId: number }

/** Names all of a debit, so that its code confirms no other one. */
export const debitText = ({ loanId, mode, amountFen, cardId }: Debit): string =>
  `debit ${amountFen} fen from card ${cardId} for ${mode} of loan ${loanId}`

/** The debit that a code is asked for. Refuses a loan or a card that is not the borrower's; the amount is checked when it is ordered. */
export async function debitOrder(db: Db, { userId, ...debit }: Debit & { readonly userId: number }): Promise<CodeOrder> {
  if ((await findLoan(db, { userId, loanId: debit.loanId })) === undefined) fail('LOAN_NOT_FOUND')
  const card = (await cardOf(db, userId, debit.cardId)) ?? fail('CARD_NOT_FOUND')
  return { text: debitText(debit), amountFen: debit.amountFen, cardTail: card.tail }
}

type Together = {
  readonly bills: readonly { readonly loanId: number; readonly upToPeriod: number; readonly amountFen: Fen }[]
  readonly cardId: number
}

/** Names all of the debits of several loans, whichever loan stands first. */
export const togetherText = ({ bills, cardId }: Together): string =>
  `debits from card ${cardId}: ${[...bills]
    .sort((a, b) => a.loanId - b.loanId)
    .map(({ loanId, upToPeriod, amountFen }) => `${amountFen} fen up to ${upToPeriod} of loan ${loanId}`)
    .join(', ')}`

/** What the bills come to. */
export const togetherTotal = ({ bills }: Pick<Together, 'bills'>): Fen => addFen(zeroFen, ...bills.map(({ amountFen }) => amountFen))

/** The debits of several loans that a code is asked for: the SMS names their sum. Refuses as `debitOrder` does. */
export async function togetherOrder(db: Db, { userId, ...together }: Together & { readonly userId: number }): Promise<CodeOrder> {
  for (const { loanId } of together.bills) if ((await findLoan(db, { userId, loanId })) === undefined) fail('LOAN_NOT_FOUND')
  const card = (await cardOf(db, userId, together.cardId)) ?? fail('CARD_NOT_FOUND')
  return { text: togetherText(together), amountFen: togetherTotal(together), cardTail: card.tail }
}
