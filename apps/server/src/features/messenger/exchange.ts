import { setTimeout as wait } from 'node:timers/promises'
import { networkOf } from '@fyh/serve/addresses.ts'
import { fail } from '@fyh/serve/fail.ts'
import { z } from 'zod'
import type { Deps } from '#platform/deps.ts'
import type { MessengerReason } from '#providers/messenger/port.ts'
import { type Exchange, endExchange, exchangeOf, exchangesSince, takeExchange } from './messenger.sql.ts'
import { refuse } from './refusals.ts'

export type Person = { readonly openId: string; readonly unionId: string }
type Given = { readonly appId: string; readonly code: string; readonly address: string; readonly device: string }

/** Phones open the page of a code twice within moments; later, and for any other device, a code has been used. */
const twinWindowMs = 30_000
/** An exchange takes seconds. One that still runs then belonged to a process that is gone. */
const staleMs = 15_000
/** A code that was not looked at, because the messenger was busy or silent, may be tried again after its twin has come. */
const retryMs = 2_000
const addressMinuteMax = 120
const lookEveryMs = 60
const looksMax = 110

/**
 * Exchanges a code, once over all nodes. Its twin waits for the first and gets the same answer. Fails with why the messenger said no,
 * MESSENGER_CODE_USED for a code that came before, or VENDOR_UNAVAILABLE when it did not answer.
 */
export async function exchangeOnce(deps: Deps, given: Given): Promise<Person> {
  const { db, clock, seal, providers } = deps
  const now = clock.machineNow()
  const codeMark = seal.blindIndex('messengerCode', `${given.appId}|${given.code}`)
  const deviceMark = seal.blindIndex('messengerDevice', `${given.address}|${given.device}`)
  const addressMark = seal.blindIndex('address', networkOf(given.address))
  if ((await exchangesSince(db, addressMark, before(now, 60_000))) >= addressMinuteMax) fail('MESSENGER_BUSY')
  const marks = { codeMark, deviceMark, addressMark }
  const taken = await takeExchange(db, { ...marks, now, staleBefore: before(now, staleMs), retryBefore: before(now, retryMs) })
  if (!taken) return twinsAnswer(deps, { codeMark, deviceMark, now })
  const found = await providers.messenger.exchange({ appId: given.appId, code: given.code })
  if (found.answer !== 'ok') {
    const refusal = found.answer === 'refused' ? found.reason : found.answer
    await endExchange(db, codeMark, { state: 'refused', refusal, personSealed: null })
    return refuse(found)
  }
  const person = { openId: found.openId, unionId: found.unionId }
  const personSealed = seal.text(JSON.stringify(person), placeOf(codeMark))
  await endExchange(db, codeMark, { state: 'granted', refusal: null, personSealed })
  return person
}

async function twinsAnswer(
  deps: Deps,
  { codeMark, deviceMark, now }: { codeMark: Buffer; deviceMark: Buffer; now: Date },
): Promise<Person> {
  for (let look = 0; look < looksMax; look += 1) {
    const exchange = await exchangeOf(deps.db, codeMark)
    if (exchange === undefined || !exchange.deviceMark.equals(deviceMark) || exchange.startedAt < before(now, twinWindowMs))
      return fail('MESSENGER_CODE_USED')
    if (exchange.state !== 'running') return answerOf(deps, codeMark, exchange)
    await wait(lookEveryMs)
  }
  return refuse({ answer: 'unknown' })
}

function answerOf({ seal }: Deps, codeMark: Buffer, { refusal, personSealed }: Exchange): Person {
  if (personSealed === null)
    return refuse(refusal === 'unknown' ? { answer: 'unknown' } : { answer: 'refused', reason: reasonShape.parse(refusal) })
  return personShape.parse(JSON.parse(seal.openText(personSealed, placeOf(codeMark))))
}

const personShape = z.object({ openId: z.string(), unionId: z.string() })
const reasonShape: z.ZodType<MessengerReason> = z.enum(['codeUsed', 'codeInvalid', 'busy', 'tokenInvalid', 'notAllowed'])
const placeOf = (codeMark: Buffer) => ({ table: 'messenger_exchange', column: 'person', row: codeMark.toString('hex') })
const before = (at: Date, ms: number): Date => new Date(at.getTime() - ms)
