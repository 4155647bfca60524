import type { Pool } from '@fyh/postgres/pool.ts'
import { openMobileIndex } from './collect/mobile-index.ts'
import type { IndexKeys } from './key-marks.ts'
import { inTransaction } from './upkeep/in-transaction.ts'

type Known = { readonly mobile_index: string; readonly mobile_mask: string }

/**
 * Rebuilds the indexes of phone numbers with the key in use. Numbers are not stored, but a mask hides only four digits, so the former key identifies the
 * number of an index among ten thousand. Each number has its own transaction, so a stopped run can be resumed. Returns how many numbers it changed, and
 * how many it could not identify.
 */
export async function reindexAll(pool: Pool, keys: IndexKeys): Promise<{ changed: number; unknown: number }> {
  // A process with the former key may have written behind a pass: only one that changes nothing is the last.
  for (let changed = 0; ; ) {
    const found = await pass(pool, keys)
    changed += found.changed
    if (found.changed === 0) return { changed, unknown: found.unknown }
  }
}

async function pass(pool: Pool, keys: IndexKeys): Promise<{ changed: number; unknown: number }> {
  const current = openMobileIndex(keys.indexKey)
  const former = keys.indexKeysRetired.map(openMobileIndex)
  const { rows } = await pool.query<Known>(`
    select distinct mobile_index, mobile_mask from event where mobile_index is not null
    union select distinct mobile_index, mobile_mask from visit where mobile_index is not null`)
  const counts = { changed: 0, unknown: 0 }
  for (const { mobile_index: index, mobile_mask: mask } of rows) {
    const numbers = numbersOf(mask)
    if (numbers.some((number) => current(number) === index)) continue
    const number = numbers.find((one) => former.some((indexOf) => indexOf(one) === index))
    if (number === undefined) counts.unknown += 1
    else {
      await rename(pool, index, current(number))
      counts.changed += 1
    }
  }
  return counts
}

/** The numbers that a mask such as 138****0000 can stand for. */
function numbersOf(mask: string): string[] {
  const [, first, last] = /^(\d{3})\*{4}(\d{4})$/.exec(mask) ?? []
  if (first === undefined || last === undefined) return []
  return Array.from({ length: 10_000 }, (_, at) => `${first}${String(at).padStart(4, '0')}${last}`)
}

function rename(pool: Pool, from: string, to: string): Promise<void> {
  return inTransaction(pool, async (client) => {
    await client.query('update event set mobile_index = $2 where mobile_index = $1', [from, to])
    await client.query('update visit set mobile_index = $2 where mobile_index = $1', [from, to])
    await client.query(
      `insert into browser_user (user_id, mobile_index, generate_id, last_day)
       select user_id, $2, generate_id, last_day from browser_user where mobile_index = $1
       on conflict (user_id, mobile_index, generate_id) do update set last_day = greatest(browser_user.last_day, excluded.last_day)`,
      [from, to],
    )
    await client.query('delete from browser_user where mobile_index = $1', [from])
  })
}
