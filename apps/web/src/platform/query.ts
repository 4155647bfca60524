import { QueryClient, type QueryKey, queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError, type CallOptions, isRefusal } from './api.ts'

/**
 * Server state lives here and nowhere else. Shown data is always asked for again when a screen is entered, because
 * amounts and states move on the server; what was known is shown meanwhile.
 */
export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      // A refusal or a dead login does not get better by asking again; a lost connection the client itself tries once more,
      // and what could not be had without a network is asked for again when it is back.
      queries: {
        retry: false,
        networkMode: 'always',
        staleTime: 0,
        gcTime: 300_000,
        refetchOnWindowFocus: true,
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })

/**
 * One look at the server as query options: `look(['loan', 'detail', id], (o) => api.loan.detail({ params: { id } }, o))`.
 * Use with `useQuery`; the key starts with the slice.
 */
export function look<D>(key: readonly [slice: string, ...rest: readonly (string | number)[]], ask: (options: CallOptions) => Promise<D>) {
  return queryOptions({ queryKey: [...key], queryFn: ({ signal }) => ask({ signal, reads: true }) })
}

/**
 * Looks again every two seconds for as long as what is known says that something is still on its way, and the server has not
 * refused to say more of it since.
 */
export const lookingWhile = <D>(isOnItsWay: (data: D) => boolean) => ({
  refetchInterval: ({ state: { data, error } }: { readonly state: Known<D> }): number | false =>
    data !== undefined && isOnItsWay(data) && !isLast(error) ? lookAgainMs : false,
})
type Known<D> = { readonly data: D | undefined; readonly error: Error | null }
const lookAgainMs = 2000

/** Is it an answer that asking again does not change? A server that is busy or at fault may say more later, as may a lost connection. */
const isLast = (error: Error | null): boolean =>
  isRefusal(error) ? !isRefusal(error, 'BUSY', 'INTERNAL', 'VENDOR_UNAVAILABLE') : error instanceof ApiError && error.kind === 'expired'

/** Page parameters of a list for `infiniteQueryOptions`: each page is asked for by the key after which it begins. */
export const byKey: {
  readonly initialPageParam: number | undefined
  readonly getNextPageParam: (last: { readonly next: number | null }) => number | undefined
} = { initialPageParam: undefined, getNextPageParam: ({ next }) => next ?? undefined }

export { type QueryKey, useQueries, useQuery, useQueryClient }
