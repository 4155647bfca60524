import { parseMobile, parseName } from '@fyh/base/chinese-data.ts'
import { options } from '@fyh/contract/options.ts'
import type { ApiError } from '#platform/api.ts'
import type { Draft, Profile } from './apply.queries.ts'

/** The fields in the order they stand on the screen; the first wrong one is where the person is led to. */
export const profileFields = [
  'education',
  'marital',
  'email',
  'occupation',
  'trade',
  'income',
  'employer',
  'areaCode',
  'address',
  'contactOne.relation',
  'contactOne.name',
  'contactOne.mobile',
  'contactTwo.relation',
  'contactTwo.name',
  'contactTwo.mobile',
] as const
export type ProfileField = (typeof profileFields)[number]
export type Wrong = 'choose' | 'employer' | 'area' | 'address' | 'email' | 'contactName' | 'contactMobile' | 'contactsSame'
export type Wrongs = Partial<Record<ProfileField, Wrong>>
type Contact = NonNullable<Draft['contactOne']>

/** Public institution, company employee, business owner: somebody pays them under a name. */
export const needsEmployer = (occupation: string | undefined): boolean => occupation === '1' || occupation === '2' || occupation === '3'

/** Everything that is wrong at once, or the profile as the server takes it. */
export function checkProfile(draft: Draft): { wrongs: Wrongs } | { profile: Profile } {
  const wrongs: Wrongs = {
    ...wrongChoices(draft),
    ...wrongTexts(draft),
    ...wrongContact('contactOne', draft),
    ...wrongContact('contactTwo', draft),
  }
  if (Object.keys(wrongs).length === 0 && isSamePerson(draft)) wrongs['contactTwo.mobile'] = 'contactsSame'
  if (Object.keys(wrongs).length > 0) return { wrongs }
  // Each choice was just found in its list, which is what the type of the profile says.
  const { employer = '', email = '', address = '' } = draft
  return { profile: { ...draft, employer: employer.trim(), email: email.trim(), address: address.trim() } as Profile }
}

export function firstWrong(wrongs: Readonly<Partial<Record<ProfileField, unknown>>>): ProfileField | undefined {
  return profileFields.find((field) => wrongs[field] !== undefined)
}

function wrongChoices(draft: Draft): Wrongs {
  const lists = ['education', 'marital', 'occupation', 'trade', 'income'] as const
  const missing = lists.filter((list) => !isOneOf(options[list], draft[list]))
  return Object.fromEntries(missing.map((list) => [list, 'choose']))
}

function wrongTexts({ email = '', employer = '', areaCode = '', address = '', occupation }: Draft): Wrongs {
  return {
    ...(email.trim() !== '' && !/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email.trim()) && { email: 'email' }),
    ...(needsEmployer(occupation) && employer.trim() === '' && { employer: 'employer' }),
    ...(!/^\d{6}$/.test(areaCode) && { areaCode: 'area' }),
    ...(Array.from(address.trim()).length < 4 && { address: 'address' }),
  }
}

function wrongContact(which: 'contactOne' | 'contactTwo', draft: Draft): Wrongs {
  const { relation, name = '', mobile = '' }: Contact = draft[which] ?? {}
  const list = which === 'contactOne' ? options.contactRelationOne : options.contactRelationTwo
  return {
    ...(!isOneOf(list, relation) && { [`${which}.relation`]: 'choose' }),
    ...(parseName(name) === undefined && { [`${which}.name`]: 'contactName' }),
    ...(parseMobile(mobile) === undefined && { [`${which}.mobile`]: 'contactMobile' }),
  }
}

function isSamePerson({ contactOne = {}, contactTwo = {} }: Draft): boolean {
  return (
    parseMobile(contactOne.mobile ?? '') === parseMobile(contactTwo.mobile ?? '') ||
    parseName(contactOne.name ?? '') === parseName(contactTwo.name ?? '')
  )
}

const isOneOf = (list: readonly string[], value: string | undefined): boolean => value !== undefined && list.includes(value)

/** The field a refusal of the server is about; undefined when it is about none of them. */
export function fieldOfRefusal({ error, detail }: Pick<ApiError, 'error' | 'detail'>): ProfileField | undefined {
  const contact = detail.contact === 'two' ? 'contactTwo' : 'contactOne'
  switch (error) {
    case 'AREA_UNKNOWN':
      return 'areaCode'
    case 'EMPLOYER_MISSING':
      return 'employer'
    case 'CONTACT_NAME_INVALID':
      return `${contact}.name`
    case 'CONTACT_MOBILE_INVALID':
    case 'CONTACT_IS_SELF':
      return `${contact}.mobile`
    case 'CONTACTS_SAME':
      return 'contactTwo.mobile'
    case 'INPUT_INVALID':
      return fieldNamed(detail.fields)
    default:
      return undefined
  }
}

function fieldNamed(fields: unknown): ProfileField | undefined {
  const [first] = Array.isArray(fields) ? fields : []
  if (typeof first !== 'object' || first === null || !('field' in first)) return undefined
  const name = String(first.field)
  return profileFields.find((field) => name === field || name.endsWith(`.${field}`))
}
