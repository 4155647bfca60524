import { createHash } from 'node:crypto'
import { randomText } from '@fyh/base/ids.ts'
import { type Deps, laterBy, type Tx } from '../store.ts'

const codeLifeMs = 300_000
export const tokenLifeSeconds = 7_200

/** Who a person is for one app, and over all apps of one owner: always the same, and of the messenger's own length. */
export const openIdOf = (appId: string, person: string): string => `o${hashOf(`${appId}|${person}`)}`
export const unionIdOf = (person: string): string => `u${hashOf(person)}`
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').replace(/[_-]/g, 'x').slice(0, 27)

/** Someone whose name ends so follows every account. */
export const isFollower = (person: string): boolean => person.endsWith('follower')

export const isAppId = (text: string): boolean => /^wx\w{6,30}$/.test(text)

export async function makeCode({ pool, clock }: Deps, { appId, person }: { appId: string; person: string }): Promise<string> {
  const code = randomText(32)
  await pool.query('insert into messenger_code (code, app_id, person, open_id, expires_at) values ($1, $2, $3, $4, $5)', [
    code,
    appId,
    person,
    openIdOf(appId, person),
    laterBy(clock.machineNow(), codeLifeMs),
  ])
  return code
}

/** The person behind a code, once. */
export async function useCode(
  tx: Tx,
  { appId, code, now }: { appId: string; code: string; now: Date },
): Promise<string | 'used' | 'unknown'> {
  type Row = { app_id: string; person: string; expires_at: Date; used_at: Date | null }
  const { rows } = await tx.query<Row>('select app_id, person, expires_at, used_at from messenger_code where code = $1 for update', [code])
  const row = rows[0]
  if (row === undefined || row.app_id !== appId || (row.used_at === null && row.expires_at < now)) return 'unknown'
  if (row.used_at !== null) return 'used'
  await tx.query('update messenger_code set used_at = $2 where code = $1', [code, now])
  return row.person
}

export async function hasAllowed({ pool }: Deps, { appId, person }: { appId: string; person: string }): Promise<boolean> {
  const { rowCount } = await pool.query('select from messenger_consent where person = $1 and app_id = $2', [person, appId])
  return rowCount === 1
}

export async function allow({ pool, clock }: Deps, { appId, person }: { appId: string; person: string }): Promise<void> {
  await pool.query('insert into messenger_consent (person, app_id, allowed_at) values ($1, $2, $3) on conflict do nothing', [
    person,
    appId,
    clock.machineNow(),
  ])
}

export async function personOf(tx: Tx, openId: string): Promise<string | undefined> {
  const { rows } = await tx.query<{ person: string }>('select person from messenger_code where open_id = $1 limit 1', [openId])
  return rows[0]?.person
}

type Kind = 'access' | 'script'

/** The token in force, or a new one; asking again does not end it. */
export async function lend(
  tx: Tx,
  { appId, kind, now }: { appId: string; kind: Kind; now: Date },
): Promise<{ token: string; lifeSeconds: number }> {
  await tx.query('delete from messenger_token where expires_at < $1', [now])
  const { rows } = await tx.query<{ token: string; expires_at: Date }>(
    'select token, expires_at from messenger_token where app_id = $1 and kind = $2 and expires_at > $3 limit 1',
    [appId, kind, laterBy(now, 60_000)],
  )
  const [known] = rows
  if (known !== undefined) return { token: known.token, lifeSeconds: Math.floor((known.expires_at.getTime() - now.getTime()) / 1_000) }
  const token = randomText(64)
  await tx.query('insert into messenger_token (token, app_id, kind, expires_at) values ($1, $2, $3, $4)', [
    token,
    appId,
    kind,
    laterBy(now, tokenLifeSeconds * 1_000),
  ])
  return { token, lifeSeconds: tokenLifeSeconds }
}

/** The app of an access token in force. */
export async function appOfToken(tx: Tx, { token, now }: { token: string; now: Date }): Promise<string | undefined> {
  const { rows } = await tx.query<{ app_id: string }>(
    `select app_id from messenger_token where token = $1 and kind = 'access' and expires_at > $2`,
    [token, now],
  )
  return rows[0]?.app_id
}
