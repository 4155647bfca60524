import { today } from '@fyh/base/dates.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lendersOn } from '#lending/lenders/lenders.ts'
import { must, type TestBorrower } from '#platform/test-borrower.ts'
import { publishNext } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ settings: { AUTO_DEBIT: '0', SMS_ADDRESS_DAILY_MAX: '1000' } })
})
afterAll(() => server.close())

/** Takes every product from the market, or from one tier. */
async function withdraw(...tiers: ('A' | 'B' | 'C' | 'D' | 'E' | 'F')[]) {
  const prices = Object.fromEntries(tiers.map((tier) => [tier, null]))
  for (const { productId } of (await lendersOn(server.db, today(server.clock))).flatMap(({ products }) => products))
    await publishNext(server, { kind: 'product', recordId: productId, prices })
}

const cardOf = async ({ token }: TestBorrower) => must(await server.call('home', 'fyhHome', { body: {} }, { token })).card
const resultOf = async ({ token }: TestBorrower) => must(await server.call('apply', 'result', {}, { token }))
const newsOf = async ({ token }: TestBorrower) => must(await server.call('message', 'list', { query: {} }, { token })).items

test('a borrower in a tier that nothing is offered to is approved and shown a limit without a price', async () => {
  const before = await server.newBorrower({ upTo: 'limit' })
  expect(await cardOf(before)).toMatchObject({ state: 'limit', price: { fromPpm: 87_644, toPpm: 144_011 } })
  expect((await newsOf(before)).find(({ kind }) => kind === 'limitApproved')?.params).toMatchObject({ ratePpm: 144_011 })
  await withdraw('C')
  const borrower = await server.newBorrower({ upTo: 'limit' })
  for (const one of [before, borrower]) {
    expect(await cardOf(one)).toMatchObject({ state: 'limit', price: null })
    expect(await resultOf(one)).toMatchObject({ state: 'approved', price: null })
    expect(must(await server.call('borrow', 'options', {}, one)).products).toEqual([])
  }
  const told = (await newsOf(borrower)).find(({ kind }) => kind === 'limitApproved')
  expect(Object.keys(told?.params ?? {})).toEqual(['limitFen', 'validUntilOn'])
})

test('a guest sees an example of what is still offered, and that the service is closed once nothing is', async () => {
  const guest = async () => must(await server.call('home', 'tourist', { body: {} }))
  await publishNext(server, { kind: 'product', recordId: 101, prices: { D: null }, set: { periods: [6] } })
  expect(await guest()).toMatchObject({ example: { periods: 6, annualRatePpm: 72_000 }, serviceOpen: true })
  await withdraw('A', 'B', 'D', 'E', 'F')
  expect(await guest()).toMatchObject({ price: null, example: null, serviceOpen: false })
})
