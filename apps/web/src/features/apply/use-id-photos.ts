import { useRef, useState } from 'react'
import { useWords } from '#locales/i18n.ts'
import { api } from '#platform/api.ts'
import type { IdCardFields, Identity, Side } from './apply.queries.ts'
import { isConsentRefusal, useMovedOn } from './apply-flow.ts'
import type { Consent } from './consent.tsx'
import { PhotoError, photoText } from './photo.ts'
import { usePictureAddress } from './picture-address.ts'

export type Slot = {
  readonly state: 'empty' | 'waiting' | 'sending' | 'done' | 'failed'
  readonly picture?: string
  readonly error?: string
}
type Slots = Readonly<Record<Side, Slot>>

const sides = ['front', 'back'] as const

/** The two photos. One taken before consent waits for it, so that nothing need be taken twice. */
export function useIdPhotos(known: Identity, consent: Consent, onRead: (side: Side, fields: IdCardFields) => void) {
  const t = useWords('apply')
  const addressOf = usePictureAddress()
  const movedOn = useMovedOn()
  const waiting = useRef(new Map<Side, File>())
  const [slots, setSlots] = useState<Slots>(() => ({
    front: { state: known.front && !known.confirmed ? 'done' : 'empty' },
    back: { state: known.back && !known.confirmed ? 'done' : 'empty' },
  }))
  const put = (side: Side, slot: Slot) => setSlots((former) => ({ ...former, [side]: { ...former[side], error: '', ...slot } }))
  const send = async (side: Side, file: File, agreed: NonNullable<Consent['agreed']>) => {
    put(side, { state: 'sending' })
    try {
      const read = await api.apply.readIdCard({ body: { side, image: await photoText(file), agreed } }, { handles: 'all' })
      onRead(side, read.fields)
      put(side, { state: 'done' })
    } catch (failure) {
      if (isConsentRefusal(failure)) {
        waiting.current.set(side, file)
        put(side, { state: 'waiting' })
        return consent.renew(failure.message)
      }
      const error = failure instanceof PhotoError ? t(`identity.${failure.trouble}`) : failure instanceof Error ? failure.message : ''
      put(side, { state: 'failed', error })
      await movedOn(failure)
    }
  }
  return {
    slots,
    take: (side: Side, file: File) => {
      const picture = addressOf(file)
      if (consent.agreed !== undefined) {
        put(side, { state: 'sending', picture })
        return send(side, file, consent.agreed)
      }
      waiting.current.set(side, file)
      put(side, { state: 'waiting', picture })
      return consent.askFor()
    },
    /** Consent has come: what waited for it is read now. */
    sendWaiting: async (agreed: NonNullable<Consent['agreed']>) => {
      const files = sides.map((side) => [side, waiting.current.get(side)] as const)
      waiting.current.clear()
      await Promise.all(files.map(([side, file]) => (file === undefined ? undefined : send(side, file, agreed))))
    },
  }
}
