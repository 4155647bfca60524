import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Pool } from '@fyh/postgres/pool.ts'

export const firstOperator = 'operator'

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(scrypt)
/** RFC 7914: 2^15 rounds of 8 blocks take 32 MB and a tenth of a second, which an operator does not notice and a guesser does. */
const cost = 2 ** 15
const hashBytes = 32

/** The account `operator` has the password of the setting. A changed one takes the place of the old, and ends what was opened with it. */
export async function keepFirstOperator(pool: Pool, password: string, at: Date, rounds = cost): Promise<void> {
  const known = await pool.query<Kept>('select name, password from operator where name = $1', [firstOperator])
  if (known.rows[0] !== undefined && (await isHashOf(known.rows[0].password, password))) return
  await pool.query(
    'insert into operator (name, password, made_at) values ($1, $2, $3) on conflict (name) do update set password = excluded.password',
    [firstOperator, await hashOf(password, rounds), at],
  )
  await pool.query('delete from operator_session where operator_name = $1', [firstOperator])
}

type Kept = { name: string; password: string }

/** Takes the same time whether or not there is such a name: for one that nobody has, somebody else's password is looked at. */
export async function isPasswordOf(pool: Pool, name: string, password: string): Promise<boolean> {
  const { rows } = await pool.query<Kept>('select name, password from operator order by name = $1 desc limit 1', [name])
  const [kept] = rows
  return kept !== undefined && (await isHashOf(kept.password, password)) && kept.name === name
}

async function hashOf(password: string, rounds: number): Promise<string> {
  const salt = randomBytes(16)
  return `scrypt$${rounds}$${salt.toString('base64')}$${(await derived(password, salt, rounds)).toString('base64')}`
}

async function isHashOf(stored: string, password: string): Promise<boolean> {
  const [scheme, rounds, salt = '', hash = ''] = stored.split('$')
  if (scheme !== 'scrypt') throw new Error(`a password is kept by a scheme nobody knows: ${scheme}`)
  return timingSafeEqual(Buffer.from(hash, 'base64'), await derived(password, Buffer.from(salt, 'base64'), Number(rounds)))
}

/** The same letters typed on two keyboards may come composed in two ways. */
const derived = (password: string, salt: Buffer, rounds: number) =>
  derive(password.normalize('NFKC'), salt, hashBytes, { N: rounds, r: 8, p: 1, maxmem: rounds * 2048 })
