import type { Pool } from '@fyh/postgres/pool.ts'
import { recordAct } from '../operators/acts.ts'
import { cost, hashOf, isHashOf } from './passwords.ts'

export const firstOperator = 'operator'

/**
 * The account `operator` takes over the password of the setting once: at the first start, and when the setting is another than the one before.
 * That ends what was opened with the old password, and lets the account in again. A password changed on the page since outlasts a restart.
 */
export async function keepFirstOperator(pool: Pool, password: string, at: Date, rounds = cost): Promise<void> {
  const { rows } = await pool.query<{ setting: string | null }>('select setting from operator where name = $1', [firstOperator])
  const followed = rows[0]?.setting ?? undefined
  if (followed !== undefined && (await isHashOf(followed, password))) return
  await pool.query(
    `insert into operator (name, password, setting, made_at) values ($1, $2, $2, $3)
     on conflict (name) do update
     set password = excluded.password, setting = excluded.setting, password_nr = operator.password_nr + 1, disabled_at = null`,
    [firstOperator, await hashOf(password, rounds), at],
  )
  if (followed !== undefined) await recordAct(pool, { operator: '', act: 'passwordSet', subject: firstOperator, at })
}

/** An account whose password was told rightly, at this password of the many it may come to have. */
export type Proven = { readonly name: string; readonly passwordNr: number }

/** Takes the same time whether or not there is such a name: for one that nobody has, somebody else's password is looked at. */
export async function proveAccount(pool: Pool, name: string, password: string): Promise<Proven | undefined> {
  const { rows } = await pool.query<{ name: string; password: string; password_nr: number; is_disabled: boolean }>(
    'select name, password, password_nr, disabled_at is not null as is_disabled from operator order by name = $1 desc limit 1',
    [name],
  )
  const [kept] = rows
  const isRight = kept !== undefined && (await isHashOf(kept.password, password))
  return isRight && kept.name === name && !kept.is_disabled ? { name, passwordNr: kept.password_nr } : undefined
}
