import { describe, expect, test } from 'vitest'
import type { Draft } from './apply.queries.ts'
import { checkProfile, fieldOfRefusal, firstWrong, profileFields } from './profile-rules.ts'

const whole: Draft = {
  education: '05',
  marital: '1',
  occupation: '2',
  trade: '7',
  income: '4',
  employer: ' 示例公司 ',
  areaCode: '110101',
  address: '示例路1号',
  email: '',
  contactOne: { relation: '02', name: '测试甲', mobile: '138 0000 0001' },
  contactTwo: { relation: '06', name: '测试乙', mobile: '13800000002' },
}
const wrongsOf = (draft: Draft) => {
  const checked = checkProfile(draft)
  return 'wrongs' in checked ? checked.wrongs : {}
}

describe('the profile before it is handed in', () => {
  test('a whole profile is handed on, without spaces at the ends', () => {
    expect(checkProfile(whole)).toMatchObject({ profile: { employer: '示例公司', education: '05' } })
  })

  test('everything wrong is told at once, and the first field on the screen is where the person is led to', () => {
    const wrongs = wrongsOf({})
    expect(Object.keys(wrongs).toSorted()).toEqual(profileFields.filter((field) => field !== 'email' && field !== 'employer').toSorted())
    expect(firstWrong(wrongs)).toBe('education')
    expect(firstWrong(wrongsOf({ ...whole, address: '短', email: 'a@b' }))).toBe('email')
  })

  test.each(['1', '2', '3'])('an employer is asked of occupation %s', (occupation) => {
    expect(wrongsOf({ ...whole, occupation, employer: ' ' })).toEqual({ employer: 'employer' })
  })

  test.each(['4', '5', '6'])('no employer is asked of occupation %s', (occupation) => {
    expect(wrongsOf({ ...whole, occupation, employer: '' })).toEqual({})
  })

  test('a value that is in no list counts as not chosen', () => {
    expect(wrongsOf({ ...whole, contactOne: { ...whole.contactOne, relation: '06' } })).toEqual({ 'contactOne.relation': 'choose' })
  })

  test.each([
    ['the same phone, written in another way', { relation: '06', name: '测试乙', mobile: '+86 138-0000-0001' }],
    ['the same name', { relation: '06', name: '测试甲', mobile: '13800000002' }],
  ])('two contacts with %s are one', (_, contactTwo) => {
    expect(wrongsOf({ ...whole, contactTwo })).toEqual({ 'contactTwo.mobile': 'contactsSame' })
  })

  test('CN-10 an address of four characters is long enough, of either kind', () => {
    for (const address of ['示例路1', 'abcd']) expect(wrongsOf({ ...whole, address })).toEqual({})
    expect(wrongsOf({ ...whole, address: '示例路' })).toEqual({ address: 'address' })
  })
})

describe('a refusal of the server finds its field', () => {
  test.each([
    ['AREA_UNKNOWN', {}, 'areaCode'],
    ['EMPLOYER_MISSING', {}, 'employer'],
    ['CONTACT_IS_SELF', { contact: 'two' }, 'contactTwo.mobile'],
    ['CONTACT_NAME_INVALID', { contact: 'one' }, 'contactOne.name'],
    ['INPUT_INVALID', { fields: [{ field: 'contactOne.mobile', reason: 'type' }] }, 'contactOne.mobile'],
    ['INPUT_INVALID', { fields: [{ field: 'body', reason: 'type' }] }, undefined],
    ['VENDOR_UNAVAILABLE', {}, undefined],
  ] as const)('%s %o', (error, detail, field) => {
    expect(fieldOfRefusal({ error, detail })).toBe(field)
  })
})
