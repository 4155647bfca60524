import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bindCard, must, obtainLimit, type TestBorrower } from '#platform/test-borrower.ts'
import { borrowed, quoted } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { benefitsOn } from './test-benefits.ts'

let server: TestServer
let on: ReturnType<typeof benefitsOn>
beforeAll(async () => {
  server = await testServer({ settings: { SMS_ADDRESS_DAILY_MAX: '1000' } })
  on = benefitsOn(server)
})
afterAll(() => server.close())

/** A borrower who applies and borrows; `act` is what happens between the identity check and the application. */
async function borrows(act: (borrower: TestBorrower) => Promise<void>, added: { readonly benefitPackageId?: number } = {}) {
  const started = await server.newBorrower({ upTo: 'identity' })
  const borrower = { ...started, cardId: await bindCard(server, started, started.userId % 90_000) }
  await act(borrower)
  await obtainLimit(server, borrower)
  const limit = await server.db
    .selectFrom('credit_limit')
    .select(['granted_fen', 'price_tier', 'valid_until'])
    .where('user_id', '=', borrower.userId)
    .executeTakeFirstOrThrow()
  const { products, availableFen, blocked } = must(await server.call('borrow', 'options', {}, { token: borrower.token }))
  const { plan, costSheet, annualRatePpm, payOutHours } = await quoted(server, borrower)
  const { loanId } = await borrowed(server, borrower, added)
  const sentBefore = server.providers.lender(1).payOut.calls.length
  await server.runJobs()
  const sent = server.providers.lender(1).payOut.calls.slice(sentBefore)
  await server.deliverNotices()
  await server.runJobs()
  const {
    status,
    plan: lent,
    rules,
    card,
  } = must(await server.call('loan', 'detail', { params: { id: loanId } }, { token: borrower.token }))
  const orders = await on.loanOrders(loanId)
  return {
    approval: { limit, availableFen, blocked },
    price: { products, plan, costSheet, annualRatePpm },
    terms: { plan: lent, rules, tail: card.tail.length },
    bought: orders.length,
    speed: { payOutHours, orders: sent.map(({ amountFen, orderedOn }) => ({ amountFen, orderedOn })), status },
  }
}

test('R2.49 approval, limit, price and speed of a loan are the same with and without benefits', async () => {
  const without = await borrows(async () => undefined)
  const withOne = await borrows(async (borrower) => {
    await on.bought(borrower)
  })
  const refunded = await borrows(async (borrower) => {
    const orderId = await on.bought(borrower)
    must(await on.refund(borrower, orderId))
    await on.settle()
  })
  const together = await borrows(async () => undefined, { benefitPackageId: 1 })
  expect(withOne).toEqual(without)
  expect(refunded).toEqual(without)
  expect(together).toEqual({ ...without, bought: 1 })
})

test('nothing that decides about a loan reads an order of benefits', () => {
  const source = join(import.meta.dirname, '../..')
  const deciding = globSync(
    ['features/{apply,home,loan,repay}/**/*.ts', 'lending/{lenders,limits,loan,books,payout,repayment,close}/**/*.ts'],
    {
      cwd: source,
    },
  )
  expect(deciding.length).toBeGreaterThan(50)
  const readers = deciding.filter((file) => /benefit_order|supplier_order|features\/equity/.test(readFileSync(join(source, file), 'utf8')))
  expect(readers).toEqual([])
})
