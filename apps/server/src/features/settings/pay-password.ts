import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { civilDateAt } from '@fyh/base/dates.ts'
import type { Fen } from '@fyh/base/money.ts'
import { fail } from '@fyh/serve/fail.ts'
import type { Deps, Tx } from '#platform/deps.ts'
import { findPassword, forgetTries, type Hashed, takePasswordTry } from './pay-password.sql.ts'

/** Wrong tries a day; then the password rests until tomorrow, unless a code sets another one. */
export const wrongTriesMax = 5

/** 32 MB and about a tenth of a second a try: so few digits would not stand up to fast guessing. */
const cost: ScryptOptions = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }

/**
 * Asks for the payment password where the borrower wants it asked: for amounts above theirs. Fails PAYMENT_PASSWORD_REQUIRED with its number of
 * digits where it is missing, else as `provePayPassword` does.
 */
export async function requirePayPassword(
  tx: Tx,
  deps: Deps,
  { userId, amountFen, password }: { userId: number; amountFen: Fen; password: string | undefined },
): Promise<void> {
  const known = await findPassword(tx, userId)
  if (known === undefined || known.askAboveFen === null || amountFen <= known.askAboveFen) return
  if (password === undefined) fail('PAYMENT_PASSWORD_REQUIRED', { digits: known.digits })
  await provePayPassword(deps, userId, password)
}

/**
 * Proves the payment password. A wrong try counts although the caller's transaction rolls back. Fails PAYMENT_PASSWORD_WRONG with the tries
 * left today, PAYMENT_PASSWORD_LOCKED when none is left.
 */
export async function provePayPassword({ apart, clock }: Pick<Deps, 'apart' | 'clock'>, userId: number, password: string): Promise<void> {
  const day = civilDateAt(clock.machineNow())
  const taken = await takePasswordTry(apart, { userId, day, most: wrongTriesMax })
  if (taken === undefined) fail('PAYMENT_PASSWORD_LOCKED')
  if (timingSafeEqual(await hashOf(password, taken.salt), taken.hash)) return forgetTries(apart, userId)
  const left = wrongTriesMax - taken.tries
  return left > 0 ? fail('PAYMENT_PASSWORD_WRONG', { left }) : fail('PAYMENT_PASSWORD_LOCKED')
}

export async function hashedPassword(password: string): Promise<Hashed> {
  const salt = randomBytes(16)
  return { salt, hash: await hashOf(password, salt), digits: password.length }
}

function hashOf(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, 32, cost, (error, hash) => (error === null ? resolve(hash) : reject(error)))
  })
}
