import type { Api } from '@fyh/contract/api.ts'
import type { DataOf, RequestOf } from '@fyh/contract/endpoint.ts'
import { api } from '#platform/api.ts'
import { look, lookingWhile, useChange } from '#platform/query.ts'

export type BorrowOptions = DataOf<Api['borrow']['options']>
export type Quote = DataOf<Api['borrow']['quoted']>
export type QuoteRequest = RequestOf<Api['borrow']['quote']>['body']
export type LoanDetail = DataOf<Api['loan']['detail']>

export const optionsLook = () => look(['borrow', 'options'], (options) => api.borrow.options({}, options))
export const quoteLook = (id: number) =>
  look(['borrow', 'quote', id], (options) => api.borrow.quoted({ params: { id } }, { ...options, handles: 'all' }))
export const cardsLook = () => look(['card', 'list'], (options) => api.card.list({}, options))

/** The new loan, looked at again while the lender pays out. */
export const newLoanLook = (id: number) => ({
  ...look(['loan', 'detail', id], (options) => api.loan.detail({ params: { id } }, { ...options, handles: 'all' })),
  ...lookingWhile<LoanDetail>(({ status }) => status === 1),
})

export const useSign = () => useChange((body: RequestOf<Api['borrow']['sign']>['body']) => api.borrow.sign({ body }, { handles: 'all' }))

type Borrowing = RequestOf<Api['borrow']['borrow']>['body'] & { readonly idempotencyKey: string }
export const useBorrow = () =>
  useChange(({ idempotencyKey, ...body }: Borrowing) =>
    api.borrow.borrow({ body, idempotencyKey }, { handles: ['SMS_CODE_WRONG', 'SMS_CODE_EXPIRED', 'QUOTE_USED'] }),
  )
