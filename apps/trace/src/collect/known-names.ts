import { addDays, type CivilDate } from '@fyh/base/dates.ts'
import type { Pool } from '@fyh/postgres/pool.ts'
import type { Names } from './name-limit.ts'

const setsMax = 20_000
const faultsMax = 500

/** The names that were counted yesterday and today, most counted first. */
export async function knownNames(pool: Pool, today: CivilDate): Promise<{ names: Names[]; faults: string[] }> {
  const since = [addDays(today, -1)]
  const names = await pool.query<Names>(
    `select event, page, channel, brand, host from event_count where day >= $1 group by 1, 2, 3, 4, 5 order by sum(count) desc limit ${setsMax}`,
    since,
  )
  const faults = await pool.query<{ name: string }>(
    `select name from error_count where day >= $1 group by 1 order by sum(count) desc limit ${faultsMax}`,
    since,
  )
  return { names: names.rows, faults: faults.rows.map(({ name }) => name) }
}
