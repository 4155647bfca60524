import { isSpelled, parseMobile, parseName } from '@fyh/base/chinese-data.ts'
import { options } from '@fyh/contract/options.ts'
import type { ApiError } from '#platform/api.ts'
import type { FormRules, PromptRule } from '#ui/form-rules.ts'
import type { Draft, Profile } from './apply.queries.ts'

/** The fields in the order they stand on the screen. */
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
/** The draft as texts by the names of its fields; a field nobody has filled is ''. */
export type ProfileValues = Readonly<Record<ProfileField, string>>
type Choice = 'education' | 'marital' | 'occupation' | 'trade' | 'income' | 'relation'
type Wrong = Choice | 'symbols' | 'employer' | 'area' | 'address' | 'email' | 'contactName' | 'contactMobile' | 'contactsSame'

/** Public institution, company employee, business owner: somebody pays them under a name. */
export const needsEmployer = (occupation: string | undefined): boolean => occupation === '1' || occupation === '2' || occupation === '3'

/** R5.2: what the profile must meet before it is handed in. `words` says what is wrong. */
export function profileRules(occupation: string | undefined, words: (wrong: Wrong) => string): FormRules<ProfileValues> {
  const required = (wrong: Wrong) => ({ kind: 'required', message: words(wrong) }) as const
  const inWords = { kind: 'check', check: isSpelled, message: words('symbols') } as const
  const choice = (list: readonly string[], what: Choice) => [
    required(what),
    { kind: 'check', check: (value: string) => list.includes(value), message: words(what) } as const,
  ]
  return {
    education: choice(options.education, 'education'),
    marital: choice(options.marital, 'marital'),
    email: [{ kind: 'check', check: (text) => emailPattern.test(text.trim()), message: words('email') }],
    occupation: choice(options.occupation, 'occupation'),
    trade: choice(options.trade, 'trade'),
    income: choice(options.income, 'income'),
    employer: [...(needsEmployer(occupation) ? [required('employer')] : []), inWords],
    areaCode: [required('area'), { kind: 'pattern', pattern: /^\d{6}$/, message: words('area') }],
    address: [
      required('address'),
      { kind: 'check', check: (text) => Array.from(text.trim()).length >= 4, message: words('address') },
      inWords,
    ],
    ...contactRules('contactOne', choice(options.contactRelationOne, 'relation'), words),
    ...contactRules('contactTwo', choice(options.contactRelationTwo, 'relation'), words),
  }
}

const emailPattern = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/

function contactRules(which: 'contactOne' | 'contactTwo', relation: readonly PromptRule[], words: (wrong: Wrong) => string) {
  const required = (wrong: Wrong) => ({ kind: 'required', message: words(wrong) }) as const
  const check = (met: (text: string, values: ProfileValues) => boolean, wrong: Wrong) =>
    ({ kind: 'check', check: met, message: words(wrong) }) as const
  const another = which === 'contactTwo' ? [check((_, values) => !isSamePerson(values), 'contactsSame')] : []
  return {
    [`${which}.relation`]: relation,
    [`${which}.name`]: [required('contactName'), check((text) => parseName(text) !== undefined, 'contactName')],
    [`${which}.mobile`]: [required('contactMobile'), check((text) => parseMobile(text) !== undefined, 'contactMobile'), ...another],
  }
}

/** Two contacts of one name or one phone, however it is written. */
function isSamePerson(values: ProfileValues): boolean {
  const name = parseName(values['contactOne.name'])
  return (
    parseMobile(values['contactOne.mobile']) === parseMobile(values['contactTwo.mobile']) ||
    (name !== undefined && name === parseName(values['contactTwo.name']))
  )
}

export function valuesOf(draft: Draft): ProfileValues {
  const { education = '', marital = '', email = '', occupation = '', trade = '', income = '', employer = '' } = draft
  const { areaCode = '', address = '', contactOne = {}, contactTwo = {} } = draft
  return {
    education,
    marital,
    email,
    occupation,
    trade,
    income,
    employer,
    areaCode,
    address,
    'contactOne.relation': contactOne.relation ?? '',
    'contactOne.name': contactOne.name ?? '',
    'contactOne.mobile': contactOne.mobile ?? '',
    'contactTwo.relation': contactTwo.relation ?? '',
    'contactTwo.name': contactTwo.name ?? '',
    'contactTwo.mobile': contactTwo.mobile ?? '',
  }
}

/** What changes in the draft when one field does. */
export function draftWith(draft: Draft, field: ProfileField, value: string): Partial<Draft> {
  const [contact, part] = field.split('.')
  if (part === undefined) return { [field]: value }
  const which = contact === 'contactTwo' ? 'contactTwo' : 'contactOne'
  return { [which]: { ...draft[which], [part]: value } }
}

/** The profile as the server takes it, of a draft that meets the rules. */
export function profileOf(draft: Draft): Profile {
  const { employer = '', email = '', address = '' } = draft
  // The rules found each choice in its list, which is what the type of the profile says.
  return { ...draft, employer: employer.trim(), email: email.trim(), address: address.trim() } as Profile
}

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
