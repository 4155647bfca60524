import type { Api } from '@fyh/contract/api.ts'
import type { DataOf } from '@fyh/contract/endpoint.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '#platform/api.ts'
import { byKey } from '#platform/query.ts'

export type SignedText = DataOf<Api['agreement']['signed']>['items'][number]

/** What the borrower signed page by page, newest first. */
export const signedLook = () =>
  infiniteQueryOptions({
    queryKey: ['agreement', 'signedList'],
    ...byKey,
    queryFn: ({ pageParam, signal }) => api.agreement.signed({ query: { after: pageParam } }, { signal }),
  })
