import { today } from '@fyh/base/dates.ts'
import { type AgreementKey, agreementKeys, agreementScenes } from '@fyh/contract/agreement.ts'
import { transaction } from '@fyh/postgres/pool.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { applicants } from '../apply/test-applicant.ts'
import { filledText, requireAgreed, signedTextsOf, tieSignedToLoan } from './agreement.ts'
import { currentText } from './current-texts.ts'
import { exampleFigures } from './loan-figures.example.ts'

let server: TestServer
let people: ReturnType<typeof applicants>
beforeAll(async () => {
  server = await testServer()
  people = applicants(server)
})
afterAll(() => server.close())

const ctx = { language: 'zh-cn', address: '10.0.0.1', device: 'test browser', channelCode: 'fyh' } as const

describe('texts in force', () => {
  test.each(['login', 'idCard', 'face', 'apply', 'bindCard'] as const)(
    'the scene %s names its texts in the reader’s language',
    async (scene) => {
      const zh = (await server.call('agreement', 'current', { query: { scene } })).data?.texts ?? []
      const en = (await server.call('agreement', 'current', { query: { scene } }, { language: 'en-us' })).data?.texts ?? []
      expect(zh.map(({ key }) => key)).toEqual([...agreementScenes[scene]])
      expect(en.map(({ key }) => key)).toEqual([...agreementScenes[scene]])
      for (const [index, { sha256, title }] of zh.entries()) {
        expect(en[index]?.sha256).not.toBe(sha256)
        expect(title).toMatch(/\p{Script=Han}/u)
      }
    },
  )

  test.each(agreementKeys)('%s can be read in full, under the hash that is signed', async (key) => {
    const { data } = await server.call('agreement', 'text', { query: { key } })
    const { version } = currentText(key, 'zh-cn', today(server.clock))
    expect(data).toMatchObject({ key, version })
    expect(data?.paragraphs.length).toBeGreaterThan(8)
    const same = await server.call('agreement', 'text', { query: { key, version } })
    expect(same.data).toEqual(data)
  })

  test('agreement.text: AGREEMENT_NOT_FOUND for a version that never was', async () => {
    expect(await server.call('agreement', 'text', { query: { key: 'registration', version: '0.1' } })).toMatchObject({
      code: 1,
      error: 'AGREEMENT_NOT_FOUND',
    })
  })
})

describe('agreeing', () => {
  const agree = (userId: number, agreed: { key: string; version: string; sha256: string }[], language: 'zh-cn' | 'en-us' = 'zh-cn') =>
    transaction(server.db, (tx) => requireAgreed(tx, server.deps, { userId, scene: 'apply', agreed, ctx: { ...ctx, language } }))

  test('a missing text is named in the user’s language', async () => {
    const texts = await people.agreedFor('apply')
    const without = (key: AgreementKey) => texts.filter((text) => text.key !== key)
    await expect(agree(1, without('commitment'))).rejects.toMatchObject({
      code: 'AGREEMENT_REQUIRED',
      detail: { title: '非在校学生承诺函' },
    })
    await expect(agree(1, without('commitment'), 'en-us')).rejects.toMatchObject({ detail: { title: 'Non-Student Commitment Letter' } })
    await expect(agree(1, [])).rejects.toMatchObject({ code: 'AGREEMENT_REQUIRED' })
  })

  test('another version or another hash is outdated, and nothing is recorded', async () => {
    const texts = await people.agreedFor('apply')
    const changed = (change: object) => texts.map((text) => (text.key === 'commitment' ? { ...text, ...change } : text))
    await expect(agree(2, changed({ version: '0.9' }))).rejects.toMatchObject({
      code: 'AGREEMENT_OUTDATED',
      detail: { title: '非在校学生承诺函' },
    })
    await expect(agree(2, changed({ sha256: '0'.repeat(64) }))).rejects.toMatchObject({ code: 'AGREEMENT_OUTDATED' })
    const rows = await server.db.selectFrom('signed_text').selectAll().where('user_id', '=', 2).execute()
    expect(rows).toEqual([])
  })

  test('each text is recorded as read: version, hash, time, address, device; signing again adds nothing', async () => {
    const texts = await people.agreedFor('apply')
    const first = await agree(3, texts)
    expect(await agree(3, texts)).toEqual(first)
    const rows = await server.db.selectFrom('signed_text').selectAll().where('user_id', '=', 3).orderBy('signed_id').execute()
    expect(rows.map((row) => [row.text_key, row.text_version, row.sha256])).toEqual(
      texts.map((text) => [text.key, text.version, text.sha256]),
    )
    expect(rows[0]).toMatchObject({
      scene: 'apply',
      text_language: 'zh-cn',
      address: '10.0.0.1',
      device: 'test browser',
      signed_at: server.machine.machineNow(),
    })
  })

  test('a text read in the other language is recorded in the words that were read', async () => {
    const texts = (await server.call('agreement', 'current', { query: { scene: 'face' } }, { language: 'en-us' })).data?.texts ?? []
    await transaction(server.db, (tx) => requireAgreed(tx, server.deps, { userId: 4, scene: 'face', agreed: texts, ctx }))
    const row = await server.db.selectFrom('signed_text').selectAll().where('user_id', '=', 4).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ text_language: 'en-us', title: 'Face Verification Authorisation' })
  })

  test('filled texts are signed by their own hash, and tied to the loan made of the quote', async () => {
    const filled = agreementScenes.borrow.map((key) => filledText(server.deps, key, 'zh-cn', exampleFigures))
    const agreed = filled.map(({ key, version, sha256 }) => ({ key, version, sha256 }))
    const sign = (list: typeof agreed) =>
      transaction(server.db, (tx) => requireAgreed(tx, server.deps, { userId: 5, scene: 'borrow', agreed: list, ctx, filled, quoteId: 77 }))
    const unfilled = await server.call('agreement', 'text', { query: { key: 'loanContract' } })
    await expect(
      sign(agreed.map((text) => (text.key === 'loanContract' ? { ...text, sha256: unfilled.data?.sha256 ?? '' } : text))),
    ).rejects.toMatchObject({
      code: 'AGREEMENT_OUTDATED',
    })
    await sign(agreed)
    await transaction(server.db, (tx) => tieSignedToLoan(tx, { userId: 5, quoteId: 77, loanId: 88 }))
    const hashes = agreed.map(({ sha256 }) => sha256)
    const texts = await signedTextsOf(server.db, { userId: 5, loanId: 88, hashes })
    expect(texts.map(({ key, loanId }) => [key, loanId])).toEqual([
      ['costSheet', 88],
      ['loanContract', 88],
      ['electronicSignature', 88],
    ])
    expect(await signedTextsOf(server.db, { userId: 5, loanId: 88, hashes: hashes.slice(1) })).toHaveLength(2)
    expect(await signedTextsOf(server.db, { userId: 6, loanId: 88, hashes })).toEqual([])
  })
})

describe('what was signed', () => {
  test('is listed newest first and opens exactly as it was read', async () => {
    const who = await people.applicant({ upTo: 'decision' })
    const { data: list } = await server.call('agreement', 'signed', { query: {} }, who)
    expect(list?.items.map(({ key }) => key).toSorted()).toEqual(
      [...agreementScenes.login, ...agreementScenes.idCard, ...agreementScenes.face, ...agreementScenes.apply].toSorted(),
    )
    expect(list?.next).toBeNull()
    const item = list?.items.find(({ key }) => key === 'creditEnquiry') ?? fail()
    const signed = await server.call('agreement', 'signedText', { params: { id: item.signedId } }, who)
    const current = await server.call('agreement', 'text', { query: { key: 'creditEnquiry' } })
    expect(signed.data).toMatchObject({ ...item, sha256: current.data?.sha256, paragraphs: current.data?.paragraphs })
  })

  test('NF-02 is paged by key: a text signed between two pages neither repeats nor hides another', async () => {
    const who = await people.applicant({ upTo: 'decision' })
    // The texts signed so far, once more under a quote of their own.
    const again = (quoteId: number) =>
      sql`insert into signed_text select user_id, signed_id + 1000000 * ${quoteId}::integer, scene, text_key, text_version, text_language, title,
          body, sha256, ${quoteId}, signed_at + interval '1 second' * ${quoteId}::integer, address, device
        from signed_text where user_id = ${who.userId} and quote_id is null`.execute(server.db)
    for (let quoteId = 1; quoteId <= 3; quoteId += 1) await again(quoteId)
    const ids = async (query: { after?: number }) => {
      const { data } = await server.call('agreement', 'signed', { query }, who)
      return { ids: data?.items.map(({ signedId }) => signedId) ?? [], next: data?.next ?? undefined }
    }
    const first = await ids({})
    expect(first.ids).toHaveLength(20)
    const rows = await server.db.selectFrom('signed_text').select('signed_id').where('user_id', '=', who.userId).execute()
    await again(4)
    const second = await ids({ ...(first.next !== undefined && { after: first.next }) })
    expect([...first.ids, ...second.ids].toSorted()).toEqual(rows.map(({ signed_id }) => signed_id).toSorted())
    expect(second.next).toBeUndefined()
  })

  test('PS-11 agreement.signedText: AGREEMENT_NOT_FOUND for another borrower and for an unknown id alike; without a token the login has expired', async () => {
    const owner = await people.applicant({ upTo: 'login' })
    const other = await people.applicant({ upTo: 'login' })
    const { data } = await server.call('agreement', 'signed', { query: {} }, owner)
    const id = data?.items[0]?.signedId ?? fail()
    expect((await server.call('agreement', 'signedText', { params: { id } }, owner)).code).toBe(0)
    const asOther = await server.call('agreement', 'signedText', { params: { id } }, other)
    expect(asOther).toMatchObject({ code: 1, error: 'AGREEMENT_NOT_FOUND' })
    expect(await server.call('agreement', 'signedText', { params: { id: 1 } }, other)).toEqual(asOther)
    expect(await server.call('agreement', 'signedText', { params: { id } })).toMatchObject({ code: -1 })
  })

  test('a changed row is never passed off as signed', async () => {
    const who = await people.applicant({ upTo: 'login' })
    const { data } = await server.call('agreement', 'signed', { query: {} }, who)
    const id = data?.items[0]?.signedId ?? fail()
    await server.db
      .updateTable('signed_text')
      .set({ body: 'fyh-agreement/1\n' })
      .where('user_id', '=', who.userId)
      .where('signed_id', '=', id)
      .execute()
    const answer = await server.inject({ url: `/api/fyh/app/agreement/signed/${id}`, headers: { 'x-user-token': who.token } })
    expect(answer.statusCode).toBe(500)
  })
})

function fail(): never {
  throw new Error('the answer lacks what the test needs')
}
