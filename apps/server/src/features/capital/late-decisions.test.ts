import { afterAll, beforeAll, expect, test } from 'vitest'
import { must, type TestBorrower } from '#platform/test-borrower.ts'
import { notifyOnly, publishNext } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { approved, askAgain, borrowerOfPartners, decided, goodForm, handedIn, inApp, statusOf } from './test-partner.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ settings: { SMS_ADDRESS_DAILY_MAX: '1000' } })
})
afterAll(() => server.close())

const partner = () => server.providers.lender(inApp)
const dayMinutes = 1_440
const keyOf = ({ applicationId }: { applicationId: number }) => `apply-${applicationId}-1`
const notice = (key: string, result: 'approved' | 'refused', amountFen: number) =>
  notifyOnly(server, 'application', { noticeId: `${result}-${amountFen}`, key, result, amountFen, signedBy: inApp })

/** An application that was cancelled before the partner approved it. */
async function approvedLate(who: TestBorrower) {
  const application = await handedIn(server, who)
  await server.runJobs()
  must(await server.call('capital', 'stop', { body: { applicationId: application.applicationId } }, who))
  await server.runJobs()
  server.providers.takeNotices()
  await notice(keyOf(application), 'approved', 1_000_000)
  expect(await statusOf(server, who, application.applicationId)).toBe('declining')
  return application
}

test('an application that was handed in again has the whole time for its decision again', async () => {
  const who = await borrowerOfPartners(server)
  partner().decideApply({ result: 'incomplete', missing: ['workPhone'] })
  const { application } = await approved(server, who)
  const applicationId = application?.applicationId ?? 0
  server.machine.pass((dayMinutes + 30) * 60_000)
  const values = { ...goodForm, workPhone: '010-12345678' }
  const again = must(await server.call('capital', 'submit', { body: { applicationId, values } }, who))
  expect(again.submittedAt).toBe(server.clock.now().toISOString())
  await askAgain(server)
  await decided(server)
  expect(await statusOf(server, who, applicationId)).toBe('approved')
})

test('a late approval that the partner takes back by itself is declined, and it is asked no more', async () => {
  const who = await borrowerOfPartners(server)
  const application = await approvedLate(who)
  await notice(keyOf(application), 'refused', 0)
  expect(await statusOf(server, who, application.applicationId)).toBe('declined')
  const { items } = must(await server.call('message', 'list', { query: {} }, who))
  expect(items.map(({ kind }) => kind)).not.toContain('partnerRefused')
})

test('an approval of nothing changes nothing, whether or not there is one', async () => {
  const who = await borrowerOfPartners(server)
  const { application } = await approved(server, who)
  const applicationId = application?.applicationId ?? 0
  expect(await notice(keyOf({ applicationId }), 'approved', 0)).toMatchObject({ code: 0 })
  const { application: after } = must(await server.call('capital', 'result', { query: { applicationId } }, who))
  expect(after).toMatchObject({ status: 'approved', approvedFen: 1_000_000 })
})

test('a partner that leaves the list without a decision is not waited for longer than its time', async () => {
  const who = await borrowerOfPartners(server)
  const { applicationId } = await handedIn(server, who)
  await server.runJobs()
  server.providers.takeNotices()
  await publishNext(server, { kind: 'partners', recordId: 1, set: { partners: [] } })
  await askAgain(server, dayMinutes + 6)
  expect(await statusOf(server, who, applicationId)).toBe('cancelled')
})
