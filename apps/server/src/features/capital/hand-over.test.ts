import { lenderParty } from '@fyh/base/lender-party.ts'
import { capital } from '@fyh/contract/capital.ts'
import { signLink } from '@fyh/serve/signed.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { must, type TestBorrower } from '#platform/test-borrower.ts'
import { notifyOnly } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { askAgain, borrowerOfPartners, decided, inApp, opened, ownPage, statusOf } from './test-partner.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ settings: { AUTO_DEBIT: '0', SMS_ADDRESS_DAILY_MAX: '1000' } })
})
afterAll(() => server.close())

const fetched = (reference: string, signedBy = ownPage) => notifyOnly(server, 'handOver', { reference, signedBy })

/** A borrower with an application at the partner with a page of its own. */
async function atPage(): Promise<{ who: TestBorrower; applicationId: number }> {
  const who = await borrowerOfPartners(server)
  return { who, applicationId: (await opened(server, who, { capitalId: ownPage })).applicationId }
}

async function handedOver(who: TestBorrower, applicationId: number) {
  const { url } = must(await server.call('capital', 'handOver', { body: { applicationId } }, who))
  const search = new URL(url).searchParams
  return { url, reference: search.get('reference') ?? '', at: search.get('at') ?? '', signature: search.get('signature') ?? '' }
}

/** What the partner's page does once it has the data. */
async function placed(reference: string) {
  const data = capital.handOverData.data.parse((await fetched(reference)).data)
  server.providers.lender(ownPage).placeApplication(data)
  return data
}

function returnOf(reference: string, { outcome = 'done', secretOf = ownPage, ageMs = 0 } = {}) {
  const at = String(server.machine.machineNow().getTime() - ageMs)
  const [secret] = server.deps.config.vendorSecrets(lenderParty(secretOf))
  return { reference, outcome, at, signature: signLink({ purpose: 'return', reference, outcome, at }, secret) }
}

test('R2.41 the way over the partner’s own page: signed address without data, data fetched once, signed return, decision asked for', async () => {
  const { who, applicationId } = await atPage()
  const { url, reference, at, signature } = await handedOver(who, applicationId)
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:8082\/partner\/lender_5\?/)
  const [secret] = server.deps.config.vendorSecrets(lenderParty(ownPage))
  expect(signature).toBe(signLink({ purpose: 'handOver', reference, outcome: '', at }, secret))
  expect(url).not.toMatch(/138|测试|1101/)
  expect(await statusOf(server, who, applicationId)).toBe('filling')
  const { data, returnUrl } = await placed(reference)
  expect(data).toEqual({ name: '测试', idNumber: expect.any(String), mobile: who.mobile, occupation: '2', income: '4' })
  expect(returnUrl).toBe('http://127.0.0.1:8080/capitalResult')
  expect(await statusOf(server, who, applicationId)).toBe('submitted')
  const back = returnOf(reference)
  expect(must(await server.call('capital', 'returned', { body: back }, who)).applicationId).toBe(applicationId)
  await decided(server)
  expect(await statusOf(server, who, applicationId)).toBe('approved')
  // A reload of the page it returns to answers the same, also when the signature has become old.
  server.machine.pass(3_600_000)
  expect(must(await server.call('capital', 'returned', { body: back }, who)).status).toBe('approved')
})

describe('references named apart', () => {
  test('capital.handOverData: HAND_OVER_UNKNOWN for one that was never given out, and for another partner’s', async () => {
    const { who, applicationId } = await atPage()
    const { reference } = await handedOver(who, applicationId)
    expect(await fetched('R-made-up')).toMatchObject({ error: 'HAND_OVER_UNKNOWN' })
    expect(await fetched(reference, inApp)).toMatchObject({ error: 'HAND_OVER_UNKNOWN' })
    expect(await statusOf(server, who, applicationId)).toBe('filling')
  })

  test('capital.handOverData: HAND_OVER_USED the second time; of two at once one gets the data', async () => {
    const { who, applicationId } = await atPage()
    const { reference } = await handedOver(who, applicationId)
    const answers = await Promise.all([fetched(reference), fetched(reference), fetched(reference)])
    expect(answers.map(({ error }) => error ?? 'ok').toSorted()).toEqual(['HAND_OVER_USED', 'HAND_OVER_USED', 'ok'])
    expect(await fetched(reference)).toMatchObject({ error: 'HAND_OVER_USED' })
    // The page can be opened again with another one while the partner has not decided.
    expect(await fetched((await handedOver(who, applicationId)).reference)).toMatchObject({ code: 0 })
  })

  test('capital.handOverData: HAND_OVER_EXPIRED after five minutes', async () => {
    const { who, applicationId } = await atPage()
    const { reference } = await handedOver(who, applicationId)
    server.machine.pass(5 * 60_000)
    expect(await fetched(reference)).toMatchObject({ error: 'HAND_OVER_EXPIRED' })
    expect(await statusOf(server, who, applicationId)).toBe('filling')
  })

  test('capital.handOverData: CAPITAL_CONSENT_MISSING once the consent was withdrawn or the application cancelled: nothing leaves', async () => {
    const { who, applicationId } = await atPage()
    const { reference } = await handedOver(who, applicationId)
    must(await server.call('capital', 'stop', { body: { applicationId } }, who))
    expect(await fetched(reference)).toMatchObject({ error: 'CAPITAL_CONSENT_MISSING', data: null })
    expect(must(await server.call('capital', 'profile', {}, who)).partners).toMatchObject([{ held: [] }])
  })

  test('capital.handOverData: LENDER_CLOSED, capital.handOverData: CAPITAL_QUOTA_USED and capital.handOverData: CAPITAL_NOT_LISTED change nothing', async () => {
    const { who, applicationId } = await atPage()
    const full = { lender_id: ownPage, quota_day: server.clock.now().toISOString().slice(0, 10), used: 5_000 }
    await server.db.deleteFrom('partner_quota').execute()
    await server.db.insertInto('partner_quota').values(full).execute()
    expect(await fetched((await handedOver(who, applicationId)).reference)).toMatchObject({ error: 'CAPITAL_QUOTA_USED' })
    await server.db.deleteFrom('partner_quota').execute()
    const { reference } = await handedOver(who, applicationId)
    await server.db
      .updateTable('partner_hand_over')
      .set({ expires_at: new Date('2030-01-01') })
      .where('reference', '=', reference)
      .execute()
    const untilNight = 12 * 3_600_000
    server.machine.pass(untilNight)
    expect(await fetched(reference)).toMatchObject({ error: 'LENDER_CLOSED' })
    server.machine.pass(24 * 3_600_000 - untilNight)
    const { content } = await server.db
      .selectFrom('published_edition')
      .select('content')
      .where('kind', '=', 'partners')
      .executeTakeFirstOrThrow()
    await server.db.updateTable('published_edition').set({ in_force_from: '2199-01-01' }).where('kind', '=', 'partners').execute()
    expect(await fetched(reference)).toMatchObject({ error: 'CAPITAL_NOT_LISTED' })
    await server.db.updateTable('published_edition').set({ in_force_from: '2020-01-01' }).where('kind', '=', 'partners').execute()
    expect(content).toBeDefined()
    expect(await statusOf(server, who, applicationId)).toBe('filling')
  })

  test('capital.handOver: CAPITAL_STEP_NOT_OPEN for a partner without a page, and after the decision', async () => {
    const who = await borrowerOfPartners(server)
    const { applicationId } = await opened(server, who)
    const ask = () => server.call('capital', 'handOver', { body: { applicationId } }, who)
    expect((await ask()).error).toBe('CAPITAL_STEP_NOT_OPEN')
    must(await server.call('capital', 'stop', { body: { applicationId } }, who))
    expect((await ask()).error).toBe('CAPITAL_STEP_NOT_OPEN')
  })

  test('capital.handOver: CAPITAL_CONSENT_MISSING and capital.submit: CAPITAL_CONSENT_MISSING when the consent is not in force', async () => {
    const { who, applicationId } = await atPage()
    const other = await borrowerOfPartners(server)
    const form = await opened(server, other)
    for (const { userId } of [who, other])
      await server.db.updateTable('partner_consent').set({ withdrawn_at: new Date() }).where('user_id', '=', userId).execute()
    expect((await server.call('capital', 'handOver', { body: { applicationId } }, who)).error).toBe('CAPITAL_CONSENT_MISSING')
    const body = { applicationId: form.applicationId, values: { employer: '示例公司', workYears: '3', housing: 'rent' } }
    expect((await server.call('capital', 'submit', { body }, other)).error).toBe('CAPITAL_CONSENT_MISSING')
  })
})

describe('the return', () => {
  test('capital.returned: HAND_OVER_UNKNOWN for another signature, another outcome, another borrower', async () => {
    const { who, applicationId } = await atPage()
    const { reference } = await handedOver(who, applicationId)
    await placed(reference)
    const stranger = await borrowerOfPartners(server)
    const back = returnOf(reference)
    for (const [body, caller] of [
      [returnOf(reference, { secretOf: inApp }), who],
      [{ ...back, outcome: 'approved' }, who],
      [{ ...back, signature: '' }, who],
      [back, stranger],
    ] as const)
      expect((await server.call('capital', 'returned', { body }, caller)).error).toBe('HAND_OVER_UNKNOWN')
    await decided(server)
  })

  test('capital.returned: HAND_OVER_EXPIRED for a signature that is old or of no time, the first time', async () => {
    const { who, applicationId } = await atPage()
    const { reference } = await handedOver(who, applicationId)
    await placed(reference)
    expect((await server.call('capital', 'returned', { body: returnOf(reference, { ageMs: 11 * 60_000 }) }, who)).error).toBe(
      'HAND_OVER_EXPIRED',
    )
    expect(must(await server.call('capital', 'returned', { body: returnOf(reference) }, who)).applicationId).toBe(applicationId)
    await decided(server)
  })

  test('an application whose borrower leaves the page without applying is asked after, and can be moved on or stopped', async () => {
    const { who, applicationId } = await atPage()
    const { reference } = await handedOver(who, applicationId)
    await fetched(reference)
    await askAgain(server)
    expect(await statusOf(server, who, applicationId)).toBe('submitted')
    must(await server.call('capital', 'stop', { body: { applicationId } }, who))
    await server.runJobs()
    expect(await statusOf(server, who, applicationId)).toBe('cancelled')
  })
})
