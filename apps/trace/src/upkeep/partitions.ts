import { addDays, type CivilDate, civilDate } from '@fyh/base/dates.ts'
import type { Pool } from '@fyh/postgres/pool.ts'
import type { PoolClient } from 'pg'

/** Makes a partition of the events for each day that has none yet. Writers go on meanwhile, and any number of nodes may call it at once. */
export async function ensureDays(pool: Pool, days: Iterable<string>): Promise<void> {
  await alone(pool, async (client) => {
    const there = new Set(await daysOf(client))
    for (const day of [...days].map(civilDate).toSorted()) {
      if (there.has(day)) continue
      const name = partitionOf(day)
      // Attached when it is made: made as a part at once, it would lock out everybody who writes or reads.
      await client.query(`create table ${name} (like event including defaults including generated including constraints)`)
      await client.query(`alter table event attach partition ${name} for values from ('${day}') to ('${addDays(day, 1)}')`)
    }
  })
}

/** Drops the partitions of the days before, each in a moment of its own; answers which. Throws when writers do not let it in for seconds. */
export async function dropDaysBefore(pool: Pool, first: CivilDate): Promise<CivilDate[]> {
  const dropped: CivilDate[] = []
  for (const day of (await daysWithEvents(pool)).filter((one) => one < first)) {
    await alone(pool, async (client) => {
      // Whoever waits for a table that is being waited for waits too, so the wait is short.
      await client.query("set local lock_timeout = '2s'")
      if (!(await daysOf(client)).includes(day)) return
      await client.query(`drop table ${partitionOf(day)}`)
      dropped.push(day)
    })
  }
  return dropped
}

/** The days that have a partition, in order. */
export async function daysWithEvents(pool: Pool): Promise<CivilDate[]> {
  return daysOf(pool)
}

/** Whether a write failed because its day has no partition. */
export function lacksDay(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23514' && /no partition/.test(error.message)
}

async function daysOf(client: Pick<PoolClient, 'query'> | Pool): Promise<CivilDate[]> {
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_inherits join pg_class on oid = inhrelid where inhparent = 'event'::regclass order by 1",
  )
  return rows.map(({ name }) => civilDate(name.replace(/^event_(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')))
}

/** The lock stops whoever else makes or drops partitions, and no one who writes or reads. */
async function alone(pool: Pool, work: (client: PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('lock table event in share update exclusive mode')
    await work(client)
    await client.query('commit')
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

function partitionOf(day: CivilDate): string {
  return `event_${day.replaceAll('-', '')}`
}
