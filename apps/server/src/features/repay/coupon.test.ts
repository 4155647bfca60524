import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { balancesOf } from '#lending/ledger/ledger.ts'
import { must, type TestBorrower } from '#platform/test-borrower.ts'
import {
  borrowed,
  cardIdOf,
  codeFor,
  detailOf,
  limitLeft,
  moveTo,
  notify,
  orderKeysOf,
  paid,
  paidOutLoan,
  withTier,
} from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { couponOf, couponRow, payQuote, payWith, resultOf, settleJobs, withTerms } from '../coupon/test-coupon.ts'
import { reconcile } from '../reconcile/reconcile.ts'

/** Loans of 10,000 yuan at 18 % over 12 periods: 916.80 a period, 150.00 of it interest in the first; due on the 27th of December first. */
let server: TestServer
/** Where a notice says something else than the channel's statement. */
let other: TestServer
beforeAll(async () => {
  other = await testServer({ today: '2026-11-27', settings: { AUTO_DEBIT: '0', SMS_ADDRESS_DAILY_MAX: '1000' } })
  server = await testServer({ today: '2026-11-27', settings: { AUTO_DEBIT: '0', SMS_ADDRESS_DAILY_MAX: '1000' } })
  await prepare()
  for (const at of [server, other]) await moveTo(at, '2026-12-27')
})
afterAll(async () => {
  const lines: string[] = []
  const { differences } = await reconcile(server.deps, { date: undefined, say: (line) => lines.push(line) })
  expect(differences, lines.join('\n')).toBe(0)
  await server.close()
  await other.close()
})

type Mine = { readonly borrower: TestBorrower; readonly loanId: number }
const loans = new Map<string, Mine>()
/** One borrower a test, each with a loan whose first instalment is due today; of `five` the borrower has five loans. */
async function prepare(): Promise<void> {
  for (const name of ['plain', 'returned', 'covered', 'refusals', 'twice', 'ahead']) loans.set(name, await lent(await newBorrower()))
  for (const name of ['failed', 'partly', 'late']) loans.set(name, await lent(await newBorrower(other), 1_000_000, other))
  const borrower = await newBorrower()
  for (let n = 0; n < 5; n += 1) loans.set(`five${n}`, await lent(borrower, 100_000))
}
async function newBorrower(at = server): Promise<TestBorrower> {
  const borrower = await at.newBorrower({ upTo: 'card' })
  await withTier(at, borrower)
  return borrower
}
const lent = async (borrower: TestBorrower, amountFen = 1_000_000, at = server): Promise<Mine> => ({
  borrower,
  loanId: (await paidOutLoan(at, borrower, { amountFen })).loanId,
})
function mineOf(name: string): Mine {
  const mine = loans.get(name)
  if (mine === undefined) throw new Error(`no loan ${name}`)
  return mine
}
const ledgerOf = ({ borrower: { userId }, loanId }: Mine) => balancesOf(server.db, { userId, loanId })
const statusOf = async (couponId: number, at = server) => (await couponRow(at, couponId)).status

describe('a coupon on a payment', () => {
  test('takes its discount off what is asked, in the quote, in the debit, in the result, on the loan and in the ledger', async () => {
    const mine = mineOf('plain')
    const { borrower, loanId } = mine
    const couponId = await couponOf(server, borrower, 'repay-20')
    const before = must(await payQuote(server, borrower, { loanId }))
    const quote = must(await payQuote(server, borrower, { loanId, couponId }))
    expect(before).toMatchObject({ coupon: null, parts: { principal: 76_680, interest: 15_000, total: 91_680 } })
    expect(quote).toMatchObject({
      coupon: { couponId, discountFen: 2_000, lines: [{ period: 1, amountFen: 2_000 }] },
      parts: { principal: 76_680, interest: 13_000, total: 89_680 },
    })
    expect(quote.lines[0]).toMatchObject({ waived: { interest: 2_000 }, owed: { total: 89_680 } })
    const { repaymentId } = must(await payWith(server, borrower, { loanId, couponId }))
    expect(await statusOf(couponId)).toBe('reserved')
    expect(await resultOf(server, borrower, repaymentId)).toMatchObject({ coupon: { used: false, discountFen: 2_000 }, askedFen: 89_680 })
    await settleJobs(server)
    const result = await resultOf(server, borrower, repaymentId)
    expect(result).toMatchObject({ status: 'succeeded', takenFen: 89_680, coupon: { used: true, discountFen: 2_000 }, surplusFen: 0 })
    expect(await statusOf(couponId)).toBe('used')
    const detail = await detailOf(server, borrower, loanId)
    expect(detail.plan[0]).toMatchObject({ state: 'paid', owed: { total: 0 }, paid: { total: 89_680 } })
    expect(detail.coupons).toMatchObject([{ couponId, use: 'repay', discountFen: 2_000, lines: [{ period: 1, amountFen: 2_000 }] }])
    const ledger = await ledgerOf(mine)
    expect([ledger.get('couponsOfPlatform'), ledger.get('channelClearing'), ledger.get('interestReceivable')]).toEqual([2_000, 89_680, 0])
  })

  test('the choices name what each takes off and the best one; repay.coupons: LOAN_NOT_FOUND', async () => {
    const { borrower, loanId } = mineOf('refusals')
    const five = await couponOf(server, borrower, 'repay-5')
    const twenty = await couponOf(server, borrower, 'repay-20')
    await couponOf(server, borrower, 'borrow-20')
    const call = (id: number) => server.call('repay', 'coupons', { params: { id }, query: {} }, { token: borrower.token })
    const { items, bestId } = must(await call(loanId))
    expect(items.map(({ couponId, discountFen }) => [couponId, discountFen])).toEqual([
      [twenty, 2_000],
      [five, 500],
    ])
    expect(bestId).toBe(twenty)
    expect((await call(1)).error).toBe('LOAN_NOT_FOUND')
  })

  test('repay.coupons: LOAN_NOT_PAYABLE before the money is there, repay.coupons: LOAN_ALREADY_SETTLED after all is paid', async () => {
    const own = await testServer({ today: '2026-11-27' })
    const borrower = await own.newBorrower({ upTo: 'card' })
    await withTier(own, borrower)
    const { loanId } = await borrowed(own, borrower, { amountFen: 100_000 })
    const errorOf = async () => (await own.call('repay', 'coupons', { params: { id: loanId }, query: {} }, { token: borrower.token })).error
    expect(await errorOf()).toBe('LOAN_NOT_PAYABLE')
    await settleJobs(own)
    await paid(own, borrower, { loanId, mode: 'all', amountFen: must(await payQuote(own, borrower, { loanId, mode: 'all' })).parts.total })
    expect(await errorOf()).toBe('LOAN_ALREADY_SETTLED')
    await own.close()
  })

  test('a debit that fails frees it, a part that arrives does, too: then the whole instalment less that part is owed', async () => {
    const failed = mineOf('failed')
    const first = await couponOf(other, failed.borrower, 'repay-20')
    must(await payWith(other, failed.borrower, { loanId: failed.loanId, couponId: first }))
    await other.runJobs()
    other.providers.takeNotices()
    const key = (await orderKeysOf(other, failed.loanId)).at(-1) ?? ''
    await notify(other, 'debit', { noticeId: 'no', key, result: 'failed', takenFen: 0, reason: 'balanceTooLow' })
    await other.runJobs()
    expect(await statusOf(first, other)).toBe('usable')
    expect(must(await payQuote(other, failed.borrower, { loanId: failed.loanId })).parts.total).toBe(91_680)

    const partly = mineOf('partly')
    const second = await couponOf(other, partly.borrower, 'repay-20')
    must(await payWith(other, partly.borrower, { loanId: partly.loanId, couponId: second }))
    await other.runJobs()
    other.providers.takeNotices()
    const order = (await orderKeysOf(other, partly.loanId)).at(-1) ?? ''
    await notify(other, 'debit', { noticeId: 'part', key: order, result: 'partly', takenFen: 50_000, channelNo: 'c' })
    await other.runJobs()
    expect(await statusOf(second, other)).toBe('usable')
    expect(must(await payQuote(other, partly.borrower, { loanId: partly.loanId })).parts.total).toBe(41_680)
  })

  test('money that arrives after the failure counts with the coupon that was freed, as long as nothing else has it', async () => {
    const { borrower, loanId } = mineOf('late')
    const couponId = await couponOf(other, borrower, 'repay-20')
    must(await payWith(other, borrower, { loanId, couponId }))
    await other.runJobs()
    other.providers.takeNotices()
    const key = (await orderKeysOf(other, loanId)).at(-1) ?? ''
    await notify(other, 'debit', { noticeId: 'no', key, result: 'failed', takenFen: 0, reason: 'balanceTooLow' })
    await other.runJobs()
    expect(await statusOf(couponId, other)).toBe('usable')
    await notify(other, 'debit', { noticeId: 'yes', key, result: 'succeeded', takenFen: 89_680, channelNo: 'c' })
    await other.runJobs()
    expect(await statusOf(couponId, other)).toBe('used')
    expect((await detailOf(other, borrower, loanId)).plan[0]).toMatchObject({ state: 'paid', owed: { total: 0 } })
  })

  test('a payment that the bank takes back gives the coupon back for seven days at least, and all of the instalment is owed again', async () => {
    const mine = mineOf('returned')
    const { borrower, loanId } = mine
    const couponId = await couponOf(server, borrower, 'repay-20')
    await server.db
      .updateTable('coupon')
      .set({ expires_at: new Date('2026-12-27T16:00:00Z') })
      .where('coupon_id', '=', couponId)
      .execute()
    const left = await limitLeft(server, borrower)
    must(await payWith(server, borrower, { loanId, couponId }))
    await settleJobs(server)
    const key = (await orderKeysOf(server, loanId)).at(-1) ?? ''
    for (const noticeId of ['back', 'again'])
      await notify(server, 'debit', { noticeId, key, result: 'returned', takenFen: 89_680, channelNo: 'c' })
    await server.runJobs()
    const row = await couponRow(server, couponId)
    expect(row).toMatchObject({ status: 'usable', loan_id: null, repayment_id: null, used_at: null })
    expect(row.expires_at).toEqual(new Date('2027-01-03T16:00:00Z'))
    expect(must(await payQuote(server, borrower, { loanId })).parts.total).toBe(91_680)
    expect(await limitLeft(server, borrower)).toBe(left)
    expect((await ledgerOf(mine)).get('couponsOfPlatform')).toBe(0)
    expect((await detailOf(server, borrower, loanId)).coupons).toEqual([])
    const { items } = must(await server.call('message', 'list', { query: {} }, { token: borrower.token }))
    expect(items.filter(({ kind }) => kind === 'couponBack')).toHaveLength(1)
  })

  test('paying the next instalment ahead and settling early take it off, too; settling asks for a fen at least', async () => {
    const mine = mineOf('ahead')
    const { borrower, loanId } = mine
    must(await payWith(server, borrower, { loanId }))
    await settleJobs(server)
    const couponId = await couponOf(server, borrower, 'repay-20')
    const plain = must(await payQuote(server, borrower, { loanId }))
    const quote = must(await payQuote(server, borrower, { loanId, couponId }))
    expect([plain.periods, plain.parts.total - quote.parts.total]).toEqual([[2], 2_000])
    must(await payWith(server, borrower, { loanId, couponId }))
    await settleJobs(server)
    expect((await detailOf(server, borrower, loanId)).plan[1]).toMatchObject({ state: 'paid', owed: { total: 0 } })

    const settling = await couponOf(server, borrower, 'repay-5')
    await withTerms(server, settling, { rule: { kind: 'amountOff', amountFen: 10_000_000 } })
    const all = must(await payQuote(server, borrower, { loanId, mode: 'all', couponId: settling }))
    expect(all.parts.total).toBe(1)
    must(await payWith(server, borrower, { loanId, mode: 'all', couponId: settling }))
    await settleJobs(server)
    expect(await detailOf(server, borrower, loanId)).toMatchObject({ status: 5, owed: { total: 0 }, surplusHeldFen: 0 })
  })

  test('LN-23 it works in the last second of its last day in Shanghai, and is expired in the first one after it', async () => {
    const { borrower, loanId } = mineOf('refusals')
    const couponId = await couponOf(server, borrower, 'repay-20')
    const { expires_at } = await couponRow(server, couponId)
    const now = server.clock.now().getTime()
    const set = (at: number) =>
      server.db
        .updateTable('coupon')
        .set({ expires_at: new Date(at) })
        .where('coupon_id', '=', couponId)
        .execute()
    expect(expires_at.toISOString()).toMatch(/T16:00:00.000Z$/)
    await set(now + 1_000)
    expect((await payQuote(server, borrower, { loanId, couponId })).code).toBe(0)
    await set(now)
    expect((await payQuote(server, borrower, { loanId, couponId })).error).toBe('COUPON_EXPIRED')
    const { items } = must(await server.call('coupon', 'list', { query: { tab: 'expired' } }, { token: borrower.token }))
    expect(items).toMatchObject([{ couponId, status: 'expired' }])
  })
})

describe('ID-11', () => {
  test('ID-11 five payments of 100.00 with one coupon of 1,000.00 while the first is under way: it uses it, four are refused, nothing is negative', async () => {
    const { borrower } = mineOf('five0')
    const couponId = await couponOf(server, borrower, 'repay-20')
    await withTerms(server, couponId, { rule: { kind: 'amountOff', amountFen: 5_000 }, minFen: 0 })
    const answers = []
    for (let n = 0; n < 5; n += 1)
      answers.push(await payWith(server, borrower, { loanId: mineOf(`five${n}`).loanId, couponId, amountFen: 4_168 }))
    expect(answers.map(({ error }) => error)).toEqual([undefined, ...Array.from({ length: 4 }, () => 'COUPON_IN_USE')])
    await settleJobs(server)
    expect(await statusOf(couponId)).toBe('used')

    const whole = await couponOf(server, borrower, 'repay-5')
    await withTerms(server, whole, { rule: { kind: 'amountOff', amountFen: 100_000 }, minFen: 0 })
    for (let n = 1; n < 5; n += 1) {
      const { loanId } = mineOf(`five${n}`)
      const quote = await payQuote(server, borrower, { loanId, couponId: whole })
      const paidNow = await payWith(server, borrower, { loanId, couponId: whole, amountFen: 0 })
      expect([quote.data?.parts.total ?? quote.error, paidNow.data?.status ?? paidNow.error]).toEqual(
        n === 1 ? [0, 'succeeded'] : ['COUPON_USED', 'COUPON_USED'],
      )
    }
    const rows = await server.db.selectFrom('repayment').select(['asked_fen', 'taken_fen']).where('user_id', '=', borrower.userId).execute()
    expect(rows).toHaveLength(2)
    expect(rows.every(({ asked_fen, taken_fen }) => asked_fen >= 0 && taken_fen >= 0)).toBe(true)
  })

  test('ID-11 64 orders at once under one key and under many, and the same key again: one payment, one use of the coupon', async () => {
    const { borrower, loanId } = mineOf('twice')
    const couponId = await couponOf(server, borrower, 'repay-20')
    const { parts } = must(await payQuote(server, borrower, { loanId, couponId }))
    const authCode = await codeFor(server, borrower, { loanId, mode: 'due', amountFen: parts.total })
    const body = { loanId, mode: 'due' as const, amountFen: parts.total, cardId: cardIdOf(borrower), authCode, couponId }
    const order = (key: string) => server.call('repay', 'pay', { body }, { token: borrower.token, key })
    const answers = await Promise.all(Array.from({ length: 64 }, (_, n) => order(n % 2 === 0 ? 'the-same-key' : `another-key-${n}`)))
    expect(new Set(answers.flatMap(({ data }) => (data === null ? [] : [data.repaymentId]))).size).toBe(1)
    await settleJobs(server)
    const rows = await server.db.selectFrom('repayment').select('repayment_id').where('loan_id', '=', loanId).execute()
    expect(rows).toHaveLength(1)
    const events = await server.db.selectFrom('loan_event').select('event_id').where('loan_id', '=', loanId).execute()
    expect(events).toHaveLength(1)
    expect(await statusOf(couponId)).toBe('used')
  })

  test('a coupon that covers an instalment whole pays it without a debit, and no channel hears of it', async () => {
    const mine = mineOf('covered')
    const { borrower, loanId } = mine
    const couponId = await couponOf(server, borrower, 'repay-20')
    await withTerms(server, couponId, { rule: { kind: 'amountOff', amountFen: 91_680 }, bearer: 'lender' })
    const { repaymentId, status } = must(await payWith(server, borrower, { loanId, couponId }))
    expect(status).toBe('succeeded')
    await settleJobs(server)
    expect(await resultOf(server, borrower, repaymentId)).toMatchObject({
      status: 'succeeded',
      askedFen: 0,
      takenFen: 0,
      coupon: { used: true, discountFen: 91_680 },
    })
    const detail = await detailOf(server, borrower, loanId)
    expect(detail.plan[0]).toMatchObject({ state: 'paid', owed: { total: 0 }, paid: { total: 0 } })
    expect(detail.owed.principal).toBe(1_000_000 - 76_680)
    const ledger = await ledgerOf(mine)
    expect([ledger.get('couponsOfLender'), ledger.get('principalReceivable')]).toEqual([91_680, 1_000_000 - 76_680])
  })
})

describe('refusals', () => {
  const errors = async (couponId: number, change: { part?: boolean; amountFen?: number } = {}) => {
    const { borrower, loanId } = mineOf('refusals')
    const quote = await payQuote(server, borrower, { loanId, couponId })
    const pay = await payWith(server, borrower, { loanId, couponId, amountFen: 89_680, ...change })
    return [quote.error, pay.error]
  }
  test('repay.quote: COUPON_NOT_FOUND and repay.pay: COUPON_NOT_FOUND for another borrower’s coupon', async () => {
    expect(await errors(await couponOf(server, mineOf('plain').borrower, 'repay-20'))).toEqual(['COUPON_NOT_FOUND', 'COUPON_NOT_FOUND'])
  })

  test('repay.quote: COUPON_NOT_APPLICABLE and repay.pay: COUPON_NOT_APPLICABLE for one to borrow with, and below the minimum', async () => {
    const { borrower } = mineOf('refusals')
    expect(await errors(await couponOf(server, borrower, 'borrow-20'))).toEqual(['COUPON_NOT_APPLICABLE', 'COUPON_NOT_APPLICABLE'])
    const couponId = await couponOf(server, borrower, 'repay-20')
    await withTerms(server, couponId, { minFen: 91_681 })
    expect(await errors(couponId)).toEqual(['COUPON_NOT_APPLICABLE', 'COUPON_NOT_APPLICABLE'])
    await withTerms(server, couponId, { minFen: 0, periods: [3] })
    expect(await errors(couponId)).toEqual(['COUPON_NOT_APPLICABLE', 'COUPON_NOT_APPLICABLE'])
  })

  test('repay.quote: COUPON_NOT_APPLICABLE by rule for a second of a kind on one loan', async () => {
    const { borrower, loanId } = mineOf('plain')
    const couponId = await couponOf(server, borrower, 'repay-20')
    expect((await payQuote(server, borrower, { loanId, couponId })).error).toBe('COUPON_NOT_APPLICABLE')
    const { items } = must(await server.call('repay', 'coupons', { params: { id: loanId }, query: {} }, { token: borrower.token }))
    expect(items.find((item) => item.couponId === couponId)?.obstacle).toBe('perLoan')
  })

  test.each([
    ['repay.quote: COUPON_USED and repay.pay: COUPON_USED', { status: 'used', used_at: new Date() }, 'COUPON_USED'],
    [
      'repay.quote: COUPON_REVOKED and repay.pay: COUPON_REVOKED',
      { status: 'revoked', revoked_at: new Date(), revoked_by: 'x', revoked_reason: 'y' },
      'COUPON_REVOKED',
    ],
    ['repay.quote: COUPON_EXPIRED and repay.pay: COUPON_EXPIRED', { status: 'expired' }, 'COUPON_EXPIRED'],
    ['repay.quote: COUPON_IN_USE and repay.pay: COUPON_IN_USE', { status: 'reserved', loan_id: 1 }, 'COUPON_IN_USE'],
  ])('%s', async (_title, values, error) => {
    const couponId = await couponOf(server, mineOf('refusals').borrower, 'repay-20')
    await server.db.updateTable('coupon').set(values).where('coupon_id', '=', couponId).execute()
    expect(await errors(couponId)).toEqual([error, error])
  })

  test('repay.pay: COUPON_NEEDS_WHOLE for a part, QUOTE_CHANGED for the sum without the discount', async () => {
    const couponId = await couponOf(server, mineOf('refusals').borrower, 'repay-20')
    expect(await errors(couponId, { part: true, amountFen: 50_000 })).toEqual([undefined, 'COUPON_NEEDS_WHOLE'])
    expect(await errors(couponId, { amountFen: 91_680 })).toEqual([undefined, 'QUOTE_CHANGED'])
    expect(await statusOf(couponId)).toBe('usable')
  })
})
