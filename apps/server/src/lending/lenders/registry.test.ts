import { civilDate } from '@fyh/base/dates.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { priceRange } from './pricing.ts'
import { lendersOn, lendingOn } from './registry.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const day = civilDate('2026-11-27')

test('the three example lenders are of three types and lend by all five methods, equal instalments first', async () => {
  const lenders = (await lendersOn(server.db, day)).filter(({ lenderId }) => lenderId <= 3)
  expect(lenders.map(({ type }) => type)).toEqual(['consumerFinance', 'bank', 'smallLoan'])
  expect(lenders.flatMap(({ products }) => products).map(({ method }) => method)).toEqual([
    'equalInstalment',
    'equalPrincipal',
    'interestFirst',
    'bullet',
    'flat',
  ])
})

test('a product is found with its lender, and an unknown one is not', async () => {
  expect(await lendingOn(server.db, { productId: 301, on: day })).toMatchObject({ lender: { lenderId: 3 }, product: { method: 'flat' } })
  expect(await lendingOn(server.db, { productId: 999, on: day })).toBeUndefined()
})

test('the price of a flat loan is shown all in, far above its contract rate', async () => {
  const lenders = (await lendersOn(server.db, day)).filter(({ lenderId }) => lenderId === 3)
  const rates = lenders.flatMap(({ products }) => products.flatMap(({ prices }) => Object.values(prices)))
  const highest = Math.max(...rates.filter((rate) => rate !== null))
  expect(priceRange(lenders, { on: day })?.toPpm).toBeGreaterThan(1.6 * highest)
})
