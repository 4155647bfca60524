import { cardScreens } from '#features/card/card.screens.ts'
import { useGo } from '#platform/navigation.ts'
import { useQueryClient } from '#platform/query.ts'
import { to } from '#platform/screen.ts'
import { cardsLook, type Quote } from './borrow.queries.ts'
import { borrowScreens } from './borrow.screens.ts'

export const withdrawPath = ({ quoteId, lenderId, forLoanId }: Pick<Quote, 'quoteId' | 'lenderId' | 'forLoanId'>): string =>
  to(borrowScreens.withdraw, { capitalId: lenderId }, { quoteId, loanId: forLoanId ?? undefined })

/** After signing: to the withdrawal, by way of the card page when there is no card yet. */
export function useToWithdraw(quote: Pick<Quote, 'quoteId' | 'lenderId' | 'forLoanId'>): () => Promise<void> {
  const go = useGo()
  const client = useQueryClient()
  const withdraw = withdrawPath(quote)
  return async () => {
    const { cards } = await client.fetchQuery(cardsLook())
    go.replace(cards.length > 0 ? withdraw : to(cardScreens.addBankCard, undefined, { next: withdraw }))
  }
}
