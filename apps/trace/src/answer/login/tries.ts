import { createHash } from 'node:crypto'
import type { Pool } from '@fyh/postgres/pool.ts'

const windowSeconds = 15 * 60
/** Tries in a window: for one name, and from one address under any name. */
const nameTriesMax = 5
const addressTriesMax = 20

type Login = { readonly name: string; readonly address: string }

/**
 * Counts a try and tells whether its password may be looked at. Counted first, so guesses that come at once are no more than guesses
 * that come in turn; in the database, so every node and a restart know of them.
 */
export async function mayTry(pool: Pool, { name, address }: Login, at: Date): Promise<boolean> {
  await pool.query('delete from operator_try where since_at < $1', [windowStart(at)])
  const ofAddress = await countTry(pool, addressKey(address), at)
  const ofName = await countTry(pool, nameKey(name), at)
  return ofName <= nameTriesMax && ofAddress <= addressTriesMax
}

/** A right password takes back what was counted for its name, and its own try at its address. */
export async function forgetTries(pool: Pool, { name, address }: Login): Promise<void> {
  await pool.query('delete from operator_try where who = $1', [nameKey(name)])
  await pool.query('update operator_try set tries = tries - 1 where who = $1 and tries > 0', [addressKey(address)])
}

async function countTry(pool: Pool, who: string, at: Date): Promise<number> {
  const { rows } = await pool.query<{ tries: number }>(
    `insert into operator_try as known (who, tries, since_at) values ($1, 1, $2)
     on conflict (who) do update set tries = least(known.tries + 1, 1000) returning tries`,
    [who, at],
  )
  return rows[0]?.tries ?? Number.POSITIVE_INFINITY
}

const windowStart = (at: Date) => new Date(at.getTime() - windowSeconds * 1000)
/** What was typed into the field of the name may be a password, so it is not kept as it is. */
const nameKey = (name: string) => `name ${createHash('sha256').update(name).digest('hex')}`
const addressKey = (address: string) => `address ${address}`
