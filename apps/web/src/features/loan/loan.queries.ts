import type { Api } from '@fyh/contract/api.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import { isStatus } from '@fyh/contract/loan-status.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { seenPaidOut } from '#blocks/paid-out.ts'
import { api } from '#platform/api.ts'
import { byKey, look, lookingWhile } from '#platform/query.ts'

export type LoanDetail = DataOf<Api['loan']['detail']>
export type LoanRecord = DataOf<Api['loan']['list']>['items'][number]
export const loanGroups = ['all', 'open', 'settled', 'failed'] as const
export type LoanGroup = (typeof loanGroups)[number]

/** Loan records page by page, newest first. */
export const recordsLook = (group: LoanGroup) =>
  infiniteQueryOptions({
    queryKey: ['loan', 'list', group],
    ...byKey,
    queryFn: ({ pageParam, signal }) => api.loan.list({ query: { after: pageParam, group } }, { signal }),
  })

/** Looked at again while the lender pays out or a debit runs. */
export const loanLook = (id: number) => ({
  ...look(['loan', 'detail', id], (options) => api.loan.detail({ params: { id } }, { ...options, handles: 'all' }).then(seenPaidOut)),
  ...lookingWhile<LoanDetail>((loan) => isStatus(loan, 'disbursing') || loan.runningRepaymentId !== null),
})
