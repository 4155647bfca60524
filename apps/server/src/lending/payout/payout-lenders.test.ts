import { today } from '@fyh/base/dates.ts'
import { fen } from '@fyh/base/money.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reconcile } from '#features/reconcile/reconcile.ts'
import { service } from '#features/servicing/servicing.ts'
import { unbalancedPostings } from '#lending/ledger/ledger.sql.ts'
import type { TestBorrower } from '#platform/test-borrower.ts'
import { borrowed, detailOf, notify, orderKeysOf, paidOutLoan, withTier } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { payoutLanes } from './payout.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ settings: { AUTO_DEBIT: '0', SMS_ADDRESS_DAILY_MAX: '1000' } })
})
afterAll(async () => {
  expect(await unbalancedPostings(server.db)).toEqual([])
  await server.close()
})

/** A product of each lender. */
const products = [
  { lenderId: 1, wanted: { amountFen: 100_000, periods: 12, productId: 101 } },
  { lenderId: 2, wanted: { amountFen: 1_000_000, periods: 12, productId: 201 } },
  { lenderId: 3, wanted: { amountFen: 100_000, periods: 12, productId: 301 } },
] as const
const [first, second, third] = products

/** In a tier that all three lenders lend to. */
async function ready(): Promise<TestBorrower> {
  const borrower = await server.newBorrower({ upTo: 'card' })
  await withTier(server, borrower, 'C')
  return borrower
}
const keyOf = async (loanId: number) => (await orderKeysOf(server, loanId)).at(-1) ?? ''
const statusOf = async (borrower: TestBorrower, loanId: number) => (await detailOf(server, borrower, loanId)).status
const ordersAt = (lenderId: number) => server.providers.lender(lenderId).payOut.calls.map(({ key }) => key)
const fundingOf = async (loanId: number) =>
  server.db
    .selectFrom('ledger_leg')
    .select(['account', 'lender_id', 'amount_fen'])
    .where('loan_id', '=', loanId)
    .orderBy('account')
    .execute()
async function sweep() {
  server.machine.pass(600_000)
  await server.deps.jobs.send(server.db, 'borrow.sweep', {})
  await server.runJobs()
}
async function said(line: string): Promise<string[]> {
  const lines: string[] = []
  await service(server.deps, line.split(' '), (one) => lines.push(one))
  return lines
}

test.each(products)(
  'a pay-out is ordered from lender $lenderId of the loan alone, and its funding is booked under that lender',
  async ({ lenderId, wanted }) => {
    const borrower = await ready()
    const { loanId } = await paidOutLoan(server, borrower, wanted)
    const key = await keyOf(loanId)
    expect(products.filter((one) => ordersAt(one.lenderId).includes(key)).map((one) => one.lenderId)).toEqual([lenderId])
    expect(await statusOf(borrower, loanId)).toBe(2)
    expect(await fundingOf(loanId)).toEqual([
      { account: 'lenderFunding', lender_id: lenderId, amount_fen: -wanted.amountFen },
      { account: 'principalReceivable', lender_id: null, amount_fen: wanted.amountFen },
    ])
  },
)

describe('a notice counts for the lender that signs it', () => {
  test('one that another lender signs for itself is refused and changes nothing; the loan’s own lender is heard', async () => {
    const borrower = await ready()
    const { loanId } = await borrowed(server, borrower, first.wanted)
    await server.runJobs()
    const notice = { noticeId: 'n-1', key: await keyOf(loanId), result: 'paid', amountFen: first.wanted.amountFen }
    for (const result of ['paid', 'refused'])
      expect(await notify(server, 'payout', { ...notice, result, signedBy: 2 })).toMatchObject({ code: 1, error: 'NOTICE_UNKNOWN' })
    expect(await statusOf(borrower, loanId)).toBe(1)
    expect(await fundingOf(loanId)).toEqual([])
    expect(await server.db.selectFrom('vendor_notice').selectAll().where('order_key', '=', notice.key).execute()).toEqual([])
    expect(await notify(server, 'payout', { ...notice, signedBy: 1 })).toMatchObject({ code: 0 })
    expect(await statusOf(borrower, loanId)).toBe(2)
  })

  test('one that names a lender with another lender’s secret, or names none, proves nothing', async () => {
    const borrower = await ready()
    const { loanId } = await borrowed(server, borrower, second.wanted)
    await server.runJobs()
    const notice = { noticeId: 'n-2', key: await keyOf(loanId), result: 'paid', amountFen: second.wanted.amountFen, signedBy: 1 }
    for (const lenderId of [2, undefined, 'lender_2', 0])
      expect(await notify(server, 'payout', { ...notice, lenderId }), String(lenderId)).toMatchObject({
        status: 401,
        error: 'SIGNATURE_INVALID',
      })
    expect(await statusOf(borrower, loanId)).toBe(1)
    expect(await notify(server, 'payout', { ...notice, signedBy: 2 })).toMatchObject({ code: 0 })
    expect(await statusOf(borrower, loanId)).toBe(2)
  })
})

test('a lost answer is asked after at the loan’s own lender, and an order that is given up is cancelled there', async () => {
  const borrower = await ready()
  const lender = server.providers.lender(2)
  lender.payOut.next(...Array.from({ length: 7 }, () => ({ answer: 'unknown' }) as const))
  const { loanId } = await borrowed(server, borrower, second.wanted)
  await server.runJobs()
  const key = await keyOf(loanId)
  for (let round = 0; round < 8; round += 1) await sweep()
  lender.payOut.forget()
  expect(lender.queryPayOut.calls.map((call) => call.key)).toContain(key)
  expect(lender.cancelPayOut.calls.map((call) => call.key)).toContain(key)
  for (const other of [1, 3])
    for (const call of ['payOut', 'queryPayOut', 'cancelPayOut'] as const)
      expect(server.providers.lender(other)[call].calls.map((one) => one.key)).not.toContain(key)
  expect(await statusOf(borrower, loanId)).toBe(3)
})

describe('a lender that does not answer', () => {
  test('holds up no pay-out of another lender in the same round', async () => {
    const [atThird, atFirst] = [await ready(), await ready()]
    await borrowed(server, atThird, third.wanted)
    const { loanId } = await borrowed(server, atFirst, first.wanted)
    const answer = Promise.withResolvers<{ readonly answer: 'unknown' }>()
    const lender = (lenderId: number) =>
      lenderId === 3 ? { ...server.providers.lender(3), payOut: () => answer.promise } : server.providers.lender(lenderId)
    const lanes = payoutLanes({ ...server.deps, providers: { ...server.providers, lender } })
    const round = lanes.askDue()
    await expect.poll(async () => ordersAt(1).includes(await keyOf(loanId))).toBe(true)
    await server.deliverNotices()
    expect(await statusOf(atFirst, loanId)).toBe(2)
    answer.resolve({ answer: 'unknown' })
    await round
    await sweep()
    await server.deliverNotices()
  })

  test('is not asked for new orders at once any more, until it answers in a round; other lenders are', async () => {
    const lanes = payoutLanes(server.deps)
    const ordered = async (one: (typeof products)[number], borrower: TestBorrower) => {
      const { loanId } = await borrowed(server, borrower, one.wanted)
      const { payout_id: payoutId } = await server.db
        .selectFrom('payout')
        .select('payout_id')
        .where('loan_id', '=', loanId)
        .executeTakeFirstOrThrow()
      return { userId: borrower.userId, payoutId, key: `payout-${payoutId}` }
    }
    const late = []
    for (let n = 0; n < 4; n += 1) late.push(await ordered(third, await ready()))
    const other = await ordered(first, await ready())
    server.providers.lender(3).payOut.next(...Array.from({ length: 3 }, () => ({ answer: 'unknown' }) as const))
    for (const key of [...late, other]) await lanes.askNow(key)
    expect(late.map(({ key }) => ordersAt(3).includes(key))).toEqual([true, true, true, false])
    expect(ordersAt(1)).toContain(other.key)
    server.machine.pass(60_000)
    await lanes.askDue()
    expect(late.map(({ key }) => ordersAt(3).includes(key))).toEqual([true, true, true, true])
    await server.deliverNotices()
  })
})

test('reconciliation compares each lender with its own statement and names it, and operators see whose order it is', async () => {
  const differences = async () => {
    const lines: string[] = []
    await reconcile(server.deps, { date: today(server.clock), say: (line) => lines.push(line) })
    return lines.filter((line) => line.startsWith('lender '))
  }
  const borrower = await ready()
  const { loanId } = await paidOutLoan(server, borrower, second.wanted)
  const key = await keyOf(loanId)
  const { contractNo } = await detailOf(server, borrower, loanId)
  expect(await differences()).toEqual([])
  const { filed } = server.providers.lender(2)
  const entry = filed.find(({ orderKey }) => orderKey === key)
  if (entry === undefined) throw new Error('lender 2 filed the pay-out')
  // The same order in the statement of another lender is unknown there, and is missing at its own.
  filed.splice(filed.indexOf(entry), 1)
  server.providers.lender(3).filed.push(entry)
  const notFound = { answer: 'ok', state: 'notFound', amountFen: fen(0), paidAt: null, reason: null } as const
  server.providers.lender(2).queryPayOut.next(notFound)
  expect(await differences()).toEqual([
    `lender 2: order ${key} (loan ${contractNo}): 10,000.00 of ${entry.on} is missing there`,
    `lender 3: order ${key} (unknown order): 10,000.00 of ${entry.on} is missing here`,
  ])
  // A lender without a statement hides nothing of the others.
  server.providers.lender(3).filed.pop()
  server.providers.lender(1).statement.next(...Array.from({ length: 3 }, () => ({ answer: 'unknown' }) as const))
  server.providers.lender(2).queryPayOut.next(notFound)
  expect(await differences()).toEqual([
    `lender 2: order ${key} (loan ${contractNo}): 10,000.00 of ${entry.on} is missing there`,
    `lender 1: no statement for ${entry.on} (is it reachable at its configured address?)`,
  ])
  filed.push(entry)
  await notify(server, 'payout', { noticeId: 'other', key, result: 'paid', amountFen: 999_900, signedBy: 2 })
  expect((await said('payouts')).filter((line) => line.includes(key))).toEqual([expect.stringContaining(`lender 2, order ${key}`)])
})
