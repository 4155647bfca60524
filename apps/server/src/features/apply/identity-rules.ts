import { type IdNumber, parseIdNumber, parseName } from '@fyh/base/chinese-data.ts'
import { addDays, type CivilDate, isCivilDate, yearsBetween } from '@fyh/base/dates.ts'
import { fail } from '@fyh/serve/fail.ts'
import { type FieldError, failFields } from '@fyh/serve/field-errors.ts'
import { ageMin } from './scorecard.ts'

export type GivenIdentity = { name: string; idNumber: string; validFrom: string; validTo: string | null }
export type CheckedIdentity = { name: string; idNumber: IdNumber; validFrom: CivilDate; validTo: CivilDate | null }

/** Days before the end of a card from which its owner is warned. */
const warnDays = 30

/** The identity with name and number in their one form, or the first rule it breaks. */
export function checkIdentity(given: GivenIdentity, today: CivilDate): CheckedIdentity {
  const name = parseName(given.name)
  if (name === undefined) fail('NAME_INVALID')
  const idNumber = parseIdNumber(given.idNumber)
  if ('error' in idNumber) fail(idNumber.error)
  // A day in the future is a well-formed date, but nobody's birth.
  if (idNumber.birth > today) fail('ID_NUMBER_DATE')
  const validity = checkValidity(given, today)
  if (isPast(validity.validTo, today)) fail('ID_CARD_EXPIRED')
  if (yearsBetween(idNumber.birth, today) < ageMin) fail('UNDER_AGE')
  return { name, idNumber, ...validity }
}

/** A card is good through its last day. */
export function isPast(validTo: CivilDate | null, today: CivilDate): boolean {
  return validTo !== null && validTo < today
}

export function expiresSoon(validTo: CivilDate | null, today: CivilDate): boolean {
  return validTo !== null && validTo < addDays(today, warnDays)
}

function checkValidity({ validFrom, validTo }: GivenIdentity, today: CivilDate) {
  if (!isCivilDate(validFrom) || validFrom > today) failFields([wrong('validFrom')])
  if (validTo === null) return { validFrom, validTo }
  if (!isCivilDate(validTo) || validTo < validFrom) failFields([wrong('validTo')])
  return { validFrom, validTo }
}

const wrong = (field: string): FieldError => ({ field, reason: 'format' })
