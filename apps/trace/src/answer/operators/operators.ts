import type { Pool } from '@fyh/postgres/pool.ts'
import type { Proven } from '../login/accounts.ts'
import { cost, hashOf } from '../login/passwords.ts'
import { tokenHash } from '../login/sessions.ts'

export const passwordMin = 12
export const passwordMax = 200
/** A name is typed by hand and stands in lists: small letters, digits, dot, dash and underline. */
export const namePattern = /^[a-z][a-z\d._-]{1,39}$/

export type Operator = {
  readonly name: string
  readonly madeAt: Date
  readonly madeBy: string
  readonly disabledAt: Date | undefined
  readonly lastLoginAt: Date | undefined
}

/** Who may look or once might, those who may first. */
export async function operators(pool: Pool): Promise<Operator[]> {
  const { rows } = await pool.query<{ name: string; made_at: Date; made_by: string; disabled_at: Date | null; last_login_at: Date | null }>(
    `select name, made_at, made_by, disabled_at,
       (select max(done_at) from operator_act where operator_name = name and act = 'loggedIn') as last_login_at
     from operator order by disabled_at is not null, name`,
  )
  return rows.map(({ name, made_at, made_by, disabled_at, last_login_at }) => ({
    name,
    madeAt: made_at,
    madeBy: made_by,
    disabledAt: disabled_at ?? undefined,
    lastLoginAt: last_login_at ?? undefined,
  }))
}

type Change = { readonly name: string; readonly by: string; readonly at: Date }

/** Tells whether there is now an account by that name which was not there before. */
export async function addOperator(
  pool: Pool,
  { name, by, at, password, rounds = cost }: Change & { readonly password: string; readonly rounds?: number },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    'insert into operator (name, password, made_at, made_by) values ($1, $2, $3, $4) on conflict (name) do nothing',
    [name, await hashOf(password, rounds), at, by],
  )
  return rowCount === 1
}

/** Ends the account and whatever is open of it. The last one that may look stays; of two that would end each other at once, one does. */
export async function disableOperator(pool: Pool, { name, at }: Change): Promise<boolean> {
  const { rowCount } = await pool.query(
    `with active as materialized (select name from operator where disabled_at is null order by name for update)
     update operator set disabled_at = $2, password_nr = password_nr + 1
     where name = $1 and name in (select name from active) and (select count(*) from active) > 1`,
    [name, at],
  )
  return rowCount === 1
}

/** Lets an account in again, with the password it had. */
export async function enableOperator(pool: Pool, { name }: Change): Promise<boolean> {
  const { rowCount } = await pool.query('update operator set disabled_at = null where name = $1 and disabled_at is not null', [name])
  return rowCount === 1
}

type Own = { readonly password: string; readonly session: string; readonly device: string | undefined; readonly rounds?: number }

/**
 * Gives an account whose password was just told another one. All that was opened with the old one ends but the session that asks, and its browser
 * stays known. False when it was changed meanwhile.
 */
export async function changePassword(
  pool: Pool,
  { name, passwordNr }: Proven,
  { password, session, device, rounds = cost }: Own,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `with changed as (
       update operator set password = $3, password_nr = password_nr + 1 where name = $1 and password_nr = $2 and disabled_at is null
       returning name, password_nr),
     kept as (
       update operator_session as session set password_nr = changed.password_nr from changed where token_hash = $4 and operator_name = changed.name),
     known as (
       update operator_device as device set password_nr = changed.password_nr from changed where token_hash = $5 and operator_name = changed.name)
     select from changed`,
    [name, passwordNr, await hashOf(password, rounds), tokenHash(session), device ?? ''],
  )
  return rowCount === 1
}
