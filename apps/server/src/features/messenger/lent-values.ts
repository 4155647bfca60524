import { setTimeout as wait } from 'node:timers/promises'
import type { Deps } from '#platform/deps.ts'
import type { LentAnswer, MessengerReason } from '#providers/messenger/port.ts'
import { endLease, keepLent, type LentKind, lentOf, spoil, takeLease } from './messenger.sql.ts'

type Asked = { readonly appId: string; readonly kind: LentKind }
type NotOk = { readonly answer: 'refused'; readonly reason: MessengerReason } | { readonly answer: 'unknown' }
type Value = { readonly answer: 'ok'; readonly value: string; readonly sealed: Buffer }

/** Another value is fetched this long before the present one ends, so that none ends while a page uses it. */
const freshForMs = 300_000
/** Longer than the messenger may take to answer. */
const leaseMs = 12_000
const lookEveryMs = 60
const looksMax = 110

/**
 * What the messenger lends an app, kept for all nodes until shortly before it ends. One node fetches the next; the others go on with
 * the present one, and where there is none they wait for it.
 */
export async function lentValue(deps: Deps, asked: Asked): Promise<Value | NotOk> {
  const { db, clock } = deps
  for (let look = 0; look < looksMax; look += 1) {
    const now = clock.machineNow()
    const freshUntil = new Date(now.getTime() + freshForMs)
    const lent = await lentOf(db, asked)
    const kept = lent?.valueSealed == null || lent.goodUntil <= now ? undefined : lent.valueSealed
    if (kept !== undefined && lent !== undefined && lent.goodUntil > freshUntil) return opened(deps, asked, kept)
    const isMine = await takeLease(db, { ...asked, now, freshUntil, leaseUntil: new Date(now.getTime() + leaseMs) })
    const fetched = isMine ? await fetchLent(deps, asked) : undefined
    if (fetched !== undefined && (fetched.answer === 'ok' || kept === undefined)) return fetched
    if (kept !== undefined) return opened(deps, asked, kept)
    await wait(lookEveryMs)
  }
  return { answer: 'unknown' }
}

/** Makes a call with the access token; one that was replaced elsewhere is fetched anew, once. */
export async function withAccessToken<Ok extends object>(
  deps: Deps,
  appId: string,
  call: (accessToken: string) => Promise<({ readonly answer: 'ok' } & Ok) | NotOk>,
): Promise<({ readonly answer: 'ok' } & Ok) | NotOk> {
  const asked = { appId, kind: 'access' } as const
  const first = await lentValue(deps, asked)
  if (first.answer !== 'ok') return first
  const answer = await call(first.value)
  if (answer.answer !== 'refused' || answer.reason !== 'tokenInvalid') return answer
  await spoil(deps.db, { ...asked, valueSealed: first.sealed, now: deps.clock.machineNow() })
  const second = await lentValue(deps, asked)
  return second.answer === 'ok' ? call(second.value) : second
}

async function fetchLent(deps: Deps, asked: Asked): Promise<Value | NotOk> {
  const { db, clock, seal, providers } = deps
  const lent: LentAnswer =
    asked.kind === 'access'
      ? await providers.messenger.accessToken({ appId: asked.appId })
      : await withAccessToken(deps, asked.appId, (accessToken) => providers.messenger.scriptTicket({ accessToken }))
  const now = clock.machineNow()
  if (lent.answer !== 'ok') {
    await endLease(db, { ...asked, now })
    return lent
  }
  const valueSealed = seal.text(lent.value, placeOf(asked))
  await keepLent(db, { ...asked, valueSealed, goodUntil: new Date(now.getTime() + lent.lifeSeconds * 1_000), now })
  return { answer: 'ok', value: lent.value, sealed: valueSealed }
}

const opened = ({ seal }: Deps, asked: Asked, sealed: Buffer): Value => ({
  answer: 'ok',
  value: seal.openText(sealed, placeOf(asked)),
  sealed,
})

const placeOf = ({ appId, kind }: Asked) => ({ table: 'messenger_token', column: 'value', row: `${appId} ${kind}` })
