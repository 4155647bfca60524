import { useMutation, useQueryClient } from '@tanstack/react-query'

/** A change on the server. When it is done everything known is asked for again, so that no kept screen shows old amounts. */
export function useChange<A, D>(change: (input: A) => Promise<D>) {
  const client = useQueryClient()
  return useMutation<D, Error, A>({ mutationFn: change, onSuccess: () => client.invalidateQueries() })
}
