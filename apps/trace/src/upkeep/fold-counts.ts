import { addDays, type CivilDate } from '@fyh/base/dates.ts'
import type { Pool } from '@fyh/postgres/pool.ts'
import { stepTimeBuckets } from '../collect/step-time-bounds.ts'

/** Tables of counts by day, with their key beside day and shard, and what they count. */
const tables = {
  event_count: { key: 'event, page, channel, brand, host', counted: ['count'] },
  error_count: { key: 'event, name, page, channel, brand, host', counted: ['count'] },
  funnel_count: { key: 'channel, brand, host, step', counted: ['people'] },
  exit_count: { key: 'page, channel, brand, host', counted: ['visits'] },
  step_time: { key: 'page, channel, brand, host', counted: stepTimeBuckets },
} as const

/** Events of a day come in until two weeks later, few of them after two days. */
const firstBack = 20
const lastBack = 2

/**
 * Adds up the shards of days that are over, so that a question over a month or a year reads one row where sixteen writers left sixteen. Events that
 * come later make shards anew, for the next time. A statement a day and table: it is done or not, and safe beside writers and another node.
 */
export async function foldCounts(pool: Pool, today: CivilDate): Promise<void> {
  for (const [table, { key, counted }] of Object.entries(tables))
    for (let back = lastBack; back <= firstBack; back += 1) {
      const day = addDays(today, -back)
      const { rows } = await pool.query(`select 1 from ${table} where day = $1 and shard <> 0 limit 1`, [day])
      if (rows.length > 0) await pool.query(foldStatement(table, key, counted), [day])
    }
}

/**
 * Rows are locked in the order in which writers lock theirs, so that neither blocks the other; a writer that waited finds its row gone and makes it
 * anew. They are written in that order too: what a question reads together lies together.
 */
const foldStatement = (table: string, key: string, counted: readonly string[]) => `
  with taken as materialized (select ctid as place from ${table} where day = $1 order by ${key}, shard for update),
    gone as (delete from ${table} where ctid = any (array(select place from taken)) returning *)
  insert into ${table} (day, ${key}, shard, ${counted.join(', ')})
  select day, ${key}, 0, ${counted.map((count) => `sum(${count})`).join(', ')} from gone
  group by day, ${key} having ${counted.map((count) => `sum(${count}) <> 0`).join(' or ')} order by ${key}
  on conflict (day, ${key}, shard) do update set ${counted.map((count) => `${count} = ${table}.${count} + excluded.${count}`).join(', ')}`
