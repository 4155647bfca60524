import { cardScreens } from '#features/card/card.screens.ts'
import { useGo } from '#platform/navigation.ts'
import { useQueryClient } from '#platform/query.ts'
import { to } from '#platform/screen.ts'
import { cardsLook, type Quote } from './borrow.queries.ts'
import { borrowScreens } from './borrow.screens.ts'

/** After signing: to the withdrawal, by way of the card page when there is no card yet. */
export function useToWithdraw(quote: Pick<Quote, 'quoteId' | 'lenderId'>): () => Promise<void> {
  const go = useGo()
  const client = useQueryClient()
  const withdraw = to(borrowScreens.withdraw, { capitalId: quote.lenderId }, { quoteId: quote.quoteId })
  return async () => {
    const { cards } = await client.fetchQuery(cardsLook())
    go.replace(cards.length > 0 ? withdraw : to(cardScreens.addBankCard, undefined, { next: withdraw }))
  }
}
