import { randomInt } from 'node:crypto'
import { parseMobile } from '@fyh/base/chinese-data.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import { fail } from '@fyh/serve/fail.ts'
import { type CodeKey, endWait } from '#platform/codes/codes.sql.ts'
import { codeLifeSeconds, proveOwnCode, putInForce, requireNoWait, secondsToWait, takeTurn } from '#platform/codes/codes.ts'
import type { Deps, Tx } from '#platform/deps.ts'
import { isUnusual, notePhone } from './check.ts'
import { sendLimits, wrongLimits } from './code-limits.ts'
import { type Confirmed, codeText } from './code-texts.ts'
import { phoneIndexesOf, phoneIndexOf } from './phones.ts'
import { type Addressing, isBlocked } from './session.sql.ts'

/** The phone as stored, whatever way it was written; refused when it is none or may not be used. */
export async function usableMobile(deps: Deps, text: string): Promise<string> {
  const mobile = parseMobile(text) ?? fail('MOBILE_INVALID')
  if (await isBlocked(deps.db, phoneIndexesOf(deps, mobile))) fail('MOBILE_BLOCKED')
  return mobile
}

type OfPhone = { readonly mobile: string; readonly purpose: Confirmed['purpose'] }

/** Seconds until another code may be asked for. */
export const secondsToNextCode = (deps: Deps, of: OfPhone): Promise<number> => secondsToWait(deps, deps.db, keyOf(deps, of))

/** Fails SMS_TOO_SOON while the wait since the last code runs. */
export const requireNoCodeWait = (deps: Deps, of: OfPhone): Promise<void> => requireNoWait(deps, deps.db, keyOf(deps, of))

type Sending = { readonly mobile: string; readonly address: string; readonly isChecked: boolean } & Addressing & Confirmed

/**
 * Makes a code, puts it in force for the order that its SMS names, and sends it. A code that goes to a phone of the visitor's choice needs a
 * check first where something is unusual: then nothing happens, and the answer is `unusual`.
 */
export async function sendCode(
  deps: Deps,
  { mobile, address, language, brand, isChecked, ...confirmed }: Sending,
): Promise<'sent' | 'unusual'> {
  const { purpose, order } = confirmed
  const digits = deps.config.smsCodeDigits
  const code = String(randomInt(10 ** digits)).padStart(digits, '0')
  const key = keyOf(deps, { mobile, purpose })
  const isOpen = purpose === 'login' || purpose === 'newPhone'
  const isHeldBack = await transaction(deps.db, async (tx) => {
    // Asked in either case, so that the rows of counts are locked in one order.
    const isStopped = isOpen && (await isUnusual(tx, deps, { mobile, address })) && !isChecked
    if (isStopped) return true
    const limits = await sendLimits(tx, deps, { mobile, purpose, address })
    await takeTurn(tx, deps, { wait: key, waitSeconds: deps.config.smsWaitSeconds, limits })
    await putInForce(tx, deps, key, { codeHash: codeHashOf(deps, { mobile, purpose, code }), order: order?.text })
    if (isOpen) await notePhone(tx, deps, { mobile, address })
    return false
  })
  if (isHeldBack) return 'unusual'
  const text = codeText({ language, brand, code, minutes: codeLifeSeconds / 60, ...confirmed })
  const sent = await deps.providers.sms.send({ key: `code-${deps.ids()}`, mobile, text, template: `code.${purpose}` })
  if (sent.answer === 'ok') return 'sent'
  await endWait(deps.db, key)
  return fail('SMS_NOT_SENT')
}

type Proof = OfPhone & {
  readonly code: string
  /** The order that is confirmed, as it was named when the code was asked for. */
  readonly order?: string
  /** The network address, where anyone may try: at the login. */
  readonly address?: string | undefined
}

/** Proves a code and uses it up, or refuses as `proveOwnCode` does. */
export async function proveMobileCode(tx: Tx, deps: Deps, { mobile, purpose, code, order, address }: Proof): Promise<void> {
  await proveOwnCode(tx, deps, keyOf(deps, { mobile, purpose }), {
    codeHash: codeHashOf(deps, { mobile, purpose, code }),
    order,
    limits: (apart) => wrongLimits(apart, deps, { mobile, address }),
  })
}

const keyOf = (deps: Pick<Deps, 'seal'>, { mobile, purpose }: OfPhone): CodeKey => ({ subject: phoneIndexOf(deps, mobile), purpose })

/** Keyed, because so few digits would not hide behind a plain hash. */
const codeHashOf = (deps: Pick<Deps, 'seal'>, { mobile, purpose, code }: OfPhone & { readonly code: string }) =>
  deps.seal.blindIndex('smsCode', `${mobile}|${purpose}|${code}`)
