import { maskMobile } from '@fyh/base/chinese-data.ts'
import { addDays, civilDateAt } from '@fyh/base/dates.ts'
import type { Db, Deps, Tx } from '#platform/deps.ts'
import type { JobTable } from '#platform/jobs.ts'
import { mobileOf } from './phones.ts'
import { type Addressing, addressingOf, type CodePurpose, forgetOld } from './session.sql.ts'
import { proveMobileCode } from './sms-codes.ts'

export { mobileOf } from './phones.ts'
export { type SessionNeighbours, sessionHandlers } from './session.handlers.ts'
export { userOfToken } from './tokens.ts'

type CodeGiven = { readonly userId: number; readonly purpose: Exclude<CodePurpose, 'login'>; readonly code: string }

/**
 * Proves a one-time code of a logged-in borrower and uses it up with the caller's transaction. Fails SMS_CODE_WRONG with the tries left,
 * SMS_CODE_EXPIRED when none is in force (never sent, too old, used, or tried wrong five times), or SMS_TRIES_LIMIT after twenty wrong ones in a day.
 */
export async function proveCode(tx: Tx, deps: Deps, given: CodeGiven): Promise<void> {
  const mobile = await mobileOf(tx, deps, given.userId)
  await proveMobileCode(tx, deps, { mobile, purpose: given.purpose, code: given.code })
}

/** Where and how an SMS reaches a borrower. The phone number is in full: for the carrier, never for a response. */
export async function smsAddress(db: Db, deps: Pick<Deps, 'seal'>, userId: number): Promise<Addressing & { readonly mobile: string }> {
  return { mobile: await mobileOf(db, deps, userId), ...(await addressingOf(db, userId)) }
}

/** What may be shown of a borrower's account. */
export async function userBrief(tx: Tx | Db, deps: Pick<Deps, 'seal'>, userId: number): Promise<{ userId: number; mobile: string }> {
  return { userId, mobile: maskMobile(await mobileOf(tx, deps, userId)) }
}

export function sessionJobs({ db, clock }: Deps): JobTable {
  return {
    'session.forget': {
      every: 3_600,
      work: async () => {
        const now = clock.machineNow()
        await forgetOld(db, { now, firstDayKept: addDays(civilDateAt(now), -2) })
      },
    },
  }
}
