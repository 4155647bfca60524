import type { Pool } from '@fyh/postgres/pool.ts'
import type { Logger } from '@fyh/serve/log.ts'
import { addCounts, tellAside } from './add-counts.ts'

type CountingSettings = { readonly pool: Pool; readonly log: Logger; readonly afterMs?: number; readonly closeMs?: number }

/** After a failure, since nobody need come who stores more. */
const againMs = 5_000

/**
 * Adds what was counted a moment ago, many writes at once, so that a write pays only for what is its own. What a process leaves behind, its next start adds: a close
 * begins nothing more once it has taken `closeMs`.
 */
export function openCounting({ pool, log, afterMs = 500, closeMs = 1_000 }: CountingSettings) {
  let timer: NodeJS.Timeout | undefined
  let adding = Promise.resolve()
  let isAdding = false
  let isAsked = false
  let untilMs = Number.POSITIVE_INFINITY

  /** Whoever asks while some are being added is served after them, all at once. */
  function soon(): void {
    if (isAdding) isAsked = true
    else addIn(afterMs)
  }

  function addIn(ms: number): void {
    timer ??= setTimeout(run, ms).unref()
  }

  function run(): void {
    clearTimeout(timer)
    timer = undefined
    adding = add()
  }

  async function add(): Promise<void> {
    isAdding = true
    isAsked = false
    const isAdded = await tryToAdd()
    isAdding = false
    if (!isAdded) addIn(againMs)
    else if (isAsked) addIn(afterMs)
  }

  async function tryToAdd(): Promise<boolean> {
    try {
      await addCounts(pool, () => performance.now() < untilMs, tellAside(log))
      return true
    } catch (error) {
      log.warn({ err: error }, 'counts could not be added; will retry')
      return false
    }
  }

  soon()
  return {
    soon,
    async close(): Promise<void> {
      untilMs = performance.now() + closeMs
      await adding
      if (timer !== undefined && performance.now() < untilMs) run()
      await adding
      clearTimeout(timer)
    },
  }
}
