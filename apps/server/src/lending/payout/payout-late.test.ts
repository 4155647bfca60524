import { addDays, today } from '@fyh/base/dates.ts'
import { fen } from '@fyh/base/money.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reconcile } from '#features/reconcile/reconcile.ts'
import { service } from '#features/servicing/servicing.ts'
import { owedByLedger, unbalancedPostings } from '#lending/ledger/ledger.sql.ts'
import { balancesOf } from '#lending/ledger/ledger.ts'
import { must, type TestBorrower } from '#platform/test-borrower.ts'
import { borrowed, detailOf, failedLoan, limitLeft, moveTo, notify, orderKeysOf, paidOutLoan, submittedAgain } from '#platform/test-loan.ts'
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

/** The lender pays an order after all, files it, and says so. */
async function paysLate(key: string, amountFen = 100_000, noticeId = `late-${key}`): Promise<void> {
  const { filed } = server.providers.lender(1)
  if (!filed.some(({ orderKey }) => orderKey === key))
    filed.push({ orderKey: key, kind: 'payOut', amountFen: fen(amountFen), on: today(server.clock) })
  expect(await notify(server, 'payout', { noticeId, key, result: 'paid', amountFen })).toMatchObject({ status: 200, code: 0 })
  await server.runJobs()
}

async function operator(line: string): Promise<string[]> {
  const said: string[] = []
  await service(server.deps, line.split(' '), (one) => said.push(one))
  await server.runJobs()
  return said
}
const decide = (line: string) => operator(`payout-resolve ${line} --by operator --reason test`)

async function sweep() {
  server.machine.pass(600_000)
  await server.deps.jobs.send(server.db, 'borrow.sweep', {})
  await server.runJobs()
}
/** A loan whose first attempt failed and whose second one the lender has accepted. */
async function inFlightTwice() {
  const borrower = await ready()
  const loanId = await failedLoan(server, borrower)
  const [first = ''] = await orderKeysOf(server, loanId)
  await submittedAgain(server, borrower, loanId)
  await server.runJobs()
  return { borrower, loanId, first }
}

/** Lines of reconciliation that are about a loan, its borrower or its orders. */
async function differences({ userId }: TestBorrower, contractNo: string): Promise<string[]> {
  const lines: string[] = []
  await reconcile(server.deps, { date: undefined, say: (line) => lines.push(line) })
  return lines.filter((line) => line.includes(contractNo) || line.startsWith(`borrower ${userId}:`) || line.startsWith('ledger'))
}
const caseOf = async (loanId: number) =>
  server.db.selectFrom('payout_case').selectAll().where('loan_id', '=', loanId).orderBy('case_id').execute()

describe('a success after a refusal', () => {
  test('is money that moved: 3 becomes 2, the limit is taken again, the plan counts from that day, and everything agrees', async () => {
    const borrower = await ready()
    const before = await limitLeft(server, borrower)
    const loanId = await failedLoan(server, borrower)
    const [key = ''] = await orderKeysOf(server, loanId)
    await moveTo(server, addDays(today(server.clock), 20))
    await Promise.all(Array.from({ length: 5 }, (_, n) => paysLate(key, 100_000, `late-${n}-${key}`)))
    const detail = await detailOf(server, borrower, loanId)
    expect(detail).toMatchObject({ status: 2, failReason: null, failure: null, owed: { principal: 100_000 } })
    expect(detail.plan[0]?.startDate).toBe(today(server.clock))
    expect(detail.timeline.find(({ step }) => step === 'paidOut')?.state).toBe('done')
    expect(await limitLeft(server, borrower)).toBe(before - 100_000)
    expect(await owedByLedger(server.db, { userId: borrower.userId, loanId })).toMatchObject({ principal: 100_000, total: 100_000 })
    expect((await kindsOf(borrower)).filter((kind) => kind === 'payoutDoneLate')).toHaveLength(1)
    expect(await caseOf(loanId)).toEqual([])
    expect(await differences(borrower, detail.contractNo)).toEqual([])
  })

  test('takes the limit also where it was lent out meanwhile, and a loan that was given up is a loan again', async () => {
    const borrower = await ready()
    const loanId = await failedLoan(server, borrower)
    must(await server.call('borrow', 'giveUp', { params: { id: loanId } }, borrower))
    await server.db.updateTable('credit_limit').set({ granted_fen: 1, total_fen: 1 }).where('user_id', '=', borrower.userId).execute()
    const [key = ''] = await orderKeysOf(server, loanId)
    await paysLate(key)
    const { status, failure, contractNo } = await detailOf(server, borrower, loanId)
    expect({ status, failure }).toEqual({ status: 2, failure: null })
    expect(await limitLeft(server, borrower)).toBe(0)
    expect(await differences(borrower, contractNo)).toEqual([])
  })

  test('that is found before the loan is handed in again spares the second pay-out', async () => {
    const borrower = await ready()
    const loanId = await failedLoan(server, borrower)
    await submittedAgain(server, borrower, loanId)
    server.providers.lender(1).queryPayOut.next({ answer: 'ok', state: 'paid', amountFen: fen(100_000), paidAt: null, reason: null })
    await server.runJobs()
    const second = (await orderKeysOf(server, loanId)).at(-1)
    expect((await detailOf(server, borrower, loanId)).status).toBe(2)
    expect(server.providers.lender(1).payOut.calls.filter(({ key }) => key === second)).toEqual([])
    server.machine.pass(60_000)
    await server.deps.jobs.send(server.db, 'borrow.sweep', {})
    await server.runJobs()
    expect(server.providers.lender(1).cancelPayOut.calls.map(({ key }) => key)).toContain(second)
    const states = await server.db.selectFrom('payout').select('status').where('loan_id', '=', loanId).orderBy('attempt').execute()
    expect(states.map(({ status }) => status)).toEqual(['paid', 'refused'])
  })

  test('is waited for as long as the lender does not answer; then the loan is handed in, however long that took', async () => {
    const borrower = await ready()
    const loanId = await failedLoan(server, borrower)
    await submittedAgain(server, borrower, loanId)
    server.providers.lender(1).queryPayOut.next(...Array.from({ length: 9 }, () => ({ answer: 'unknown' }) as const))
    for (let n = 0; n < 10; n += 1) {
      await server.runJobs()
      server.machine.pass(600_000)
      await server.deps.jobs.send(server.db, 'borrow.sweep', {})
    }
    await server.runJobs()
    await server.deliverNotices()
    server.providers.lender(1).queryPayOut.forget()
    expect((await detailOf(server, borrower, loanId)).status).toBe(2)
  })

  test('that comes before the later attempt was sent withdraws it', async () => {
    const borrower = await ready()
    const loanId = await failedLoan(server, borrower)
    const [first = ''] = await orderKeysOf(server, loanId)
    await submittedAgain(server, borrower, loanId)
    await paysLate(first)
    const second = (await orderKeysOf(server, loanId)).at(-1)
    expect(server.providers.lender(1).payOut.calls.filter(({ key }) => key === second)).toEqual([])
    const { status, contractNo } = await detailOf(server, borrower, loanId)
    expect(status).toBe(2)
    expect(await differences(borrower, contractNo)).toEqual([])
  })

  test.each([
    { order: 'first the late one', lateFirst: true },
    { order: 'first the later attempt', lateFirst: false },
  ])('while a later attempt is under way makes the second money a claim that operators see and resolve ($order)', async ({ lateFirst }) => {
    const borrower = await ready()
    const before = await limitLeft(server, borrower)
    const loanId = await failedLoan(server, borrower)
    const [first = ''] = await orderKeysOf(server, loanId)
    await submittedAgain(server, borrower, loanId)
    await server.runJobs()
    if (lateFirst) await paysLate(first)
    await server.deliverNotices()
    if (!lateFirst) await paysLate(first)
    await paysLate(first, 100_000, `again-${first}`)
    const { status, owed, contractNo } = await detailOf(server, borrower, loanId)
    expect({ status, principal: owed.principal }).toEqual({ status: 2, principal: 100_000 })
    expect(await limitLeft(server, borrower)).toBe(before - 100_000)
    const key = { userId: borrower.userId, loanId }
    expect((await balancesOf(server.db, key)).get('excessPayoutReceivable')).toBe(100_000)
    expect((await kindsOf(borrower)).filter((kind) => kind === 'paidTwice')).toHaveLength(1)
    expect(await differences(borrower, contractNo)).toEqual([])
    const [found, ...others] = await caseOf(loanId)
    expect({ kind: found?.kind, others }).toEqual({ kind: 'excess', others: [] })
    expect((await operator('payouts')).filter((line) => line.includes(contractNo))).toEqual([
      expect.stringContaining('1,000.00 paid beyond the loan'),
    ])

    await expect(decide(`--case ${found?.case_id} --as corrected`)).rejects.toThrow('ends as returned, lost')
    const orderKey = lateFirst ? ((await orderKeysOf(server, loanId)).at(-1) ?? '') : first
    server.providers.lender(1).filed.push({ orderKey, kind: 'return', amountFen: owed.principal, on: today(server.clock) })
    expect(await decide(`--case ${found?.case_id} --as returned`)).toEqual([expect.stringContaining('returned')])
    await expect(decide(`--case ${found?.case_id} --as lost`)).rejects.toThrow('is already closed')
    expect((await balancesOf(server.db, key)).get('excessPayoutReceivable')).toBe(0)
    expect(await differences(borrower, contractNo)).toEqual([])
    expect((await operator('payouts')).filter((line) => line.includes(contractNo))).toEqual([])
  })

  test.each([
    { cancelling: 'refuses to cancel', answer: { answer: 'refused', reason: 'cannotCancel' } as const },
    { cancelling: 'does not answer a cancellation', answer: { answer: 'unknown' } as const },
    { cancelling: 'cancels nothing', answer: { answer: 'ok', state: 'notFound', amountFen: fen(0), paidAt: null, reason: null } as const },
  ])('makes the second money a claim even if its notice is lost and the lender $cancelling', async ({ answer }) => {
    const { borrower, loanId, first } = await inFlightTwice()
    await paysLate(first)
    server.providers.takeNotices()
    server.providers.lender(1).cancelPayOut.next(answer)
    await sweep()
    server.providers.lender(1).cancelPayOut.forget()
    expect(await caseOf(loanId)).toMatchObject([{ kind: 'excess', outcome: null }])
    expect((await balancesOf(server.db, { userId: borrower.userId, loanId })).get('excessPayoutReceivable')).toBe(100_000)
  })

  test.each([
    { reason: 'busy', sent: 0 },
    { reason: 'cannotCancel', sent: 1 },
  ])('that may still come holds back the next attempt: a cancellation refused as $reason sends $sent', async ({ reason, sent }) => {
    const borrower = await ready()
    const loanId = await failedLoan(server, borrower)
    await submittedAgain(server, borrower, loanId)
    server.providers.lender(1).queryPayOut.next({ answer: 'ok', state: 'notFound', amountFen: fen(0), paidAt: null, reason: null })
    server.providers.lender(1).cancelPayOut.next({ answer: 'refused', reason })
    await server.runJobs()
    const second = (await orderKeysOf(server, loanId)).at(-1)
    const orders = () => server.providers.lender(1).payOut.calls.filter(({ key }) => key === second)
    expect(orders()).toHaveLength(sent)
    await sweep()
    expect(orders()).toHaveLength(1)
  })

  test('excess money that is lost leaves the loan as it is: nothing is written off of the debt', async () => {
    const borrower = await ready()
    const loanId = await failedLoan(server, borrower)
    const [first = ''] = await orderKeysOf(server, loanId)
    await submittedAgain(server, borrower, loanId)
    await server.runJobs()
    await server.deliverNotices()
    await paysLate(first)
    const [found] = await caseOf(loanId)
    await decide(`--case ${found?.case_id} --as lost`)
    const { status, writtenOff, owed, contractNo } = await detailOf(server, borrower, loanId)
    expect({ status, writtenOff, principal: owed.principal }).toEqual({ status: 2, writtenOff: null, principal: 100_000 })
    expect(await differences(borrower, contractNo)).toEqual([])
  })
})

describe('an outcome that is not known', () => {
  /** The lender never gets the order, whatever is sent. */
  async function neverReceived(borrower: TestBorrower, sweeps: number): Promise<number> {
    await server.runJobs()
    server.providers.lender(1).payOut.next(...Array.from({ length: 7 }, () => ({ answer: 'unknown' }) as const))
    const { loanId } = await borrowed(server, borrower, { amountFen: 100_000 })
    for (let n = 0; n < sweeps; n += 1) {
      await server.runJobs()
      server.machine.pass(600_000)
      await server.deps.jobs.send(server.db, 'borrow.sweep', {})
    }
    await server.runJobs()
    return loanId
  }

  test('is never guessed: while the lender cannot cancel the order the loan stays on its way with its limit, and is shown to operators', async () => {
    const borrower = await ready()
    const before = await limitLeft(server, borrower)
    server.providers.lender(1).cancelPayOut.next(...Array.from({ length: 20 }, () => ({ answer: 'unknown' }) as const))
    const loanId = await neverReceived(borrower, 14)
    const { status, contractNo } = await detailOf(server, borrower, loanId)
    expect(status).toBe(1)
    expect(await limitLeft(server, borrower)).toBe(before - 100_000)
    expect((await server.call('borrow', 'reQuote', { params: { id: loanId } }, borrower)).error).toBe('LOAN_NOT_FAILED')
    expect((await operator('payouts')).filter((line) => line.includes(contractNo))).toEqual([expect.stringContaining('unknown')])
    const [key = ''] = await orderKeysOf(server, loanId)
    await paysLate(key)
    expect(await detailOf(server, borrower, loanId)).toMatchObject({ status: 2 })
    expect(await differences(borrower, contractNo)).toEqual([])
    server.providers.lender(1).payOut.forget()
    server.providers.lender(1).cancelPayOut.forget()
  })

  test('can be ended by an operator, with the day of the pay-out; what the lender reports later still counts', async () => {
    const borrower = await ready()
    const loans: { loanId: number; key: string; contractNo: string }[] = []
    for (let n = 0; n < 2; n += 1) {
      const { loanId, contractNo } = await borrowed(server, borrower, { amountFen: 100_000, periods: 3 })
      await server.runJobs()
      loans.push({ loanId, contractNo, key: (await orderKeysOf(server, loanId))[0] ?? '' })
    }
    server.providers.takeNotices()
    const [one, two] = [loans[0] ?? expect.fail(), loans[1] ?? expect.fail()]
    const day = today(server.clock)
    await moveTo(server, addDays(day, 2))
    const end = (key: string, as: string) => operator(`payout-end --order ${key} --as ${as} --on ${day} --by operator --reason asked`)
    await expect(end('payout-1', 'paid')).rejects.toThrow('no payout has the order key payout-1')
    await expect(end(one.key, 'lost')).rejects.toThrow('--as takes paid, refused')
    await end(one.key, 'paid')
    const paid = await detailOf(server, borrower, one.loanId)
    expect({ status: paid.status, from: paid.plan[0]?.startDate }).toEqual({ status: 4, from: day })
    await expect(end(one.key, 'refused')).rejects.toThrow('the outcome is already known: paid')
    await end(two.key, 'refused')
    expect((await detailOf(server, borrower, two.loanId)).failure).toMatchObject({ cause: 'later', canResubmit: true })
    await notify(server, 'payout', { noticeId: `late-${two.key}`, key: two.key, result: 'paid', amountFen: 100_000 })
    await server.runJobs()
    expect((await detailOf(server, borrower, two.loanId)).status).toBe(2)
    expect((await caseOf(two.loanId)).map(({ kind, outcome }) => ({ kind, outcome }))).toEqual([{ kind: 'noOutcome', outcome: 'refused' }])
    for (const { contractNo } of loans) expect(await differences(borrower, contractNo)).toEqual([])
  })

  test.each([
    { answerIs: 'received', isLost: false },
    { answerIs: 'lost', isLost: true },
  ])(
    'ends when the lender cancels an order that it never got (answer $answerIs): the loan fails, and its key pays nothing out any more',
    async ({ isLost }) => {
      const borrower = await ready()
      const before = await limitLeft(server, borrower)
      if (isLost) server.providers.lender(1).cancelPayOut.loseAnswer()
      const loanId = await neverReceived(borrower, 8)
      expect(await detailOf(server, borrower, loanId)).toMatchObject({
        status: 3,
        failReason: 'notReceived',
        failure: { cause: 'later', canResubmit: true },
      })
      expect(await limitLeft(server, borrower)).toBe(before)
      await submittedAgain(server, borrower, loanId)
      server.providers.lender(1).payOut.forget()
      await server.runJobs()
      await server.deliverNotices()
      expect(await detailOf(server, borrower, loanId)).toMatchObject({ status: 2 })
    },
  )
})

describe('a notice of another amount than was ordered', () => {
  async function odd(amountFen: number, of: 'running' | 'failed' | 'paid' = 'running') {
    const borrower = await ready()
    await server.runJobs()
    const { loanId } =
      of === 'failed'
        ? { loanId: await failedLoan(server, borrower) }
        : of === 'paid'
          ? await paidOutLoan(server, borrower, { amountFen: 100_000 })
          : await borrowed(server, borrower, { amountFen: 100_000 })
    await server.runJobs()
    const [key = ''] = await orderKeysOf(server, loanId)
    const notice = { key, result: 'paid', amountFen }
    for (const noticeId of ['a', 'b', 'b'])
      expect((await notify(server, 'payout', { noticeId: `${noticeId}-${key}`, ...notice })).code).toBe(0)
    const cases = await caseOf(loanId)
    expect(cases).toHaveLength(1)
    const { contractNo, status } = await detailOf(server, borrower, loanId)
    return { borrower, loanId, key, caseId: cases[0]?.case_id, contractNo, status }
  }

  test('moves nothing, is kept once and shown to operators; the right notice after it is booked and closes the case', async () => {
    const { borrower, loanId, contractNo, status } = await odd(99_999)
    expect(status).toBe(1)
    expect((await operator('payouts')).filter((line) => line.includes(contractNo))).toEqual([
      expect.stringMatching(/of 1,000\.00: otherAmount, 999\.99 reported/),
    ])
    await server.deliverNotices()
    expect((await detailOf(server, borrower, loanId)).status).toBe(2)
    expect(await caseOf(loanId)).toMatchObject([{ outcome: 'corrected', resolved_by: 'lender' }])
    expect(await differences(borrower, contractNo)).toEqual([])
  })

  test('that the lender puts right makes the loan of the amount that was ordered', async () => {
    const { borrower, loanId, caseId, contractNo } = await odd(99_999)
    await decide(`--case ${caseId} --as corrected`)
    expect(await detailOf(server, borrower, loanId)).toMatchObject({ status: 2, owed: { principal: 100_000 } })
    await server.deliverNotices()
    expect(await differences(borrower, contractNo)).toEqual([])
  })

  test('of more money leaves the loan at the amount ordered, and the rest is a claim', async () => {
    const { borrower, loanId, caseId, key, contractNo } = await odd(120_000)
    await expect(decide(`--case ${caseId} --as returned`)).rejects.toThrow('ends as corrected, kept, refused')
    await decide(`--case ${caseId} --as kept`)
    server.providers.takeNotices()
    const filed = server.providers.lender(1).filed.find(({ orderKey }) => orderKey === key)
    if (filed !== undefined) Object.assign(filed, { amountFen: 120_000 })
    expect(await detailOf(server, borrower, loanId)).toMatchObject({ status: 2, owed: { principal: 100_000 } })
    const balances = await balancesOf(server.db, { userId: borrower.userId, loanId })
    expect(balances.get('excessPayoutReceivable')).toBe(20_000)
    expect(balances.get('lenderFunding')).toBe(-120_000)
    expect(await differences(borrower, contractNo)).toEqual([])
  })

  test('of less money cannot be kept; when nothing was paid the loan fails and its limit is free', async () => {
    const { borrower, loanId, caseId } = await odd(99_999)
    const before = await limitLeft(server, borrower)
    await expect(decide(`--case ${caseId} --as kept`)).rejects.toThrow('not more than')
    await decide(`--case ${caseId} --as refused`)
    server.providers.takeNotices()
    expect(await detailOf(server, borrower, loanId)).toMatchObject({ status: 3, failure: { cause: 'later' } })
    expect(await limitLeft(server, borrower)).toBe(before + 100_000)
  })

  test('borrow.reQuote: PAYOUT_UNCERTAIN, borrow.reLoan: PAYOUT_UNCERTAIN, borrow.giveUp: PAYOUT_UNCERTAIN for a failed loan until an operator has resolved it', async () => {
    const { borrower, loanId, caseId, status } = await odd(99_999, 'failed')
    expect(status).toBe(3)
    expect((await detailOf(server, borrower, loanId)).failure).toMatchObject({ canResubmit: false })
    const id = { params: { id: loanId } }
    expect((await server.call('borrow', 'reQuote', id, borrower)).error).toBe('PAYOUT_UNCERTAIN')
    expect((await server.call('borrow', 'giveUp', id, borrower)).error).toBe('PAYOUT_UNCERTAIN')
    const body = { quoteId: 1, cardId: 1, authCode: '0000' }
    expect((await server.call('borrow', 'reLoan', { ...id, body }, { ...borrower, key: `uncertain-${loanId}` })).error).toBe(
      'PAYOUT_UNCERTAIN',
    )
    await decide(`--case ${caseId} --as refused`)
    must(await server.call('borrow', 'reQuote', id, borrower))
  })

  test('after the right one changes nothing of the loan and waits for an operator', async () => {
    const { borrower, loanId, caseId, status } = await odd(99_999, 'paid')
    expect(status).toBe(2)
    await expect(decide(`--case ${caseId} --as refused`)).rejects.toThrow('already booked as paid')
    await decide(`--case ${caseId} --as corrected`)
    expect(await detailOf(server, borrower, loanId)).toMatchObject({ status: 2, owed: { principal: 100_000 } })
  })
})
