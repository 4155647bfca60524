import type { CivilDate } from '@fyh/base/dates.ts'
import type { ApplicationStatus } from '@fyh/contract/application.machine.ts'
import { type ApplyStep, type Standing, standings } from '@fyh/contract/apply-shapes.ts'
import { isPast } from './identity-rules.ts'

/** How far a borrower has come, as the tables say it. */
export type Progress = {
  today: CivilDate
  hasPhoto: boolean
  identity: { validTo: CivilDate | null; hasPassedFace: boolean } | undefined
  hasDraft: boolean
  /** Number of the profile's last hand-in, 0 before the first. */
  handIn: number
  application: { status: ApplicationStatus; handIn: number; applyAgainOn: CivilDate | null } | undefined
  limitValidUntil: CivilDate | undefined
}
export type StepState = { step: ApplyStep; state: 'none' | 'doing' | 'done' | 'expired' }

/** The one rule for what comes next; the home card, the list of steps and deep links all ask it. */
export function nextStep(progress: Progress): ApplyStep {
  const { today, identity, handIn, application, limitValidUntil } = progress
  if (limitValidUntil !== undefined && limitValidUntil >= today) return 'home'
  if (isUnderWay(progress) || coolingDownUntil(progress) !== undefined) return 'result'
  if (identity === undefined || isIdExpired(progress)) return 'identity'
  if (!identity.hasPassedFace) return 'face'
  // Every application has a hand-in of its own: after a refusal or an expired limit the profile is looked over again.
  return handIn === 0 || handIn === application?.handIn ? 'profile' : 'confirm'
}

export function stepStates(progress: Progress): StepState[] {
  const next = nextStep(progress)
  const hasApplied = next === 'result' || next === 'home'
  const isDone: Record<Exclude<ApplyStep, 'home'>, boolean> = {
    identity: progress.identity !== undefined,
    face: progress.identity?.hasPassedFace ?? false,
    profile: hasApplied || next === 'confirm',
    confirm: hasApplied,
    result: next === 'home',
  }
  const hasBegun = {
    identity: progress.hasPhoto,
    face: false,
    profile: progress.hasDraft || progress.handIn > 0,
    confirm: false,
    result: false,
  }
  return applyOrder.map((step) => {
    if (step === 'identity' && next === 'identity' && isIdExpired(progress)) return { step, state: 'expired' }
    if (step === next) return { step, state: 'doing' }
    if (isDone[step]) return { step, state: 'done' }
    return { step, state: hasBegun[step] ? 'doing' : 'none' }
  })
}

/** Identity may be given and put right until the application is handed in, and again when the card has run out. */
export function isIdentityOpen(progress: Progress): boolean {
  const next = nextStep(progress)
  return next !== 'result' && next !== 'home'
}

/** The profile may be typed and handed in while no application is decided on and no limit is in force. */
export function isProfileOpen(progress: Progress): boolean {
  const isInForce = progress.limitValidUntil !== undefined && progress.limitValidUntil >= progress.today
  return (progress.identity?.hasPassedFace ?? false) && !isIdExpired(progress) && !isInForce && !isUnderWay(progress)
}

/** What keeps a borrower from the next step: an application that is being looked at, or the wait after a refusal. */
export function standingInTheWay(progress: Progress): { standing: Standing; applyAgainOn: CivilDate | null } | undefined {
  const { application } = progress
  if (application === undefined || nextStep(progress) !== 'result') return undefined
  const standing = standings.find((one) => one === application.status)
  return standing && { standing, applyAgainOn: application.applyAgainOn }
}

export function coolingDownUntil({ application, today }: Progress): CivilDate | undefined {
  const isRefused = application?.status === 'refused' || application?.status === 'refusedFinally'
  return isRefused && application.applyAgainOn !== null && today < application.applyAgainOn ? application.applyAgainOn : undefined
}

function isUnderWay({ application }: Progress): boolean {
  return application?.status === 'reviewing' || application?.status === 'humanReview'
}

function isIdExpired({ identity, today }: Progress): boolean {
  return identity !== undefined && isPast(identity.validTo, today)
}

const applyOrder = ['identity', 'face', 'profile', 'confirm', 'result'] as const
