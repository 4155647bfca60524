import type { Fen } from '@fyh/base/money.ts'
import { fail } from '@fyh/serve/fail.ts'
import { findQuote } from '#lending/loan/loan.ts'
import type { Db } from '#platform/deps.ts'
import { cardOf } from '../card/card.ts'

type Asked = { userId: number; quoteId?: number | undefined; amountFen?: Fen | undefined; cardId?: number | undefined }

/** What the text message of a code names: the amount of the quote, else the one that is to be repaid, and the end of the card's number. */
export async function codeOrder(
  db: Db,
  { userId, quoteId, amountFen, cardId }: Asked,
): Promise<{ amountFen?: Fen | undefined; cardTail?: string }> {
  const quote = quoteId === undefined ? undefined : ((await findQuote(db, { userId, quoteId })) ?? fail('QUOTE_NOT_FOUND'))
  const card = cardId === undefined ? undefined : ((await cardOf(db, userId, cardId)) ?? fail('CARD_NOT_FOUND'))
  return { amountFen: quote?.amountFen ?? amountFen, ...(card && { cardTail: card.tail }) }
}
