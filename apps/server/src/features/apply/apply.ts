import { today } from '@fyh/base/dates.ts'
import type { apply } from '@fyh/contract/apply.ts'
import type { Deps, SliceHandlers } from '#platform/deps.ts'
import type { JobTable } from '#platform/jobs.ts'
import { decisionHandlers } from './decision.handlers.ts'
import { lookAtDue } from './decision.ts'
import { expireLimits } from './expiry.ts'
import { identityHandlers } from './identity.handlers.ts'
import { profileHandlers } from './profile.handlers.ts'

export { areaPathOf } from './areas.ts'
export { expireLimits } from './expiry.ts'
export { handedInProfile } from './handed-in.ts'
export { identityOf, type KnownIdentity, maskedNameOf } from './identity.sql.ts'
export { progressOf } from './progress.ts'
export { ageMax, ageMin } from './scorecard.ts'
export { type ApplyStanding, applyStanding } from './standing.ts'
export { standingInTheWay } from './steps.ts'

export function applyHandlers(deps: Deps): SliceHandlers<typeof apply> {
  return { ...identityHandlers(deps), ...profileHandlers(deps), ...decisionHandlers(deps) }
}

export function applyJobs(deps: Deps): JobTable {
  return {
    'apply.lookAgain': { every: 5, work: () => lookAtDue(deps) },
    'apply.expireLimits': { every: 60, work: () => expireLimits(deps, today(deps.clock)) },
  }
}
