import { today } from '@fyh/base/dates.ts'
import { fen } from '@fyh/base/money.ts'
import { cashFlowsOf, priceOf } from '@fyh/loan-engine/price.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lendersOn, planOf } from '#lending/lenders/lenders.ts'
import { must } from '#platform/test-borrower.ts'
import { publishNext, withTier } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { ageMax, ageMin } from '../apply/apply.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ settings: { AUTO_DEBIT: '0', SMS_ADDRESS_DAILY_MAX: '1000' } })
})
afterAll(() => server.close())

const pageOf = async (token?: string, periods: 3 | 6 | 9 | 12 = 12, on = server) =>
  must(await on.call('capital', 'product', { query: { periods } }, token === undefined ? {} : { token }))

test('R2.39 a guest sees the range of the guest home, every lender, and the cheapest and the dearest loan that the engine makes', async () => {
  const page = await pageOf()
  const tourist = must(await server.call('home', 'tourist', { body: {} }))
  expect(page).toMatchObject({
    price: tourist.price,
    ownPrice: null,
    next: 'login',
    limitMaxFen: 20_000_000,
    ages: { min: ageMin, max: ageMax },
  })
  const lenders = await lendersOn(server.db, today(server.clock))
  expect(page.lenders.map(({ name, licence }) => [name, licence])).toEqual(lenders.map(({ name, licence }) => [name, licence]))
  const prices = lenders.flatMap(({ products }) =>
    products
      .filter(({ periods }) => periods.includes(12))
      .flatMap((product) =>
        Object.values(product.prices)
          .filter((rate) => rate !== null)
          .map((annualRatePpm) => {
            const principal = fen(1_000_000)
            const plan = planOf(product, { amountFen: principal, periods: 12, annualRatePpm, payOutDate: today(server.clock) })
            return priceOf(cashFlowsOf({ principal, plan })).simple
          }),
      ),
  )
  expect(page.worked.loans.map(({ which, price }) => [which, price.simplePpm])).toEqual([
    ['lowest', Math.min(...prices)],
    ['highest', Math.max(...prices)],
  ])
  for (const { plan, totalInterest, totalDue } of page.worked.loans) {
    expect(plan).toHaveLength(12)
    expect(plan.reduce((sum, { principal }) => sum + principal, 0)).toBe(1_000_000)
    expect(totalDue - totalInterest).toBe(1_000_000)
  }
})

test('R2.39 a term that fewer products have is worked out over those, and an unknown term is refused', async () => {
  const { worked } = await pageOf(undefined, 3)
  expect(worked.periods).toBe(3)
  expect(worked.loans[0]).toMatchObject({ which: 'lowest', method: 'bullet' })
  const answer = await server.inject({ method: 'GET', url: '/api/fyh/app/capital/product?periods=5' })
  expect(answer.json()).toMatchObject({ code: 1, error: 'INPUT_INVALID' })
})

test('R2.39 a borrower with a limit sees their own price: of the product that borrowing begins with, as the options name it', async () => {
  const borrower = await server.newBorrower({ upTo: 'limit' })
  await withTier(server, borrower, 'C')
  const page = await pageOf(borrower.token)
  const options = must(await server.call('borrow', 'options', {}, borrower))
  const [first] = options.products
  expect(page.next).toBe('borrow')
  expect(page.worked.loans.map(({ which }) => which)).toEqual(['lowest', 'own', 'highest'])
  expect(page.worked.loans[1]).toMatchObject({ productId: first?.productId, annualRatePpm: first?.annualRatePpm, totalInterest: 79_705 })
  expect(page.worked.loans[1]?.price).toEqual({ simplePpm: 143_999, compoundPpm: 153_894 })
  const own = new Map(page.lenders.flatMap(({ products }) => products).map(({ productId, ownRatePpm }) => [productId, ownRatePpm]))
  for (const { productId, annualRatePpm } of options.products) expect(own.get(productId)).toBe(annualRatePpm)
  expect(page.ownPrice).toEqual({
    fromPpm: Math.min(...options.products.map(({ priceFromPpm }) => priceFromPpm)),
    toPpm: Math.max(...options.products.map(({ priceToPpm }) => priceToPpm)),
  })
})

test('R2.39 who has no limit in force sees no price as their own, and applying is the next step', async () => {
  const fresh = await server.newBorrower({ upTo: 'login' })
  expect(await pageOf(fresh.token)).toMatchObject({ ownPrice: null, next: 'apply' })
  const expired = await server.newBorrower({ upTo: 'limit' })
  await server.db.updateTable('credit_limit').set({ valid_until: '2026-11-26' }).where('user_id', '=', expired.userId).execute()
  const page = await pageOf(expired.token)
  expect(page).toMatchObject({ ownPrice: null, next: 'apply' })
  expect(page.worked.loans.some(({ which }) => which === 'own')).toBe(false)
  expect(await pageOf('no-such-token')).toMatchObject({ next: 'login' })
})

test('R2.39 fees of a lender are those of its rules, and a closed lender names its next opening', async () => {
  const { lenders } = await pageOf()
  const rules = new Map(lenders.map(({ lenderId, products }) => [lenderId, products[0]?.rules]))
  expect(rules.get(1)).toMatchObject({ earlySettlementFeePpm: 0, penalty: { graceDays: 3 } })
  expect(rules.get(3)).toMatchObject({ earlySettlementFeePpm: 5_000, earlySettlementFreeDays: 30, penalty: { graceDays: 0 } })
  await publishNext(server, { kind: 'lender', recordId: 2, set: { openingHours: { from: '18:00', to: '22:00' } } })
  const bank = (await pageOf()).lenders.find(({ lenderId }) => lenderId === 2)
  expect(bank?.opensAt).toBe('2026-11-27T10:00:00.000Z')
})

test('R2.39 off the shelf: without a product on offer there is no price, no lender and no loan', async () => {
  const own = await testServer()
  for (const { productId } of (await lendersOn(own.db, today(own.clock))).flatMap(({ products }) => products))
    await publishNext(own, { kind: 'product', recordId: productId, prices: { A: null, B: null, C: null, D: null, E: null, F: null } })
  expect(await pageOf(undefined, 12, own)).toMatchObject({ price: null, lenders: [], periods: [], worked: { loans: [] } })
  await own.close()
})
