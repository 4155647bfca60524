import { useEffect, useState } from 'react'
import { clock } from '#platform/clock.ts'
import { useQueryClient } from '#platform/query.ts'
import { type Quote, quoteLook } from './borrow.queries.ts'

/** Asks for a quote again when its deadline passes while it is looked at: the server then refuses it, and the page says what to do. */
export function useDeadline({ quoteId, expiresAt }: Pick<Quote, 'quoteId' | 'expiresAt'>): void {
  const client = useQueryClient()
  const [isPassed, setPassed] = useState(false)
  useEffect(() => {
    const left = Date.parse(expiresAt) - clock.now().getTime()
    const timer = setTimeout(() => setPassed(true), Math.max(0, left) + 1_000)
    return () => clearTimeout(timer)
  }, [expiresAt])
  useEffect(() => {
    if (isPassed) void client.invalidateQueries({ queryKey: quoteLook(quoteId).queryKey })
  }, [isPassed, client, quoteId])
}
