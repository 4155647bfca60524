import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

type ChangeSettings<A> = {
  /**
   * What the change uses up, by the beginning of its key, for a change after which the screen is left. Asked for again there it may be
   * refused, and the refusal counted as a fault; so nothing is asked for until the next screen does, and what was used up is forgotten.
   */
  readonly ends?: (input: A) => QueryKey
}

/** A change on the server. When it is done everything known is asked for again, so that no kept screen shows old amounts. */
export function useChange<A, D>(change: (input: A) => Promise<D>, { ends }: ChangeSettings<A> = {}) {
  const client = useQueryClient()
  const screen = useRef<{ isLeft: boolean; ended?: QueryKey }>({ isLeft: false })
  useEffect(() => {
    const { current } = screen
    current.isLeft = false
    return () => {
      current.isLeft = true
      if (current.ended !== undefined) client.removeQueries({ queryKey: current.ended })
    }
  }, [client])
  return useMutation<D, Error, A>({
    mutationFn: change,
    onSuccess: (_, input) => {
      if (ends === undefined) return client.invalidateQueries()
      if (!screen.current.isLeft) {
        screen.current.ended = ends(input)
        return client.invalidateQueries({ refetchType: 'none' })
      }
      // The person went elsewhere before the answer came, and what is shown there may have changed by it.
      client.removeQueries({ queryKey: ends(input), type: 'inactive' })
      return client.invalidateQueries()
    },
  })
}
