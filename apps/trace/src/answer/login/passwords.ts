import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(scrypt)
/** RFC 7914: 2^15 rounds of 8 blocks take 32 MB and a tenth of a second, which an operator does not notice and a guesser does. */
export const cost = 2 ** 15
const hashBytes = 32

export async function hashOf(password: string, rounds: number): Promise<string> {
  const salt = randomBytes(16)
  return `scrypt$${rounds}$${salt.toString('base64')}$${(await derived(password, salt, rounds)).toString('base64')}`
}

export async function isHashOf(stored: string, password: string): Promise<boolean> {
  const [scheme, rounds, salt = '', hash = ''] = stored.split('$')
  if (scheme !== 'scrypt') throw new Error(`a password is kept by a scheme nobody knows: ${scheme}`)
  return timingSafeEqual(Buffer.from(hash, 'base64'), await derived(password, Buffer.from(salt, 'base64'), Number(rounds)))
}

/** The same letters typed on two keyboards may come composed in two ways. */
const derived = (password: string, salt: Buffer, rounds: number) =>
  derive(password.normalize('NFKC'), salt, hashBytes, { N: rounds, r: 8, p: 1, maxmem: rounds * 2048 })
