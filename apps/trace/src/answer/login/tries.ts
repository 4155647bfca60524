import { createHash } from 'node:crypto'
import type { Pool } from '@fyh/postgres/pool.ts'

const windowSeconds = 15 * 60
/** Tries in a window: by a browser the operator is known in, else for one name from one address. */
const ownTriesMax = 5
/** From one address under any name, and for one name from all addresses that are not known. */
const addressTriesMax = 20
const nameTriesMax = 100

/** `device` marks a browser in which that operator has logged in before. */
export type Login = { readonly name: string; readonly address: string; readonly device: string | undefined }

/**
 * Counts a try and tells whether its password may be looked at. Counted first, so guesses that come at once are no more than guesses
 * that come in turn; in the database, so every node and a restart know of them. What strangers try for a name never holds up a browser in which
 * its operator has logged in before: theirs and its own are counted apart.
 */
export async function mayTry(pool: Pool, login: Login, at: Date): Promise<boolean> {
  await pool.query('delete from operator_try where since_at < $1', [new Date(at.getTime() - windowSeconds * 1000)])
  if (login.device !== undefined) return (await countTry(pool, deviceKey(login), at)) <= ownTriesMax
  const ofAddress = await countTry(pool, addressKey(login), at)
  const ofPair = await countTry(pool, pairKey(login), at)
  const ofName = await countTry(pool, nameKey(login), at)
  return ofPair <= ownTriesMax && ofAddress <= addressTriesMax && ofName <= nameTriesMax
}

/** A right password takes back what was counted for its browser or for its name at its address, and its own try at the others. */
export async function forgetTries(pool: Pool, login: Login): Promise<void> {
  await pool.query('delete from operator_try where who = any ($1)', [[deviceKey(login), pairKey(login)]])
  if (login.device !== undefined) return
  await pool.query('update operator_try set tries = tries - 1 where who = any ($1) and tries > 0', [[addressKey(login), nameKey(login)]])
}

async function countTry(pool: Pool, who: string, at: Date): Promise<number> {
  const { rows } = await pool.query<{ tries: number }>(
    `insert into operator_try as known (who, tries, since_at) values ($1, 1, $2)
     on conflict (who) do update set tries = least(known.tries + 1, 1000) returning tries`,
    [who, at],
  )
  return rows[0]?.tries ?? Number.POSITIVE_INFINITY
}

/** What was typed into the field of the name may be a password, so it is not kept as it is. */
const hidden = (name: string) => createHash('sha256').update(name).digest('hex')
const nameKey = ({ name }: Login) => `name ${hidden(name)}`
const addressKey = ({ address }: Login) => `address ${address}`
const pairKey = ({ name, address }: Login) => `name ${hidden(name)} at ${address}`
const deviceKey = ({ name, device = '' }: Login) => `name ${hidden(name)} in ${device}`
