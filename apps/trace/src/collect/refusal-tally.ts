import type { Clock } from '@fyh/base/clock.ts'
import { civilDateAt } from '@fyh/base/dates.ts'
import type { Pool } from '@fyh/postgres/pool.ts'
import type { Logger } from '@fyh/serve/log.ts'
import type { EventRefusal } from './read-events.ts'

type TallySettings = {
  readonly pool: Pool
  readonly clock: Pick<Clock, 'machineNow'>
  readonly log: Logger
  /** Told when counts wait to be added. */
  readonly onWritten?: () => void
  readonly everyMs?: number
}

/**
 * Counts what was not taken. Such events have no row to be counted with, so they are added up here and written every few seconds, to where counts wait to be added;
 * a process that is killed loses that much of the count, and nothing of any event.
 */
export function openRefusalTally({ pool, clock, log, onWritten, everyMs = 5_000 }: TallySettings) {
  // Kinds and fields are ours, so there are few keys.
  const counts = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined

  function add(refusals: readonly EventRefusal[]): void {
    if (refusals.length === 0) return
    const day = civilDateAt(clock.machineNow())
    for (const { kind, field } of refusals) {
      const key = `${day} ${kind} ${field}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    timer ??= setTimeout(() => void write(), everyMs).unref()
  }

  async function write(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (counts.size === 0) return
    const taken = [...counts]
    counts.clear()
    try {
      await pool.query('insert into counts_to_add (counts) values ($1)', [JSON.stringify(columnsOf(taken))])
      onWritten?.()
    } catch (error) {
      log.warn({ err: error }, 'refused events could not be counted in the database; kept in memory')
      for (const [key, count] of taken) counts.set(key, (counts.get(key) ?? 0) + count)
      timer ??= setTimeout(() => void write(), everyMs).unref()
    }
  }

  return { add, write }
}
export type RefusalTally = ReturnType<typeof openRefusalTally>

function columnsOf(counts: readonly (readonly [string, number])[]) {
  const keys = counts.map(([key]) => key.split(' '))
  return {
    'refusal_count.day': keys.map(([day]) => day),
    'refusal_count.kind': keys.map(([, kind]) => kind),
    'refusal_count.field': keys.map(([, , field]) => field),
    'refusal_count.count': counts.map(([, count]) => count),
  }
}
