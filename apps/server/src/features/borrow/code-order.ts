import { fail } from '@fyh/serve/fail.ts'
import { findQuote, type Quote } from '#lending/loan/loan.ts'
import type { Db } from '#platform/deps.ts'
import { cardOf } from '../card/card.ts'
import type { CodeOrder } from '../session/session.ts'

type Withdrawal = { readonly quoteId: number; readonly cardId: number }

/** Names all of a withdrawal, so that its code confirms no other one. The quote fixes the amount, and the package bought with it. */
export function withdrawalText({ quoteId, costSheet: { benefit } }: Pick<Quote, 'quoteId' | 'costSheet'>, cardId: number): string {
  const withdrawal = `withdraw quote ${quoteId} to card ${cardId}`
  return benefit === null ? withdrawal : `${withdrawal} with benefit package ${benefit.packageId} for ${benefit.priceFen} fen`
}

/** The withdrawal that a code is asked for. Refuses a quote or a card that is not the borrower's. */
export async function withdrawalOrder(db: Db, { userId, quoteId, cardId }: Withdrawal & { readonly userId: number }): Promise<CodeOrder> {
  const quote = (await findQuote(db, { userId, quoteId })) ?? fail('QUOTE_NOT_FOUND')
  const card = (await cardOf(db, userId, cardId)) ?? fail('CARD_NOT_FOUND')
  const { amountFen, costSheet } = quote
  return { text: withdrawalText(quote, cardId), amountFen, cardTail: card.tail, benefit: costSheet.benefit ?? undefined }
}
