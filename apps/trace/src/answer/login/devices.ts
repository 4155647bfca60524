import { randomText } from '@fyh/base/ids.ts'
import type { Pool } from '@fyh/postgres/pool.ts'
import type { Proven } from './accounts.ts'
import { tokenHash } from './sessions.ts'

const keptDays = 180
export const deviceSeconds = keptDays * 24 * 60 * 60

/** The mark of a browser in which this operator has logged in with the password of today; undefined for any other. */
export async function knownDevice(pool: Pool, name: string, token: string | undefined): Promise<string | undefined> {
  if (token === undefined) return undefined
  const { rowCount } = await pool.query(
    `select from operator_device as device
       join operator on operator.name = device.operator_name and operator.password_nr = device.password_nr
     where token_hash = $1 and operator_name = $2`,
    [tokenHash(token), name],
  )
  return rowCount === 0 ? undefined : tokenHash(token)
}

/** Remembers the browser of somebody who has just logged in, and tells the token it is to keep: its own where that is one of ours. */
export async function keepDevice(pool: Pool, { name, passwordNr }: Proven, held: string | undefined, at: Date): Promise<string> {
  await pool.query('delete from operator_device where used_at < $1', [new Date(at.getTime() - deviceSeconds * 1000)])
  const isOurs =
    held !== undefined && (await pool.query('select from operator_device where token_hash = $1', [tokenHash(held)])).rowCount !== 0
  const token = isOurs ? held : randomText(43)
  await pool.query(
    `insert into operator_device (token_hash, operator_name, password_nr, used_at) values ($1, $2, $3, $4)
     on conflict (token_hash, operator_name) do update set password_nr = excluded.password_nr, used_at = excluded.used_at`,
    [tokenHash(token), name, passwordNr, at],
  )
  return token
}
