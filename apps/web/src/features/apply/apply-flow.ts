import { homeScreens } from '#features/home/home.screens.ts'
import { useWords } from '#locales/i18n.ts'
import { ApiError, isRefusal } from '#platform/api.ts'
import { useGo } from '#platform/navigation.ts'
import { useQueryClient } from '#platform/query.ts'
import { to } from '#platform/screen.ts'
import { toast } from '#ui/toast.tsx'
import { type ApplyStep, reFlowLook } from './apply.queries.ts'
import { applyScreens } from './apply.screens.ts'

/** The steps that a person does something in, in their order. */
export const workSteps = ['identity', 'face', 'profile', 'confirm'] as const

const screenOf = {
  identity: applyScreens.identity,
  face: applyScreens.face,
  profile: applyScreens.profile,
  confirm: applyScreens.confirm,
  result: applyScreens.result,
  home: homeScreens.home,
} as const satisfies Record<ApplyStep, unknown>

/** The first photo of an id card begins with the samples. */
export const pathOf = (step: ApplyStep): string => to(step === 'identity' ? applyScreens.idCardGuide : screenOf[step])

/** After a step: whatever the server says comes next takes the place of the present screen, so that Back does not lead into a done step. */
export function useNextStep(): () => Promise<void> {
  const client = useQueryClient()
  const go = useGo()
  return async () => {
    await client.invalidateQueries({ refetchType: 'none' })
    const { next } = await client.fetchQuery(reFlowLook())
    go.replace(to(screenOf[next]))
  }
}

/** A step that was finished elsewhere, or is not open yet: says so and leads on. Answers whether the refusal was that. */
export function useMovedOn(): (failure: unknown) => Promise<boolean> {
  const t = useWords('apply')
  const nextStep = useNextStep()
  return async (failure) => {
    if (!isRefusal(failure, 'APPLY_STEP_NOT_OPEN')) return false
    toast(t('moved'))
    await nextStep()
    return true
  }
}

/** Consent was asked for with a text that is no longer in force, or not at all. */
export const isConsentRefusal = (failure: unknown): failure is ApiError => isRefusal(failure, 'AGREEMENT_REQUIRED', 'AGREEMENT_OUTDATED')

/** Nobody looked at what was sent: the network or the server was away, or the party that reads it. */
export const hasNoAnswer = (failure: unknown): boolean =>
  isRefusal(failure, 'VENDOR_UNAVAILABLE') || (failure instanceof ApiError && (failure.kind === 'network' || failure.kind === 'http'))
