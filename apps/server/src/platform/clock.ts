import { assert } from '@fyh/base/assert.ts'
import type { Clock } from '@fyh/base/clock.ts'
import { type CivilDate, civilDateAt, daysBetween } from '@fyh/base/dates.ts'
import type { Db } from './deps.ts'

const dayMs = 86_400_000

export type BusinessClock = Clock & {
  /** Reads the stored offset again; another process may have moved it. */
  refresh(): Promise<void>
  /** Keeps up with other processes until stopped. */
  follow(everyMs: number): { stop(): void }
  /**
   * Moves to the same time of day on a later date, a day at a time, and hands each new day over before the next. A step counts only from the
   * offset it was decided on, so two who move at once do not overshoot.
   */
  moveTo(date: CivilDate, eachDay: (day: CivilDate) => Promise<void>): Promise<void>
}

/** Machine time plus an offset that the database holds, so that every process has the same date. */
export function businessClock(db: Db, machine: Pick<Clock, 'machineNow'>): BusinessClock {
  let offsetMs = 0
  const now = () => new Date(machine.machineNow().getTime() + offsetMs)
  const refresh = async () => {
    const row = await db.selectFrom('business_clock').select('offset_ms').executeTakeFirst()
    assert(row, 'the business clock has no row')
    offsetMs = row.offset_ms
  }
  return {
    now,
    machineNow: () => machine.machineNow(),
    refresh,
    follow(everyMs) {
      // A database that is away for a moment leaves the last date in force; the next round catches up.
      const timer = setInterval(() => void refresh().catch(() => undefined), everyMs)
      timer.unref()
      return { stop: () => clearInterval(timer) }
    },
    async moveTo(date, eachDay) {
      assert(daysBetween(civilDateAt(now()), date) >= 0, 'business time only moves forward')
      // Midnight may pass meanwhile, so the date can be beyond the one asked for.
      while (civilDateAt(now()) < date) {
        if (await moveOffset(db, { fromMs: offsetMs, toMs: offsetMs + dayMs })) offsetMs += dayMs
        else await refresh()
        await eachDay(civilDateAt(now()))
      }
    },
  }
}

/** False when another process moved it first. */
async function moveOffset(db: Db, { fromMs, toMs }: { fromMs: number; toMs: number }): Promise<boolean> {
  const moved = await db
    .updateTable('business_clock')
    .set({ offset_ms: toMs })
    .where('offset_ms', '=', fromMs)
    .returning('offset_ms')
    .executeTakeFirst()
  return moved !== undefined
}
