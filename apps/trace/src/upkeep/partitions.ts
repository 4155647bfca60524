import { addDays, civilDate } from '@fyh/base/dates.ts'
import type { Pool } from '@fyh/postgres/pool.ts'

/** Makes a partition of the events for each day that has none yet. Writers go on meanwhile, and any number of nodes may call it at once. */
export async function ensureDays(pool: Pool, days: Iterable<string>): Promise<void> {
  const wanted = [...days].map(civilDate).toSorted()
  const client = await pool.connect()
  try {
    await client.query('begin')
    // One at a time: the lock stops whoever else makes or drops partitions, and no one who writes or reads.
    await client.query('lock table event in share update exclusive mode')
    for (const day of wanted) {
      const name = partitionOf(day)
      const { rows } = await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [name])
      if (rows[0]?.found) continue
      await client.query(`create table ${name} (like event including defaults including constraints)`)
      await client.query(`alter table event attach partition ${name} for values from ('${day}') to ('${addDays(day, 1)}')`)
    }
    await client.query('commit')
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** Whether a write failed because its day has no partition. */
export function lacksDay(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23514' && /no partition/.test(error.message)
}

function partitionOf(day: string): string {
  return `event_${day.replaceAll('-', '')}`
}
