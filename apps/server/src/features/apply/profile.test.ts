import { options } from '@fyh/contract/options.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestServer, testServer } from '#platform/test-server.ts'
import type { Profile } from './profile-rules.ts'
import { type Applicant, applicants, goodProfile } from './test-applicant.ts'

let server: TestServer
let people: ReturnType<typeof applicants>
beforeAll(async () => {
  server = await testServer()
  people = applicants(server)
})
afterAll(() => server.close())

const handIn = (who: Applicant, change: Partial<Profile> = {}) =>
  server.call('apply', 'submitProfile', { body: { ...goodProfile, ...change } }, who)
/** As a broken or hostile page would send it, so without the compiler's checks. */
const handInRaw = async (who: Applicant, change: object) =>
  (
    await server.inject({
      method: 'POST',
      url: '/api/fyh/app/apply/profile',
      headers: { 'x-user-token': who.token },
      payload: { ...goodProfile, ...change },
    })
  ).json()

describe('the draft', () => {
  test('RT-11 keeps whatever was typed, unfinished values included, and gives it back to its owner', async () => {
    const who = await people.applicant({ upTo: 'face' })
    const draft = { education: '05', areaCode: '330106', address: '未写完', contactOne: { name: '测', mobile: '138' }, income: '' }
    const saved = await server.call('apply', 'saveDraft', { body: { draft } }, who)
    expect((await server.call('apply', 'profile', {}, who)).data).toEqual({
      draft,
      areaPath: [
        { code: '330000', name: '浙江省' },
        { code: '330100', name: '杭州市' },
        { code: '330106', name: '西湖区' },
      ],
      savedAt: saved.data?.savedAt,
    })
    expect((await server.call('apply', 'reFlow', {}, who)).data?.steps[2]).toEqual({ step: 'profile', state: 'doing' })
  })

  test('RT-11 a later draft replaces the former, and a new borrower has none', async () => {
    const who = await people.applicant({ upTo: 'face' })
    expect((await server.call('apply', 'profile', {}, who)).data).toEqual({ draft: {}, areaPath: [], savedAt: null })
    await server.call('apply', 'saveDraft', { body: { draft: { education: '05', email: 'a@example.com' } } }, who)
    await server.call('apply', 'saveDraft', { body: { draft: { education: '06' } } }, who)
    expect((await server.call('apply', 'profile', {}, who)).data?.draft).toEqual({ education: '06' })
  })

  test('PS-11 another borrower sees nothing of it', async () => {
    const who = await people.applicant({ upTo: 'face' })
    const other = await people.applicant({ upTo: 'face' })
    await server.call('apply', 'saveDraft', { body: { draft: { address: '示例路 2 号' } } }, who)
    expect((await server.call('apply', 'profile', {}, other)).data?.draft).toEqual({})
  })

  test('is sealed in the database, contacts and all', async () => {
    const who = await people.applicant({ upTo: 'profile' })
    const row = await server.db.selectFrom('applicant_profile').selectAll().where('user_id', '=', who.userId).executeTakeFirstOrThrow()
    for (const sealed of [row.draft_sealed, row.handed_in_sealed])
      for (const secret of ['13800008001', '测试甲', '示例路']) expect(sealed?.includes(Buffer.from(secret))).toBe(false)
  })

  test('apply.saveDraft: APPLY_STEP_NOT_OPEN before the face and after the decision', async () => {
    const save = (who: Applicant) => server.call('apply', 'saveDraft', { body: { draft: {} } }, who)
    expect((await save(await people.applicant({ upTo: 'identity' }))).error).toBe('APPLY_STEP_NOT_OPEN')
    expect((await save(await people.applicant({ upTo: 'decision' }))).error).toBe('APPLY_STEP_NOT_OPEN')
  })
})

describe('handing the profile in', () => {
  test('leads to the confirmation, which shows it masked', async () => {
    const who = await people.applicant({ upTo: 'face' })
    expect((await handIn(who)).data).toEqual({})
    expect((await server.call('apply', 'reFlow', {}, who)).data?.next).toBe('confirm')
    const { contactOne: _one, contactTwo: _two, ...rest } = goodProfile
    expect((await server.call('apply', 'summary', {}, who)).data).toEqual({
      name: '测*',
      idNumber: `1101**********${who.idNumber.slice(14)}`,
      mobile: `138****${who.mobile.slice(7)}`,
      validTo: '2036-03-07',
      profile: { ...rest, areaName: '北京市 东城区' },
      contacts: [
        { relation: '02', name: '测**', mobile: '138****8001' },
        { relation: '06', name: '测**', mobile: '138****8002' },
      ],
    })
  })

  test('apply.summary: APPLY_STEP_NOT_OPEN before there is a profile', async () => {
    expect((await server.call('apply', 'summary', {}, await people.applicant({ upTo: 'face' }))).error).toBe('APPLY_STEP_NOT_OPEN')
  })

  test('apply.submitProfile: APPLY_STEP_NOT_OPEN before the face and while a limit is in force', async () => {
    expect((await handIn(await people.applicant({ upTo: 'identity' }))).error).toBe('APPLY_STEP_NOT_OPEN')
    expect((await handIn(await people.applicant({ upTo: 'decision' }))).error).toBe('APPLY_STEP_NOT_OPEN')
  })

  const lists = ['education', 'marital', 'occupation', 'trade', 'income'] as const
  test.each(lists)('R3.11 every value of the list %s is taken, and no other', async (list) => {
    const who = await people.applicant({ upTo: 'face' })
    for (const value of options[list]) expect((await handInRaw(who, { [list]: value })).code).toBe(0)
    for (const value of ['0', '99', '', 1, null])
      expect(await handInRaw(who, { [list]: value })).toMatchObject({ error: 'INPUT_INVALID', detail: { fields: [{ field: list }] } })
  })

  test('R3.11 the first contact is spouse, parent or child; the second may also be sibling, relative, friend or colleague', async () => {
    const who = await people.applicant({ upTo: 'face' })
    const relation = (contact: 'contactOne' | 'contactTwo', value: string) =>
      handInRaw(who, { [contact]: { ...goodProfile[contact], relation: value } })
    for (const value of options.contactRelationOne) expect((await relation('contactOne', value)).code).toBe(0)
    for (const value of options.contactRelationTwo) expect((await relation('contactTwo', value)).code).toBe(0)
    expect(await relation('contactOne', '04')).toMatchObject({
      error: 'INPUT_INVALID',
      detail: { fields: [{ field: 'contactOne.relation' }] },
    })
    expect((await relation('contactTwo', '08')).error).toBe('INPUT_INVALID')
  })

  test('apply.submitProfile: AREA_UNKNOWN for a code that never was; an older code passes', async () => {
    const who = await people.applicant({ upTo: 'face' })
    for (const areaCode of ['990101', '110100', '110000']) expect((await handIn(who, { areaCode })).error).toBe('AREA_UNKNOWN')
    expect((await handIn(who, { areaCode: '110103' })).code).toBe(0)
    expect((await server.call('apply', 'summary', {}, who)).data?.profile.areaName).toBe('北京市 崇文区')
  })

  test('apply.submitProfile: EMPLOYER_MISSING for those whom an employer pays', async () => {
    const who = await people.applicant({ upTo: 'face' })
    for (const occupation of ['1', '2', '3'] as const) {
      expect((await handIn(who, { occupation, employer: '' })).error).toBe('EMPLOYER_MISSING')
      expect((await handIn(who, { occupation, employer: '   ' })).error).toBe('EMPLOYER_MISSING')
    }
    for (const occupation of ['4', '5', '6'] as const) expect((await handIn(who, { occupation, employer: '' })).code).toBe(0)
  })

  test('apply.submitProfile: CONTACT_NAME_INVALID names the contact', async () => {
    const who = await people.applicant({ upTo: 'face' })
    const answer = await handIn(who, { contactTwo: { ...goodProfile.contactTwo, name: 'A1' } })
    expect(answer).toMatchObject({ error: 'CONTACT_NAME_INVALID', detail: { contact: 'two' }, msg: '第二联系人的姓名不正确' })
  })

  test('apply.submitProfile: CONTACT_MOBILE_INVALID names the contact in the user’s language', async () => {
    const who = await people.applicant({ upTo: 'face' })
    const body = { ...goodProfile, contactOne: { ...goodProfile.contactOne, mobile: '12000000000' } }
    const answer = await server.call('apply', 'submitProfile', { body }, { ...who, language: 'en-us' })
    expect(answer).toMatchObject({
      error: 'CONTACT_MOBILE_INVALID',
      detail: { contact: 'one' },
      msg: 'The phone number of the first contact isn’t valid',
    })
  })

  test('apply.submitProfile: CONTACT_IS_SELF by phone in any form and by name', async () => {
    const who = await people.applicant({ upTo: 'face' })
    const contactOne = (change: object) => handIn(who, { contactOne: { ...goodProfile.contactOne, ...change } })
    expect((await contactOne({ mobile: who.mobile })).error).toBe('CONTACT_IS_SELF')
    expect((await contactOne({ mobile: `+86 ${who.mobile.slice(0, 3)}-${who.mobile.slice(3)}` })).error).toBe('CONTACT_IS_SELF')
    expect((await contactOne({ name: ' 测试 ' })).error).toBe('CONTACT_IS_SELF')
  })

  test('apply.submitProfile: CONTACTS_SAME by phone in any form and by name', async () => {
    const who = await people.applicant({ upTo: 'face' })
    const contactTwo = (change: object) => handIn(who, { contactTwo: { ...goodProfile.contactTwo, ...change } })
    expect((await contactTwo({ mobile: '138 0000 8001' })).error).toBe('CONTACTS_SAME')
    expect((await contactTwo({ name: '测试甲' })).error).toBe('CONTACTS_SAME')
  })

  test('CN-07 a contact’s name and phone are kept in their one form', async () => {
    const who = await people.applicant({ upTo: 'face' })
    await handIn(who, { contactOne: { relation: '01', name: '阿依古丽•买买提', mobile: '+86 138-0000-8005' } })
    expect((await server.call('apply', 'profile', {}, who)).data?.draft.contactOne).toEqual({
      relation: '01',
      name: '阿依古丽·买买提',
      mobile: '13800008005',
    })
  })

  test('CN-10 an address of 50 Chinese characters passes as one of 50 letters does, and the 51st of either does not', async () => {
    const who = await people.applicant({ upTo: 'face' })
    for (const character of ['路', 'a']) {
      expect((await handIn(who, { address: character.repeat(50) })).code).toBe(0)
      expect(await handIn(who, { address: character.repeat(51) })).toMatchObject({
        error: 'INPUT_INVALID',
        detail: { fields: [{ field: 'address', reason: 'tooLarge' }] },
      })
    }
  })

  test.each(['employer', 'address'] as const)(
    'symbols alone are no %s, nor is a text with emoji, and the refusal says so',
    async (field) => {
      const who = await people.applicant({ upTo: 'face' })
      for (const text of ['😀😀😀😀', '----', '。。。！！', '\u200b\u200b😀a', '示例路1号😀'])
        expect(await handIn(who, { [field]: text }), text).toMatchObject({
          error: 'INPUT_INVALID',
          detail: { fields: [{ field, reason: 'letters' }] },
        })
      for (const text of ['示例路1号', 'No. 7', 'ئۈرۈمچى']) expect((await handIn(who, { [field]: text })).code, text).toBe(0)
    },
  )

  test('an e-mail may be left out, but not be wrong', async () => {
    const who = await people.applicant({ upTo: 'face' })
    expect((await handIn(who, { email: 'someone@example.com' })).code).toBe(0)
    expect((await handIn(who, { email: 'someone@' })).error).toBe('INPUT_INVALID')
  })
})

test('areas are told by parent, with the version of the data', async () => {
  const { data: provinces } = await server.call('apply', 'areas', { query: {} })
  expect(provinces?.version).toMatch(/^\d+\.\d+\.\d+$/)
  expect(provinces?.areas).toHaveLength(34)
  const { data: counties } = await server.call('apply', 'areas', { query: { parent: '110100' } })
  expect(counties?.areas[0]).toEqual({ code: '110101', name: '东城区' })
})
