import { hashKey, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'

type ChangeSettings<A> = {
  /** What the change makes an end of: asked for again it would be refused, and the refusal counted as a fault. */
  readonly ends?: (input: A) => QueryKey
}

/** A change on the server. When it is done everything known is asked for again, so that no kept screen shows old amounts. */
export function useChange<A, D>(change: (input: A) => Promise<D>, { ends }: ChangeSettings<A> = {}) {
  const client = useQueryClient()
  return useMutation<D, Error, A>({
    mutationFn: change,
    onSuccess: (_, input) => {
      const ended = ends === undefined ? undefined : hashKey(ends(input))
      return client.invalidateQueries({ predicate: ({ queryHash }) => queryHash !== ended })
    },
  })
}
