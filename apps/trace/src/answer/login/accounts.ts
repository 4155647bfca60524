import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Pool } from '@fyh/postgres/pool.ts'

export const firstOperator = 'operator'

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(scrypt)
/** RFC 7914: 2^15 rounds of 8 blocks take 32 MB and a tenth of a second, which an operator does not notice and a guesser does. */
const cost = 2 ** 15
const hashBytes = 32

/** The account `operator` has the password of the setting. A changed one takes the place of the old, and ends what was opened with it. */
export async function keepFirstOperator(pool: Pool, password: string, at: Date): Promise<void> {
  const known = await passwordOf(pool, firstOperator)
  if (known !== undefined && (await isHashOf(known, password))) return
  await pool.query(
    'insert into operator (name, password, made_at) values ($1, $2, $3) on conflict (name) do update set password = excluded.password',
    [firstOperator, await hashOf(password), at],
  )
  await pool.query('delete from operator_session where operator_name = $1', [firstOperator])
}

/** Takes the same time whether or not there is such a name. */
export async function isPasswordOf(pool: Pool, name: string, password: string): Promise<boolean> {
  const known = await passwordOf(pool, name)
  return (await isHashOf(known ?? nobody, password)) && known !== undefined
}

const nobody = `scrypt$${cost}$${Buffer.alloc(16).toString('base64')}$${Buffer.alloc(hashBytes).toString('base64')}`

async function passwordOf(pool: Pool, name: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ password: string }>('select password from operator where name = $1', [name])
  return rows[0]?.password
}

async function hashOf(password: string): Promise<string> {
  const salt = randomBytes(16)
  return `scrypt$${cost}$${salt.toString('base64')}$${(await derived(password, salt, cost)).toString('base64')}`
}

async function isHashOf(stored: string, password: string): Promise<boolean> {
  const [scheme, rounds, salt = '', hash = ''] = stored.split('$')
  if (scheme !== 'scrypt') throw new Error(`a password is kept by a scheme nobody knows: ${scheme}`)
  return timingSafeEqual(Buffer.from(hash, 'base64'), await derived(password, Buffer.from(salt, 'base64'), Number(rounds)))
}

/** The same letters typed on two keyboards may come composed in two ways. */
const derived = (password: string, salt: Buffer, rounds: number) =>
  derive(password.normalize('NFKC'), salt, hashBytes, { N: rounds, r: 8, p: 1, maxmem: rounds * 2048 })
