import { zeroFen } from '@fyh/base/money.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { owedByLedger, unbalancedPostings } from '#lending/ledger/ledger.sql.ts'
import { must, type TestBorrower } from '#platform/test-borrower.ts'
import { borrowed, detailOf, failedLoan, limitLeft, moveTo, notify, orderKeysOf, paidOutLoan } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ settings: { AUTO_DEBIT: '0', SMS_ADDRESS_DAILY_MAX: '1000' } })
})
afterAll(async () => {
  expect(await unbalancedPostings(server.db)).toEqual([])
  await server.close()
})

const ready = () => server.newBorrower({ upTo: 'card' })
const kindsOf = async ({ token }: TestBorrower) =>
  must(await server.call('message', 'list', { query: {} }, { token })).items.map(({ kind }) => kind)
const keyOf = async (loanId: number) => (await orderKeysOf(server, loanId)).at(-1) ?? ''
const legsOf = (loanId: number) => server.db.selectFrom('ledger_leg').selectAll().where('loan_id', '=', loanId).execute()

describe('pay-out', () => {
  test('R4.1 paid: the debt begins on the real pay-out day, 1 becomes 2 and next day 4', async () => {
    const borrower = await ready()
    const { loanId, status } = await borrowed(server, borrower, { amountFen: 600_000, periods: 3 })
    expect(status).toBe(1)
    await server.runJobs()
    expect(must(await server.call('loan', 'detail', { params: { id: loanId } }, { token: borrower.token }))).toMatchObject({
      status: 1,
      paidOutAt: null,
      owed: { total: 0 },
    })
    await server.deliverNotices()
    const detail = await detailOf(server, borrower, loanId)
    expect(detail).toMatchObject({ status: 2, owed: { principal: 600_000 } })
    expect(detail.plan[0]?.startDate).toBe('2026-11-27')
    expect(await owedByLedger(server.db, { userId: borrower.userId, loanId })).toMatchObject({ principal: 600_000, total: 600_000 })
    expect(await kindsOf(borrower)).toContain('payoutDone')
  })

  test('a pay-out that comes a day later moves the whole plan to its own day', async () => {
    const late = await testServer({ settings: { AUTO_DEBIT: '0' } })
    const borrower = await late.newBorrower({ upTo: 'card' })
    const { loanId } = await borrowed(late, borrower, { periods: 3 })
    await late.runJobs()
    await moveTo(late, '2026-12-01')
    await late.deliverNotices()
    const detail = await detailOf(late, borrower, loanId)
    expect(detail.plan.map(({ dueDate }) => dueDate)).toEqual(['2027-01-01', '2027-02-01', '2027-03-01'])
    expect(detail.endDate).toBe('2027-03-01')
    await late.close()
  })

  test('ID-05 ID-07 the same notice three times in a row and twenty times at once books once, and a late refusal changes nothing', async () => {
    const borrower = await ready()
    const { loanId } = await paidOutLoan(server, borrower, { amountFen: 200_000 })
    const key = await keyOf(loanId)
    const notice = { noticeId: `again-${key}`, key, result: 'paid', amountFen: 200_000 }
    for (let n = 0; n < 3; n += 1)
      expect(await notify(server, 'payout', notice)).toMatchObject({ status: 200, code: 0, data: { received: true } })
    const answers = await Promise.all(Array.from({ length: 20 }, () => notify(server, 'payout', notice)))
    expect(answers.every(({ code }) => code === 0)).toBe(true)
    expect(await notify(server, 'payout', { ...notice, noticeId: `late-${key}`, result: 'refused', reason: 'noFunds' })).toMatchObject({
      code: 0,
    })
    expect(await legsOf(loanId)).toHaveLength(2)
    expect((await detailOf(server, borrower, loanId)).status).toBe(2)
  })

  test('R4.1 refused: 3 with its reason, the limit is free again, and nothing is owed', async () => {
    const borrower = await ready()
    const before = await limitLeft(server, borrower)
    const loanId = await failedLoan(server, borrower)
    expect(await detailOf(server, borrower, loanId)).toMatchObject({
      status: 3,
      failReason: 'cardRefused',
      failure: { cause: 'card', canResubmit: true, givenUpAt: null },
      owed: { total: 0 },
      runningRepaymentId: null,
    })
    expect(await limitLeft(server, borrower)).toBe(before)
    expect(await kindsOf(borrower)).toContain('payoutFailed')
    expect(await legsOf(loanId)).toEqual([])
  })

  test('a lender that does not answer is asked until it is known, and the order is never doubled', async () => {
    const borrower = await ready()
    await server.runJobs()
    server.providers.lender(1).payOut.loseAnswer()
    const { loanId } = await borrowed(server, borrower, { amountFen: 200_000 })
    await server.runJobs()
    const key = await keyOf(loanId)
    const statusOf = async () =>
      (await server.db.selectFrom('payout').select('status').where('loan_id', '=', loanId).executeTakeFirst())?.status
    expect(await statusOf()).toBe('unknown')
    expect((await detailOf(server, borrower, loanId)).status).toBe(1)
    server.machine.pass(60_000)
    await server.deps.jobs.send(server.db, 'borrow.sweep', {})
    await server.runJobs()
    expect(await statusOf()).toBe('accepted')
    server.providers.takeNotices()
    server.machine.pass(60_000)
    await server.deps.jobs.send(server.db, 'borrow.sweep', {})
    await server.runJobs()
    expect((await detailOf(server, borrower, loanId)).status).toBe(2)
    expect(server.providers.lender(1).payOut.calls.filter((call) => call.key === key)).toHaveLength(1)
  })

  test('an order that the lender never got is sent again under its key', async () => {
    const borrower = await ready()
    await server.runJobs()
    server.providers.lender(1).payOut.next({ answer: 'unknown' })
    const { loanId } = await borrowed(server, borrower, { amountFen: 200_000 })
    await server.runJobs()
    server.machine.pass(60_000)
    await server.deps.jobs.send(server.db, 'borrow.sweep', {})
    await server.runJobs()
    await server.deliverNotices()
    const key = await keyOf(loanId)
    expect(server.providers.lender(1).payOut.calls.filter((call) => call.key === key)).toHaveLength(2)
    expect((await detailOf(server, borrower, loanId)).status).toBe(2)
  })

  test('a lender that took an order and later does not know it has not refused it: the loan waits, and what it pays is booked', async () => {
    const borrower = await ready()
    await server.runJobs()
    const before = await limitLeft(server, borrower)
    const { loanId } = await borrowed(server, borrower, { amountFen: 200_000 })
    await server.runJobs()
    const lost = { answer: 'ok', state: 'notFound', amountFen: zeroFen, paidAt: null, reason: null } as const
    server.providers.lender(1).queryPayOut.next(...Array.from({ length: 8 }, () => lost))
    for (let n = 0; n < 8; n += 1) {
      server.machine.pass(600_000)
      await server.deps.jobs.send(server.db, 'borrow.sweep', {})
      await server.runJobs()
    }
    expect((await detailOf(server, borrower, loanId)).status).toBe(1)
    expect(await limitLeft(server, borrower)).toBe(before - 200_000)
    await server.deliverNotices()
    expect((await detailOf(server, borrower, loanId)).status).toBe(2)
  })

  test('borrow.payoutNotice: NOTICE_UNKNOWN for a key that is none of ours, and a notice without a signature is not heard', async () => {
    expect(await notify(server, 'payout', { noticeId: 'n', key: 'payout-1', result: 'paid', amountFen: 1 })).toMatchObject({
      error: 'NOTICE_UNKNOWN',
    })
    const unsigned = await server.inject({
      method: 'POST',
      url: '/api/fyh/callback/lender/payOut',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ noticeId: 'n', key: 'payout-1', result: 'paid', amountFen: 1 }),
    })
    expect(unsigned.statusCode).toBe(401)
  })
})
