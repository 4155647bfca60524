import { createHash } from 'node:crypto'
import { randomText } from '@fyh/base/ids.ts'
import type { Deps, Guest, Tx, User } from '#platform/deps.ts'
import { addSession, changeLanguage, liveSession, prolongSession, sessionsOf } from './session.sql.ts'

const dayMs = 86_400_000
const lifeMs = 30 * dayMs
/** A session is prolonged at most this often, so that reading stays reading. */
const prolongEveryMs = dayMs / 24
const devicesMax = 50

const tokenHash = (token: string) => createHash('sha256').update(token).digest()

/** Starts a session; the token leaves here once and is stored as a hash alone. */
export async function startSession(tx: Tx, deps: Pick<Deps, 'clock'>, userId: number, guest: Guest): Promise<string> {
  const token = randomText(43)
  const now = deps.clock.machineNow()
  await addSession(tx, {
    tokenHash: tokenHash(token),
    userId,
    sessionId: randomText(16),
    address: guest.address,
    device: guest.device,
    language: guest.language,
    startedAt: now,
    expiresAt: new Date(now.getTime() + lifeMs),
  })
  return token
}

/** Where a borrower is logged in. When a session was used last follows from how long it still lives. */
export async function devicesOf({ db, clock }: Pick<Deps, 'db' | 'clock'>, user: User) {
  const sessions = await sessionsOf(db, { userId: user.userId, now: clock.machineNow(), most: devicesMax })
  const isThis = ({ sessionId }: { sessionId: string }) => sessionId === user.sessionId
  return [...sessions.filter(isThis), ...sessions.filter((session) => !isThis(session))].map((session) => ({
    id: session.sessionId,
    userAgent: session.device,
    address: session.address,
    startedAt: session.startedAt.toISOString(),
    usedAt: new Date(session.expiresAt.getTime() - lifeMs).toISOString(),
    isThis: isThis(session),
  }))
}

/** The user of a live token. Every request asks the database, so a session that ended is dead on every node at once. */
export async function userOfToken(deps: Pick<Deps, 'db' | 'clock'>, token: string | undefined, guest: Guest): Promise<User | undefined> {
  if (token === undefined || !/^[A-Za-z0-9]{43}$/.test(token)) return undefined
  const now = deps.clock.machineNow()
  const session = await liveSession(deps.db, tokenHash(token), now)
  if (session === undefined) return undefined
  const expiresAt = new Date(now.getTime() + lifeMs)
  if (expiresAt.getTime() - session.expiresAt.getTime() >= prolongEveryMs) await prolongSession(deps.db, session.sessionId, expiresAt)
  const { namedLanguage } = guest
  if (namedLanguage !== undefined && namedLanguage !== session.language) await changeLanguage(deps.db, session, namedLanguage)
  return { ...guest, userId: session.userId, sessionId: session.sessionId }
}
