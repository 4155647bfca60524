import { api } from '#platform/api.ts'
import { useGo } from '#platform/navigation.ts'
import { to } from '#platform/screen.ts'
import type { Quote, QuoteRequest } from './borrow.queries.ts'
import { borrowScreens } from './borrow.screens.ts'

/** The screen on which a quote is read and signed. A quote for a failed loan names the loan, so that the way back leads to it. */
export const signPath = ({ quoteId, forLoanId }: Pick<Quote, 'quoteId' | 'forLoanId'>): string =>
  to(borrowScreens.sign, undefined, { quoteId, loanId: forLoanId ?? undefined })

/** Asks for a new quote of the same loan and leads to signing it, for when an agreement has a newer edition. */
export function useSignAgain(quote: Quote): () => Promise<void> {
  const go = useGo()
  return async () => {
    const { forLoanId, benefitPackageId } = quote
    const fresh =
      forLoanId === null
        ? await api.borrow.quote({ body: { ...wishOf(quote), ...(benefitPackageId !== null && { benefitPackageId }) } })
        : await api.borrow.reQuote({ params: { id: forLoanId } })
    go.replace(signPath(fresh))
  }
}

/** Asks for the same loan without its package of benefits and leads to signing that. */
export function useWithoutBenefit(quote: Quote): () => Promise<void> {
  const go = useGo()
  return async () => go.replace(signPath(await api.borrow.quote({ body: wishOf(quote) })))
}

function wishOf({ productId, amountFen, periods, use, costSheet: { coupon } }: Quote): QuoteRequest {
  return { productId, amountFen, periods, use, ...(coupon !== null && { couponId: coupon.couponId }) }
}
