import { transaction } from '@fyh/postgres/pool.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { owedByLedger, unbalancedPostings } from '#lending/ledger/ledger.sql.ts'
import { balancesOf } from '#lending/ledger/ledger.ts'
import { learnDebit } from '#lending/repayment/repayment.ts'
import { must, type TestBorrower } from '#platform/test-borrower.ts'
import { detailOf, limitLeft, moveTo, notify, orderKeysOf, paidOutLoan, payOrdered, withTier } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ settings: { AUTO_DEBIT: '0', SMS_ADDRESS_DAILY_MAX: '1000' } })
})
afterAll(async () => {
  expect(await unbalancedPostings(server.db)).toEqual([])
  await server.close()
})

async function loanOf() {
  const borrower = await server.newBorrower({ upTo: 'card' })
  await withTier(server, borrower)
  const limit = await limitLeft(server, borrower)
  const { loanId } = await paidOutLoan(server, borrower)
  return { borrower, loanId, limit }
}
type Mine = Awaited<ReturnType<typeof loanOf>>

async function ordered({ borrower, loanId }: Mine, amountFen: number, mode: 'due' | 'all' = 'due') {
  const { repaymentId } = must(await payOrdered(server, borrower, { loanId, mode, amountFen }))
  await server.runJobs()
  server.providers.takeNotices()
  return { repaymentId, amountFen, key: (await orderKeysOf(server, loanId)).at(-1) ?? '' }
}
type Debit = Awaited<ReturnType<typeof ordered>>
async function tell(
  { key, amountFen }: Debit,
  result: 'succeeded' | 'failed' | 'returned',
  takenFen = result === 'failed' ? 0 : amountFen,
) {
  expect(await notify(server, 'debit', { noticeId: `${result}-${key}`, key, result, takenFen })).toMatchObject({ status: 200, code: 0 })
  await server.runJobs()
}
async function paid(mine: Mine, amountFen: number, mode: 'due' | 'all' = 'due'): Promise<Debit> {
  const debit = await ordered(mine, amountFen, mode)
  await tell(debit, 'succeeded')
  return debit
}
const resultOf = async ({ token }: TestBorrower, { repaymentId }: Debit) =>
  must(await server.call('repay', 'result', { params: { id: repaymentId } }, { token }))
const quoteOf = async ({ borrower: { token }, loanId }: Mine, mode: 'due' | 'all') =>
  server.call('repay', 'quote', { params: { id: loanId }, query: { mode } }, { token })
const balance = async ({ borrower: { userId }, loanId }: Mine, account: 'returnedReceivable' | 'channelClearing') =>
  (await balancesOf(server.db, { userId, loanId })).get(account) ?? 0
const kindsOf = async ({ token }: TestBorrower) =>
  must(await server.call('message', 'list', { query: {} }, { token })).items.map(({ kind }) => kind)

describe('notices in any order', () => {
  test('ID-07 ID-08 in every order of processing, its success and the late failure of the attempt before the debit ends as success, booked once', async () => {
    for (const order of permutations(['accepted', 'success', 'oldFails'] as const)) {
      const mine = await loanOf()
      const first = await ordered(mine, 50_000)
      await tell(first, 'failed')
      const second = await ordered(mine, 50_000)
      const acts = {
        accepted: () =>
          transaction(server.db, (tx) =>
            learnDebit(
              tx,
              server.deps,
              { userId: mine.borrower.userId, repaymentId: second.repaymentId },
              { news: { kind: 'accepted' }, from: 'answer' },
            ),
          ),
        success: () => tell(second, 'succeeded'),
        oldFails: () => tell(first, 'failed'),
      }
      for (const act of order) await acts[act]()
      expect({ order, status: (await resultOf(mine.borrower, second)).status }).toEqual({ order, status: 'succeeded' })
      expect(await balance(mine, 'channelClearing')).toBe(50_000)
    }
  })

  test('in every order of success, failure and return the money is neither counted nor lost, and the loan is as before', async () => {
    for (const order of permutations(['succeeded', 'failed', 'returned'] as const)) {
      const mine = await loanOf()
      const debit = await ordered(mine, 91_680)
      for (const result of order) await tell(debit, result)
      expect({ order, result: await resultOf(mine.borrower, debit) }).toMatchObject({
        order,
        result: { status: 'returned', takenFen: 91_680 },
      })
      const { userId } = mine.borrower
      expect(await owedByLedger(server.db, { userId, loanId: mine.loanId })).toMatchObject({
        principal: 1_000_000,
        interest: 0,
        surplusHeld: 0,
      })
      expect(await balance(mine, 'channelClearing')).toBe(0)
      expect(await limitLeft(server, mine.borrower)).toBe(mine.limit - 1_000_000)
      expect(await detailOf(server, mine.borrower, mine.loanId)).toMatchObject({ paidTotal: 0, owed: { total: 1_100_161 } })
    }
  })
})

describe('a payment that the channel takes back', () => {
  test('of another sum than it took is left to a person and changes nothing', async () => {
    const mine = await loanOf()
    const debit = await paid(mine, 91_680)
    await tell(debit, 'returned', 90_000)
    expect(await resultOf(mine.borrower, debit)).toMatchObject({ status: 'succeeded', returnedOn: null })
    expect(await balance(mine, 'channelClearing')).toBe(91_680)
  })

  test('is shown as returned, is told once, and the period is to be paid again', async () => {
    const mine = await loanOf()
    const debit = await paid(mine, 91_680)
    await Promise.all(Array.from({ length: 8 }, () => tell(debit, 'returned')))
    expect(await resultOf(mine.borrower, debit)).toMatchObject({ status: 'returned', returnedOn: '2026-11-27', countsFrom: '2026-11-27' })
    const { payments, plan } = await detailOf(server, mine.borrower, mine.loanId)
    expect(payments).toMatchObject([{ repaymentId: debit.repaymentId, amountFen: 91_680, returnedOn: '2026-11-27' }])
    expect(plan[0]).toMatchObject({ state: 'future', paid: { total: 0 } })
    expect((await kindsOf(mine.borrower)).filter((kind) => kind === 'paymentReturned')).toHaveLength(1)
    expect(await paid(mine, 91_680)).toBeDefined()
    expect((await detailOf(server, mine.borrower, mine.loanId)).plan[0]?.state).toBe('paid')
  })

  test('leads what was paid after it to where it would have gone', async () => {
    const mine = await loanOf()
    const first = await paid(mine, 50_000)
    const second = await paid(mine, 41_680)
    expect((await resultOf(mine.borrower, second)).parts).toMatchObject({ interest: 0, principal: 41_680 })
    await tell(first, 'returned')
    expect((await resultOf(mine.borrower, second)).parts).toMatchObject({ interest: 15_000, principal: 26_680 })
    expect(await limitLeft(server, mine.borrower)).toBe(mine.limit - 1_000_000 + 26_680)
  })

  test('uses the limit again, also where it was lent out meanwhile: nothing is left to borrow, and nothing is below zero', async () => {
    const mine = await loanOf()
    const debit = await paid(mine, 91_680)
    await server.db
      .updateTable('credit_limit')
      .set((set) => ({ granted_fen: set.ref('used_fen'), total_fen: set.ref('used_fen') }))
      .where('user_id', '=', mine.borrower.userId)
      .execute()
    await tell(debit, 'returned')
    expect(await limitLeft(server, mine.borrower)).toBe(0)
    await paid(mine, 91_680)
    expect(await limitLeft(server, mine.borrower)).toBe(0)
  })

  test('while another debit is under way waits for its result, so that settling does not fall short by it', async () => {
    const mine = await loanOf()
    const first = await paid(mine, 91_680)
    const settling = await ordered(mine, must(await quoteOf(mine, 'all')).parts.total, 'all')
    await tell(first, 'returned')
    expect(await resultOf(mine.borrower, first)).toMatchObject({ status: 'returned' })
    expect(await detailOf(server, mine.borrower, mine.loanId)).toMatchObject({
      paidTotal: 91_680,
      runningRepaymentId: settling.repaymentId,
    })
    await tell(settling, 'succeeded')
    expect(await detailOf(server, mine.borrower, mine.loanId)).toMatchObject({ status: 5, returnedOwedFen: 91_680 })
  })

  test('while another debit is under way that fails is taken out then', async () => {
    const mine = await loanOf()
    const first = await paid(mine, 91_680)
    const second = await ordered(mine, 10_000)
    await tell(first, 'returned')
    await tell(second, 'failed')
    expect(await detailOf(server, mine.borrower, mine.loanId)).toMatchObject({ paidTotal: 0, returnedOwedFen: 0 })
    expect(await balance(mine, 'channelClearing')).toBe(0)
  })
})

describe('a payment of a settled loan that the channel takes back', () => {
  async function settled() {
    const mine = await loanOf()
    await paid(mine, 91_680)
    const last = await paid(mine, must(await quoteOf(mine, 'all')).parts.total, 'all')
    return { mine, last }
  }

  test('R4.1 leaves it settled, is owed as that sum without interest or penalty, and is paid like any other', async () => {
    const { mine, last } = await settled()
    expect((await quoteOf(mine, 'all')).error).toBe('LOAN_ALREADY_SETTLED')
    await tell(last, 'returned')
    await tell(last, 'returned')
    expect(await detailOf(server, mine.borrower, mine.loanId)).toMatchObject({
      status: 5,
      returnedOwedFen: last.amountFen,
      owed: { total: 0 },
    })
    expect(await balance(mine, 'returnedReceivable')).toBe(last.amountFen)
    expect(await limitLeft(server, mine.borrower)).toBe(mine.limit - last.amountFen)
    const { token } = mine.borrower
    const home = must(await server.call('home', 'fyhHome', { body: {} }, { token }))
    expect(home).toMatchObject({ due: [], returned: [{ loanId: mine.loanId, owedFen: last.amountFen }] })
    const bills = must(await server.call('repay', 'bills', { query: {} }, { token }))
    expect(bills).toMatchObject({ bills: [], returned: [{ loanId: mine.loanId, owedFen: last.amountFen }] })
    await moveTo(server, '2026-12-02')
    const quote = must(await quoteOf(mine, 'all'))
    expect(quote).toMatchObject({ payable: true, overdueDays: 0, parts: { principal: last.amountFen, penalty: 0, total: last.amountFen } })
    const again = await paid(mine, last.amountFen, 'all')
    expect(await resultOf(mine.borrower, again)).toMatchObject({
      mode: 'returned',
      status: 'succeeded',
      owedAfter: 0,
      loanStatus: 5,
      countsFrom: '2026-12-02',
    })
    expect(await detailOf(server, mine.borrower, mine.loanId)).toMatchObject({ status: 5, returnedOwedFen: 0 })
    expect(await balance(mine, 'returnedReceivable')).toBe(0)
    expect(must(await server.call('home', 'fyhHome', { body: {} }, { token })).returned).toEqual([])
    expect(await limitLeft(server, mine.borrower)).toBe(mine.limit)
    expect((await payOrdered(server, mine.borrower, { loanId: mine.loanId, mode: 'all', amountFen: 1_000 })).error).toBe(
      'LOAN_ALREADY_SETTLED',
    )
    await tell(again, 'returned')
    expect((await detailOf(server, mine.borrower, mine.loanId)).returnedOwedFen).toBe(last.amountFen)
  })

  test('is simply not counted where the loan is settled without it', async () => {
    const mine = await loanOf()
    const late = await ordered(mine, 91_680)
    await tell(late, 'failed')
    await paid(mine, 1_000_000, 'all')
    await tell(late, 'succeeded')
    const ledger = () => owedByLedger(server.db, { userId: mine.borrower.userId, loanId: mine.loanId })
    expect(await ledger()).toMatchObject({ total: 0, surplusHeld: 91_680 })
    expect(await detailOf(server, mine.borrower, mine.loanId)).toMatchObject({ surplusHeldFen: 91_680, writtenOff: null })
    await tell(late, 'returned')
    expect(await ledger()).toMatchObject({ total: 0, surplusHeld: 0 })
    expect(await detailOf(server, mine.borrower, mine.loanId)).toMatchObject({ status: 5, returnedOwedFen: 0 })
  })
})

function permutations<T>(all: readonly T[]): T[][] {
  if (all.length === 0) return [[]]
  return all.flatMap((one) => permutations(all.filter((other) => other !== one)).map((rest) => [one, ...rest]))
}
