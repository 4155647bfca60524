import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { claimRepayment } from '#lending/books/books.ts'
import { owedByLedger, unbalancedPostings } from '#lending/ledger/ledger.sql.ts'
import { agreedTo, must, type TestBorrower } from '#platform/test-borrower.ts'
import { detailOf, limitLeft, notify, orderKeysOf, paid, paidOutLoan, payOrdered, withTier } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { scriptedBankCode } from '#providers/scripted.ts'

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
  const { loanId } = await paidOutLoan(server, borrower)
  return { borrower, loanId }
}
type Mine = Awaited<ReturnType<typeof loanOf>>

async function ordered({ borrower, loanId }: Mine, amountFen: number, mode: 'due' | 'all' = 'due') {
  const { repaymentId } = must(await payOrdered(server, borrower, { loanId, mode, amountFen }))
  await server.runJobs()
  return { repaymentId, key: (await orderKeysOf(server, loanId)).at(-1) ?? '' }
}
const resultOf = async (repaymentId: number, { token }: TestBorrower) =>
  must(await server.call('repay', 'result', { params: { id: repaymentId } }, { token }))
const succeeded = (key: string, takenFen: number, noticeId = `ok-${key}`) => ({
  noticeId,
  key,
  result: 'succeeded',
  takenFen,
  channelNo: `no-${key}`,
})
const failed = (key: string, noticeId = `no-${key}`) => ({ noticeId, key, result: 'failed', takenFen: 0, reason: 'balanceTooLow' })
const repaidLegs = (loanId: number) =>
  server.db
    .selectFrom('ledger_leg')
    .selectAll()
    .where('loan_id', '=', loanId)
    .where('kind', '=', 'repaid')
    .where('account', '=', 'channelClearing')
    .execute()
const kindsOf = async ({ token }: TestBorrower) =>
  must(await server.call('message', 'list', { query: {} }, { token })).items.map(({ kind }) => kind)
const sweep = async () => {
  server.machine.pass(600_000)
  await server.deps.jobs.send(server.db, 'repay.sweep', {})
  await server.runJobs()
}

describe('notices', () => {
  test('ID-05 the same success three times in a row and twenty times at once is one posting, and each gets its receipt', async () => {
    const mine = await loanOf()
    const { key, repaymentId } = await ordered(mine, 91_680)
    const notice = succeeded(key, 91_680)
    for (let n = 0; n < 3; n += 1)
      expect(await notify(server, 'debit', notice)).toMatchObject({ status: 200, code: 0, data: { received: true } })
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => notify(server, 'debit', succeeded(key, 91_680, `n${n}`))))
    expect(answers.every(({ code }) => code === 0)).toBe(true)
    expect(await repaidLegs(mine.loanId)).toMatchObject([{ amount_fen: 91_680 }])
    expect(await resultOf(repaymentId, mine.borrower)).toMatchObject({ status: 'succeeded', takenFen: 91_680 })
    expect((await kindsOf(mine.borrower)).filter((kind) => kind === 'debitDone')).toHaveLength(1)
  })

  test('ID-05 twenty at once from nothing known is one posting too', async () => {
    const mine = await loanOf()
    const { key } = await ordered(mine, 91_680)
    const answers = await Promise.all(Array.from({ length: 20 }, () => notify(server, 'debit', succeeded(key, 91_680))))
    expect(answers.every(({ code }) => code === 0)).toBe(true)
    expect(await repaidLegs(mine.loanId)).toMatchObject([{ amount_fen: 91_680 }])
  })

  test('ID-07 in whatever order the notices of two attempts come, the success stays', async () => {
    const orders = [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ]
    for (const order of orders) {
      const mine = await loanOf()
      const first = await ordered(mine, 50_000)
      await notify(server, 'debit', failed(first.key))
      const second = await ordered(mine, 50_000)
      const notices = [failed(first.key, 'late-1'), succeeded(second.key, 50_000), failed(second.key, 'late-2')]
      if (order.indexOf(2) < order.indexOf(1)) notices[2] = failed(first.key, 'late-3')
      for (const at of order) expect((await notify(server, 'debit', notices[at] ?? {})).code).toBe(0)
      expect((await resultOf(second.repaymentId, mine.borrower)).status).toBe('succeeded')
      expect((await resultOf(first.repaymentId, mine.borrower)).status).toBe('failed')
      expect(await repaidLegs(mine.loanId)).toMatchObject([{ amount_fen: 50_000 }])
    }
  })

  test('ID-08 a success after a failure of the same debit is money that arrived, and is booked', async () => {
    const mine = await loanOf()
    const { key, repaymentId } = await ordered(mine, 91_680)
    await notify(server, 'debit', failed(key))
    expect(await resultOf(repaymentId, mine.borrower)).toMatchObject({ status: 'failed', reason: 'balanceTooLow', takenFen: 0 })
    await notify(server, 'debit', succeeded(key, 91_680))
    expect(await resultOf(repaymentId, mine.borrower)).toMatchObject({ status: 'succeeded', reason: null, takenFen: 91_680 })
    expect((await detailOf(server, mine.borrower, mine.loanId)).plan[0]?.state).toBe('paid')
  })

  test('a late success of money paid otherwise meanwhile is held for the borrower, never a debt below zero', async () => {
    const mine = await loanOf()
    const late = await ordered(mine, 91_680)
    server.providers.takeNotices()
    await notify(server, 'debit', failed(late.key))
    await paid(server, mine.borrower, { loanId: mine.loanId, mode: 'due', amountFen: 91_680 })
    await notify(server, 'debit', succeeded(late.key, 91_680))
    expect(await resultOf(late.repaymentId, mine.borrower)).toMatchObject({ status: 'succeeded', surplusFen: 91_680, parts: { total: 0 } })
    expect(await owedByLedger(server.db, { userId: mine.borrower.userId, loanId: mine.loanId })).toMatchObject({
      surplusHeld: 91_680,
      principal: 923_320,
    })
    expect(await kindsOf(mine.borrower)).toContain('surplusHeld')
  })

  test('a part that was taken is booked as a part, and the rest stays owed', async () => {
    const mine = await loanOf()
    const { key, repaymentId } = await ordered(mine, 91_680)
    await notify(server, 'debit', { ...succeeded(key, 40_000), result: 'partly' })
    await server.runJobs()
    expect(await resultOf(repaymentId, mine.borrower)).toMatchObject({
      status: 'partly',
      askedFen: 91_680,
      takenFen: 40_000,
      parts: { interest: 15_000, principal: 25_000 },
    })
    expect(await kindsOf(mine.borrower)).toContain('debitPartly')
  })

  test('a part of a settlement repays without settling', async () => {
    const mine = await loanOf()
    const { key } = await ordered(mine, 1_000_000, 'all')
    await notify(server, 'debit', { ...succeeded(key, 400_000), result: 'partly' })
    await server.runJobs()
    expect(await detailOf(server, mine.borrower, mine.loanId)).toMatchObject({ status: 2, paidTotal: 400_000 })
  })

  test('a late success for a settled loan is held as a whole, and the loan stays settled', async () => {
    const mine = await loanOf()
    const late = await ordered(mine, 91_680)
    server.providers.takeNotices()
    await notify(server, 'debit', failed(late.key))
    await paid(server, mine.borrower, { loanId: mine.loanId, mode: 'all', amountFen: 1_000_000 })
    await notify(server, 'debit', succeeded(late.key, 91_680))
    expect(await detailOf(server, mine.borrower, mine.loanId)).toMatchObject({ status: 5, paidTotal: 1_000_000 })
    expect(await owedByLedger(server.db, { userId: mine.borrower.userId, loanId: mine.loanId })).toMatchObject({
      total: 0,
      surplusHeld: 91_680,
    })
  })

  test('repay.debitNotice: NOTICE_UNKNOWN for a key that is none of ours', async () => {
    expect((await notify(server, 'debit', succeeded('debit-1', 1))).error).toBe('NOTICE_UNKNOWN')
    const mine = await loanOf()
    const [payoutKey = ''] = await orderKeysOf(server, mine.loanId)
    expect((await notify(server, 'debit', succeeded(payoutKey, 1))).error).toBe('NOTICE_UNKNOWN')
  })
})

describe('unknown', () => {
  test('a debit whose answer is lost is asked after until known, is not sent again, and blocks a second one', async () => {
    const mine = await loanOf()
    server.providers.payment.debit.loseAnswer()
    const { key, repaymentId } = await ordered(mine, 91_680)
    expect((await resultOf(repaymentId, mine.borrower)).status).toBe('unknown')
    expect((await payOrdered(server, mine.borrower, { loanId: mine.loanId, mode: 'due', amountFen: 1_000 })).error).toBe(
      'REPAYMENT_RUNNING',
    )
    await sweep()
    expect((await resultOf(repaymentId, mine.borrower)).status).toBe('unknown')
    server.providers.takeNotices()
    await sweep()
    expect(await resultOf(repaymentId, mine.borrower)).toMatchObject({ status: 'succeeded', takenFen: 91_680 })
    expect(server.providers.payment.debit.calls.filter((call) => call.key === key)).toHaveLength(1)
  })

  test('a debit the channel never got is sent again under its key', async () => {
    const mine = await loanOf()
    server.providers.payment.debit.next({ answer: 'unknown' })
    const { key, repaymentId } = await ordered(mine, 91_680)
    await sweep()
    await server.deliverNotices()
    expect((await resultOf(repaymentId, mine.borrower)).status).toBe('succeeded')
    expect(server.providers.payment.debit.calls.filter((call) => call.key === key)).toHaveLength(2)
  })

  test('a debit that a node claimed and never sent, however often, is sent all the same', async () => {
    const mine = await loanOf()
    const { repaymentId } = must(await payOrdered(server, mine.borrower, { loanId: mine.loanId, mode: 'due', amountFen: 91_680 }))
    const key = { userId: mine.borrower.userId, repaymentId }
    for (let kill = 0; kill < 8; kill += 1) {
      server.machine.pass(600_000)
      expect(await claimRepayment(server.db, key, server.machine.machineNow())).toMatchObject({ sends: 0, tries: kill + 1 })
    }
    await sweep()
    await server.deliverNotices()
    expect(await resultOf(repaymentId, mine.borrower)).toMatchObject({ status: 'succeeded', takenFen: 91_680 })
    const { order_key } = await server.db
      .selectFrom('repayment')
      .select('order_key')
      .where('repayment_id', '=', repaymentId)
      .executeTakeFirstOrThrow()
    expect(server.providers.payment.debit.calls.filter((call) => call.key === order_key)).toHaveLength(1)
  })

  test('a debit that was sent five times and never arrived is given up', async () => {
    const mine = await loanOf()
    for (let send = 0; send < 5; send += 1) server.providers.payment.debit.next({ answer: 'unknown' })
    const { repaymentId } = await ordered(mine, 91_680)
    for (let time = 0; time < 4; time += 1) await sweep()
    expect((await resultOf(repaymentId, mine.borrower)).status).toBe('unknown')
    await sweep()
    expect(await resultOf(repaymentId, mine.borrower)).toMatchObject({ status: 'failed', reason: 'notReceived' })
  })

  test('a debit refused at once is failed with its reason, is told, and can be paid again', async () => {
    const mine = await loanOf()
    const before = await limitLeft(server, mine.borrower)
    server.providers.payment.debit.next({ answer: 'refused', reason: 'cardFrozen' })
    const { repaymentId } = await ordered(mine, 91_680)
    expect(await resultOf(repaymentId, mine.borrower)).toMatchObject({ status: 'failed', reason: 'cardFrozen' })
    expect(await kindsOf(mine.borrower)).toContain('debitFailed')
    expect(await limitLeft(server, mine.borrower)).toBe(before)
    expect((await paid(server, mine.borrower, { loanId: mine.loanId, mode: 'due', amountFen: 91_680 })).status).toBe('succeeded')
  })

  test('a card whose agreement ended, as its holder is told, can be bound anew and pays again', async () => {
    const mine = await loanOf()
    const { borrower, loanId } = mine
    const { cardNumber = '', mobile = '' } = server.providers.bank.startBind.calls.at(-1) ?? {}
    const rebind = () => {
      server.machine.pass(61_000)
      return server.call('card', 'startBind', { body: { cardNumber, mobile } }, { token: borrower.token })
    }
    expect((await rebind()).error).toBe('CARD_ALREADY_BOUND')
    server.providers.payment.debit.next({ answer: 'refused', reason: 'agreementEnded' })
    const { repaymentId } = await ordered(mine, 91_680)
    expect(await resultOf(repaymentId, borrower)).toMatchObject({ status: 'failed', reason: 'agreementEnded' })
    const { bindId } = must(await rebind())
    const body = { bindId, authCode: scriptedBankCode, agreed: await agreedTo(server, 'bindCard') }
    const card = must(await server.call('card', 'confirmBind', { body }, { token: borrower.token }))
    expect(card).toMatchObject({ cardId: borrower.cardId, isDefault: true })
    expect((await paid(server, borrower, { loanId, mode: 'due', amountFen: 91_680 })).status).toBe('succeeded')
    expect(server.providers.payment.debit.calls.at(-1)?.channelAgreementNo).toContain(`bind-${bindId}`)
    expect((await kindsOf(borrower)).filter((kind) => kind === 'cardBound')).toHaveLength(2)
    expect((await rebind()).error).toBe('CARD_ALREADY_BOUND')
  })
})
