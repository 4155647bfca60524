import { civilDateAt } from '@fyh/base/dates.ts'
import { randomText } from '@fyh/base/ids.ts'
import type { Language } from '@fyh/contract/errors.ts'
import type { CheckChallenge, SolvedCheck } from '@fyh/contract/sms-check.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import { networkOf } from '@fyh/serve/addresses.ts'
import { fail } from '@fyh/serve/fail.ts'
import { countSend, lockedSends, strangersWrong } from '#platform/codes/code-counts.sql.ts'
import type { Deps, Tx } from '#platform/deps.ts'
import { addCheck, noteAddressPhone, otherPhones, useCheck } from './check.sql.ts'
import { unusualSign } from './check-rules.ts'
import { isKnownNetwork, markOf } from './code-limits.ts'
import { phoneIndexOf } from './phones.ts'

/** As long as the stand-in's challenges live. */
const lifeMs = 2 * 60_000
/** Challenges a day for one network: each costs a call of the checking party. */
const challengesDailyMax = 200

type Asked = { readonly mobile: string; readonly address: string }

/**
 * Whether a code that anyone can ask for needs a check first. Locks the counts of the network to the end of the transaction. Past the daily
 * limit of the network no check helps, so none is asked for.
 */
export async function isUnusual(tx: Tx, deps: Deps, { mobile, address }: Asked): Promise<boolean> {
  const day = civilDateAt(deps.clock.machineNow())
  const network = networkOf(address)
  const phone = phoneIndexOf(deps, mobile)
  const mark = markOf(deps, network)
  const sends = await lockedSends(tx, { address: mark, day })
  if (sends >= deps.config.smsAddressDailyMax) return false
  const signs = {
    sends,
    phones: 1 + (await otherPhones(tx, { address: mark, day, phone })),
    wrongCodes: await strangersWrong(tx, { phone, day }),
    ownerIsHere: await isKnownNetwork(tx, deps, { mobile, network }),
  }
  return unusualSign(signs, deps.config.smsCheck) !== undefined
}

/** Remembers that the network had a code sent to the phone. */
export async function notePhone(tx: Tx, deps: Deps, { mobile, address }: Asked): Promise<void> {
  const day = civilDateAt(deps.clock.machineNow())
  await noteAddressPhone(tx, { address: markOf(deps, networkOf(address)), day, phone: phoneIndexOf(deps, mobile) })
}

type Checking = Asked & { readonly language: Language }

/**
 * Proves a solved challenge and uses it up. Fails CHECK_WRONG or CHECK_EXPIRED with the next challenge, and CHECK_UNAVAILABLE while the
 * checking party does not answer: then nothing is sent, because a flood would otherwise only have to wait for its outage.
 */
export async function passCheck(deps: Deps, asked: Checking, { checkId, solution }: SolvedCheck): Promise<void> {
  const challengeId = await useCheck(deps.db, { checkId, subject: subjectOf(deps, asked), now: deps.clock.machineNow() })
  if (challengeId === undefined) return failWithChallenge(deps, asked, 'CHECK_EXPIRED')
  const verified = await deps.providers.check.verify({ key: `verify-${checkId}`, challengeId, solution })
  if (verified.answer === 'ok') return
  if (verified.answer === 'unknown') fail('CHECK_UNAVAILABLE')
  return failWithChallenge(deps, asked, verified.reason === 'expired' ? 'CHECK_EXPIRED' : 'CHECK_WRONG')
}

/** Refuses with a new challenge for this network and phone. */
export async function failWithChallenge(
  deps: Deps,
  asked: Checking,
  code: 'CHECK_REQUIRED' | 'CHECK_WRONG' | 'CHECK_EXPIRED',
): Promise<never> {
  const now = deps.clock.machineNow()
  const limit = { kind: 'check', subject: markOf(deps, networkOf(asked.address)), most: challengesDailyMax } as const
  if (!(await transaction(deps.db, (tx) => countSend(tx, limit, civilDateAt(now))))) fail('SMS_ADDRESS_LIMIT')
  const checkId = randomText(24)
  const issued = await deps.providers.check.issue({ key: `issue-${checkId}`, language: asked.language })
  if (issued.answer !== 'ok') fail('CHECK_UNAVAILABLE')
  const { answer: _, challengeId, ...picture } = issued
  const expiresAt = new Date(now.getTime() + lifeMs)
  await addCheck(deps.db, { checkId, subject: subjectOf(deps, asked), challengeId, expiresAt })
  const challenge: CheckChallenge = { checkId, ...picture }
  return fail(code, { challenge })
}

const subjectOf = (deps: Deps, { mobile, address }: Asked) => markOf(deps, `check|${mobile}|${networkOf(address)}`)
