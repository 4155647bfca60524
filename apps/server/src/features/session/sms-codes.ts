import { randomInt } from 'node:crypto'
import { parseMobile } from '@fyh/base/chinese-data.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import { fail } from '@fyh/serve/fail.ts'
import type { Db, Deps, Tx } from '#platform/deps.ts'
import { countWrong, reachedLimit } from './code-limits.sql.ts'
import { countCode, wrongLimits } from './code-limits.ts'
import { type CodeOrder, codeText } from './code-texts.ts'
import { phoneIndexesOf, phoneIndexOf } from './phones.ts'
import { type Addressing, type CodePurpose, endWait, isBlocked, replaceCode, tryCode, useCode, waitUntil } from './session.sql.ts'

export const codeLifeSeconds = 300
const wrongTriesMax = 5

/** The phone as stored, whatever way it was written; refused when it is none or may not be used. */
export async function usableMobile(deps: Deps, text: string): Promise<string> {
  const mobile = parseMobile(text) ?? fail('MOBILE_INVALID')
  if (await isBlocked(deps.db, phoneIndexesOf(deps, mobile))) fail('MOBILE_BLOCKED')
  return mobile
}

/** Seconds until another code may be asked for. */
export async function secondsToWait(deps: Deps, mobile: string, purpose: CodePurpose, db: Db | Tx = deps.db): Promise<number> {
  const until = await waitUntil(db, { phoneIndex: phoneIndexOf(deps, mobile), purpose })
  return until === undefined ? 0 : Math.max(0, Math.ceil((until.getTime() - deps.clock.machineNow().getTime()) / 1_000))
}

/** Puts a new code in force and sends it. The one before it ends, so the newest message always has the right code. */
export async function sendCode(
  deps: Deps,
  {
    mobile,
    purpose,
    address,
    language,
    brand,
    ...order
  }: { mobile: string; purpose: CodePurpose; address: string } & Addressing & CodeOrder,
): Promise<void> {
  const digits = deps.config.smsCodeDigits
  const code = String(randomInt(10 ** digits)).padStart(digits, '0')
  const key = `code-${deps.ids()}`
  await transaction(deps.db, (tx) => putInForce(tx, deps, { mobile, purpose, address, code }))
  const text = codeText({ language, brand, purpose, code, minutes: codeLifeSeconds / 60, ...order })
  const sent = await deps.providers.sms.send({ key, mobile, text, template: `code.${purpose}` })
  if (sent.answer === 'ok') return
  await endWait(deps.db, { phoneIndex: phoneIndexOf(deps, mobile), purpose }, deps.clock.machineNow())
  fail('SMS_NOT_SENT')
}

type Sending = { mobile: string; purpose: CodePurpose; address: string; code: string }

async function putInForce(tx: Tx, deps: Deps, { mobile, purpose, address, code }: Sending): Promise<void> {
  const now = deps.clock.machineNow()
  const phoneIndex = phoneIndexOf(deps, mobile)
  const replaced = await replaceCode(tx, {
    phoneIndex,
    purpose,
    codeHash: codeHashOf(deps, { mobile, purpose, code }),
    sentAt: now,
    expiresAt: new Date(now.getTime() + codeLifeSeconds * 1_000),
    waitUntil: new Date(now.getTime() + deps.config.smsWaitSeconds * 1_000),
  })
  if (!replaced) fail('SMS_TOO_SOON', { waitSeconds: await secondsToWait(deps, mobile, purpose, tx) })
  await countCode(tx, deps, { mobile, purpose, address })
}

type Proof = {
  readonly mobile: string
  readonly purpose: CodePurpose
  readonly code: string
  /** The network address, where anyone may try: at the login. */
  readonly address?: string | undefined
}

/**
 * Proves a code and uses it up. A wrong try counts although the caller's transaction rolls back; using a code up is part of that
 * transaction, so a right code whose order is refused for another reason can be used for the next try.
 */
export async function proveMobileCode(tx: Tx, deps: Deps, { mobile, purpose, code, address }: Proof): Promise<void> {
  const given = {
    phoneIndex: phoneIndexOf(deps, mobile),
    purpose,
    codeHash: codeHashOf(deps, { mobile, purpose, code }),
    now: deps.clock.machineNow(),
  }
  const tried = await transaction(deps.apart, async (apart) => {
    const limits = await wrongLimits(apart, deps, { mobile, address })
    const reached = await reachedLimit(apart, limits)
    if (reached !== undefined) return reached.kind === 'all' ? fail('BUSY') : fail('SMS_TRIES_LIMIT')
    const answer = await tryCode(apart, { ...given, triesMax: wrongTriesMax })
    if (answer?.right === false) await countWrong(apart, limits)
    return answer
  })
  if (tried === undefined) fail('SMS_CODE_EXPIRED')
  const left = wrongTriesMax - tried.wrongTries
  if (!tried.right && left > 0) fail('SMS_CODE_WRONG', { left })
  if (!tried.right || !(await useCode(tx, given))) fail('SMS_CODE_EXPIRED')
}

/** Keyed, because so few digits would not hide behind a plain hash. */
const codeHashOf = (deps: Pick<Deps, 'seal'>, { mobile, purpose, code }: { mobile: string; purpose: CodePurpose; code: string }) =>
  deps.seal.blindIndex('smsCode', `${mobile}|${purpose}|${code}`)
