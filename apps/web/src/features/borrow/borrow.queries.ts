import type { Api } from '@fyh/contract/api.ts'
import type { DataOf, RequestOf } from '@fyh/contract/endpoint.ts'
import { isStatus } from '@fyh/contract/loan-status.ts'
import { seenPaidOut } from '#blocks/paid-out.ts'
import { payPasswordRefusals } from '#blocks/pay-password.tsx'
import { codeRefusals } from '#blocks/sms-code-rules.ts'
import { api } from '#platform/api.ts'
import { useChange } from '#platform/change.ts'
import { look, lookingWhile } from '#platform/query.ts'
import { reached } from '#platform/reached.ts'
import { currentUser } from '#platform/store.ts'

export type BorrowOptions = DataOf<Api['borrow']['options']>
export type Product = BorrowOptions['products'][number]
export type Quote = DataOf<Api['borrow']['quoted']>
export type QuoteRequest = RequestOf<Api['borrow']['quote']>['body']
export type BenefitChoice = DataOf<Api['borrow']['benefits']>['items'][number]
export type LoanDetail = DataOf<Api['loan']['detail']>

/** Whose limit was given while they were away may see it here first. */
export const optionsLook = () =>
  look(['borrow', 'options'], async (options) => {
    const offer = await api.borrow.options({}, options)
    if (offer.blocked === null) reached('limit', currentUser()?.userId ?? 0)
    return offer
  })
export const quoteLook = (id: number) =>
  look(['borrow', 'quote', id], (options) => api.borrow.quoted({ params: { id } }, { ...options, handles: 'all' }))
/** The borrower's coupons for a wish, with what each would take off it. */
export const couponsLook = ({ productId, amountFen, periods }: Pick<QuoteRequest, 'productId' | 'amountFen' | 'periods'>) =>
  look([...loanCoupons, productId, amountFen, periods], (options) =>
    api.borrow.coupons({ query: { productId, amountFen, periods } }, options),
  )
export const loanCoupons = ['borrow', 'coupons'] as const
/** Packages of benefits for a wish, with the price of the loan without and with each. */
export const benefitsLook = ({ productId, amountFen, periods }: Pick<QuoteRequest, 'productId' | 'amountFen' | 'periods'>) =>
  look([...loanBenefits, productId, amountFen, periods], (options) =>
    api.borrow.benefits({ query: { productId, amountFen, periods } }, { ...options, quiet: true }),
  )
export const loanBenefits = ['borrow', 'benefits'] as const
export const cardsLook = () => look(['card', 'list'], (options) => api.card.list({}, options))

/** The new loan, looked at again while the lender pays out. */
export const newLoanLook = (id: number) => ({
  ...look(['loan', 'detail', id], (options) => api.loan.detail({ params: { id } }, { ...options, handles: 'all' }).then(seenPaidOut)),
  ...lookingWhile<LoanDetail>((loan) => isStatus(loan, 'disbursing')),
})

export const useSign = () =>
  useChange(async (body: RequestOf<Api['borrow']['sign']>['body']) => {
    const signed = await api.borrow.sign({ body }, { handles: 'all' })
    reached('signed')
    return signed
  })

type Borrowing = RequestOf<Api['borrow']['borrow']>['body'] & {
  /** The loan that is submitted again; null for a new one. */
  readonly forLoanId: number | null
  readonly idempotencyKey: string
}
const handles = [...codeRefusals, ...payPasswordRefusals, 'QUOTE_USED', 'AGREEMENT_OUTDATED', 'LOAN_NOT_FAILED'] as const
export const useBorrow = () =>
  useChange(
    ({ idempotencyKey, forLoanId, ...body }: Borrowing): Promise<{ loanId: number }> =>
      forLoanId === null
        ? api.borrow.borrow({ body, idempotencyKey }, { handles: [...handles] })
        : api.borrow.reLoan({ params: { id: forLoanId }, body, idempotencyKey }, { handles: [...handles] }),
    { ends: ({ quoteId }) => quoteLook(quoteId).queryKey },
  )
