import { maskMobile } from '@fyh/base/chinese-data.ts'
import { fillPlaceholders } from '@fyh/base/placeholders.ts'
import type { ParsedOf } from '@fyh/contract/endpoint.ts'
import type { session } from '@fyh/contract/session.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import { fail, Refusal } from '@fyh/serve/fail.ts'
import { z } from 'zod'
import type { Deps, Tx, User } from '#platform/deps.ts'
import type { JobTable } from '#platform/jobs.ts'
import { smsFrom } from '#platform/sms-words.ts'
import { addPhoneChange, freePhone, lockedMobile, phoneChangeOf, writeMobile } from './change-mobile.sql.ts'
import { mobilePlace, phoneIndexesOf, phoneIndexOf } from './phones.ts'
import { addressingOf, endSessionsOf, takePhone } from './session.sql.ts'
import { proveMobileCode, usableMobile } from './sms-codes.ts'

/** What the code to the old phone confirms: this new phone and no other. */
export const oldPhoneText = (deps: Pick<Deps, 'seal'>, mobile: string) => `phone ${phoneIndexOf(deps, mobile).toString('hex')}`
/** What the code to the new phone confirms: the account that asked for it. */
export const newPhoneText = (userId: number) => `account ${userId}`

type Report = { reportPhone(tx: Tx, change: { userId: number; changeId: number; newMobileMask: string }): Promise<void> }

/**
 * Changes the phone that a borrower logs in with, proved by a code to the old and one to the new phone, and ends the logins on other devices.
 * Whether another borrower has the new phone shows only after its code is proved. Repeating a change that is done answers as the first time.
 */
export function changeMobile(
  deps: Deps,
  { reportPhone }: Report,
  { mobile: text, oldCode, newCode }: ParsedOf<typeof session.changeMobile>['body'],
  { userId, sessionId }: User,
): Promise<{ mobileMask: string }> {
  return transaction(deps.db, async (tx) => {
    const mobile = await usableMobile(deps, text)
    const newMobileMask = maskMobile(mobile)
    // Locked, so that of two requests at once the second finds the phone changed.
    const sealed = await lockedMobile(tx, userId)
    const old = deps.seal.openText(sealed, mobilePlace(userId))
    if (old === mobile) return { mobileMask: newMobileMask }
    // Blocked since its code was sent: another phone would be a way out of it.
    await usableMobile(deps, old)
    const toOld = { mobile: old, purpose: 'oldPhone', code: oldCode, order: oldPhoneText(deps, mobile) } as const
    await naming('oldCode', () => proveMobileCode(tx, deps, toOld))
    const toNew = { mobile, purpose: 'newPhone', code: newCode, order: newPhoneText(userId) } as const
    await naming('newCode', () => proveMobileCode(tx, deps, toNew))
    await freePhone(tx, userId)
    if (!(await takePhone(tx, phoneIndexesOf(deps, mobile), userId))) fail('MOBILE_TAKEN')
    await writeMobile(tx, userId, deps.seal.text(mobile, mobilePlace(userId)))
    await endSessionsOf(tx, userId, { allBut: sessionId })
    const changeId = deps.ids()
    const oldMobileSealed = deps.seal.text(old, changePlace(changeId))
    await addPhoneChange(tx, { userId, changeId, oldMobileSealed, changedAt: deps.clock.now() })
    await deps.jobs.send(tx, 'session.phoneChanged', { userId, changeId })
    await reportPhone(tx, { userId, changeId, newMobileMask })
    return { mobileMask: newMobileMask }
  })
}

/** Adds to a refusal which of the two codes it is about, so that the screen leads to that one. */
async function naming(of: 'oldCode' | 'newCode', prove: () => Promise<void>): Promise<void> {
  try {
    await prove()
  } catch (error) {
    throw error instanceof Refusal ? new Refusal(error.code, { ...error.detail, of }) : error
  }
}

const changePlace = (changeId: number) => ({ table: 'phone_change', column: 'old_mobile', row: changeId })
const changeData = z.object({ userId: z.int(), changeId: z.int() })

/** The SMS to the old phone, whose holder may know nothing of the change. */
export function phoneChangedJob(deps: Deps): JobTable[string] {
  return {
    work: async (data) => {
      const change = changeData.parse(data)
      const mobile = deps.seal.openText(await phoneChangeOf(deps.db, change), changePlace(change.changeId))
      const { language, brand } = await addressingOf(deps.db, change.userId)
      const phone = deps.config.servicePhone ?? ''
      const text = smsFrom(brand, fillPlaceholders(words[language][phone === '' ? 'plain' : 'withPhone'], { phone }))
      const sent = await deps.providers.sms.send({ key: `phone-${change.changeId}`, mobile, text, template: 'phoneChanged' })
      if (sent.answer === 'unknown') throw new Error('the carrier gave no answer')
    },
  }
}

const words = {
  'zh-cn': {
    plain: '您账户的登录手机号已更换，本号码不再用于登录。如非本人操作，请尽快联系客服。',
    withPhone: '您账户的登录手机号已更换，本号码不再用于登录。如非本人操作，请尽快致电客服 {{phone}}。',
  },
  'en-us': {
    plain: 'The login phone of your account has changed. This number can no longer log in. Wasn’t you? Please contact us right away.',
    withPhone:
      'The login phone of your account has changed. This number can no longer log in. Wasn’t you? Call us right away at {{phone}}.',
  },
} as const
