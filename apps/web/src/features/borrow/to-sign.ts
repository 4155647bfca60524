import { api } from '#platform/api.ts'
import { useGo } from '#platform/navigation.ts'
import { to } from '#platform/screen.ts'
import type { Quote } from './borrow.queries.ts'
import { borrowScreens } from './borrow.screens.ts'

/** The screen on which a quote is read and signed. A quote for a failed loan names the loan, so that the way back leads to it. */
export const signPath = ({ quoteId, forLoanId }: Pick<Quote, 'quoteId' | 'forLoanId'>): string =>
  to(borrowScreens.sign, undefined, { quoteId, loanId: forLoanId ?? undefined })

/** Asks for a new quote of the same loan and leads to signing it, for when an agreement has a newer edition. */
export function useSignAgain(quote: Quote): () => Promise<void> {
  const go = useGo()
  return async () => {
    const { productId, amountFen, periods, use, forLoanId } = quote
    const fresh =
      forLoanId === null
        ? await api.borrow.quote({ body: { productId, amountFen, periods, use } })
        : await api.borrow.reQuote({ params: { id: forLoanId } })
    go.replace(signPath(fresh))
  }
}
