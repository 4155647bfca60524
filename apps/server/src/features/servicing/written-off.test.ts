import { addDays, today } from '@fyh/base/dates.ts'
import { addFen, zeroFen } from '@fyh/base/money.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { must, type TestBorrower } from '#platform/test-borrower.ts'
import { detailOf, moveTo, paid, paidOutLoan, withTier } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { asOperator } from './test-operator.ts'

let server: TestServer
let borrower: TestBorrower
let loanId: number
let repaymentId: number

/** One period paid, the second in part, the others never; then the loan is given up. */
beforeAll(async () => {
  server = await testServer({ settings: { SMS_ADDRESS_DAILY_MAX: '1000', AUTO_DEBIT: '0' } })
  borrower = await server.newBorrower({ upTo: 'card' })
  await withTier(server, borrower)
  const loan = await paidOutLoan(server, borrower, { amountFen: 600_000, periods: 6 })
  ;({ loanId } = loan)
  const { plan } = await detailOf(server, borrower, loanId)
  await paid(server, borrower, { loanId, mode: 'due', amountFen: plan[0]?.total ?? 0 })
  await moveTo(server, addDays(today(server.clock), 70))
  await paid(server, borrower, { loanId, mode: 'due', amountFen: 30_000 })
  await asOperator(server, loan.contractNo, 'write-off')
  repaymentId = (await detailOf(server, borrower, loanId)).payments[0]?.repaymentId ?? 0
})
afterAll(() => server.close())

describe('a loan that was written off is nowhere told as repaid', () => {
  test('loan.detail: periods that were not paid to the end say so, and have no day on which they were paid', async () => {
    const { plan, status, timeline, writtenOff, paidTotal } = await detailOf(server, borrower, loanId)
    expect(status).toBe(5)
    expect(plan.map(({ state }) => state)).toEqual(['paid', ...Array(5).fill('writtenOff')])
    expect(plan.map(({ paidOn }) => paidOn !== null)).toEqual([true, ...Array(5).fill(false)])
    expect(addFen(zeroFen, ...plan.map((row) => row.paid.total))).toBe(paidTotal)
    expect(plan[1]?.paid.total).toBe(30_000)
    expect(timeline.find(({ step }) => step === 'settled')?.state).toBe('failed')
    expect(writtenOff?.on).toBe(today(server.clock))
  })

  test('loan.list: one period of six is paid, and the loan was given up', async () => {
    const { items } = must(await server.call('loan', 'list', { query: { group: 'settled' } }, { token: borrower.token }))
    expect(items).toEqual([expect.objectContaining({ loanId, status: 5, writtenOff: true, paidPeriods: 1, owedTotal: 0 })])
  })

  test('home and account: nothing can be borrowed', async () => {
    const home = must(await server.call('home', 'fyhHome', { body: {} }, { token: borrower.token }))
    expect(home.loans).toMatchObject({ settled: 1, writtenOff: 1 })
    expect(home.card).toMatchObject({ state: 'limit', blocked: 'writtenOff' })
    expect(must(await server.call('home', 'account', {}, { token: borrower.token })).availableFen).toBe(0)
  })

  test('repay.bills: only what was paid to the end stands among the paid ones, and nothing falls due', async () => {
    const billsOf = async (tab: 'due' | 'paid') =>
      must(await server.call('repay', 'bills', { query: { tab } }, { token: borrower.token })).bills.map(({ period }) => period)
    expect([await billsOf('due'), await billsOf('paid')]).toEqual([[], [1]])
  })

  test('repay.result: a payment of it says that the loan was given up', async () => {
    const result = must(await server.call('repay', 'result', { params: { id: repaymentId } }, { token: borrower.token }))
    expect(result).toMatchObject({ loanStatus: 5, loanWrittenOff: true, owedAfter: 0 })
  })
})
