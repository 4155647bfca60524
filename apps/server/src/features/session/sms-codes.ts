import { randomInt } from 'node:crypto'
import { parseMobile } from '@fyh/base/chinese-data.ts'
import { civilDateAt } from '@fyh/base/dates.ts'
import { constants } from '@fyh/contract/options.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import { fail } from '@fyh/serve/fail.ts'
import type { Db, Deps, Tx } from '#platform/deps.ts'
import { phoneIndexOf } from './phones.ts'
import { type CodePurpose, countSend, endWait, isBlocked, replaceCode, tryCode, useCode, waitUntil } from './session.sql.ts'

export const codeLifeSeconds = 300
const phoneDailyMax = 10
const wrongTriesMax = 5

/** The phone as stored, whatever way it was written; refused when it is none or may not be used. */
export async function usableMobile(deps: Deps, text: string): Promise<string> {
  const mobile = parseMobile(text) ?? fail('MOBILE_INVALID')
  if (await isBlocked(deps.db, phoneIndexOf(deps, mobile))) fail('MOBILE_BLOCKED')
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
  { mobile, purpose, address }: { mobile: string; purpose: CodePurpose; address: string },
): Promise<void> {
  const code = String(randomInt(10 ** constants.smsCodeDigits)).padStart(constants.smsCodeDigits, '0')
  const key = `code-${deps.ids()}`
  await transaction(deps.db, (tx) => putInForce(tx, deps, { mobile, purpose, address, code }))
  const minutes = codeLifeSeconds / 60
  const text = `验证码 ${code}，用于${purposeNames[purpose]}，${minutes} 分钟内有效。请勿告诉任何人，我们的工作人员也不会向您索要。`
  const sent = await deps.providers.sms.send({ key, mobile, text, template: `code.${purpose}` })
  if (sent.answer === 'ok') return
  await endWait(deps.db, { phoneIndex: phoneIndexOf(deps, mobile), purpose }, deps.clock.machineNow())
  fail('SMS_NOT_SENT')
}

const purposeNames = { login: '登录', withdraw: '确认借款', repay: '确认还款' } as const satisfies Record<CodePurpose, string>

type Sending = { mobile: string; purpose: CodePurpose; address: string; code: string }

async function putInForce(tx: Tx, deps: Deps, { mobile, purpose, address, code }: Sending): Promise<void> {
  const now = deps.clock.machineNow()
  const day = civilDateAt(now)
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
  if (!(await countSend(tx, { kind: 'phone', subject: phoneIndex, day, most: phoneDailyMax }))) fail('SMS_DAILY_LIMIT')
  const subject = deps.seal.blindIndex('address', address)
  if (!(await countSend(tx, { kind: 'address', subject, day, most: deps.config.smsAddressDailyMax }))) fail('SMS_ADDRESS_LIMIT')
}

/**
 * Proves a code and uses it up. A wrong try counts although the caller's transaction rolls back; using a code up is part of that
 * transaction, so a right code whose order is refused for another reason can be used for the next try.
 */
export async function proveMobileCode(
  tx: Tx,
  deps: Deps,
  { mobile, purpose, code }: { mobile: string; purpose: CodePurpose; code: string },
): Promise<void> {
  const given = {
    phoneIndex: phoneIndexOf(deps, mobile),
    purpose,
    codeHash: codeHashOf(deps, { mobile, purpose, code }),
    now: deps.clock.machineNow(),
  }
  const tried = await tryCode(deps.apart, { ...given, triesMax: wrongTriesMax })
  if (tried === undefined) fail('SMS_CODE_EXPIRED')
  const left = wrongTriesMax - tried.wrongTries
  if (!tried.right && left > 0) fail('SMS_CODE_WRONG', { left })
  if (!tried.right || !(await useCode(tx, given))) fail('SMS_CODE_EXPIRED')
}

/** Keyed, because four digits would not hide behind a plain hash. */
const codeHashOf = (deps: Pick<Deps, 'seal'>, { mobile, purpose, code }: { mobile: string; purpose: CodePurpose; code: string }) =>
  deps.seal.blindIndex('smsCode', `${mobile}|${purpose}|${code}`)
