import type { CivilDate } from '@fyh/base/dates.ts'
import type { ApplyStep } from '@fyh/contract/apply-shapes.ts'
import type { Limit } from '#lending/limits/limits.ts'
import type { Db, Deps, Tx } from '#platform/deps.ts'
import { expiresSoon } from './identity-rules.ts'
import { progressOf } from './progress.ts'
import { isForGood } from './scorecard.ts'
import { nextStep, type StepState, stepStates } from './steps.ts'

export type ApplyStanding =
  | {
      state: 'noLimit'
      next: ApplyStep
      done: number
      of: number
      steps: StepState[]
      idExpiresOn: CivilDate | null
      hasPhotos: boolean
      hasDraft: boolean
    }
  | { state: 'reviewing'; submittedAt: Date; expectedSeconds: number }
  | { state: 'humanReview'; submittedAt: Date }
  | { state: 'refused'; reasons: string[]; applyAgainOn: CivilDate | null; canAskHuman: boolean; isForGood: boolean }
  | { state: 'limit'; limit: Limit; isExpired: boolean; idExpiresOn: CivilDate | null }

/**
 * What the home card says of the application: one of these at a time. An expired limit is told as one until something is done about it,
 * that is until a new profile is handed in.
 */
export async function applyStanding(tx: Tx | Db, deps: Pick<Deps, 'clock' | 'config'>, userId: number): Promise<ApplyStanding> {
  const progress = await progressOf(tx, deps, userId)
  const { last, today, handIn, identity, limit } = progress
  const next = nextStep(progress)
  const validTo = identity?.validTo ?? null
  const idExpiresOn = expiresSoon(validTo, today) ? validTo : null
  if (limit !== undefined && next === 'home') return { state: 'limit', limit, isExpired: false, idExpiresOn }
  if (last !== undefined && next === 'result') {
    if (last.status === 'reviewing')
      return { state: 'reviewing', submittedAt: last.submittedAt, expectedSeconds: deps.config.reviewSeconds }
    if (last.status === 'humanReview') return { state: 'humanReview', submittedAt: last.submittedAt }
    const { reasons, applyAgainOn, status } = last
    return { state: 'refused', reasons, applyAgainOn, canAskHuman: status === 'refused', isForGood: isForGood(reasons) }
  }
  if (limit !== undefined && last?.status === 'approved' && last.handIn === handIn)
    return { state: 'limit', limit, isExpired: true, idExpiresOn }
  const counted = stepStates(progress).filter(({ step }) => step !== 'result')
  return {
    state: 'noLimit',
    next,
    done: counted.filter(({ state }) => state === 'done').length,
    of: counted.length,
    steps: counted,
    idExpiresOn,
    // Those of a card that has run out wait for nothing.
    hasPhotos: progress.hasPhoto && identity === undefined,
    hasDraft: progress.hasDraft && next === 'profile',
  }
}
