import { useRef, useState } from 'react'
import { useWords } from '#locales/i18n.ts'
import { api } from '#platform/api.ts'
import type { IdCardFields, Identity, Side } from './apply.queries.ts'
import { hasNoAnswer, isConsentRefusal, useMovedOn } from './apply-flow.ts'
import type { Consent } from './consent.tsx'
import { PhotoError, photoText } from './photo.ts'
import { usePictureAddress } from './picture-address.ts'

export type Slot = {
  readonly state: 'empty' | 'opening' | 'waiting' | 'sending' | 'done' | 'failed'
  readonly picture?: string
  readonly error?: string
  /** The photo is good and got no answer: it can be sent again as it is. */
  readonly isKept?: boolean
}
type Slots = Readonly<Record<Side, Slot>>

const sides = ['front', 'back'] as const

/**
 * The two photos. A file that is none is refused on this phone, at once, and the one before it stays. One taken before consent waits for
 * it, and one that got no answer is kept, so that nothing need be taken twice.
 */
export function useIdPhotos(known: Identity, consent: Consent, onRead: (side: Side, fields: IdCardFields) => void) {
  const t = useWords('apply')
  const addressOf = usePictureAddress()
  const movedOn = useMovedOn()
  // A photo takes a moment to open, in which consent may come or go.
  const newest = useRef(consent)
  newest.current = consent
  const waiting = useRef(new Map<Side, string>())
  const kept = useRef(new Map<Side, string>())
  const [slots, setSlots] = useState<Slots>(() => ({
    front: { state: known.front && !known.confirmed ? 'done' : 'empty' },
    back: { state: known.back && !known.confirmed ? 'done' : 'empty' },
  }))
  const put = (side: Side, slot: Slot) =>
    setSlots((former) => ({ ...former, [side]: { ...former[side], error: '', isKept: false, ...slot } }))
  const send = async (side: Side, image: string, agreed: NonNullable<Consent['agreed']>) => {
    put(side, { state: 'sending' })
    try {
      const read = await api.apply.readIdCard({ body: { side, image, agreed } }, { handles: 'all' })
      onRead(side, read.fields)
      put(side, { state: 'done' })
    } catch (failure) {
      if (isConsentRefusal(failure)) {
        waiting.current.set(side, image)
        put(side, { state: 'waiting' })
        return consent.renew(failure.message)
      }
      const isKept = hasNoAnswer(failure)
      if (isKept) kept.current.set(side, image)
      put(side, { state: 'failed', error: failure instanceof Error ? failure.message : '', isKept })
      await movedOn(failure)
    }
  }
  const sendOrWait = async (side: Side, image: string) => {
    kept.current.delete(side)
    const { agreed } = newest.current
    if (agreed !== undefined) return send(side, image, agreed)
    waiting.current.set(side, image)
    put(side, { state: 'waiting' })
    consent.askFor()
  }
  const open = async (side: Side, file: File) => {
    put(side, { state: 'opening' })
    try {
      return await photoText(file)
    } catch (failure) {
      if (!(failure instanceof PhotoError)) throw failure
      put(side, { state: 'failed', error: t(`identity.${failure.trouble}`), isKept: kept.current.has(side) })
      return undefined
    }
  }
  return {
    slots,
    take: async (side: Side, file: File) => {
      const image = await open(side, file)
      if (image === undefined) return
      put(side, { state: 'waiting', picture: addressOf(file) })
      await sendOrWait(side, image)
    },
    /** What got no answer is sent once more. */
    sendKept: async () => {
      await Promise.all([...kept.current].map(([side, image]) => sendOrWait(side, image)))
    },
    /** Consent has come: what waited for it is read now. */
    sendWaiting: async (agreed: NonNullable<Consent['agreed']>) => {
      const images = sides.map((side) => [side, waiting.current.get(side)] as const)
      waiting.current.clear()
      await Promise.all(images.map(([side, image]) => (image === undefined ? undefined : send(side, image, agreed))))
    },
  }
}
