import { assert, unreachable } from '@fyh/base/assert.ts'
import { parseIdNumber } from '@fyh/base/chinese-data.ts'
import { addDays, today, yearsBetween } from '@fyh/base/dates.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import { priceOfTier } from '#lending/lenders/lenders.ts'
import { grantLimit } from '#lending/limits/limits.ts'
import type { Deps, Tx } from '#platform/deps.ts'
import { workEach } from '#platform/work-each.ts'
import { sendMessage } from '../message/message.ts'
import { type Application, addApplication, dueToLookAt, moveApplication, takeToLookAt } from './application.sql.ts'
import { identityOf } from './identity.sql.ts'
import { storedProfile } from './profile.sql.ts'
import { profileOf } from './profile-rules.ts'
import { type Decision, decide, type Facts, lookAgain, scorecardVersion } from './scorecard.ts'

/** Days a granted limit is good for, and days until one may apply again. */
const limitDays = 180
const coolingDays = 30
/** Applications looked at in one run; the next run takes on. */
const looksMax = 200

/** Makes an application of the profile last handed in and decides it at once, or leaves it in review. */
export async function applyAndDecide(
  tx: Tx,
  deps: Deps,
  { userId, handIn, channelCode }: { userId: number; handIn: number; channelCode: string },
) {
  const facts = await factsOf(tx, deps, userId)
  const application = await addApplication(tx, {
    userId,
    applicationId: deps.ids(),
    handIn,
    facts,
    scorecardVersion,
    submittedAt: deps.clock.now(),
    lookAt: nextLook(deps),
    channelCode,
  })
  const status = await settle(tx, deps, { application, decision: decide(facts) })
  return { applicationId: application.applicationId, status }
}

/**
 * Takes the second look at the applications whose time has come, each in a transaction of its own, so that one that fails holds up no
 * other. A stand-in for the people who would do it: the same facts by the easier rule of the scorecard.
 */
export async function lookAtDue(deps: Deps): Promise<void> {
  const due = await dueToLookAt(deps.db, deps.clock.machineNow(), looksMax)
  await workEach(due, 'applications could not be looked at', (one) => transaction(deps.db, (tx) => lookAtOne(tx, deps, one)))
}

export function nextLook({ clock, config }: Pick<Deps, 'clock' | 'config'>): Date {
  return new Date(clock.machineNow().getTime() + config.reviewSeconds * 1_000)
}

async function lookAtOne(tx: Tx, deps: Deps, one: { userId: number; applicationId: number }): Promise<void> {
  const application = await takeToLookAt(tx, { ...one, machineNow: deps.clock.machineNow() })
  if (application === undefined) return
  await settle(tx, deps, { application, decision: lookAgain(application.facts, application.status === 'humanReview' ? 'human' : 'review') })
}

async function settle(tx: Tx, deps: Deps, { application, decision }: { application: Application; decision: Decision }) {
  const { userId, applicationId } = application
  const decidedAt = deps.clock.now()
  const day = today(deps.clock)
  const once = `apply-${applicationId}-${decision.outcome}-${application.decisions.length}`
  switch (decision.outcome) {
    case 'approved': {
      const { limitFen, tier } = decision
      const validUntil = addDays(day, limitDays)
      const status = await moveApplication(tx, application, 'approve', { decision, reasons: [], validUntil, decidedAt })
      await grantLimit(tx, { userId, applicationId, grantedFen: limitFen, tier, validUntil })
      const ratePpm = (await priceOfTier(tx, { tier, on: day }))?.toPpm
      await sendMessage(tx, deps, {
        userId,
        kind: 'limitApproved',
        params: { limitFen, ...(ratePpm !== undefined && { ratePpm }), validUntilOn: validUntil },
        once,
      })
      return status
    }
    case 'refused': {
      // A refusal confirmed by a person does not begin the wait anew.
      const applyAgainOn = application.applyAgainOn ?? addDays(day, coolingDays)
      const event = application.status === 'humanReview' ? 'confirmRefusal' : 'refuse'
      const status = await moveApplication(tx, application, event, { decision, reasons: decision.reasons, applyAgainOn, decidedAt })
      await sendMessage(tx, deps, { userId, kind: 'applicationRefused', params: { applyAgainOn }, once })
      return status
    }
    case 'reviewing':
      await sendMessage(tx, deps, { userId, kind: 'applicationReviewing', params: {}, once })
      return application.status
    default:
      return unreachable(decision)
  }
}

async function factsOf(tx: Tx, deps: Deps, userId: number): Promise<Facts> {
  const profile = profileOf((await storedProfile(tx, deps, userId)).handedIn)
  const identity = await identityOf(tx, deps, userId)
  assert(profile !== undefined && identity !== undefined, 'an application has identity and profile before it')
  const number = parseIdNumber(identity.idNumber)
  assert(!('error' in number), 'a stored id number is valid')
  const { education, occupation, trade, income } = profile
  return { age: yearsBetween(number.birth, today(deps.clock)), education, occupation, trade, income }
}
