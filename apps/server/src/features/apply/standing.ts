import type { CivilDate } from '@fyh/base/dates.ts'
import type { ApplyStep } from '@fyh/contract/apply-shapes.ts'
import type { Limit } from '#lending/limits/limits.ts'
import type { Db, Deps, Tx } from '#platform/deps.ts'
import { expiresSoon } from './identity-rules.ts'
import { progressOf } from './progress.ts'
import { nextStep, stepStates } from './steps.ts'

export type ApplyStanding =
  | { state: 'noLimit'; next: ApplyStep; done: number; of: number; idExpiresOn: CivilDate | null }
  | { state: 'reviewing'; submittedAt: Date; expectedSeconds: number }
  | { state: 'humanReview'; submittedAt: Date }
  | { state: 'refused'; reasons: string[]; applyAgainOn: CivilDate | null; canAskHuman: boolean }
  | { state: 'limit'; limit: Limit; isExpired: boolean }

/**
 * What the home card says of the application: one of these at a time. An expired limit is told as one until something is done about it,
 * that is until a new profile is handed in.
 */
export async function applyStanding(tx: Tx | Db, deps: Pick<Deps, 'clock' | 'config'>, userId: number): Promise<ApplyStanding> {
  const progress = await progressOf(tx, deps, userId)
  const { last, today, handIn, identity, limit } = progress
  const next = nextStep(progress)
  if (limit !== undefined && next === 'home') return { state: 'limit', limit, isExpired: false }
  if (last !== undefined && next === 'result') {
    if (last.status === 'reviewing')
      return { state: 'reviewing', submittedAt: last.submittedAt, expectedSeconds: deps.config.reviewSeconds }
    if (last.status === 'humanReview') return { state: 'humanReview', submittedAt: last.submittedAt }
    const { reasons, applyAgainOn, status } = last
    return { state: 'refused', reasons, applyAgainOn, canAskHuman: status === 'refused' }
  }
  if (limit !== undefined && last?.status === 'approved' && last.handIn === handIn) return { state: 'limit', limit, isExpired: true }
  const counted = stepStates(progress).filter(({ step }) => step !== 'result')
  const validTo = identity?.validTo ?? null
  return {
    state: 'noLimit',
    next,
    done: counted.filter(({ state }) => state === 'done').length,
    of: counted.length,
    idExpiresOn: expiresSoon(validTo, today) ? validTo : null,
  }
}
