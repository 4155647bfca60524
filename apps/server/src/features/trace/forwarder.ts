import { setTimeout as wait } from 'node:timers/promises'
import type { TraceEvent } from '@fyh/contract/trace-event.ts'
import type { Logger } from '@fyh/serve/log.ts'

/** About five megabytes. */
const waitingMax = 5_000
const batchMax = 50
const timeLimitMs = 2_000
const firstPauseMs = 250
const longestPauseMs = 10_000
const lastTryMs = 800

export type Forwarder = {
  /** Returns at once, whatever becomes of the event. */
  forward(event: TraceEvent): void
  /** Tries once more with what waits, and ends. */
  close(): Promise<void>
}

/**
 * Hands events on without anybody waiting: nothing here can fail or delay a borrower. While the trace backend is away events wait
 * in memory and go when it is back, each known by its `seq` where an answer was lost; above the bound new ones are dropped, and
 * how many is told in the log and beside the next event.
 */
export function openForwarder({ url, log, send = fetch }: { url: string; log: Logger; send?: typeof fetch }): Forwarder {
  const closing = new AbortController()
  const waiting: TraceEvent[] = []
  let dropped = 0
  let working: Promise<void> | undefined

  async function work(): Promise<void> {
    let pauseMs = firstPauseMs
    while (waiting.length > 0 && !closing.signal.aborted) {
      const batch = waiting.slice(0, batchMax)
      const failure = await post(batch, AbortSignal.any([closing.signal, AbortSignal.timeout(timeLimitMs)]))
      if (failure === undefined) {
        waiting.splice(0, batch.length)
        pauseMs = firstPauseMs
        continue
      }
      if (pauseMs === firstPauseMs)
        log.warn({ why: failure, waiting: waiting.length }, 'the trace backend accepts no events; they are queued')
      await wait(pauseMs, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
    }
    working = undefined
  }

  /** What went wrong, undefined when the batch has arrived. */
  async function post(events: readonly TraceEvent[], signal: AbortSignal): Promise<string | undefined> {
    try {
      const answer = await send(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ events }),
        signal,
      })
      await answer.body?.cancel()
      return answer.ok ? undefined : `status ${answer.status}`
    } catch (error) {
      return error instanceof Error ? error.name : String(error)
    }
  }

  return {
    forward(event) {
      if (waiting.length >= waitingMax) {
        dropped += 1
        return
      }
      if (dropped > 0) log.warn({ dropped }, 'trace events were dropped')
      waiting.push(dropped > 0 ? { ...event, dropped } : event)
      dropped = 0
      working ??= work()
    },
    async close() {
      closing.abort()
      await working
      const limit = AbortSignal.timeout(lastTryMs)
      while (waiting.length > 0 && (await post(waiting.slice(0, batchMax), limit)) === undefined) waiting.splice(0, batchMax)
      if (waiting.length > 0) log.warn({ lost: waiting.length }, 'trace events were lost at the end')
    },
  }
}
