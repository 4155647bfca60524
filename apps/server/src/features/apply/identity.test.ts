import type { apply } from '@fyh/contract/apply.ts'
import type { RequestOf } from '@fyh/contract/endpoint.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { identityOf } from './identity.sql.ts'
import { imageBytesMax } from './images.ts'
import { type Applicant, applicants, idNumberOf, pictures } from './test-applicant.ts'

let server: TestServer
let people: ReturnType<typeof applicants>
beforeAll(async () => {
  server = await testServer()
  people = applicants(server)
})
afterAll(() => server.close())

type Read = RequestOf<typeof apply.readIdCard>['body']
const readIdCard = async (who: Applicant, other: Partial<Read> = {}) =>
  server.call(
    'apply',
    'readIdCard',
    { body: { side: 'front', image: pictures.jpeg, agreed: await people.agreedFor('idCard'), ...other } },
    who,
  )
const outdated = <T extends object>(texts: readonly T[]) => texts.map((text) => ({ ...text, version: '0.9' }))

describe('photos of the id card', () => {
  test('R7.15 a new borrower begins with the identity, and photos make it a step under way', async () => {
    const who = await people.applicant({ upTo: 'login' })
    const flow = () => server.call('apply', 'reFlow', {}, who)
    expect((await flow()).data).toEqual({
      next: 'identity',
      steps: [
        { step: 'identity', state: 'doing' },
        { step: 'face', state: 'none' },
        { step: 'profile', state: 'none' },
        { step: 'confirm', state: 'none' },
        { step: 'result', state: 'none' },
      ],
      standing: null,
      applyAgainOn: null,
    })
    await people.takePhotos(who)
    expect((await flow()).data?.next).toBe('identity')
  })

  test('each side is read, and both together are remembered', async () => {
    const who = await people.applicant({ upTo: 'login' })
    expect((await readIdCard(who)).data).toEqual({
      side: 'front',
      fields: { name: '测试', idNumber: '11010119900307002X', issuer: null, validFrom: null, validTo: null, longTerm: false },
    })
    expect((await server.call('apply', 'identity', {}, who)).data).toMatchObject({ confirmed: false, front: true, back: false })
    await readIdCard(who, { side: 'back' })
    expect((await server.call('apply', 'identity', {}, who)).data).toEqual({
      confirmed: false,
      front: true,
      back: true,
      fields: {
        name: '测试',
        idNumber: '11010119900307002X',
        issuer: '北京市公安局东城分局',
        validFrom: '2016-03-07',
        validTo: '2036-03-07',
        longTerm: false,
      },
    })
  })

  test('UI-16 pictures are taken by their bytes: JPEG, PNG and WebP whatever type they claim', async () => {
    const who = await people.applicant({ upTo: 'login' })
    for (const image of [pictures.jpeg, `data:;base64,${pictures.png}`, `data:image/jpg;base64,${pictures.webp}`])
      expect((await readIdCard(who, { image })).code).toBe(0)
  })

  test('UI-16 apply.readIdCard: IMAGE_NOT_SUPPORTED for HTML called a JPEG, and nothing is kept or sent on', async () => {
    const who = await people.applicant({ upTo: 'login' })
    const asked = server.providers.ocr.readIdCard.calls.length
    const image = `data:image/jpeg;base64,${Buffer.from('<html>not a picture</html>').toString('base64')}`
    expect(await readIdCard(who, { image })).toMatchObject({
      code: 1,
      error: 'IMAGE_NOT_SUPPORTED',
      msg: '请上传 JPG、PNG 或 WebP 格式的照片',
    })
    expect(server.providers.ocr.readIdCard.calls.length).toBe(asked)
    expect((await server.call('apply', 'identity', {}, who)).data?.front).toBe(false)
  })

  test('apply.readIdCard: IMAGE_TOO_LARGE above 3 MB', async () => {
    const who = await people.applicant({ upTo: 'login' })
    const picture = (bytes: number) => Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(bytes - 4)]).toString('base64')
    expect((await readIdCard(who, { image: picture(imageBytesMax + 1) })).error).toBe('IMAGE_TOO_LARGE')
    expect((await readIdCard(who, { image: picture(imageBytesMax) })).code).toBe(0)
  })

  test('apply.readIdCard: ID_CARD_UNREADABLE keeps the photo that was there before', async () => {
    const who = await people.applicant({ upTo: 'photos' })
    server.providers.ocr.readIdCard.next({ answer: 'refused', reason: 'unreadable' })
    expect((await readIdCard(who)).error).toBe('ID_CARD_UNREADABLE')
    expect((await server.call('apply', 'identity', {}, who)).data?.fields.name).toBe('测试')
  })

  test('apply.readIdCard: ID_CARD_WRONG_SIDE says which side is wanted', async () => {
    const who = await people.applicant({ upTo: 'login' })
    server.providers.ocr.readIdCard.next({ answer: 'refused', reason: 'wrongSide' })
    expect(await readIdCard(who, { side: 'back' })).toMatchObject({
      error: 'ID_CARD_WRONG_SIDE',
      detail: { side: 'back' },
      msg: '拍摄的证件面不对，请拍摄国徽面',
    })
  })

  test('apply.readIdCard: VENDOR_UNAVAILABLE when the reader gives no answer', async () => {
    const who = await people.applicant({ upTo: 'login' })
    server.providers.ocr.readIdCard.loseAnswer()
    expect((await readIdCard(who)).error).toBe('VENDOR_UNAVAILABLE')
  })

  test('apply.readIdCard: ID_CARD_DAILY_LIMIT, also for photos sent at once, until the next day of the machine', async () => {
    const own = await testServer()
    const mine = applicants(own)
    const who = await mine.applicant({ upTo: 'login' })
    const agreed = await mine.agreedFor('idCard')
    const read = () => own.call('apply', 'readIdCard', { body: { side: 'front', image: pictures.jpeg, agreed } }, who)
    const errors = (await Promise.all(Array.from({ length: 40 }, read))).map(({ error }) => error)
    expect(errors.filter((error) => error === undefined)).toHaveLength(30)
    expect(errors.filter((error) => error === 'ID_CARD_DAILY_LIMIT')).toHaveLength(10)
    expect(own.providers.ocr.readIdCard.calls).toHaveLength(30)
    own.machine.pass(86_400_000)
    expect((await read()).code).toBe(0)
    await own.close()
  })

  test('apply.readIdCard: AGREEMENT_REQUIRED and AGREEMENT_OUTDATED before any picture leaves', async () => {
    const who = await people.applicant({ upTo: 'login' })
    const asked = server.providers.ocr.readIdCard.calls.length
    expect((await readIdCard(who, { agreed: [] })).error).toBe('AGREEMENT_REQUIRED')
    expect((await readIdCard(who, { agreed: outdated(await people.agreedFor('idCard')) })).error).toBe('AGREEMENT_OUTDATED')
    expect(server.providers.ocr.readIdCard.calls.length).toBe(asked)
  })
  test('apply.readIdCard: AGREEMENT_OUTDATED names the text', async () => {
    const who = await people.applicant({ upTo: 'login' })
    expect((await readIdCard(who, { agreed: outdated(await people.agreedFor('idCard')) })).msg).toContain('身份证影像处理授权书')
  })

  test('apply.readIdCard: APPLY_STEP_NOT_OPEN once the application is decided', async () => {
    const who = await people.applicant({ upTo: 'decision' })
    expect((await readIdCard(who)).error).toBe('APPLY_STEP_NOT_OPEN')
  })

  test('photos and what they say are sealed in the database', async () => {
    const who = await people.applicant({ upTo: 'photos' })
    const rows = await server.db.selectFrom('id_card_photo').selectAll().where('user_id', '=', who.userId).execute()
    expect(rows).toHaveLength(2)
    for (const row of rows) {
      expect(row.image_sealed.includes(Buffer.from(pictures.jpeg, 'base64'))).toBe(false)
      expect(row.fields_sealed.includes(Buffer.from('11010119900307002X'))).toBe(false)
    }
  })
})

describe('name and number', () => {
  test('are answered masked and stored sealed', async () => {
    const who = await people.applicant({ upTo: 'photos' })
    const { data } = await people.confirmIdentity(who)
    expect(data).toEqual({ name: '测*', idNumber: `1101**********${who.idNumber.slice(14)}`, expiresSoon: false })
    const row = await server.db.selectFrom('identity').selectAll().where('user_id', '=', who.userId).executeTakeFirstOrThrow()
    expect(row.number_sealed.includes(Buffer.from(who.idNumber))).toBe(false)
    expect(row.name_sealed.includes(Buffer.from('测试'))).toBe(false)
    expect(await identityOf(server.db, server.deps, who.userId)).toMatchObject({
      name: '测试',
      idNumber: who.idNumber,
      hasPassedFace: false,
    })
  })

  test('CN-01 lower-case x is stored as X and is the same person', async () => {
    const number = '11010119900307002X'
    const first = await people.applicant({ upTo: 'photos' })
    expect((await people.confirmIdentity(first, { idNumber: number.toLowerCase() })).code).toBe(0)
    expect((await identityOf(server.db, server.deps, first.userId))?.idNumber).toBe(number)
    expect((await people.passFace(first)).code).toBe(0)
    const second = await people.applicant({ upTo: 'photos' })
    for (const idNumber of [number, number.toLowerCase()]) {
      expect((await people.confirmIdentity(second, { idNumber })).code).toBe(0)
      expect((await people.passFace(second)).error).toBe('ID_NUMBER_TAKEN')
    }
  })

  test.each(Array.from({ length: 12 }, (_, month) => String(month + 1).padStart(2, '0')))(
    'CN-02 a birthday in month %s passes',
    async (month) => {
      const who = await people.applicant({ upTo: 'photos' })
      const idNumber = idNumberOf({ birth: `1991${month}12`, sequence: 500 + Number(month) })
      expect((await people.confirmIdentity(who, { idNumber })).code).toBe(0)
    },
  )

  test.each([
    ['CN-04 15 digits', 'ID_NUMBER_15_DIGITS', '110101900307013'],
    ['17 digits', 'ID_NUMBER_FORMAT', '11010119900307002'],
    ['letters', 'ID_NUMBER_FORMAT', '1101011990030700AX'],
    ['CN-05 province 99', 'ID_NUMBER_FORMAT', idNumberOf({ birth: '19850101', sequence: 1, district: '990101' })],
    ['30 February', 'ID_NUMBER_DATE', idNumberOf({ birth: '19900230', sequence: 1 })],
    ['a birth in the future', 'ID_NUMBER_DATE', idNumberOf({ birth: '20270101', sequence: 1 })],
    ['a slip in one digit', 'ID_NUMBER_CHECK_DIGIT', '110101199003070021'],
  ])('%s gives %s', async (_, error, idNumber) => {
    const who = await people.applicant({ upTo: 'photos' })
    expect((await people.confirmIdentity(who, { idNumber })).error).toBe(error)
    expect(await identityOf(server.db, server.deps, who.userId)).toBeUndefined()
  })
  test('apply.confirmIdentity: ID_NUMBER_15_DIGITS asks for the 18-digit number', async () => {
    const who = await people.applicant({ upTo: 'photos' })
    expect((await people.confirmIdentity(who, { idNumber: '110101900307013' })).msg).toBe('请输入 18 位身份证号，15 位旧号码已停用')
  })
  test('apply.confirmIdentity: ID_NUMBER_FORMAT, apply.confirmIdentity: ID_NUMBER_DATE and apply.confirmIdentity: ID_NUMBER_CHECK_DIGIT say what is wrong', async () => {
    const who = await people.applicant({ upTo: 'photos' })
    const messages = await Promise.all(
      ['1101', idNumberOf({ birth: '19900230', sequence: 1 }), '110101199003070021'].map(
        async (idNumber) => (await people.confirmIdentity(who, { idNumber })).msg,
      ),
    )
    expect(new Set(messages).size).toBe(3)
  })

  test('CN-05 a number with the code of a former district is accepted', async () => {
    const who = await people.applicant({ upTo: 'photos' })
    expect((await people.confirmIdentity(who, { idNumber: '11010319850101001X' })).code).toBe(0)
  })

  test.each(['\u00b7', '\u2022', '\u30fb', '\u2027', '\u2219', '\uff0e', '.'])('CN-07 the dot %s is stored as U+00B7', async (dot) => {
    const who = await people.applicant({ upTo: 'photos' })
    expect((await people.confirmIdentity(who, { name: `阿依古丽${dot}买买提` })).code).toBe(0)
    expect((await identityOf(server.db, server.deps, who.userId))?.name).toBe('阿依古丽·买买提')
  })

  test.each(['·阿依', '阿依·', '阿依··买', 'Zhang San', '测', '测试1'])('apply.confirmIdentity: NAME_INVALID for %s', async (name) => {
    const who = await people.applicant({ upTo: 'photos' })
    expect((await people.confirmIdentity(who, { name })).error).toBe('NAME_INVALID')
  })

  test.each(['王䮌', '张㛃', '李𠮷', '刘䶮'])('CN-08 the rare name %s survives the round trip', async (name) => {
    const who = await people.applicant({ upTo: 'photos' })
    const { data } = await people.confirmIdentity(who, { name })
    expect(data?.name).toBe(`${name.slice(0, 1)}*`)
    expect((await identityOf(server.db, server.deps, who.userId))?.name).toBe(name)
  })

  test('CN-10 length counts characters: 50 pass, however they are coded, and 51 do not', async () => {
    const who = await people.applicant({ upTo: 'photos' })
    expect((await people.confirmIdentity(who, { name: '𠮷'.repeat(25) + '测'.repeat(25) })).code).toBe(0)
    expect((await people.confirmIdentity(who, { name: '测'.repeat(51) })).error).toBe('NAME_INVALID')
  })

  test('apply.confirmIdentity: ID_PHOTO_MISSING until both sides are there', async () => {
    const who = await people.applicant({ upTo: 'login' })
    expect((await people.confirmIdentity(who)).error).toBe('ID_PHOTO_MISSING')
    await readIdCard(who, { side: 'back' })
    expect((await people.confirmIdentity(who)).error).toBe('ID_PHOTO_MISSING')
    await readIdCard(who, { side: 'front' })
    expect((await people.confirmIdentity(who)).code).toBe(0)
  })

  test('apply.confirmIdentity: ID_CARD_EXPIRED from the day after the last one', async () => {
    const who = await people.applicant({ upTo: 'photos' })
    expect((await people.confirmIdentity(who, { validTo: '2026-11-26' })).error).toBe('ID_CARD_EXPIRED')
    expect((await people.confirmIdentity(who, { validTo: '2026-11-27' })).data?.expiresSoon).toBe(true)
  })

  test.each([
    ['2026-12-26', true],
    ['2026-12-27', false],
    [null, false],
  ])('a card until %s expires soon: %s', async (validTo, expiresSoon) => {
    const who = await people.applicant({ upTo: 'photos' })
    expect((await people.confirmIdentity(who, { validTo })).data?.expiresSoon).toBe(expiresSoon)
  })

  test.each([
    ['no date', { validFrom: '2016-02-30' }, 'validFrom'],
    ['a first day in the future', { validFrom: '2026-11-28' }, 'validFrom'],
    ['an end before the start', { validFrom: '2020-01-01', validTo: '2019-12-31' }, 'validTo'],
    ['no date at the end', { validTo: '2036-13-01' }, 'validTo'],
  ])('validity with %s is refused with the field named', async (_, validity, field) => {
    const who = await people.applicant({ upTo: 'photos' })
    expect(await people.confirmIdentity(who, validity)).toMatchObject({ error: 'INPUT_INVALID', detail: { fields: [{ field }] } })
  })

  test('apply.confirmIdentity: UNDER_AGE until the eighteenth birthday', async () => {
    const who = await people.applicant({ upTo: 'photos' })
    expect((await people.confirmIdentity(who, { idNumber: idNumberOf({ birth: '20081128', sequence: 2 }) })).error).toBe('UNDER_AGE')
    expect((await people.confirmIdentity(who, { idNumber: idNumberOf({ birth: '20081127', sequence: 2 }) })).code).toBe(0)
  })

  test('apply.face: ID_NUMBER_TAKEN for all but one of twelve whose faces prove a number at once', async () => {
    const claimants: Applicant[] = []
    for (let n = 0; n < 12; n += 1) claimants.push(await people.applicant({ upTo: 'photos' }))
    const idNumber = idNumberOf({ birth: '19880808', sequence: 888 })
    const claims = await Promise.all(claimants.map((who) => people.confirmIdentity(who, { idNumber })))
    expect(claims.filter(({ code }) => code === 0)).toHaveLength(12)
    const answers = await Promise.all(claimants.map((who) => people.passFace(who)))
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(answers.filter(({ error }) => error === 'ID_NUMBER_TAKEN')).toHaveLength(11)
    const known = await Promise.all(claimants.map((who) => identityOf(server.db, server.deps, who.userId)))
    expect(known.filter((identity) => identity?.hasPassedFace)).toHaveLength(1)
  })

  test('a number claimed without a face shuts its owner out of nothing, and no answer before the face tells a customer’s number apart', async () => {
    const customer = await people.applicant({ upTo: 'decision' })
    const stranger = await people.applicant({ upTo: 'photos' })
    const nobodys = idNumberOf({ birth: '19880808', sequence: 890 })
    const answers = []
    for (const idNumber of [customer.idNumber, nobodys]) {
      const claim = await people.confirmIdentity(stranger, { idNumber })
      const { body } = await server.inject({ url: '/api/fyh/app/apply/identity', headers: { 'x-user-token': stranger.token } })
      const next = (await server.call('apply', 'reFlow', {}, stranger)).data
      server.providers.face.compare.next({ answer: 'refused', reason: 'notMatched' })
      const face = await people.passFace(stranger)
      answers.push({ claim: { ...claim, data: claim.data?.name }, body: body.replace(/"idNumber":"[^"]*"/, ''), next, face: face.error })
    }
    expect(answers[0]).toEqual(answers[1])
    const owner = await people.applicant({ upTo: 'photos' })
    expect((await people.confirmIdentity(owner, { idNumber: nobodys })).code).toBe(0)
    expect((await people.passFace(owner)).code).toBe(0)
  })

  test('apply.confirmIdentity: ID_CONFIRM_DAILY_LIMIT after ten a day, and free again the next day', async () => {
    const who = await people.applicant({ upTo: 'photos' })
    const claim = (sequence: number) => people.confirmIdentity(who, { idNumber: idNumberOf({ birth: '19880809', sequence }) })
    for (let count = 1; count <= 10; count += 1) expect((await claim(count)).code).toBe(0)
    expect((await claim(11)).error).toBe('ID_CONFIRM_DAILY_LIMIT')
    expect((await identityOf(server.db, server.deps, who.userId))?.idNumber).toBe(idNumberOf({ birth: '19880809', sequence: 10 }))
    server.machine.pass(86_400_000)
    expect((await claim(11)).code).toBe(0)
  })

  test('a mistyped number can be put right until the face has passed', async () => {
    const [one, two] = [idNumberOf({ birth: '19870707', sequence: 771 }), idNumberOf({ birth: '19870707', sequence: 772 })]
    const who = await people.applicant({ upTo: 'photos' })
    expect((await people.confirmIdentity(who, { idNumber: one })).code).toBe(0)
    expect((await people.confirmIdentity(who, { idNumber: two })).code).toBe(0)
    expect((await people.passFace(who)).code).toBe(0)
    const other = await people.applicant({ upTo: 'photos' })
    expect((await people.confirmIdentity(other, { idNumber: one })).code).toBe(0)
    expect((await people.passFace(other)).code).toBe(0)
  })

  test('after ID_NUMBER_TAKEN another number can be confirmed and proved', async () => {
    const owner = await people.applicant({ upTo: 'face' })
    const who = await people.applicant({ upTo: 'photos' })
    expect((await people.confirmIdentity(who, { idNumber: owner.idNumber })).code).toBe(0)
    expect((await people.passFace(who)).error).toBe('ID_NUMBER_TAKEN')
    expect((await server.call('apply', 'reFlow', {}, who)).data?.next).toBe('face')
    expect((await people.confirmIdentity(who)).code).toBe(0)
    expect((await people.passFace(who)).code).toBe(0)
  })

  test('apply.confirmIdentity: APPLY_STEP_NOT_OPEN once the application is decided', async () => {
    const who = await people.applicant({ upTo: 'decision' })
    expect((await people.confirmIdentity(who)).error).toBe('APPLY_STEP_NOT_OPEN')
  })
})

test('PS-02 no answer about an identity holds the number, name or phone once it is confirmed', async () => {
  const who = await people.applicant({ upTo: 'decision' })
  for (const path of ['reFlow', 'identity', 'confirm', 'result']) {
    const { body } = await server.inject({ url: `/api/fyh/app/apply/${path}`, headers: { 'x-user-token': who.token } })
    expect(body).toContain('"code":0')
    for (const secret of [who.idNumber, who.mobile, '测试', '13800008001']) expect(body).not.toContain(secret)
    expect(body).not.toMatch(/\b1[3-9]\d{9}\b|\d{17}[\dXx]/)
  }
})

test('PS-11 without a token every endpoint of a borrower says the login has expired', async () => {
  for (const path of ['reFlow', 'identity', 'profile', 'confirm', 'result'])
    expect((await server.inject({ url: `/api/fyh/app/apply/${path}` })).json().code).toBe(-1)
  for (const path of ['idCard/read', 'identity', 'face', 'profile/draft', 'profile', 'submit', 'humanReview'])
    expect((await server.inject({ method: 'POST', url: `/api/fyh/app/apply/${path}`, payload: {} })).json().code).toBe(-1)
})

test('a renewed card is asked for when the old one has run out; apply.confirmIdentity: ID_NUMBER_DIFFERS for another number', async () => {
  const who = await people.applicant({ upTo: 'photos' })
  await people.confirmIdentity(who, { validTo: '2026-11-30' })
  await people.passFace(who)
  const moved = await server.call('session', 'moveClock', { body: { today: '2026-12-01' } })
  expect(moved.code).toBe(0)
  expect((await server.call('apply', 'reFlow', {}, who)).data).toMatchObject({
    next: 'identity',
    steps: [{ step: 'identity', state: 'expired' }, {}, {}, {}, {}],
  })
  expect((await server.call('apply', 'identity', {}, who)).data).toMatchObject({
    confirmed: false,
    front: false,
    back: false,
    fields: { name: null },
  })
  const renewed = { validFrom: '2026-12-01', validTo: '2046-12-01' }
  expect((await people.confirmIdentity(who, renewed)).error).toBe('ID_PHOTO_MISSING')
  server.machine.pass(1_000)
  await people.takePhotos(who)
  expect((await server.call('apply', 'identity', {}, who)).data).toMatchObject({ confirmed: false, front: true, back: true })
  const idNumber = idNumberOf({ birth: '19910101', sequence: 991 })
  expect((await people.confirmIdentity(who, { ...renewed, idNumber })).error).toBe('ID_NUMBER_DIFFERS')
  expect((await people.confirmIdentity(who, renewed)).code).toBe(0)
  expect((await server.call('apply', 'reFlow', {}, who)).data?.next).toBe('profile')
})

test('another name needs another face, but the number that a face proved stays the only one of the account', async () => {
  const who = await people.applicant({ upTo: 'photos' })
  expect((await people.confirmIdentity(who, { validTo: '2026-12-01' })).code).toBe(0)
  expect((await people.passFace(who)).code).toBe(0)
  await server.call('session', 'moveClock', { body: { today: '2026-12-02' } })
  server.machine.pass(1_000)
  await people.takePhotos(who)
  const renewed = { name: '测试甲', validFrom: '2026-12-02', validTo: '2046-12-02' }
  expect((await people.confirmIdentity(who, renewed)).code).toBe(0)
  expect((await server.call('apply', 'reFlow', {}, who)).data?.next).toBe('face')
  const idNumber = idNumberOf({ birth: '19910101', sequence: 992 })
  expect((await people.confirmIdentity(who, { ...renewed, idNumber })).error).toBe('ID_NUMBER_DIFFERS')
  expect((await people.passFace(who)).code).toBe(0)
  const numbers = await server.db.selectFrom('identity_number').selectAll().where('user_id', '=', who.userId).execute()
  expect(numbers).toEqual([{ user_id: who.userId, number_index: server.deps.seal.blindIndex('idNumber', who.idNumber) }])
})
