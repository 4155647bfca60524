import type { Fen } from '@fyh/base/money.ts'
import type { Api } from '@fyh/contract/api.ts'
import type { DataOf, RequestOf } from '@fyh/contract/endpoint.ts'
import { api } from '#platform/api.ts'
import { useChange } from '#platform/change.ts'
import { look, lookingWhile } from '#platform/query.ts'

export type RepayQuote = DataOf<Api['repay']['quote']>
export type Mode = RepayQuote['mode']
export type Bills = DataOf<Api['repay']['bills']>
export type Bill = Bills['bills'][number]
export type PrepayQuote = DataOf<Api['repay']['prepayQuote']>
export type Repayment = DataOf<Api['repay']['result']>
export type LoanDetail = DataOf<Api['loan']['detail']>

export const billsLook = (tab: 'due' | 'paid') => look(['repay', 'bills', tab], (options) => api.repay.bills({ query: { tab } }, options))
/** The beginning of the keys of all quotes of a loan: every one is another after a debit. */
export const quotesOf = (loanId: number) => ['repay', 'quote', loanId] as const
export const repayQuoteLook = (loanId: number, mode: Mode, couponId?: number) =>
  look([...quotesOf(loanId), mode, couponId ?? 'none'], (options) =>
    api.repay.quote(
      { params: { id: loanId }, query: { mode, ...(couponId !== undefined && { couponId }) } },
      { ...options, handles: 'all' },
    ),
  )
/** The borrower's coupons for paying a loan; other ones fit after a debit. */
export const payCouponsLook = (loanId: number, mode: Mode) =>
  look([...quotesOf(loanId), mode, 'coupons'], (options) =>
    api.repay.coupons({ params: { id: loanId }, query: { mode } }, { ...options, handles: 'all' }),
  )
/** What prepaying this principal takes and does; of the least that can be prepaid, where nothing is typed yet. */
export const prepayQuoteLook = (loanId: number, principalFen?: Fen) =>
  look([...quotesOf(loanId), 'prepay', principalFen ?? 'least'], (options) =>
    api.repay.prepayQuote(
      { params: { id: loanId }, query: principalFen === undefined ? {} : { principalFen } },
      { ...options, handles: 'all' },
    ),
  )
/** Looked at again while a debit runs. */
export const planLook = (loanId: number) => ({
  ...look(['loan', 'detail', loanId], (options) => api.loan.detail({ params: { id: loanId } }, { ...options, handles: 'all' })),
  ...lookingWhile<LoanDetail>(({ runningRepaymentId }) => runningRepaymentId !== null),
})
export const cardsLook = () => look(['card', 'list'], (options) => api.card.list({}, options))

const known: readonly Repayment['status'][] = ['succeeded', 'partly', 'failed', 'returned']
/** Looked at again until its outcome is known. */
export const repaymentLook = (id: number) => ({
  ...look(['repay', 'result', id], (options) => api.repay.result({ params: { id } }, { ...options, handles: 'all' })),
  ...lookingWhile<Repayment>(({ status }) => !known.includes(status)),
})

type Paying = RequestOf<Api['repay']['pay']>['body'] & { readonly idempotencyKey: string }
export const usePay = () =>
  useChange(({ idempotencyKey, ...body }: Paying) => api.repay.pay({ body, idempotencyKey }, { handles: 'all' }), {
    ends: ({ loanId }) => quotesOf(loanId),
  })

/** Bills of one loan that are paid together with those of others. */
export type LoanBills = RequestOf<Api['repay']['payTogether']>['body']['bills'][number]
type PayingTogether = RequestOf<Api['repay']['payTogether']>['body'] & { readonly idempotencyKey: string }
export const usePayTogether = () =>
  useChange(({ idempotencyKey, ...body }: PayingTogether) => api.repay.payTogether({ body, idempotencyKey }, { handles: 'all' }), {
    ends: () => ['repay', 'quote'],
  })

type Prepaying = RequestOf<Api['repay']['prepay']>['body'] & { readonly idempotencyKey: string }
export const usePrepay = () =>
  useChange(({ idempotencyKey, ...body }: Prepaying) => api.repay.prepay({ body, idempotencyKey }, { handles: 'all' }), {
    ends: ({ loanId }) => quotesOf(loanId),
  })
