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
  notify,
  orderKeysOf,
  paid,
  paidOutLoan,
  withTier,
} from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'

const start = async () => testServer({ today: '2026-11-27', settings: { AUTO_DEBIT: '0', SMS_ADDRESS_DAILY_MAX: '1000' } })
type Effect = 'shorten' | 'lower'
type On = { readonly server: TestServer; readonly borrower: TestBorrower; readonly loanId: number }

async function ready(server: TestServer): Promise<TestBorrower> {
  const borrower = await server.newBorrower({ upTo: 'card' })
  await withTier(server, borrower)
  return borrower
}

/** 10,000 yuan at 18 % over 12 months, the first instalment paid, 16 of 31 days into the second period. */
async function inSecondPeriod(): Promise<On> {
  const server = await start()
  const borrower = await ready(server)
  const { loanId } = await paidOutLoan(server, borrower)
  await moveTo(server, '2026-12-27')
  await paid(server, borrower, { loanId, mode: 'due', amountFen: 91_680 })
  await moveTo(server, '2027-01-12')
  return { server, borrower, loanId }
}
const quoteOf = ({ server, borrower, loanId }: On, principalFen?: number) =>
  server.call(
    'repay',
    'prepayQuote',
    { params: { id: loanId }, query: principalFen === undefined ? {} : { principalFen } },
    { token: borrower.token },
  )

type Asked = { principalFen?: number; totalFen?: number; effect?: Effect; key?: string; authCode?: string; cardId?: number }
async function prepayOrdered(
  { server, borrower, loanId }: On,
  { principalFen = 200_000, totalFen = 207_148, effect = 'lower', ...asked }: Asked = {},
) {
  const cardId = asked.cardId ?? cardIdOf(borrower)
  const authCode = asked.authCode ?? (await codeFor(server, borrower, { loanId, mode: 'prepay', amountFen: totalFen, cardId }))
  const body = { loanId, principalFen: fen(principalFen), totalFen: fen(totalFen), effect, cardId, authCode }
  return server.call('repay', 'prepay', { body }, { token: borrower.token, key: asked.key ?? newKey() })
}
const resultOf = async ({ server, borrower }: On, id: number) =>
  must(await server.call('repay', 'result', { params: { id } }, { token: borrower.token }))
async function delivered(server: TestServer) {
  await server.runJobs()
  await server.deliverNotices()
  await server.runJobs()
}
async function prepaid(on: On, effect: Effect) {
  const { repaymentId } = must(await prepayOrdered(on, { effect }))
  await delivered(on.server)
  return resultOf(on, repaymentId)
}
/** The ledger says what the plan says. */
async function expectBooksRight({ server, borrower, loanId }: On) {
  const owed = await owedByLedger(server.db, { userId: borrower.userId, loanId })
  const { plan } = await detailOf(server, borrower, loanId)
  expect(owed.principal).toBe(plan.reduce((sum, row) => sum + row.owed.principal, 0))
  expect(await unbalancedPostings(server.db)).toEqual([])
}

test('interest paid ahead counts: what the lowered period no longer costs becomes principal, and quote, payment and books agree', async () => {
  const server = await start()
  const borrower = await ready(server)
  const { loanId } = await paidOutLoan(server, borrower)
  const on = { server, borrower, loanId }
  // The whole interest of the first month is 150.00; after the prepayment it is 120.00.
  await paid(server, borrower, { loanId, mode: 'due', amountFen: 20_000 })
  const quote = must(await quoteOf(on, 200_000))
  expect(quote.parts).toEqual({ principal: 203_000, interest: -3_000, fee: 0, penalty: 0, total: 200_000 })
  expect(quote.lines).toMatchObject([
    {
      interest: 12_000,
      paid: { interest: 15_000 },
      owed: { principal: 203_000, interest: -3_000 },
      spans: [{ balance: 800_000, amount: 12_000 }],
    },
  ])
  const [, lower] = quote.outcomes
  const [first] = (await detailOf(server, borrower, loanId)).plan
  expect(lower?.plan[0]?.owed.total).toBeLessThan(first?.owed.total ?? 0)
  const { repaymentId } = must(await prepayOrdered(on, { totalFen: 200_000 }))
  await delivered(server)
  expect(await resultOf(on, repaymentId)).toMatchObject({ status: 'succeeded', parts: quote.parts, surplusFen: 0, ahead: lower?.ahead })
  expect(await owedByLedger(server.db, { userId: borrower.userId, loanId })).toMatchObject({
    interest: 0,
    principal: 1_000_000 - 5_000 - 203_000,
  })
  await expectBooksRight(on)
  // Settling the same day has cost nothing, and more cannot be prepaid than leaves something to settle.
  const settling = must(await server.call('repay', 'quote', { params: { id: loanId }, query: { mode: 'all' } }, { token: borrower.token }))
  expect(settling.parts.total).toBe(1_000_000 - 20_000 - 200_000)
  expect(must(await quoteOf(on)).maxFen).toBe(770_000)
  await server.close()
})

test('an instalment paid whole before the prepayment counts alike: its month costs what is then left in it, and the rest is principal', async () => {
  const server = await start()
  const borrower = await ready(server)
  const { loanId } = await paidOutLoan(server, borrower)
  const on = { server, borrower, loanId }
  await paid(server, borrower, { loanId, mode: 'due', amountFen: 91_680 })
  const quote = must(await quoteOf(on, 200_000))
  expect(quote.parts).toEqual({ principal: 203_000, interest: -3_000, fee: 0, penalty: 0, total: 200_000 })
  expect(quote.lines).toMatchObject([
    { period: 1, interest: 12_000, owed: { principal: 3_000, interest: -3_000, total: 0 }, spans: [{ balance: 800_000, amount: 12_000 }] },
    { period: 2, interest: 0, owed: { principal: 200_000, interest: 0, total: 200_000 }, balanceAfter: 720_320 },
  ])
  for (const { plan, savedInterest, ahead } of quote.outcomes) {
    expect(plan[0]).toMatchObject({ period: 1, state: 'paid', interest: 12_000, principal: 79_680, principalHow: { instalment: 91_680 } })
    expect(savedInterest).toBe(quote.now.interestLeftFen + 3_000 - ahead.interestLeftFen)
  }
  const { repaymentId } = must(await prepayOrdered(on, { totalFen: 200_000 }))
  await delivered(server)
  const { parts, lines } = await resultOf(on, repaymentId)
  expect(parts).toEqual(quote.parts)
  expect(lines.map(({ period, principal, interest, total }) => [period, principal, interest, total])).toEqual([
    [1, 3_000, -3_000, 0],
    [2, 200_000, 0, 200_000],
  ])
  await moveTo(server, '2026-12-27')
  expect((await detailOf(server, borrower, loanId)).plan[0]).toMatchObject({ state: 'paid', paid: { interest: 12_000, principal: 79_680 } })
  const settling = must(await server.call('repay', 'quote', { params: { id: loanId }, query: { mode: 'all' } }, { token: borrower.token }))
  expect(settling.parts.total).toBe(1_000_000 + 12_000 - 91_680 - 200_000)
  await expectBooksRight(on)
  await server.close()
})

test('a lower instalment that levels out a plan shortened before is quoted, too, though it costs more interest than is saved', async () => {
  const server = await start()
  const borrower = await ready(server)
  const { loanId } = await paidOutLoan(server, borrower)
  const on = { server, borrower, loanId }
  must(await prepayOrdered(on, { principalFen: 70_000, totalFen: 70_000, effect: 'shorten' }))
  await delivered(server)
  const [shorten, lower] = must(await quoteOf(on, 10_000)).outcomes
  expect(shorten?.savedInterest).toBeGreaterThan(0)
  expect(lower?.savedInterest).toBeLessThan(0)
  await server.close()
})

test('the quote of a prepayment shows both outcomes and opens into what it is made of, for any amount and without a word of the effect', async () => {
  const on = await inSecondPeriod()
  const quote = must(await quoteOf(on, 200_000))
  expect(quote).toMatchObject({
    onDate: '2027-01-12',
    principalFen: 200_000,
    minFen: 10_000,
    stepFen: 10_000,
    maxFen: 920_000,
    parts: { principal: 200_000, interest: 7_148, fee: 0, penalty: 0, total: 207_148 },
    now: { periodsLeft: 11, nextDueDate: '2027-01-27', nextInstalmentFen: 91_680, lastDueDate: '2027-11-27' },
    payable: true,
  })
  expect(quote.lines).toMatchObject([
    {
      period: 2,
      balanceAfter: 723_320,
      owed: { principal: 200_000, interest: 7_148 },
      spans: [{ whole: 13_850, days: 16, periodDays: 31, amount: 7_148 }],
    },
  ])
  const [shorten, lower] = quote.outcomes
  expect(shorten).toMatchObject({ effect: 'shorten', ahead: { periodsLeft: 9, lastDueDate: '2027-09-27', laterInstalmentFen: 91_680 } })
  expect(lower).toMatchObject({ effect: 'lower', ahead: { periodsLeft: 11, lastDueDate: '2027-11-27', laterInstalmentFen: 71_821 } })
  expect(shorten?.savedInterest).toBeGreaterThan(lower?.savedInterest ?? 0)
  for (const { plan, savedInterest } of quote.outcomes) {
    expect(plan.reduce((sum, row) => sum + row.principal, 0)).toBe(923_320)
    // What the plan's interest was, less what is still to be paid of it.
    expect(savedInterest).toBe(85_161 - plan.reduce((sum, row) => sum + row.interest, 0))
  }
  expect(must(await quoteOf(on)).principalFen).toBe(10_000)
  await on.server.close()
})

describe.each<{ effect: Effect; periods: number; later: number }>([
  { effect: 'shorten', periods: 10, later: 91_680 },
  { effect: 'lower', periods: 12, later: 71_821 },
])('a prepayment that should $effect', ({ effect, periods, later }) => {
  test('is debited, redraws the plan as quoted, keeps the signed one, and frees the limit; the loan then runs to its end', {
    timeout: 60_000,
  }, async () => {
    const on = await inSecondPeriod()
    const { server, borrower, loanId } = on
    const quoted = must(await quoteOf(on, 200_000)).outcomes.find((outcome) => outcome.effect === effect)
    const signed = (await detailOf(server, borrower, loanId)).plan
    const limit = await limitLeft(server, borrower)
    const result = await prepaid(on, effect)
    expect(result).toMatchObject({
      mode: 'prepay',
      effect,
      status: 'succeeded',
      takenFen: 207_148,
      parts: { principal: 200_000, interest: 7_148 },
      lines: [{ period: 2, principal: 200_000, interest: 7_148, total: 207_148 }],
      surplusFen: 0,
      ahead: quoted?.ahead,
    })
    const detail = await detailOf(server, borrower, loanId)
    expect(detail.plan).toHaveLength(periods)
    expect(detail.plan.slice(1)).toEqual(quoted?.plan)
    expect(detail.plan[2]?.total).toBe(later)
    expect(detail.signedPlan.map(({ principal, interest }) => [principal, interest])).toEqual(
      signed.map(({ principal, interest }) => [principal, interest]),
    )
    expect(detail.endDate).toBe(quoted?.ahead.lastDueDate)
    expect(await limitLeft(server, borrower)).toBe(limit + 200_000)
    await expectBooksRight(on)
    for (const { dueDate } of detail.plan.slice(1)) {
      await moveTo(server, dueDate)
      // Codes have a limit a day.
      server.machine.pass(8 * 3_600_000)
      const { parts } = must(
        await server.call('repay', 'quote', { params: { id: loanId }, query: { mode: 'due' } }, { token: borrower.token }),
      )
      await paid(server, borrower, { loanId, mode: 'due', amountFen: parts.total })
    }
    expect(await detailOf(server, borrower, loanId)).toMatchObject({ status: 5, owed: { total: 0 } })
    expect(await owedByLedger(server.db, { userId: borrower.userId, loanId })).toMatchObject({ total: 0, surplusHeld: 0 })
    await server.close()
  })
})

test('settling after a prepayment charges the days on the old balance and on the new one', async () => {
  const on = await inSecondPeriod()
  const { server, borrower, loanId } = on
  await prepaid(on, 'lower')
  await moveTo(server, '2027-01-20')
  const settle = must(await server.call('repay', 'quote', { params: { id: loanId }, query: { mode: 'all' } }, { token: borrower.token }))
  // 108.50 a period on 7,233.20: 8 of 31 days.
  expect(settle.parts).toMatchObject({ principal: 723_320, interest: 2_800, total: 726_120 })
  expect(settle.lines[0]?.spans).toMatchObject([{ amount: 7_148 }, { whole: 10_850, days: 8, periodDays: 31, amount: 2_800 }])
  await paid(server, borrower, { loanId, mode: 'all', amountFen: settle.parts.total })
  expect((await detailOf(server, borrower, loanId)).status).toBe(5)
  expect(await owedByLedger(server.db, { userId: borrower.userId, loanId })).toMatchObject({ total: 0, surplusHeld: 0 })
  await server.close()
})

describe('what a debit can bring', () => {
  test('ID-02 the same request sent again, at once or later, is one debit; another one waits for its result', async () => {
    const on = await inSecondPeriod()
    const authCode = await codeFor(on.server, on.borrower, { loanId: on.loanId, mode: 'prepay', amountFen: 207_148 })
    const asked = { key: newKey(), authCode }
    const twins = await Promise.all([1, 2, 3].map(() => prepayOrdered(on, asked)))
    const first = must(await prepayOrdered(on, asked))
    for (const twin of twins) expect(must(twin)).toEqual(first)
    expect((await prepayOrdered(on, { authCode })).error).toBe('REPAYMENT_RUNNING')
    expect(must(await quoteOf(on, 200_000)).payable).toBe(false)
    await delivered(on.server)
    expect(must(await prepayOrdered(on, asked))).toEqual(first)
    expect((await detailOf(on.server, on.borrower, on.loanId)).paidTotal).toBe(91_680 + 207_148)
    await on.server.close()
  })

  test('a debit that takes a part prepays what it took; what does not reach principal pays the interest of the days', {
    timeout: 60_000,
  }, async () => {
    for (const { takenFen, principal, interest } of [
      { takenFen: 107_148, principal: 100_000, interest: 7_148 },
      { takenFen: 5_000, principal: 0, interest: 5_000 },
    ]) {
      const on = await inSecondPeriod()
      const { repaymentId } = must(await prepayOrdered(on, { effect: 'shorten' }))
      await on.server.runJobs()
      const key = (await orderKeysOf(on.server, on.loanId)).at(-1) ?? ''
      await notify(on.server, 'debit', { noticeId: 'n1', key, result: 'partly', takenFen })
      await on.server.runJobs()
      expect(await resultOf(on, repaymentId)).toMatchObject({ status: 'partly', parts: { principal, interest }, surplusFen: 0 })
      const { plan, signedPlan } = await detailOf(on.server, on.borrower, on.loanId)
      expect(plan).toHaveLength(principal > 0 ? 11 : 12)
      expect(signedPlan).toHaveLength(principal > 0 ? 12 : 0)
      await expectBooksRight(on)
      await on.server.close()
    }
  })

  test('a debit that fails changes nothing, and the prepayment can be asked for again', async () => {
    const on = await inSecondPeriod()
    const before = (await detailOf(on.server, on.borrower, on.loanId)).plan
    const { repaymentId } = must(await prepayOrdered(on))
    await on.server.runJobs()
    const key = (await orderKeysOf(on.server, on.loanId)).at(-1) ?? ''
    await notify(on.server, 'debit', { noticeId: 'n1', key, result: 'failed', takenFen: 0, reason: 'balanceTooLow' })
    await on.server.runJobs()
    expect(await resultOf(on, repaymentId)).toMatchObject({ status: 'failed', reason: 'balanceTooLow', lines: [], takenFen: 0 })
    expect((await detailOf(on.server, on.borrower, on.loanId)).plan).toEqual(before)
    expect(await prepaid(on, 'lower')).toMatchObject({ status: 'succeeded' })
    await on.server.close()
  })

  test('a prepayment that the channel takes back leaves the plan as if it had never been', async () => {
    const on = await inSecondPeriod()
    const before = (await detailOf(on.server, on.borrower, on.loanId)).plan
    const { repaymentId } = must(await prepayOrdered(on))
    await delivered(on.server)
    const key = (await orderKeysOf(on.server, on.loanId)).at(-1) ?? ''
    await notify(on.server, 'debit', { noticeId: 'back', key, result: 'returned', takenFen: 207_148, reason: 'noFunds' })
    await on.server.runJobs()
    expect((await resultOf(on, repaymentId)).status).toBe('returned')
    const { plan, signedPlan } = await detailOf(on.server, on.borrower, on.loanId)
    expect({ plan, signedPlan }).toEqual({ plan: before, signedPlan: [] })
    await expectBooksRight(on)
    await on.server.close()
  })
})

describe('refusals', () => {
  let on: On
  beforeAll(async () => {
    on = await inSecondPeriod()
  })
  afterAll(async () => on.server.close())
  /** Refused before the code is looked at. */
  const asked = (by: On, wanted: Asked = {}) => prepayOrdered(by, { authCode: '0000', ...wanted })
  const elsewhere = (loanId: number): On => ({ ...on, loanId })

  test('repay.prepayQuote: LOAN_NOT_FOUND and repay.prepay: LOAN_NOT_FOUND for an unknown loan', async () => {
    expect((await quoteOf(elsewhere(1))).error).toBe('LOAN_NOT_FOUND')
    expect((await asked(elsewhere(1))).error).toBe('LOAN_NOT_FOUND')
  })
  test('repay.prepayQuote: LOAN_NOT_PAYABLE and repay.prepay: LOAN_NOT_PAYABLE before the money arrived', async () => {
    const borrower = await ready(on.server)
    const { loanId } = await borrowed(on.server, borrower, { amountFen: 100_000 })
    expect((await quoteOf({ ...on, borrower, loanId })).error).toBe('LOAN_NOT_PAYABLE')
    expect((await asked({ ...on, borrower, loanId })).error).toBe('LOAN_NOT_PAYABLE')
  })
  test('repay.prepayQuote: AMOUNT_TOO_SMALL and repay.prepay: AMOUNT_TOO_SMALL below 100 yuan', async () => {
    expect((await quoteOf(on, 9_999)).error).toBe('AMOUNT_TOO_SMALL')
    expect((await asked(on, { principalFen: 9_999 })).error).toBe('AMOUNT_TOO_SMALL')
  })
  test('repay.prepayQuote: AMOUNT_TOO_LARGE and repay.prepay: AMOUNT_TOO_LARGE where nothing would be left', async () => {
    expect((await quoteOf(on, 920_001)).error).toBe('AMOUNT_TOO_LARGE')
    expect((await asked(on, { principalFen: 920_001 })).error).toBe('AMOUNT_TOO_LARGE')
  })
  test('repay.prepayQuote: AMOUNT_STEP and repay.prepay: AMOUNT_STEP beside whole hundreds', async () => {
    expect((await quoteOf(on, 10_001)).error).toBe('AMOUNT_STEP')
    expect((await asked(on, { principalFen: 10_001 })).error).toBe('AMOUNT_STEP')
  })
  test('amounts that are refused debit nothing', async () => {
    for (const principalFen of [0, 10_000_000, 10_050]) await asked(on, { principalFen })
    const rows = await on.server.db.selectFrom('repayment').select('mode').where('loan_id', '=', on.loanId).execute()
    expect(rows.map(({ mode }) => mode)).toEqual(['due'])
  })
  test('repay.prepay: QUOTE_CHANGED when the total is not that of today', async () => {
    expect(await asked(on, { totalFen: 207_147 })).toMatchObject({ error: 'QUOTE_CHANGED', detail: { totalFen: 207_148 } })
  })
  test('repay.prepay: CARD_NOT_FOUND for a card that is not the borrower’s', async () => {
    expect((await prepayOrdered(on, { cardId: 1, authCode: '0000' })).error).toBe('CARD_NOT_FOUND')
  })
  test('repay.prepay: SMS_CODE_WRONG and repay.prepay: SMS_CODE_EXPIRED', async () => {
    const authCode = await codeFor(on.server, on.borrower, { loanId: on.loanId, mode: 'prepay', amountFen: 207_148 })
    expect((await prepayOrdered(on, { authCode: authCode === '0000' ? '1111' : '0000' })).error).toBe('SMS_CODE_WRONG')
    on.server.machine.pass(301_000)
    expect((await prepayOrdered(on, { authCode })).error).toBe('SMS_CODE_EXPIRED')
  })
  test('repay.prepay: REPAYMENT_RUNNING, repay.prepayQuote: PREPAY_TOO_LITTLE_LEFT and repay.prepay: PREPAY_TOO_LITTLE_LEFT', async () => {
    const borrower = await ready(on.server)
    const { loanId } = await paidOutLoan(on.server, borrower, { amountFen: 100_000, periods: 3 })
    const mine = { ...on, borrower, loanId }
    must(await prepayOrdered(mine, { principalFen: 90_000, totalFen: 90_000, effect: 'lower' }))
    expect((await asked(mine, { principalFen: 10_000, totalFen: 10_000 })).error).toBe('REPAYMENT_RUNNING')
    await delivered(on.server)
    expect((await quoteOf(mine)).error).toBe('PREPAY_TOO_LITTLE_LEFT')
    expect((await asked(mine)).error).toBe('PREPAY_TOO_LITTLE_LEFT')
    const { parts } = must(
      await on.server.call('repay', 'quote', { params: { id: loanId }, query: { mode: 'all' } }, { token: borrower.token }),
    )
    await paid(on.server, borrower, { loanId, mode: 'all', amountFen: parts.total })
  })
  test('repay.prepay: LOAN_ALREADY_SETTLED and repay.prepayQuote: LOAN_ALREADY_SETTLED once nothing is owed', async () => {
    const borrower = await ready(on.server)
    const { loanId } = await paidOutLoan(on.server, borrower, { amountFen: 100_000 })
    await paid(on.server, borrower, { loanId, mode: 'all', amountFen: 100_000 })
    expect((await asked({ ...on, borrower, loanId })).error).toBe('LOAN_ALREADY_SETTLED')
    expect((await quoteOf({ ...on, borrower, loanId })).error).toBe('LOAN_ALREADY_SETTLED')
  })
  test('repay.prepayQuote: PREPAY_OVERDUE and repay.prepay: PREPAY_OVERDUE until what is overdue is paid', async () => {
    await moveTo(on.server, '2027-01-28')
    expect((await quoteOf(on)).error).toBe('PREPAY_OVERDUE')
    expect((await asked(on)).error).toBe('PREPAY_OVERDUE')
  })
})
