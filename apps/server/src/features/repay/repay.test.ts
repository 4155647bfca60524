import { fen } from '@fyh/base/money.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { owedByLedger, unbalancedPostings } from '#lending/ledger/ledger.sql.ts'
import { must, type TestBorrower } from '#platform/test-borrower.ts'
import {
  borrowed,
  cardIdOf,
  codeFor,
  detailOf,
  limitLeft,
  moveTo,
  newKey,
  paid,
  paidOutLoan,
  payOrdered,
  publishNext,
  withTier,
} from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'

let server: TestServer
const start = async () => testServer({ today: '2026-11-27', settings: { AUTO_DEBIT: '0', SMS_ADDRESS_DAILY_MAX: '1000' } })
beforeAll(async () => {
  server = await start()
})
afterAll(async () => {
  expect(await unbalancedPostings(server.db)).toEqual([])
  await server.close()
})

async function ready(on = server) {
  const borrower = await on.newBorrower({ upTo: 'card' })
  await withTier(on, borrower)
  return borrower
}
const quoteOf = (loanId: number, mode: 'due' | 'all', { token }: TestBorrower, on = server) =>
  on.call('repay', 'quote', { params: { id: loanId }, query: { mode } }, { token })
const messagesOf = async ({ token }: TestBorrower, on = server) => must(await on.call('message', 'list', { query: {} }, { token })).items

describe('a server of its own date', () => {
  test('LN-14 a part payment is a part: interest first, then principal, and no period counts as paid', async () => {
    const own = await start()
    const borrower = await ready(own)
    const { loanId } = await paidOutLoan(own, borrower)
    await moveTo(own, '2026-12-27')
    const before = await limitLeft(own, borrower)
    const result = await paid(own, borrower, { loanId, mode: 'due', amountFen: 50_000 })
    expect(result).toMatchObject({
      status: 'succeeded',
      takenFen: 50_000,
      parts: { interest: 15_000, principal: 35_000, total: 50_000 },
      surplusFen: 0,
    })
    const detail = await detailOf(own, borrower, loanId)
    expect(detail.plan[0]).toMatchObject({ state: 'partly', owed: { principal: 41_680, interest: 0, total: 41_680 } })
    expect(detail.owed.principal).toBe(965_000)
    const list = must(await own.call('loan', 'list', { query: {} }, { token: borrower.token })).items
    expect(list[0]).toMatchObject({ paidPeriods: 0, nextDueDate: '2026-12-27' })
    expect(await limitLeft(own, borrower)).toBe(before + 35_000)
    expect(await owedByLedger(own.db, { userId: borrower.userId, loanId })).toMatchObject({ principal: 965_000, interest: 0, penalty: 0 })
    await own.close()
  })

  test('ID-04 two payments of one loan within a minute are two, and the second one sent again adds nothing', async () => {
    const own = await start()
    const borrower = await ready(own)
    const { loanId } = await paidOutLoan(own, borrower)
    await paid(own, borrower, { loanId, mode: 'due', amountFen: 10_000 })
    const key = newKey()
    const second = must(await payOrdered(own, borrower, { loanId, mode: 'due', amountFen: 20_000, key }))
    await own.runJobs()
    await own.deliverNotices()
    expect(must(await payOrdered(own, borrower, { loanId, mode: 'due', amountFen: 20_000, key }))).toEqual(second)
    await own.runJobs()
    const rows = await own.db.selectFrom('repayment').select('taken_fen').where('loan_id', '=', loanId).orderBy('booked_no').execute()
    expect(rows.map(({ taken_fen }) => taken_fen)).toEqual([10_000, 20_000])
    expect((await detailOf(own, borrower, loanId)).paidTotal).toBe(30_000)
    expect(own.providers.payment.debit.calls.map(({ amountFen }) => amountFen)).toEqual([10_000, 20_000])
    await own.close()
  })

  test('LN-10 LN-13 early settlement charges the quote to the fen, shows its parts, and waives the rest', async () => {
    const own = await start()
    const borrower = await ready(own)
    await withTier(own, borrower)
    await publishNext(own, { kind: 'product', recordId: 101, prices: { D: 100_000 } })
    const { loanId } = await paidOutLoan(own, borrower, { amountFen: 100_000, periods: 6 })
    for (const due of ['2026-12-27', '2027-01-27', '2027-02-27', '2027-03-27']) {
      await moveTo(own, due)
      const amountFen = must(await quoteOf(loanId, 'due', borrower, own)).parts.total
      expect(amountFen).toBe(17_156)
      await paid(own, borrower, { loanId, mode: 'due', amountFen })
    }
    await moveTo(own, '2027-04-27')
    const quote = must(await quoteOf(loanId, 'all', borrower, own))
    expect(quote.parts).toEqual({ principal: 33_888, interest: 282, fee: 0, penalty: 0, total: 34_170 })
    expect(quote.savedInterest).toBe(142)
    for (const amountFen of [34_169, 34_171, 84_170])
      expect((await payOrdered(own, borrower, { loanId, mode: 'all', amountFen })).error).toBe('QUOTE_CHANGED')
    expect(own.providers.payment.debit.calls).toHaveLength(4)
    const result = await paid(own, borrower, { loanId, mode: 'all', amountFen: 34_170 })
    expect(result).toMatchObject({ status: 'succeeded', takenFen: 34_170, parts: quote.parts, loanStatus: 5, owedAfter: 0 })
    expect(await owedByLedger(own.db, { userId: borrower.userId, loanId })).toMatchObject({ total: 0, surplusHeld: 0 })
    expect(await unbalancedPostings(own.db)).toEqual([])
    await own.close()
  })

  test('LN-11 the plan of a loan settled early shows what was charged, and adds up to what was paid', async () => {
    const own = await start()
    const borrower = await ready(own)
    const { loanId } = await paidOutLoan(own, borrower)
    await moveTo(own, '2026-12-27')
    await paid(own, borrower, { loanId, mode: 'due', amountFen: 91_680 })
    const planned = (await detailOf(own, borrower, loanId)).plan
    expect(planned[1]).toMatchObject({ state: 'future', interest: 13_850, total: 91_680 })
    await moveTo(own, '2027-01-01')
    const { parts } = must(await quoteOf(loanId, 'all', borrower, own))
    expect(parts).toMatchObject({ principal: 923_320, interest: 2_234, penalty: 0, total: 925_554 })
    await paid(own, borrower, { loanId, mode: 'all', amountFen: parts.total })
    const { plan, paidTotal } = await detailOf(own, borrower, loanId)
    expect(plan[0]).toEqual(planned[0])
    expect(plan[1]).toMatchObject({ state: 'paid', principal: 77_830, interest: 2_234, fee: 0, total: 80_064 })
    expect(plan[1]).toMatchObject({
      explain: { rule: 'bySpans' },
      spans: [{ from: '2026-12-27', to: '2027-01-01', balance: 923_320, whole: 13_850, days: 5, periodDays: 31, amount: 2_234 }],
    })
    expect(plan.slice(2).map(({ interest, fee, explain }) => [interest, fee, explain.rule])).toEqual(Array(10).fill([0, 0, 'waived']))
    expect(plan.map(({ principal }) => principal)).toEqual(planned.map(({ principal }) => principal))
    expect(paidTotal).toBe(1_017_234)
    expect(plan.reduce((sum, { total }) => sum + total, 0)).toBe(paidTotal)
    const { bills } = must(await own.call('repay', 'bills', { query: { tab: 'paid' } }, { token: borrower.token }))
    const billed = new Map(bills.map(({ period, principal, interest, fee, total }) => [period, { principal, interest, fee, total }]))
    for (const { period, principal, interest, fee, total } of plan) expect(billed.get(period)).toEqual({ principal, interest, fee, total })
    await own.close()
  })

  test('LN-11 settling in the first period settles all of them, tells it once with the total, and frees the limit', async () => {
    const own = await start()
    const borrower = await ready(own)
    const before = await limitLeft(own, borrower)
    const { loanId } = await paidOutLoan(own, borrower, { amountFen: 300_000, periods: 3 })
    await moveTo(own, '2026-12-07')
    const quote = must(await quoteOf(loanId, 'all', borrower, own))
    expect(quote.parts).toMatchObject({ principal: 300_000, interest: 1_500, fee: 0, penalty: 0 })
    expect(quote.runningInterest).toMatchObject({ balance: 300_000, ratePpm: 180_000, days: 10, basisDays: 360 })
    await paid(own, borrower, { loanId, mode: 'all', amountFen: quote.parts.total })
    const detail = await detailOf(own, borrower, loanId)
    expect(detail).toMatchObject({ status: 5, settledOn: '2026-12-07', paidTotal: 301_500, owed: { total: 0 } })
    expect(detail.plan.map(({ state }) => state)).toEqual(['paid', 'paid', 'paid'])
    expect(detail.timeline.at(-1)).toMatchObject({ step: 'settled', state: 'done' })
    expect(await limitLeft(own, borrower)).toBe(before)
    const told = (await messagesOf(borrower, own)).filter(({ kind }) => kind === 'loanSettled' || kind === 'debitDone')
    expect(told).toMatchObject([{ kind: 'loanSettled', params: { amountFen: 301_500 } }])
    expect((await payOrdered(own, borrower, { loanId, mode: 'all', amountFen: 100 })).error).toBe('LOAN_ALREADY_SETTLED')
    await own.close()
  })

  test('the last open period before its due day costs what settling takes, and paying it settles', async () => {
    const own = await start()
    const borrower = await ready(own)
    const { loanId } = await paidOutLoan(own, borrower, { amountFen: 300_000, periods: 3 })
    for (const day of ['2026-12-27', '2027-01-27']) {
      await moveTo(own, day)
      const due = must(await quoteOf(loanId, 'due', borrower, own))
      expect(due.savedInterest).toBe(0)
      await paid(own, borrower, { loanId, mode: 'due', amountFen: due.parts.total })
    }
    await moveTo(own, '2027-02-01')
    const [bill] = must(await own.call('repay', 'bills', { query: {} }, { token: borrower.token })).bills
    const last = must(await quoteOf(loanId, 'due', borrower, own))
    expect(last.parts).toEqual(must(await quoteOf(loanId, 'all', borrower, own)).parts)
    expect(last).toMatchObject({ mode: 'due', savedInterest: (bill?.total ?? 0) - last.parts.total })
    expect(last.savedInterest).toBeGreaterThan(0)
    await paid(own, borrower, { loanId, mode: 'due', amountFen: last.parts.total })
    expect(await detailOf(own, borrower, loanId)).toMatchObject({ status: 5, owed: { total: 0 }, surplusHeldFen: 0 })
    await own.close()
  })

  test('LN-11 interest paid ahead counts: settling on the day of the pay-out takes back all that was paid of it, and the books close at zero', async () => {
    const own = await start()
    const borrower = await ready(own)
    const { loanId } = await paidOutLoan(own, borrower, { amountFen: 300_000, periods: 3 })
    await paid(own, borrower, { loanId, mode: 'due', amountFen: 10_050 })
    const quote = must(await quoteOf(loanId, 'all', borrower, own))
    expect(quote.parts).toEqual({ principal: 294_450, interest: -4_500, fee: 0, penalty: 0, total: 289_950 })
    expect(quote.lines[0]).toMatchObject({ interest: 0, paid: { interest: 4_500 }, owed: { interest: -4_500 } })
    const result = await paid(own, borrower, { loanId, mode: 'all', amountFen: 289_950 })
    expect(result).toMatchObject({ parts: quote.parts, surplusFen: 0, owedAfter: 0 })
    const detail = await detailOf(own, borrower, loanId)
    expect(detail).toMatchObject({ status: 5, paidTotal: 300_000, owed: { total: 0 } })
    expect(await owedByLedger(own.db, { userId: borrower.userId, loanId })).toMatchObject({ interest: 0, total: 0, surplusHeld: 0 })
    await own.close()
  })

  test('bills list what is due by date, and move to paid once paid', async () => {
    const own = await start()
    const borrower = await ready(own)
    const { loanId } = await paidOutLoan(own, borrower, { periods: 3 })
    await moveTo(own, '2026-12-24')
    const bills = (tab: 'due' | 'paid') => own.call('repay', 'bills', { query: { tab } }, { token: borrower.token })
    const due = must(await bills('due'))
    expect(due.bills.map(({ period, daysLeft }) => [period, daysLeft])).toEqual([
      [1, 3],
      [2, 34],
      [3, 65],
    ])
    expect(due).toMatchObject({ today: '2026-12-24', overdueTotal: 0, dueTotal: due.bills[0]?.total })
    await paid(own, borrower, { loanId, mode: 'due', amountFen: due.dueTotal })
    const after = must(await bills('paid'))
    expect(after.bills).toMatchObject([{ period: 1, state: 'paid', total: due.dueTotal, paidTotal: due.dueTotal }])
    expect(must(await bills('due')).bills.map(({ period }) => period)).toEqual([2, 3])
    await own.close()
  })
})

describe('refusals', () => {
  let borrower: TestBorrower
  let loanId: number
  beforeAll(async () => {
    borrower = await ready()
    loanId = (await paidOutLoan(server, borrower)).loanId
  })
  const total = async (mode: 'due' | 'all') => must(await quoteOf(loanId, mode, borrower)).parts.total

  test('repay.quote: LOAN_NOT_FOUND for an unknown loan', async () => {
    expect((await quoteOf(1, 'due', borrower)).error).toBe('LOAN_NOT_FOUND')
  })
  test('repay.quote: LOAN_NOT_PAYABLE before the money arrived', async () => {
    const other = await ready()
    const loan = await borrowed(server, other, { amountFen: 100_000 })
    expect((await quoteOf(loan.loanId, 'all', other)).error).toBe('LOAN_NOT_PAYABLE')
  })
  test('repay.pay: LOAN_NOT_FOUND for an unknown loan', async () => {
    const body = { loanId: 1, mode: 'due' as const, amountFen: fen(1_000), cardId: cardIdOf(borrower), authCode: '0000' }
    expect((await server.call('repay', 'pay', { body }, { token: borrower.token, key: newKey() })).error).toBe('LOAN_NOT_FOUND')
  })
  test('repay.pay: LOAN_NOT_PAYABLE before the money arrived', async () => {
    const other = await ready()
    const loan = await borrowed(server, other, { amountFen: 100_000 })
    expect((await payOrdered(server, other, { loanId: loan.loanId, mode: 'due', amountFen: 1_000 })).error).toBe('LOAN_NOT_PAYABLE')
  })
  test('repay.pay: LOAN_ALREADY_SETTLED repay.quote: LOAN_ALREADY_SETTLED R4.1 settle: a settled loan refuses a second settlement', async () => {
    const other = await ready()
    const loan = await paidOutLoan(server, other, { amountFen: 100_000 })
    await paid(server, other, { loanId: loan.loanId, mode: 'all', amountFen: 100_000 })
    expect((await payOrdered(server, other, { loanId: loan.loanId, mode: 'all', amountFen: 100_000 })).error).toBe('LOAN_ALREADY_SETTLED')
    expect((await quoteOf(loan.loanId, 'all', other)).error).toBe('LOAN_ALREADY_SETTLED')
  })
  test('repay.pay: AMOUNT_TOO_SMALL below one yuan', async () => {
    expect(await payOrdered(server, borrower, { loanId, mode: 'due', amountFen: 99 })).toMatchObject({
      error: 'AMOUNT_TOO_SMALL',
      detail: { minFen: 100 },
    })
  })
  test('repay.pay: AMOUNT_TOO_LARGE above what is due', async () => {
    const maxFen = await total('due')
    expect(await payOrdered(server, borrower, { loanId, mode: 'due', amountFen: maxFen + 1 })).toMatchObject({
      error: 'AMOUNT_TOO_LARGE',
      detail: { maxFen },
    })
  })
  test('repay.pay: QUOTE_CHANGED when settling with another amount than today’s quote', async () => {
    const totalFen = await total('all')
    expect(await payOrdered(server, borrower, { loanId, mode: 'all', amountFen: totalFen - 1 })).toMatchObject({
      error: 'QUOTE_CHANGED',
      detail: { totalFen },
    })
  })
  test('repay.pay: CARD_NOT_FOUND for a card that is not the borrower’s', async () => {
    const body = { loanId, mode: 'due' as const, amountFen: fen(1_000), part: true, cardId: 1, authCode: '0000' }
    expect((await server.call('repay', 'pay', { body }, { token: borrower.token, key: newKey() })).error).toBe('CARD_NOT_FOUND')
  })
  test('repay.pay: SMS_CODE_WRONG and repay.pay: SMS_CODE_EXPIRED, and nothing is debited', async () => {
    const code = await codeFor(server, borrower, { loanId, mode: 'due', amountFen: 1_000 })
    const body = {
      loanId,
      mode: 'due' as const,
      amountFen: fen(1_000),
      part: true,
      cardId: cardIdOf(borrower),
      authCode: code === '0000' ? '1111' : '0000',
    }
    const answer = await server.call('repay', 'pay', { body }, { token: borrower.token, key: newKey() })
    expect(answer).toMatchObject({ error: 'SMS_CODE_WRONG', detail: { left: 4 } })
    server.machine.pass(301_000)
    const late = await server.call('repay', 'pay', { body: { ...body, authCode: code } }, { token: borrower.token, key: newKey() })
    expect(late.error).toBe('SMS_CODE_EXPIRED')
    expect(await server.db.selectFrom('repayment').selectAll().where('loan_id', '=', loanId).execute()).toEqual([])
  })
  test('repay.result: REPAYMENT_NOT_FOUND for an unknown one', async () => {
    expect((await server.call('repay', 'result', { params: { id: 1 } }, { token: borrower.token })).error).toBe('REPAYMENT_NOT_FOUND')
  })
  test('repay.pay: REPAYMENT_RUNNING while a debit is under way; of two at once one is made', async () => {
    const authCode = await codeFor(server, borrower, { loanId, mode: 'due', amountFen: 1_000 })
    const body = { loanId, mode: 'due' as const, amountFen: fen(1_000), part: true, cardId: cardIdOf(borrower), authCode }
    const answers = await Promise.all([1, 2, 3].map(() => server.call('repay', 'pay', { body }, { token: borrower.token, key: newKey() })))
    expect(answers.map(({ error }) => error ?? 'done').sort()).toEqual(['REPAYMENT_RUNNING', 'REPAYMENT_RUNNING', 'done'])
    expect(must(await quoteOf(loanId, 'due', borrower)).payable).toBe(false)
    expect((await detailOf(server, borrower, loanId)).runningRepaymentId).not.toBeNull()
  })
})
