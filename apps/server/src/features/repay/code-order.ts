import type { Fen } from '@fyh/base/money.ts'
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
