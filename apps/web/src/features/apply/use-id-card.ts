import { parseIdNumber, parseName } from '@fyh/base/chinese-data.ts'
import { type CivilDate, daysBetween } from '@fyh/base/dates.ts'
import { useRef, useState } from 'react'
import { useWords } from '#locales/i18n.ts'
import { api, isRefusal } from '#platform/api.ts'
import { useToday } from '#platform/clock.ts'
import type { IdCardFields, Identity, Side } from './apply.queries.ts'
import { isConsentRefusal, useMovedOn, useNextStep } from './apply-flow.ts'
import type { Consent } from './consent.tsx'
import { PhotoError, photoText } from './photo.ts'
import { usePictureAddress } from './picture-address.ts'

export type Slot = {
  readonly state: 'empty' | 'waiting' | 'sending' | 'done' | 'failed'
  readonly picture?: string
  readonly error?: string
}
type Slots = Readonly<Record<Side, Slot>>
/** What was wrong with the last try, beside the field it belongs to. */
export type IdTrouble = { readonly photos?: string; readonly name?: string; readonly number?: string; readonly validity?: string }

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

/** Days until the card runs out; below zero when it has. Undefined for a card without an end. */
export const daysLeft = (validTo: CivilDate | null, today: CivilDate): number | undefined =>
  validTo === null ? undefined : daysBetween(today, validTo)

/** From here on a person is told that the card runs out. */
export const warnDays = 30

/** Name and number as read and corrected, checked while typing and once more by the server. */
export function useIdFields(known: Identity) {
  const t = useWords('apply')
  const today = useToday()
  const nextStep = useNextStep()
  const movedOn = useMovedOn()
  const [fields, setFields] = useState<IdCardFields>(known.fields)
  const [trouble, setTrouble] = useState<IdTrouble>({})
  const change = (next: Partial<IdCardFields>) => {
    setFields((former) => ({ ...former, ...next }))
    setTrouble({})
  }
  const name = fields.name ?? ''
  const number = fields.idNumber ?? ''
  const parsed = parseIdNumber(number)
  const left = daysLeft(fields.validTo, today)
  const troubleNow = (): IdTrouble => ({
    ...(parseName(name) === undefined && { name: t('identity.nameInvalid') }),
    ...('error' in parsed && { number: t(`idNumber.${parsed.error}`) }),
    ...((fields.validFrom === null || (fields.validTo === null && !fields.longTerm)) && { validity: t('identity.validMissing') }),
    ...(left !== undefined && left < 0 && { validity: t('identity.expired') }),
  })
  const confirm = async () => {
    const found = troubleNow()
    setTrouble(found)
    if (Object.keys(found).length > 0 || fields.validFrom === null) return
    try {
      const body = { name, idNumber: number, validFrom: fields.validFrom, validTo: fields.longTerm ? null : fields.validTo }
      await api.apply.confirmIdentity({ body }, { handles: 'all' })
    } catch (failure) {
      if (await movedOn(failure)) return
      if (!isRefusal(failure)) throw failure
      return setTrouble(troubleOf(failure.error, failure.message))
    }
    await nextStep()
  }
  return {
    fields,
    change,
    trouble,
    confirm,
    left,
    numberHolds: !('error' in parsed),
    numberError: 'error' in parsed ? parsed.error : undefined,
  }
}

/** The server's words, at the field they are about. */
function troubleOf(code: string, message: string): IdTrouble {
  if (code === 'ID_PHOTO_MISSING') return { photos: message }
  if (code === 'NAME_INVALID') return { name: message }
  if (code === 'ID_CARD_EXPIRED') return { validity: message }
  if (code.startsWith('ID_NUMBER') || code === 'UNDER_AGE') return { number: message }
  return { photos: message }
}
