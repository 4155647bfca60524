import { assert } from '@fyh/base/assert.ts'
import { maskIdNumber, maskMobile, maskName } from '@fyh/base/chinese-data.ts'
import type { apply } from '@fyh/contract/apply.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import { fail } from '@fyh/serve/fail.ts'
import type { Deps, SliceHandlers, Tx } from '#platform/deps.ts'
import { mobileOf } from '../session/session.ts'
import { hasLocationConsent } from '../settings/settings.ts'
import { areaNameOf, areaPathOf, areasBelow, areaVersion } from './areas.ts'
import { nearestCity } from './city-places.ts'
import { identityOf } from './identity.sql.ts'
import { lockProfile, saveDraft, saveHandIn, storedProfile } from './profile.sql.ts'
import { checkProfile, draftOf, profileOf } from './profile-rules.ts'
import { progressOf } from './progress.ts'
import { isProfileOpen, nextStep } from './steps.ts'

type Handlers = Pick<SliceHandlers<typeof apply>, 'profile' | 'saveDraft' | 'submitProfile' | 'areas' | 'areaHere' | 'summary' | 'reveal'>

export function profileHandlers(deps: Deps): Handlers {
  const { db, clock } = deps
  return {
    async profile({ ctx: { userId } }) {
      const { draft: json, savedAt } = await storedProfile(db, deps, userId)
      const draft = json === undefined ? {} : draftOf(json)
      return { draft, areaPath: areaPathOf(draft.areaCode ?? '') ?? [], savedAt: savedAt?.toISOString() ?? null }
    },

    async saveDraft({ body: { draft }, ctx: { userId } }) {
      if (!isProfileOpen(await progressOf(db, deps, userId))) fail('APPLY_STEP_NOT_OPEN')
      const at = clock.now()
      await saveDraft(db, deps, { userId, draft: JSON.stringify(draft), at })
      return { savedAt: at.toISOString() }
    },

    async submitProfile({ body, ctx: { userId } }) {
      return transaction(db, async (tx) => {
        await lockProfile(tx, userId)
        if (!isProfileOpen(await progressOf(tx, deps, userId))) fail('APPLY_STEP_NOT_OPEN')
        const { name } = await knownIdentity(tx, deps, userId)
        const profile = checkProfile(body, { name, mobile: await mobileOf(tx, deps, userId) })
        await saveHandIn(tx, deps, { userId, profile: JSON.stringify(profile), at: clock.now() })
        return {}
      })
    },

    async areaHere({ ctx: { userId, place } }) {
      if (!(await hasLocationConsent(db, userId))) fail('LOCATION_CONSENT_REQUIRED')
      if (place === undefined) fail('LOCATION_MISSING')
      return { areaPath: nearestCity(place) }
    },

    async areas({ query: { parent } }) {
      return { version: areaVersion, areas: areasBelow(parent) }
    },

    async reveal({ ctx: { userId } }) {
      if (nextStep(await progressOf(db, deps, userId)) !== 'confirm') fail('APPLY_STEP_NOT_OPEN')
      const { identity, profile } = await handedIn(deps, userId)
      const contacts = [profile.contactOne, profile.contactTwo].map(({ name, mobile }) => ({ name, mobile }))
      return { name: identity.name, idNumber: identity.idNumber, mobile: await mobileOf(db, deps, userId), contacts }
    },

    async summary({ ctx: { userId } }) {
      const { identity, profile } = await handedIn(deps, userId)
      const { contactOne, contactTwo, ...rest } = profile
      return {
        name: maskName(identity.name),
        idNumber: maskIdNumber(identity.idNumber),
        mobile: maskMobile(await mobileOf(db, deps, userId)),
        validTo: identity.validTo,
        profile: { ...rest, areaName: areaNameOf(rest.areaCode) },
        contacts: [contactOne, contactTwo].map(({ relation, name, mobile }) => ({
          relation,
          name: maskName(name),
          mobile: maskMobile(mobile),
        })),
      }
    },
  }
}

async function handedIn(deps: Deps, userId: number) {
  const profile = profileOf((await storedProfile(deps.db, deps, userId)).handedIn)
  const identity = await identityOf(deps.db, deps, userId)
  if (profile === undefined || identity === undefined) fail('APPLY_STEP_NOT_OPEN')
  return { profile, identity }
}

async function knownIdentity(tx: Tx, deps: Deps, userId: number) {
  const identity = await identityOf(tx, deps, userId)
  assert(identity !== undefined, 'an open profile has an identity before it')
  return identity
}
