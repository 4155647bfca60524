import { civilDate } from '@fyh/base/dates.ts'
import { cashFlowsOf, priceOf } from '@fyh/loan-engine/price.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { lendersOn, planOf } from '#lending/lenders/lenders.ts'
import { must, type TestBorrower } from '#platform/test-borrower.ts'
import { borrowed, moveTo, paid, paidOutLoan, quoted, withTier } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ settings: { AUTO_DEBIT: '0', SMS_ADDRESS_DAILY_MAX: '1000' } })
})
afterAll(() => server.close())

const homeOf = async ({ token }: TestBorrower, on = server) => must(await on.call('home', 'fyhHome', { body: {} }, { token }))

test('R7.13 the home of a guest needs no login and shows a worked example that the engine agrees with', async () => {
  const data = must(await server.call('home', 'tourist', { body: {} }))
  expect(data).toMatchObject({
    limitMaxFen: 20_000_000,
    example: { principal: 1_000_000, periods: 12, annualRatePpm: 180_000, instalment: 91_680 },
    serviceOpen: true,
  })
})

test('the home of a guest shows the all-in prices between the cheapest and the dearest loan of any lender', async () => {
  const on = civilDate('2026-11-27')
  const lenders = await lendersOn(server.db, on)
  expect(lenders.length).toBeGreaterThan(2)
  const prices = lenders
    .flatMap(({ products }) => products)
    .flatMap((product) =>
      Object.values(product.prices)
        .filter((rate) => rate !== null)
        .flatMap((annualRatePpm) =>
          product.periods.flatMap((periods) =>
            [product.amountMinFen, product.amountMaxFen].map((amountFen) => {
              const plan = planOf(product, { amountFen, periods, annualRatePpm, payOutDate: on })
              return priceOf(cashFlowsOf({ principal: amountFen, plan })).simple
            }),
          ),
        ),
    )
  expect(must(await server.call('home', 'tourist', { body: {} }))).toMatchObject({
    price: { fromPpm: Math.min(...prices), toPpm: Math.max(...prices) },
  })
})

test('R7.21 the badges count unread messages by tab, and the instalments to pay: one more loan is one more, a read message one less', async () => {
  const borrower = await server.newBorrower({ upTo: 'card' })
  const badges = async () => must(await server.call('home', 'tabInfo', {}, { token: borrower.token }))
  // Welcome and the card are the system's; the result of the application is a notice.
  expect(await badges()).toEqual({ unread: 3, unreadIn: { notice: 1, system: 2, activity: 0 }, dueCount: 0 })
  await paidOutLoan(server, borrower, { amountFen: 50_000 })
  await paidOutLoan(server, borrower, { amountFen: 50_000 })
  expect(await badges()).toEqual({ unread: 7, unreadIn: { notice: 5, system: 2, activity: 0 }, dueCount: 2 })
  const [newest] = must(await server.call('message', 'list', { query: {} }, { token: borrower.token })).items
  must(await server.call('message', 'detail', { params: { id: newest?.messageId ?? 0 } }, { token: borrower.token }))
  expect(await badges()).toMatchObject({ unread: 6, unreadIn: { notice: 4 } })
})

test('R7.12 R7.21 need a login', async () => {
  for (const answer of [
    await server.call('home', 'fyhHome', { body: {} }),
    await server.call('home', 'tabInfo', {}),
    await server.call('home', 'account', {}),
  ])
    expect(answer).toMatchObject({ code: -1, error: 'LOGIN_EXPIRED' })
})

describe('R7.12 home of a borrower', () => {
  test('begins with the next step, and has a limit once approved', async () => {
    const fresh = await server.newBorrower({ upTo: 'login' })
    expect(await homeOf(fresh)).toMatchObject({ card: { state: 'noLimit', next: 'identity', done: 0 }, due: [], dueTotalFen: 0, unread: 1 })
    const verified = await server.newBorrower({ upTo: 'identity' })
    expect((await homeOf(verified)).card).toMatchObject({ state: 'noLimit', next: 'profile' })
    const approved = await server.newBorrower({ upTo: 'limit' })
    expect((await homeOf(approved)).card).toMatchObject({ state: 'limit', blocked: null })
  })

  test('a limit says what 10,000 cost by number of periods, as the borrower would be quoted', async () => {
    const borrower = await server.newBorrower({ upTo: 'card' })
    const { card } = await homeOf(borrower)
    const cost = card.state === 'limit' ? card.cost : null
    const { products } = must(await server.call('borrow', 'options', {}, borrower))
    const product = products.find(({ lender, method }) => lender === cost?.lender && method === 'equalInstalment')
    const terms = []
    for (const periods of product?.periods.toSorted((one, other) => one - other) ?? []) {
      const { plan, totalInterest, costSheet } = await quoted(server, borrower, { productId: product?.productId ?? 0, periods })
      const { compoundPpm } = costSheet.price
      terms.push({ periods, instalment: plan[0]?.total, interest: totalInterest, compoundPpm })
    }
    expect(terms.length).toBeGreaterThan(2)
    expect(cost).toMatchObject({ principal: 1_000_000, terms })
  })

  test('follows a loan: on its way, failed, running, due, overdue, settled', async () => {
    const own = await testServer({ settings: { AUTO_DEBIT: '0', SMS_ADDRESS_DAILY_MAX: '1000' } })
    const borrower = await own.newBorrower({ upTo: 'card' })
    await withTier(own, borrower)
    const { loanId } = await borrowed(own, borrower)
    expect((await homeOf(borrower, own)).loans).toMatchObject({ disbursing: 1, list: [{ loanId, state: 'disbursing' }], open: 0 })
    await own.runJobs()
    await own.deliverNotices()
    own.providers.lender(1).payOut.next({ answer: 'refused', reason: 'noFunds' })
    const failed = await borrowed(own, borrower, { amountFen: 50_000 })
    await own.runJobs()
    const running = await homeOf(borrower, own)
    expect(running.loans).toMatchObject({ disbursing: 0, failed: 1, open: 1 })
    expect(running.loans.list.map(({ loanId: id, state }) => [id, state])).toEqual([
      [failed.loanId, 'failed'],
      [loanId, 'open'],
    ])
    expect(running.due).toMatchObject([{ loanId, period: 1, dueDate: '2026-12-27', daysLeft: 30, total: 91_680 }])
    expect(running.due[0]?.cardTail).toMatch(/^\d{4}$/)
    expect(running.dueTotalFen).toBe(91_680)
    await moveTo(own, '2026-12-31')
    const overdue = await homeOf(borrower, own)
    expect(overdue).toMatchObject({ today: '2026-12-31', card: { state: 'limit', blocked: 'overdue' }, penaltyTomorrowFen: 58 })
    expect(overdue.due[0]).toMatchObject({ overdueDays: 4, penalty: 230, total: 91_910 })
    await paid(own, borrower, { loanId, mode: 'due', amountFen: 91_910 })
    const quote = must(await own.call('repay', 'quote', { params: { id: loanId }, query: { mode: 'all' } }, { token: borrower.token }))
    await paid(own, borrower, { loanId, mode: 'all', amountFen: quote.parts.total })
    const settled = await homeOf(borrower, own)
    expect(settled).toMatchObject({ card: { state: 'limit', blocked: null }, due: [], dueTotalFen: 0, loans: { open: 0, settled: 1 } })
    await own.close()
  })

  test('promises an automatic debit only while it is to come: before the due day begins, and never where it is off', async () => {
    const own = await testServer({ settings: { SMS_ADDRESS_DAILY_MAX: '1000' } })
    const borrower = await own.newBorrower({ upTo: 'card' })
    await paidOutLoan(own, borrower)
    const debit = async () => (await homeOf(borrower, own)).due[0]?.debit
    expect(await debit()).toBe('ahead')
    await moveTo(own, '2026-12-26')
    expect(await debit()).toBe('ahead')
    own.providers.payment.decide({ result: 'failed', reason: 'balanceTooLow' })
    await moveTo(own, '2026-12-27')
    expect(await debit()).toBe('running')
    await own.runJobs()
    await own.deliverNotices()
    expect((await homeOf(borrower, own)).due[0]).toMatchObject({ daysLeft: 0, debit: 'byHand' })
    await moveTo(own, '2026-12-29')
    expect((await homeOf(borrower, own)).due[0]).toMatchObject({ daysLeft: -2, debit: 'byHand' })
    await own.close()
    const byHand = await server.newBorrower({ upTo: 'card' })
    await paidOutLoan(server, byHand)
    expect((await homeOf(byHand)).due[0]?.debit).toBe('byHand')
  })

  test('says when all of the limit is used, and when it ended', async () => {
    const borrower = await server.newBorrower({ upTo: 'card' })
    const change = (values: { used_fen?: number; valid_until?: string }) =>
      server.db.updateTable('credit_limit').set(values).where('user_id', '=', borrower.userId).execute()
    const { card } = await homeOf(borrower)
    await change({ used_fen: card.state === 'limit' ? card.totalFen : 0 })
    expect((await homeOf(borrower)).card).toMatchObject({ state: 'limit', blocked: 'used', availableFen: 0 })
    await change({ valid_until: '2026-11-26' })
    expect((await homeOf(borrower)).card).toMatchObject({ blocked: 'expired' })
    await change({ used_fen: 0 })
    expect(must(await server.call('home', 'account', {}, { token: borrower.token })).availableFen).toBe(0)
  })
})

test('the account shows name and phone masked, and counts', async () => {
  const borrower = await server.newBorrower({ upTo: 'card' })
  await paidOutLoan(server, borrower, { amountFen: 50_000 })
  const account = must(await server.call('home', 'account', {}, { token: borrower.token }))
  expect(account).toMatchObject({ name: '测*', realName: 'verified', cards: 1, openLoans: 1 })
  expect(account.mobile).toMatch(/^138\*{4}\d{4}$/)
  const fresh = await server.newBorrower({ upTo: 'login' })
  expect(must(await server.call('home', 'account', {}, { token: fresh.token }))).toMatchObject({
    name: null,
    realName: 'none',
    cards: 0,
    openLoans: 0,
    availableFen: null,
  })
})

test('home, loans and bills ask the database as often for five loans as for one', async () => {
  const borrower = await server.newBorrower({ upTo: 'card' })
  const queries = vi.spyOn(pg.Client.prototype, 'query')
  const asked = async () => {
    queries.mockClear()
    await homeOf(borrower)
    must(await server.call('loan', 'list', { query: {} }, { token: borrower.token }))
    for (const tab of ['due', 'paid'] as const) must(await server.call('repay', 'bills', { query: { tab } }, { token: borrower.token }))
    return queries.mock.calls.length
  }
  await paidOutLoan(server, borrower, { amountFen: 50_000 })
  const forOne = await asked()
  for (let n = 0; n < 4; n += 1) await paidOutLoan(server, borrower, { amountFen: 50_000 })
  expect(forOne).toBeGreaterThan(8)
  expect(await asked()).toBe(forOne)
  expect((await homeOf(borrower)).loans.open).toBe(5)
  queries.mockRestore()
})
