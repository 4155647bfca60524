import { addDays, civilDateAt } from '@fyh/base/dates.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import { fail } from '@fyh/serve/fail.ts'
import type { Db, Deps, Tx } from '../deps.ts'
import { countSend, countWrong, forgetOldCounts, reachedLimit, type SendLimit, type WrongLimit } from './code-counts.sql.ts'
import { type CodeKey, countWrongTry, forgetOld, putCode, startWait, takeTry, tryCode, useCode, waitUntil } from './codes.sql.ts'

/** How long a code is valid. No longer than banks let theirs live. */
export const codeLifeSeconds = 300
/** Codes a day for one purpose: to one phone, or for cards of one borrower. */
export const sendsDailyMax = 10
/** After so many wrong tries a code is dead. */
const wrongTriesMax = 5

/** Seconds until another code may be asked for. */
export async function secondsToWait({ clock }: Pick<Deps, 'clock'>, db: Db | Tx, wait: CodeKey): Promise<number> {
  const until = await waitUntil(db, wait)
  return until === undefined ? 0 : Math.max(0, Math.ceil((until.getTime() - clock.machineNow().getTime()) / 1_000))
}

/** Fails SMS_TOO_SOON while the wait since the last code runs. Only takeTurn decides for good; this spares work before it. */
export async function requireNoWait(deps: Pick<Deps, 'clock'>, db: Db | Tx, wait: CodeKey): Promise<void> {
  const waitSeconds = await secondsToWait(deps, db, wait)
  if (waitSeconds > 0) fail('SMS_TOO_SOON', { waitSeconds })
}

/**
 * Takes the turn to send a code and counts it. Fails SMS_TOO_SOON while the wait since the last one runs, and SMS_DAILY_LIMIT or
 * SMS_ADDRESS_LIMIT when a limit of the day is reached.
 */
export async function takeTurn(
  tx: Tx,
  deps: Deps,
  { wait, waitSeconds, limits }: { wait: CodeKey; waitSeconds: number; limits: readonly SendLimit[] },
): Promise<void> {
  const now = deps.clock.machineNow()
  const until = new Date(now.getTime() + waitSeconds * 1_000)
  if (!(await startWait(tx, wait, { now, until }))) fail('SMS_TOO_SOON', { waitSeconds: await secondsToWait(deps, tx, wait) })
  for (const limit of limits)
    if (!(await countSend(tx, limit, civilDateAt(now)))) fail(limit.kind === 'address' ? 'SMS_ADDRESS_LIMIT' : 'SMS_DAILY_LIMIT')
}

/** Our own codes are stored as a keyed hash; a code that another party makes and checks has none. */
type Sent = { readonly codeHash?: Buffer; readonly order?: string | undefined }

/** Puts a new code in force. The one before it ends, so the newest message always has the right code. */
export async function putInForce(db: Db | Tx, { clock }: Pick<Deps, 'clock'>, key: CodeKey, { codeHash, order }: Sent): Promise<void> {
  const sentAt = clock.machineNow()
  const expiresAt = new Date(sentAt.getTime() + codeLifeSeconds * 1_000)
  await putCode(db, key, { codeHash: codeHash ?? null, order: order ?? null, sentAt, expiresAt })
}

type Proof = {
  readonly codeHash: Buffer
  /** The order that is to be confirmed: a code sent for another one is refused. */
  readonly order?: string | undefined
  readonly limits: (apart: Tx) => Promise<readonly WrongLimit[]>
}

/**
 * Proves a code of our own and uses it up. A wrong try counts although the caller's transaction rolls back; using a code up is part of that
 * transaction, so a right code whose order is refused for another reason can be used for the next try. Fails SMS_CODE_WRONG with the
 * tries left, SMS_CODE_EXPIRED when none is in force (never sent, too old, used, or tried wrong five times), SMS_CODE_OTHER_ORDER for the
 * right code of another order, SMS_TRIES_LIMIT or BUSY when a limit of wrong tries is reached.
 */
export async function proveOwnCode(tx: Tx, { apart, clock }: Deps, key: CodeKey, { codeHash, order, limits }: Proof): Promise<void> {
  const now = clock.machineNow()
  const tried = await transaction(apart, async (own) => {
    const wrong = await limits(own)
    const reached = await reachedLimit(own, wrong)
    if (reached !== undefined) return reached.kind === 'all' ? fail('BUSY') : fail('SMS_TRIES_LIMIT')
    const answer = await tryCode(own, key, { codeHash, now, triesMax: wrongTriesMax })
    if (answer?.right === false) await countWrong(own, wrong)
    return answer
  })
  if (tried === undefined) fail('SMS_CODE_EXPIRED')
  if (!tried.right) failWrong(tried.wrongTries)
  if (tried.order !== (order ?? null)) fail('SMS_CODE_OTHER_ORDER')
  if (!(await useCode(tx, key, { codeHash, now }))) fail('SMS_CODE_EXPIRED')
}

/** Counts a try at a code that another party checks, before the request, so that the limit does not depend on that party. */
export async function beginForeignTry({ db, clock }: Pick<Deps, 'db' | 'clock'>, key: CodeKey, mark: string): Promise<void> {
  if (!(await takeTry(db, key, { mark, now: clock.machineNow(), triesMax: wrongTriesMax }))) fail('SMS_CODE_EXPIRED')
}

/** Counts and refuses a code that another party found wrong. */
export async function failForeignTry({ db }: Pick<Deps, 'db'>, key: CodeKey): Promise<never> {
  return failWrong(await countWrongTry(db, key))
}

function failWrong(wrongTries: number): never {
  const left = wrongTriesMax - wrongTries
  return left > 0 ? fail('SMS_CODE_WRONG', { left }) : fail('SMS_CODE_EXPIRED')
}

/** Forgets codes and waits that are over, and the counts of days before yesterday. */
export async function forgetOldCodes({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.machineNow()
  await forgetOld(db, now)
  await forgetOldCounts(db, addDays(civilDateAt(now), -2))
}
