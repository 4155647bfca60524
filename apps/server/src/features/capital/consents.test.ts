import { afterAll, beforeAll, expect, test } from 'vitest'
import { must, type TestBorrower } from '#platform/test-borrower.ts'
import { borrowed } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { approved, askAgain, borrowerOfPartners, decided, handedIn, inApp, opened, ownPage, statusOf } from './test-partner.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ settings: { AUTO_DEBIT: '0', SMS_ADDRESS_DAILY_MAX: '1000' } })
})
afterAll(() => server.close())

const ready = () => borrowerOfPartners(server)
const profileOf = async (who: TestBorrower) => must(await server.call('capital', 'profile', {}, who)).partners
const withdraw = async (who: TestBorrower, consentId: number) =>
  must(await server.call('capital', 'withdrawConsent', { params: { id: consentId } }, who))
const sentTo = (lenderId: number, applicationId: number) =>
  server.providers.lender(lenderId).apply.calls.filter(({ key }) => key.includes(String(applicationId)))

test('R2.41 the page of a partner says who lends, at what price, which data go to it and why, and the consent names the same', async () => {
  const who = await ready()
  const detail = must(await server.call('capital', 'detail', { params: { id: inApp }, query: {} }, who))
  expect(detail).toMatchObject({
    name: '示例合作银行股份有限公司',
    licence: 'B0001',
    way: 'inApp',
    pageHost: null,
    consent: null,
    reasons: [{ code: 'matches' }],
    worked: { annualRatePpm: 132_000 },
  })
  const text = must(await server.call('capital', 'text', { params: { id: inApp } }, who))
  expect(text).toMatchObject(detail.consentText)
  const words = text.paragraphs.map((paragraph) => paragraph.text).join('\n')
  for (const word of ['示例合作银行股份有限公司', 'B0001', '姓名、身份证号码：核实身份', '人脸影像']) expect(words).toContain(word)
  expect(must(await server.call('capital', 'detail', { params: { id: ownPage }, query: {} })).pageHost).toBe('127.0.0.1:8082')
})

test('only what was agreed to goes to a partner, item by item on record, and no other borrower’s', async () => {
  const who = await ready()
  const { applicationId } = await handedIn(server, who)
  await decided(server)
  const [call] = sentTo(inApp, applicationId)
  expect(Object.keys(call?.data ?? {}).toSorted()).toEqual([
    'employer',
    'form',
    'idNumber',
    'income',
    'limit',
    'mobile',
    'name',
    'occupation',
  ])
  expect(call?.data).toMatchObject({ name: '测试', mobile: who.mobile, form: { workYears: '3', housing: 'rent' } })
  const [partner] = await profileOf(who)
  expect(partner).toMatchObject({ capitalId: inApp, consents: [{ withdrawnAt: null, text: { key: 'partnerSharing' } }] })
  expect(partner?.held.map(({ item }) => item).toSorted()).toEqual(Object.keys(call?.data ?? {}).toSorted())
})

test('an item that the consent does not cover is not sent, also when the partner asks for it since', async () => {
  const who = await ready()
  const { applicationId } = await handedIn(server, who)
  await server.db
    .updateTable('partner_consent')
    .set({ items: ['name', 'mobile'] })
    .where('user_id', '=', who.userId)
    .execute()
  await decided(server)
  expect(Object.keys(sentTo(inApp, applicationId)[0]?.data ?? {}).toSorted()).toEqual(['mobile', 'name'])
})

test('R2.46 withdrawing is shown first and changes nothing; then it stops at once: what was handed in is not sent any more', async () => {
  const who = await ready()
  const { applicationId } = await handedIn(server, who)
  const consentId = (await profileOf(who))[0]?.consents[0]?.consentId ?? 0
  const shown = must(await server.call('capital', 'consentEffect', { params: { id: consentId } }, who))
  expect(shown.effect).toMatchObject({
    stops: ['newData', 'openApplication', 'newApplications'],
    openApplicationId: applicationId,
    runningLoans: 0,
  })
  expect(shown.consent.withdrawnAt).toBeNull()
  expect((await withdraw(who, consentId)).consent.withdrawnAt).not.toBeNull()
  await decided(server)
  await askAgain(server)
  expect(sentTo(inApp, applicationId)).toEqual([])
  expect(await statusOf(server, who, applicationId)).toBe('cancelled')
  const again = await withdraw(who, consentId)
  expect(again.consent.withdrawnAt).toBe((await profileOf(who))[0]?.consents[0]?.withdrawnAt)
})

test('an approval ends with the consent; a loan that was made stays, and the page says what is kept', async () => {
  const [unused, lent] = [await ready(), await ready()]
  await approved(server, unused)
  await approved(server, lent)
  await borrowed(server, lent, { productId: 401, amountFen: 500_000 })
  await decided(server)
  const consentOf = async (who: TestBorrower) => (await profileOf(who))[0]?.consents[0]?.consentId ?? 0
  expect((await withdraw(unused, await consentOf(unused))).effect.stops).toContain('approval')
  expect(must(await server.call('borrow', 'options', {}, unused)).products.map(({ productId }) => productId)).not.toContain(401)
  const { effect } = await withdraw(lent, await consentOf(lent))
  expect(effect).toMatchObject({ runningLoans: 1, stays: ['limit', 'runningLoans', 'otherPartners'], openApplicationId: null })
  expect(effect.keeps.map(({ what }) => what)).toEqual(['sentToPartner', 'consentRecord', 'loanRecords'])
  expect(must(await server.call('loan', 'list', { query: {} }, lent)).items).toHaveLength(1)
})

test('after a withdrawal the partner can be agreed to again, as another consent', async () => {
  const who = await ready()
  const { applicationId } = await opened(server, who)
  await withdraw(who, (await profileOf(who))[0]?.consents[0]?.consentId ?? 0)
  expect(await statusOf(server, who, applicationId)).toBe('stopped')
  await opened(server, who)
  expect((await profileOf(who))[0]?.consents.map(({ withdrawnAt }) => withdrawnAt === null)).toEqual([true, false])
})

test('R7.14 a click is recorded once in a visit, with what was done where; a guest’s is not', async () => {
  const who = await ready()
  const click = (action: 'view' | 'click' | 'consent' | 'refuse', generateId: string, token?: string) =>
    server.call(
      'capital',
      'click',
      { body: { action, capitalId: inApp, page: '/funders/jsd' } },
      { ...(token !== undefined && { token }), headers: { generateid: generateId, channel: 'partner-x' } },
    )
  for (const visit of ['v1', 'v1', 'v2']) expect(must(await click('view', visit, who.token))).toEqual({ recorded: true })
  must(await click('consent', 'v1', who.token))
  expect(must(await click('view', 'v1'))).toEqual({ recorded: false })
  const rows = await server.db
    .selectFrom('partner_click')
    .select(['action', 'lender_id', 'page', 'channel_code', 'visit'])
    .where('user_id', '=', who.userId)
    .orderBy('click_id')
    .execute()
  const row = { lender_id: inApp, page: '/funders/jsd', channel_code: 'partner-x' }
  expect(rows).toEqual([
    { ...row, action: 'view', visit: 'v1' },
    { ...row, action: 'view', visit: 'v2' },
    { ...row, action: 'consent', visit: 'v1' },
  ])
})
