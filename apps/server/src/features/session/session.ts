import { maskMobile } from '@fyh/base/chinese-data.ts'
import { addDays, civilDateAt } from '@fyh/base/dates.ts'
import { forgetOldCodes } from '#platform/codes/codes.ts'
import type { Db, Deps, Tx } from '#platform/deps.ts'
import type { JobTable } from '#platform/jobs.ts'
import { phoneChangedJob } from './change-mobile.ts'
import { forgetOldChecks } from './check.sql.ts'
import type { Confirmed } from './code-texts.ts'
import { mobileOf, phoneIndexesOf } from './phones.ts'
import { type Addressing, addressingOf, forgetOldSessions, isBlocked } from './session.sql.ts'
import { proveMobileCode } from './sms-codes.ts'

export type { CodeOrder } from './code-texts.ts'
export { borrowerOfPhone, logInByPhone, shownUser } from './log-in.ts'
export { mobileOf } from './phones.ts'
export { type AgreedTexts, type SessionNeighbours, sessionHandlers } from './session.handlers.ts'
export { registeredAt } from './session.sql.ts'
export { usableMobile } from './sms-codes.ts'
export { userOfToken } from './tokens.ts'

type CodeGiven = {
  readonly userId: number
  readonly purpose: Exclude<Confirmed['purpose'], 'login'>
  readonly code: string
  /** The order that is confirmed, as the slice whose order it is writes it. */
  readonly order?: string
}

/**
 * Proves a one-time code of a logged-in borrower and uses it up with the caller's transaction. Refuses a code that was sent for another
 * order, and after twenty wrong codes in a day every one (SMS_TRIES_LIMIT); else as `proveOwnCode` does.
 */
export async function proveCode(tx: Tx, deps: Deps, { userId, ...given }: CodeGiven): Promise<void> {
  await proveMobileCode(tx, deps, { mobile: await mobileOf(tx, deps, userId), ...given })
}

/** Where and how an SMS reaches a borrower. The phone number is in full: for the carrier, never for a response. */
export async function smsAddress(db: Db, deps: Pick<Deps, 'seal'>, userId: number): Promise<Addressing & { readonly mobile: string }> {
  return { mobile: await mobileOf(db, deps, userId), ...(await addressingOf(db, userId)) }
}

/** What may be shown of a borrower's account. */
export async function userBrief(tx: Tx | Db, deps: Pick<Deps, 'seal'>, userId: number): Promise<{ userId: number; mobile: string }> {
  return { userId, mobile: maskMobile(await mobileOf(tx, deps, userId)) }
}

/** Whether the phone of a borrower, who may still be logged in, has been blocked. */
export async function isBlockedBorrower(db: Db | Tx, deps: Pick<Deps, 'seal'>, userId: number): Promise<boolean> {
  return isBlocked(db, phoneIndexesOf(deps, await mobileOf(db, deps, userId)))
}

export function sessionJobs(deps: Deps): JobTable {
  const { db, clock } = deps
  return {
    'session.phoneChanged': phoneChangedJob(deps),
    'session.forget': {
      every: 3_600,
      work: async () => {
        await forgetOldSessions(db, clock.machineNow())
        await forgetOldCodes({ db, clock })
        const now = clock.machineNow()
        await forgetOldChecks(db, { now, firstDayKept: addDays(civilDateAt(now), -2) })
      },
    },
  }
}
