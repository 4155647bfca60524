import type { Clock } from '@fyh/base/clock.ts'
import { addDays, type CivilDate, civilDate, civilDateAt, instantAt } from '@fyh/base/dates.ts'
import type { Pool } from '@fyh/postgres/pool.ts'
import type { Logger } from '@fyh/serve/log.ts'
import { type Aside, addCounts, tellAside } from '../collect/add-counts.ts'
import { addUpMonths } from './page-months.ts'
import { dropDaysBefore, ensureDays } from './partitions.ts'

export type UpkeepSettings = {
  readonly pool: Pool
  readonly clock: Pick<Clock, 'machineNow'>
  /** Days of events, visits and browsers that are kept. */
  readonly keepDays: number
  /** Days of counts that are kept; there is nobody in them. */
  readonly keepCountsDays: number
  /** Asked between counts that are added: who stops does not wait for hours of them, and leaves the rest to the next time. */
  readonly goesOn?: () => boolean
  /** Told of counts that cannot be added. */
  readonly onAside?: (aside: Aside) => void
}

const daysBehind = 14
const daysAhead = 7
/** An event without a time of its own is known again for as long as one with it is believed. */
const undatedDays = 14
/** And a browser that sends again what somebody wished to be forgotten is known for that long, and a day more for its clock. */
const forgottenDays = undatedDays + 1
/** As long as the broker keeps what no database holds. */
const asideDays = 30
/** Days that counts by minute are kept. */
export const minuteDays = 8
const countTables = ['event_count', 'error_count', 'funnel_count', 'exit_count', 'step_time', 'refusal_count']

/** Makes the days to come, removes what is past its time, and adds up the months that are over. Running it twice, or on two nodes at once, does no harm and no more. */
export async function upkeep({ pool, clock, keepDays, keepCountsDays, goesOn = () => true, onAside }: UpkeepSettings): Promise<void> {
  const today = civilDateAt(clock.machineNow())
  await ensureDays(
    pool,
    Array.from({ length: daysBehind + daysAhead + 1 }, (_, place) => addDays(today, place - daysBehind)),
  )
  const firstKept = addDays(today, -keepDays)
  await dropDaysBefore(pool, firstKept)
  // A visit is in the index by its first day, and goes when its last event has gone.
  await remove(pool, { from: 'visit', where: 'day < $1 and last_at < $2', values: [firstKept, instantAt(firstKept)] })
  await remove(pool, { from: 'person', where: 'last_day < $1', values: [firstKept] })
  await remove(pool, { from: 'browser_user', where: 'last_day < $1', values: [firstKept] })
  await remove(pool, { from: 'undated_event', where: 'day < $1', values: [addDays(today, -undatedDays)] })
  await remove(pool, { from: 'forgotten', where: 'forgotten_at < $1', values: [instantAt(addDays(today, -forgottenDays))] })
  await remove(pool, { from: 'counts_aside', where: 'set_aside_at < $1', values: [instantAt(addDays(today, -asideDays))] })
  // What goes wrong with counts must keep nothing of anybody longer, so they come last.
  await addCounts(pool, goesOn, onAside)
  if (!goesOn()) return
  await remove(pool, { from: 'minute_count', where: 'minute < $1', values: [instantAt(addDays(today, -minuteDays))] })
  for (const from of countTables) await remove(pool, { from, where: 'day < $1', values: [addDays(today, -keepCountsDays)] })
  await remove(pool, { from: 'page_month', where: 'month < $1', values: [firstOfMonth(addDays(today, -keepCountsDays))] })
  await addUpMonths(pool, today)
}

const firstOfMonth = (day: CivilDate): CivilDate => civilDate(`${day.slice(0, 8)}01`)

const rowsAtOnce = 5_000

type Removal = { readonly from: string; readonly where: string; readonly values: readonly unknown[] }

/** A little at a time, each for itself: a writer never waits for all of it, and rows that another node removes are left to it. */
async function remove(pool: Pool, { from, where, values }: Removal): Promise<void> {
  const text = `delete from ${from} where ctid = any (array(select ctid from ${from} where ${where} limit ${rowsAtOnce} for update skip locked))`
  for (let removed = rowsAtOnce; removed === rowsAtOnce; ) removed = (await pool.query(text, [...values])).rowCount ?? 0
}

const everyMs = 3_600_000
const afterFailureMs = 60_000

/** Keeps up every hour until it is stopped. A failure is tried again after a minute: days are made a week ahead, and on demand. */
export function startUpkeep({ log, ...settings }: UpkeepSettings & { readonly log: Logger }) {
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  let stopped = false

  async function run(): Promise<void> {
    let nextMs = everyMs
    try {
      await upkeep({ ...settings, goesOn: () => !stopped, onAside: tellAside(log) })
    } catch (error) {
      log.warn({ err: error }, 'the upkeep of the events could not be finished')
      nextMs = afterFailureMs
    }
    if (!stopped) timer = setTimeout(start, nextMs).unref()
  }
  function start(): void {
    running = run()
  }

  start()
  return {
    async stop(): Promise<void> {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
