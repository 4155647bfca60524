import type { TraceEvent } from '@fyh/contract/trace-event.ts'
import type { Logger } from '@fyh/serve/log.ts'

const openMax = 50
const timeLimitMs = 2_000

/**
 * Hands events on without anybody waiting: nothing here can fail or delay a borrower. While the trace backend is slow, events
 * above the bound are dropped and counted.
 */
export function forwarder({ url, log, send = fetch }: { url: string; log: Logger; send?: typeof fetch }): (event: TraceEvent) => void {
  let open = 0
  let lost = 0
  return (event) => {
    if (open >= openMax) {
      lost += 1
      return
    }
    open += 1
    send(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(event),
      signal: AbortSignal.timeout(timeLimitMs),
    })
      .then((answer) => {
        if (lost > 0) log.warn({ lost }, 'trace events were dropped')
        lost = 0
        return answer.body?.cancel()
      })
      .catch(() => {
        lost += 1
      })
      .finally(() => {
        open -= 1
      })
  }
}
