import { createHash } from 'node:crypto'
import { randomText } from '@fyh/base/ids.ts'
import type { Pool } from '@fyh/postgres/pool.ts'
import type { Proven } from './accounts.ts'

/** A session ends when nobody looked for half an hour, and after twelve hours in any case. */
export const idleSeconds = 30 * 60
export const sessionSeconds = 12 * 60 * 60
/** It is not written at every look that somebody looked. */
const seenEverySeconds = 60

/** Opens a session and tells its token, which is kept nowhere. */
export async function openSession(pool: Pool, { name, passwordNr }: Proven, at: Date): Promise<string> {
  const token = randomText(43)
  await pool.query('delete from operator_session where seen_at < $1 or opened_at < $2', [
    before(at, idleSeconds),
    before(at, sessionSeconds),
  ])
  await pool.query(
    'insert into operator_session (token_hash, operator_name, password_nr, opened_at, seen_at) values ($1, $2, $3, $4, $4)',
    [tokenHash(token), name, passwordNr, at],
  )
  return token
}

/**
 * Whose session it is; undefined when it is none or has ended, as it has with another password and with a disabled account. `isLooking` is false for what
 * a page asks for by itself.
 */
export async function operatorOf(pool: Pool, token: string, at: Date, isLooking: boolean): Promise<string | undefined> {
  const { rows } = await pool.query<{ operator_name: string; seen_at: Date }>(
    `select operator_name, seen_at from operator_session as session
       join operator on operator.name = session.operator_name and operator.password_nr = session.password_nr and disabled_at is null
     where token_hash = $1 and seen_at >= $2 and opened_at >= $3`,
    [tokenHash(token), before(at, idleSeconds), before(at, sessionSeconds)],
  )
  const [session] = rows
  if (session === undefined) return undefined
  if (isLooking && session.seen_at < before(at, seenEverySeconds))
    await pool.query('update operator_session set seen_at = $2 where token_hash = $1', [tokenHash(token), at])
  return session.operator_name
}

export async function closeSession(pool: Pool, token: string): Promise<void> {
  await pool.query('delete from operator_session where token_hash = $1', [tokenHash(token)])
}

const before = (at: Date, seconds: number) => new Date(at.getTime() - seconds * 1000)
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex')
