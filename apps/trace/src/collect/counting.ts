import type { Pool } from '@fyh/postgres/pool.ts'
import type { Logger } from '@fyh/serve/log.ts'
import { addCounts } from './add-counts.ts'

type CountingSettings = { readonly pool: Pool; readonly log: Logger; readonly afterMs?: number; readonly closeMs?: number }

/** After a failure, since nobody need come who stores more. */
const againMs = 5_000

/**
 * Adds what was counted a moment ago, many writes at once, so that a write pays only for what is its own. What a process leaves behind, its next start adds: a close
 * begins nothing more once it has taken `closeMs`.
 */
export function openCounting({ pool, log, afterMs = 500, closeMs = 1_000 }: CountingSettings) {
  let timer: NodeJS.Timeout | undefined
  let untilMs = Number.POSITIVE_INFINITY
  let running = Promise.resolve()

  function soon(ms = afterMs): void {
    timer ??= setTimeout(run, ms).unref()
  }

  function run(): void {
    timer = undefined
    running = running.then(add)
  }

  async function add(): Promise<void> {
    try {
      await addCounts(pool, () => performance.now() < untilMs)
    } catch (error) {
      log.warn({ err: error }, 'counts could not be added; they wait')
      soon(againMs)
    }
  }

  soon()
  return {
    soon: () => soon(),
    async close(): Promise<void> {
      untilMs = performance.now() + closeMs
      if (timer !== undefined) run()
      clearTimeout(timer)
      await running
      clearTimeout(timer)
    },
  }
}
