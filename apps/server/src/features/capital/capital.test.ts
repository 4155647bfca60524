import { fen } from '@fyh/base/money.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { must, type TestBorrower } from '#platform/test-borrower.ts'
import { publishNext, withTier } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'

let server: TestServer
let borrower: TestBorrower
beforeAll(async () => {
  server = await testServer({ settings: { AUTO_DEBIT: '0' } })
  borrower = await server.newBorrower({ upTo: 'limit' })
  await withTier(server, borrower, 'C')
})
afterAll(() => server.close())

describe('R2.39 capital.product', () => {
  const product = async (query: { productId?: number } = {}, caller: { token?: string } = {}) =>
    must(await server.call('capital', 'product', { query }, caller))

  test('a guest sees who lends at which range of prices, and the cheapest and the dearest loan worked out', async () => {
    const shown = await product()
    expect(shown).toMatchObject({ onShelf: true, limitMaxFen: 20_000_000, periods: [12, 9, 6, 3], method: 'equalInstalment' })
    expect(shown.lenders.map(({ lenderId, licence }) => [lenderId, licence])).toEqual([
      [1, 'L0000'],
      [2, 'B0000'],
      [3, 'S0000'],
    ])
    expect(shown.examples.map(({ whose, amountFen, periods }) => [whose, amountFen, periods])).toEqual([
      ['lowest', 1_000_000, 12],
      ['highest', 1_000_000, 12],
    ])
  })

  test('a borrower with a limit also sees the loan at their own price, as the quote will have it', async () => {
    const { examples } = await product({}, borrower)
    const own = examples.find(({ whose }) => whose === 'own')
    const body = { productId: 101, amountFen: fen(1_000_000), periods: 12, use: '01' } as const
    const quote = must(await server.call('borrow', 'quote', { body }, borrower))
    expect(own).toMatchObject({
      annualRatePpm: quote.annualRatePpm,
      simplePpm: quote.costSheet.price.simplePpm,
      compoundPpm: quote.costSheet.price.compoundPpm,
      totalInterestFen: quote.totalInterest,
      instalmentFen: quote.plan[0]?.total,
    })
  })

  test('a product that no lender offers is off the shelf, without prices', async () => {
    expect(await product({ productId: 999 })).toMatchObject({ onShelf: false, price: null, examples: [], lenders: [] })
    await publishNext(server, { kind: 'product', recordId: 301, prices: { C: null, D: null, E: null, F: null } })
    expect(await product({ productId: 301 })).toMatchObject({ onShelf: false })
  })
})

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
