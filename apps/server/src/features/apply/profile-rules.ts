import { isSpelled, parseMobile, parseName } from '@fyh/base/chinese-data.ts'
import { apply } from '@fyh/contract/apply.ts'
import type { ParsedOf } from '@fyh/contract/endpoint.ts'
import type { OptionOf } from '@fyh/contract/options.ts'
import { fail } from '@fyh/serve/fail.ts'
import { failFields } from '@fyh/serve/field-errors.ts'
import { areaPathOf } from './areas.ts'

export type Profile = ParsedOf<typeof apply.submitProfile>['body']
export type Draft = ParsedOf<typeof apply.saveDraft>['body']['draft']
type Contact = { relation: string; name: string; mobile: string }

/** The profile as it was handed in, from its stored JSON. */
export function profileOf(json: string | undefined): Profile | undefined {
  return json === undefined ? undefined : apply.submitProfile.body.parse(JSON.parse(json))
}

export function draftOf(json: string): Draft {
  return apply.saveDraft.body.shape.draft.parse(JSON.parse(json))
}

/** The profile with names and phones in their one form, or the first rule it breaks. `self` is the borrower. */
export function checkProfile(given: Profile, self: { name: string; mobile: string }): Profile {
  if (areaPathOf(given.areaCode) === undefined) fail('AREA_UNKNOWN')
  if (needsEmployer(given.occupation) && given.employer === '') fail('EMPLOYER_MISSING')
  for (const field of ['employer', 'address'] as const)
    if (given[field] !== '' && !isSpelled(given[field])) failFields([{ field, reason: 'letters' }])
  const contactOne = checkContact('one', given.contactOne, self)
  const contactTwo = checkContact('two', given.contactTwo, self)
  if (contactOne.mobile === contactTwo.mobile || contactOne.name === contactTwo.name) fail('CONTACTS_SAME')
  return { ...given, contactOne, contactTwo }
}

/** Public institution, company employee, business owner: somebody pays them under a name. */
export function needsEmployer(occupation: OptionOf<'occupation'>): boolean {
  return occupation === '1' || occupation === '2' || occupation === '3'
}

function checkContact<C extends Contact>(which: 'one' | 'two', contact: C, self: { name: string; mobile: string }): C {
  const detail = { contact: which, words: contactWords[which] }
  const name = parseName(contact.name)
  if (name === undefined) fail('CONTACT_NAME_INVALID', detail)
  const mobile = parseMobile(contact.mobile)
  if (mobile === undefined) fail('CONTACT_MOBILE_INVALID', detail)
  if (mobile === self.mobile || name === self.name) fail('CONTACT_IS_SELF', detail)
  return { ...contact, name, mobile }
}

const contactWords = {
  one: { 'zh-cn': { contact: '第一联系人' }, 'en-us': { contact: 'the first contact' } },
  two: { 'zh-cn': { contact: '第二联系人' }, 'en-us': { contact: 'the second contact' } },
}
