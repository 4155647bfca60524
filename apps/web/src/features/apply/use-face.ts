import { useRef, useState } from 'react'
import { useWords } from '#locales/i18n.ts'
import { api, isRefusal } from '#platform/api.ts'
import { reached } from '#platform/reached.ts'
import { hasNoAnswer, isConsentRefusal, useMovedOn, useNextStep } from './apply-flow.ts'
import type { Consent } from './consent.tsx'
import { PhotoError, photoText } from './photo.ts'
import { usePictureAddress } from './picture-address.ts'

/** Where the check stands; `locked` means that today's tries are used up, `isKept` that the picture got no answer and can be sent again as it is. */
export type FaceState =
  | { readonly step: 'ready' }
  | { readonly step: 'checking' }
  | { readonly step: 'failed'; readonly why: string; readonly left: number | undefined; readonly isKept: boolean }
  | { readonly step: 'locked'; readonly why: string }
  | { readonly step: 'passed' }

/** One picture against the id photo. A file that is none is refused on this phone, before consent is asked for. A check that nobody answered says that it cost no try. */
export function useFace(consent: Consent) {
  const t = useWords('apply')
  const nextStep = useNextStep()
  const movedOn = useMovedOn()
  const addressOf = usePictureAddress()
  const [state, setState] = useState<FaceState>({ step: 'ready' })
  // A picture takes a moment to open, in which consent may come or go.
  const newest = useRef(consent)
  newest.current = consent
  const [picture, setPicture] = useState<string>()
  const kept = useRef<string>(undefined)
  const failed = (why: string, left?: number) =>
    setState(left === 0 ? { step: 'locked', why } : { step: 'failed', why, left, isKept: kept.current !== undefined })
  const take = async (file: File) => {
    setState({ step: 'checking' })
    try {
      const image = await photoText(file)
      if (newest.current.agreed !== undefined) setPicture(addressOf(file))
      await check(image)
    } catch (failure) {
      if (!(failure instanceof PhotoError)) throw failure
      failed(t(`identity.${failure.trouble}`))
    }
  }
  const check = async (image: string) => {
    const { agreed } = newest.current
    if (agreed === undefined) {
      setState({ step: 'ready' })
      return consent.askFor()
    }
    setState({ step: 'checking' })
    kept.current = undefined
    try {
      await api.apply.face({ body: { image, agreed } }, { handles: 'all' })
    } catch (failure) {
      if (hasNoAnswer(failure)) kept.current = image
      if (isConsentRefusal(failure)) {
        setState({ step: 'ready' })
        return consent.renew(failure.message)
      }
      if (isRefusal(failure, 'FACE_DAILY_LIMIT')) return setState({ step: 'locked', why: failure.message })
      if (isRefusal(failure, 'VENDOR_UNAVAILABLE')) return failed(t('face.unavailable'))
      const left = isRefusal(failure) && typeof failure.detail.left === 'number' ? failure.detail.left : undefined
      failed(failure instanceof Error ? failure.message : '', left)
      await movedOn(failure)
      return
    }
    reached('identity')
    setState({ step: 'passed' })
    await nextStep()
  }
  return {
    state,
    picture,
    take,
    /** What got no answer is sent once more. */
    sendKept: async () => (kept.current === undefined ? undefined : check(kept.current)),
  }
}
