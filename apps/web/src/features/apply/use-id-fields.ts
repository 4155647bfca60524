import { type IdNumberError, parseIdNumber, parseName } from '@fyh/base/chinese-data.ts'
import { type CivilDate, daysBetween } from '@fyh/base/dates.ts'
import { useState } from 'react'
import { useWords } from '#locales/i18n.ts'
import { api, isRefusal } from '#platform/api.ts'
import { useToday } from '#platform/clock.ts'
import { emptyUserState, type UserState, useUserStore } from '#platform/store.ts'
import { keepTyped, typedText } from '#platform/typed-text.ts'
import { type FormRules, type PromptRule, problemNow } from '#ui/form-rules.ts'
import { useForm } from '#ui/use-form.ts'
import type { IdCardFields, Identity } from './apply.queries.ts'
import { useMovedOn, useNextStep } from './apply-flow.ts'

/** `validity` is the card's days as they were read, '' while they are not known; `photos` has errors alone. */
type Values = { readonly photos: string; readonly name: string; readonly idNumber: string; readonly validity: string }

/** From here on a person is told that the card runs out. */
export const warnDays = 30

/**
 * Name and number as read and corrected, checked by the rules and once more by the server. A corrected name outlives a reload, the number
 * is nowhere in the browser; another reading of the card takes the place of both.
 */
export function useIdFields(known: Identity) {
  const nextStep = useNextStep()
  const movedOn = useMovedOn()
  const today = useToday()
  const [fields, setFields] = useState<IdCardFields>(() => typedOver(known.fields))
  const left = daysLeft(fields.validTo, today)
  const { rules, numberRules } = useIdRules(left)
  const name = fields.name ?? ''
  const idNumber = fields.idNumber ?? ''
  const form = useForm({
    values: { photos: '', name, idNumber, validity: validityOf(fields) },
    rules,
    onChange: (field, value) => {
      fill({ [field]: value })
      if (field === 'name' || field === 'idNumber') keepFilled({ name, cardId: idNumber, [field === 'name' ? 'name' : 'cardId']: value })
      if (field === 'name') keepTyped('idName', value)
    },
  })
  const fill = (next: Partial<IdCardFields>) => {
    if (next.name !== undefined) keepTyped('idName', '')
    if (next.name != null && next.idNumber != null) keepFilled({ name: next.name, cardId: next.idNumber })
    setFields((former) => ({ ...former, ...next }))
    form.forget('photos', 'name', 'idNumber', 'validity')
  }
  const confirm = async () => {
    form.forget('photos')
    if (!(await form.submit()).valid || fields.validFrom === null) return
    try {
      const body = { name, idNumber, validFrom: fields.validFrom, validTo: fields.longTerm ? null : fields.validTo }
      await api.apply.confirmIdentity({ body }, { handles: 'all' })
    } catch (failure) {
      if (await movedOn(failure)) return
      if (!isRefusal(failure)) throw failure
      return form.refuse(fieldOfRefusal(failure.error), failure.message)
    }
    keepTyped('idName', '')
    keepFilled(emptyUserState.fillUser)
    await nextStep()
  }
  return { ...form, fields, fill, confirm, left, numberProblem: problemNow(idNumber, numberRules) }
}

/** R3.5 fillUser: the name and number of the card as read and corrected, in memory alone, until they are confirmed. */
const keepFilled = (fillUser: UserState['fillUser']) => useUserStore.setState({ fillUser })

/** What the server read, under what the person corrected since. */
function typedOver(read: IdCardFields): IdCardFields {
  const { fillUser } = useUserStore.getState()
  return { ...read, name: fillUser.name || typedText('idName') || read.name, idNumber: fillUser.cardId || read.idNumber }
}

function useIdRules(left: number | undefined): { rules: FormRules<Values>; numberRules: readonly PromptRule[] } {
  const t = useWords('apply')
  const isFree = (error: IdNumberError) => (text: string) => {
    const parsed = parseIdNumber(text)
    return !('error' in parsed) || parsed.error !== error
  }
  const numberRules: readonly PromptRule[] = [
    { kind: 'required', message: t('idNumber.ID_NUMBER_FORMAT') },
    ...numberErrors.map((error) => ({ kind: 'check', check: isFree(error), message: t(`idNumber.${error}`) }) as const),
  ]
  const nameInvalid = t('identity.nameInvalid')
  const rules: FormRules<Values> = {
    name: [
      { kind: 'required', message: nameInvalid },
      { kind: 'check', check: (text) => parseName(text) !== undefined, message: nameInvalid },
    ],
    idNumber: numberRules,
    validity: [
      { kind: 'required', message: t('identity.validMissing') },
      { kind: 'check', check: () => left === undefined || left >= 0, message: t('identity.expired') },
    ],
  }
  return { rules, numberRules }
}

const numberErrors = [
  'ID_NUMBER_15_DIGITS',
  'ID_NUMBER_FORMAT',
  'ID_NUMBER_DATE',
  'ID_NUMBER_CHECK_DIGIT',
] as const satisfies readonly IdNumberError[]

/** Days until the card runs out; below zero when it has. Undefined for a card without an end. */
const daysLeft = (validTo: CivilDate | null, today: CivilDate): number | undefined =>
  validTo === null ? undefined : daysBetween(today, validTo)

const validityOf = ({ validFrom, validTo, longTerm }: IdCardFields): string =>
  validFrom === null || (validTo === null && !longTerm) ? '' : `${validFrom}/${validTo ?? ''}`

/** The field a refusal of the server is about; the photos when it is about none that was typed. */
function fieldOfRefusal(code: string): keyof Values {
  if (code === 'NAME_INVALID') return 'name'
  if (code === 'ID_CARD_EXPIRED') return 'validity'
  return code.startsWith('ID_NUMBER') || code === 'UNDER_AGE' ? 'idNumber' : 'photos'
}
