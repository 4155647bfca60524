import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestBorrower } from '#platform/test-borrower.ts'
import { withTier } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'

let server: TestServer
let borrower: TestBorrower
beforeAll(async () => {
  server = await testServer({ settings: { AUTO_DEBIT: '0' } })
  borrower = await server.newBorrower({ upTo: 'limit' })
  await withTier(server, borrower, 'C')
})
afterAll(() => server.close())

describe('what is not there is refused', () => {
  test('capital.detail: CAPITAL_NOT_LISTED, capital.text: CAPITAL_NOT_LISTED for a lender that is no partner', async () => {
    const refused = { error: 'CAPITAL_NOT_LISTED' }
    expect(await server.call('capital', 'detail', { params: { id: 1 }, query: {} }, borrower)).toMatchObject(refused)
    expect(await server.call('capital', 'text', { params: { id: 1 } }, borrower)).toMatchObject(refused)
  })

  test('capital.consentEffect: CAPITAL_CONSENT_NOT_FOUND, capital.withdrawConsent: CAPITAL_CONSENT_NOT_FOUND', async () => {
    for (const name of ['consentEffect', 'withdrawConsent'] as const)
      expect(await server.call('capital', name, { params: { id: 1 } }, borrower)).toMatchObject({ error: 'CAPITAL_CONSENT_NOT_FOUND' })
  })

  test('capital.returned: HAND_OVER_UNKNOWN for a reference that was never given out', async () => {
    const body = { reference: 'R', outcome: 'done', at: '1', signature: '0' }
    expect(await server.call('capital', 'returned', { body }, borrower)).toMatchObject({ error: 'HAND_OVER_UNKNOWN' })
  })
})

const notFound = { error: 'CAPITAL_APPLICATION_NOT_FOUND' }
describe('an application that is not the borrower’s', () => {
  test('capital.saveForm: CAPITAL_APPLICATION_NOT_FOUND', async () => {
    expect(await server.call('capital', 'saveForm', { body: { applicationId: 1, values: {} } }, borrower)).toMatchObject(notFound)
  })
  test('capital.submit: CAPITAL_APPLICATION_NOT_FOUND', async () => {
    expect(await server.call('capital', 'submit', { body: { applicationId: 1, values: {} } }, borrower)).toMatchObject(notFound)
  })
  test('capital.handOver: CAPITAL_APPLICATION_NOT_FOUND', async () => {
    expect(await server.call('capital', 'handOver', { body: { applicationId: 1 } }, borrower)).toMatchObject(notFound)
  })
  test('capital.next: CAPITAL_APPLICATION_NOT_FOUND', async () => {
    expect(await server.call('capital', 'next', { body: { applicationId: 1 } }, borrower)).toMatchObject(notFound)
  })
  test('capital.stop: CAPITAL_APPLICATION_NOT_FOUND', async () => {
    expect(await server.call('capital', 'stop', { body: { applicationId: 1 } }, borrower)).toMatchObject(notFound)
  })
  test('capital.result: CAPITAL_APPLICATION_NOT_FOUND', async () => {
    expect(await server.call('capital', 'result', { query: { applicationId: 1 } }, borrower)).toMatchObject(notFound)
  })
  test('capital.terms: CAPITAL_APPLICATION_NOT_FOUND', async () => {
    expect(await server.call('capital', 'terms', { query: { applicationId: 1 } }, borrower)).toMatchObject(notFound)
  })
})
