import { assert } from '@fyh/base/assert.ts'
import { today } from '@fyh/base/dates.ts'
import type { SharedItem } from '@fyh/contract/capital-shapes.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import { lastListingOf } from '#lending/lenders/lenders.ts'
import { limitOf } from '#lending/limits/limits.ts'
import type { Deps, Tx } from '#platform/deps.ts'
import type { SharedData } from '#providers/lender/port.ts'
import { handedInProfile, identityOf } from '../apply/apply.ts'
import { mobileOf } from '../session/session.ts'
import { type Application, findApplication } from './application.sql.ts'
import { findConsent, keepSent } from './consent.sql.ts'
import { draftOf } from './draft.sql.ts'

/**
 * What goes to a partner now: the items that the borrower agreed to, that the listing gives a purpose, and nothing else. Each is recorded before it
 * leaves. Undefined when nothing may leave any more, because the consent was withdrawn or the application moved on meanwhile.
 */
export function dataToSend(deps: Deps, { userId, applicationId, status }: Application): Promise<SharedData | undefined> {
  return transaction(deps.db, async (tx) => {
    const application = await findApplication(tx, { userId, applicationId }, 'update')
    return application?.status === status ? takeData(tx, deps, application) : undefined
  })
}

/** The same for an application that the caller has locked. */
export async function takeData(tx: Tx, deps: Deps, application: Application): Promise<SharedData | undefined> {
  const { userId, lenderId, applicationId, consentId } = application
  const consent = await findConsent(tx, { userId, consentId })
  const partner = await lastListingOf(tx, { lenderId, on: today(deps.clock) })
  if (consent === undefined || consent.withdrawnAt !== null || partner === undefined) return undefined
  const agreed = partner.listing.shares.flatMap(({ items, purpose }) =>
    items.filter((item) => consent.items.includes(item)).map((item) => ({ item, purpose })),
  )
  const items = [...new Set(agreed.map(({ item }) => item))]
  const data = await valuesOf(tx, deps, application, items)
  const sent = agreed.filter(({ item }) => data[item] !== undefined)
  await keepSent(tx, { ids: deps.ids, at: deps.clock.now() }, { userId, lenderId, applicationId, consentId }, sent)
  return data
}

async function valuesOf(tx: Tx, deps: Deps, application: Application, items: readonly SharedItem[]): Promise<SharedData> {
  const { userId } = application
  const identity = await identityOf(tx, deps, userId)
  assert(identity !== undefined, `borrower ${userId} applies without an identity`)
  const profile = await handedInProfile(tx, deps, userId)
  const limit = await limitOf(tx, userId)
  const known: SharedData = {
    name: identity.name,
    idNumber: identity.idNumber,
    mobile: await mobileOf(tx, deps, userId),
    ...(profile && {
      occupation: profile.occupation,
      income: profile.income,
      employer: profile.employer,
      address: profile.address,
    }),
    ...(limit && { limit: String(limit.totalFen) }),
    form: (await draftOf(tx, deps, application)).values,
  }
  return Object.fromEntries(Object.entries(known).filter(([item]) => items.some((one) => one === item)))
}
