import { describe, expect, test } from 'vitest'
import { checkForm } from '#ui/form-rules.ts'
import type { Draft } from './apply.queries.ts'
import { draftWith, fieldOfRefusal, profileFields, profileOf, profileRules, valuesOf } from './profile-rules.ts'

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
async function wrongsOf(draft: Draft): Promise<Readonly<Record<string, string>>> {
  const { errors } = await checkForm(
    valuesOf(draft),
    profileRules(draft.occupation, (wrong) => wrong),
  )
  return Object.fromEntries(errors.map(({ field, message }) => [field, message]))
}

describe('the profile before it is handed in', () => {
  test('R5.2 a whole profile meets its rules, and is handed on without spaces at the ends', async () => {
    expect(await wrongsOf(whole)).toEqual({})
    expect(profileOf(whole)).toMatchObject({ employer: '示例公司', education: '05' })
  })

  test('R5.2 everything wrong is told at once, in the order of the fields on the screen', async () => {
    expect(Object.keys(await wrongsOf({}))).toEqual(profileFields.filter((field) => field !== 'email' && field !== 'employer'))
    expect(await wrongsOf({ ...whole, address: '短', email: 'a@b' })).toEqual({ email: 'email', address: 'address' })
  })

  test('what is wrong names its field, in the words of the field', async () => {
    const { education, marital, occupation, trade, income, ...rest } = await wrongsOf({})
    expect({ education, marital, occupation, trade, income }).toEqual({
      education: 'education',
      marital: 'marital',
      occupation: 'occupation',
      trade: 'trade',
      income: 'income',
    })
    expect(rest).toMatchObject({ areaCode: 'area', 'contactOne.relation': 'relation', 'contactTwo.relation': 'relation' })
  })

  test('one field changed changes nothing else of the draft', () => {
    for (const field of profileFields) {
      const changed = { ...whole, ...draftWith(whole, field, 'x') }
      expect(valuesOf(changed)).toEqual({ ...valuesOf(whole), [field]: 'x' })
    }
  })

  test.each(['1', '2', '3'])('an employer is asked of occupation %s', async (occupation) => {
    expect(await wrongsOf({ ...whole, occupation, employer: ' ' })).toEqual({ employer: 'employer' })
  })

  test.each(['4', '5', '6'])('no employer is asked of occupation %s', async (occupation) => {
    expect(await wrongsOf({ ...whole, occupation, employer: '' })).toEqual({})
  })

  test('a value that is in no list counts as not chosen', async () => {
    expect(await wrongsOf({ ...whole, contactOne: { ...whole.contactOne, relation: '06' } })).toEqual({ 'contactOne.relation': 'relation' })
  })

  test.each([
    ['the same phone, written in another way', { relation: '06', name: '测试乙', mobile: '+86 138-0000-0001' }],
    ['the same name', { relation: '06', name: '测试甲', mobile: '13800000002' }],
  ])('two contacts with %s are one', async (_, contactTwo) => {
    expect(await wrongsOf({ ...whole, contactTwo })).toEqual({ 'contactTwo.mobile': 'contactsSame' })
  })

  test.each(['employer', 'address'] as const)(
    'symbols alone are no %s, and emoji have no place in one; words in any script are one',
    async (field) => {
      for (const text of ['😀😀😀😀', '·····', '5️⃣', '！！！！', 'a😀😀😀', '😀示例路1号'])
        expect(await wrongsOf({ ...whole, [field]: text }), text).toHaveProperty(field)
      for (const text of ['B-12', '３１２室号', '𠮷𠮷路口', 'ئۈرۈمچى'])
        expect(await wrongsOf({ ...whole, [field]: text }), text).toEqual({})
      expect(await wrongsOf({ ...whole, occupation: '4', [field]: '😀😀😀😀' })).toEqual({ [field]: 'symbols' })
    },
  )

  test('CN-10 an address of four characters is long enough, of either kind', async () => {
    for (const address of ['示例路1', 'abcd']) expect(await wrongsOf({ ...whole, address })).toEqual({})
    expect(await wrongsOf({ ...whole, address: '示例路' })).toEqual({ address: 'address' })
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
