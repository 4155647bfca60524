import { fen } from '@fyh/base/money.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { balancesOf } from '#lending/ledger/ledger.ts'
import { must, type TestBorrower } from '#platform/test-borrower.ts'
import { cardIdOf, codeFor, detailOf, moveTo, notify, orderKeysOf, submittedAgain, withTier } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { borrowedWith, borrowOn, couponOf, couponRow, payWith, quoteWith, settleJobs, signed, withTerms } from '../coupon/test-coupon.ts'
import { reconcile } from '../reconcile/reconcile.ts'

/** Loans of 10,000 yuan at 18 % over 12 periods: interest of the first three is 150.00, 138.50 and 126.82. */
let server: TestServer
beforeAll(async () => {
  server = await testServer({ today: '2026-11-27', settings: { AUTO_DEBIT: '0', SMS_ADDRESS_DAILY_MAX: '1000' } })
})
afterAll(async () => {
  const lines: string[] = []
  const { differences } = await reconcile(server.deps, { date: undefined, say: (line) => lines.push(line) })
  expect(differences, lines.join('\n')).toBe(0)
  await server.close()
})

async function newBorrower(): Promise<TestBorrower> {
  const borrower = await server.newBorrower({ upTo: 'card' })
  await withTier(server, borrower)
  return borrower
}
const half = [
  { period: 1, amountFen: 7_500 },
  { period: 2, amountFen: 6_925 },
  { period: 3, amountFen: 5_575 },
]
const choicesOf = async ({ token }: TestBorrower, query: { productId?: number; amountFen?: number; periods?: 3 | 6 | 12 } = {}) =>
  must(await server.call('borrow', 'coupons', { query: { productId: 101, amountFen: 1_000_000, periods: 12, ...query } }, { token }))

describe('choosing', () => {
  test('every coupon is offered with what it takes off, the best one first, those that do not fit with the reason', async () => {
    const borrower = await newBorrower()
    const twenty = await couponOf(server, borrower, 'borrow-20')
    const halfOff = await couponOf(server, borrower, 'interest-half-3')
    const { items, bestId } = await choicesOf(borrower)
    expect(items.map(({ couponId, discountFen, obstacle }) => [couponId, discountFen, obstacle])).toEqual([
      [halfOff, 20_000, null],
      [twenty, 2_000, null],
    ])
    expect(bestId).toBe(halfOff)
    expect((await choicesOf(borrower, { periods: 3 })).items.map(({ obstacle }) => obstacle)).toEqual([null, 'periods'])
    expect((await choicesOf(borrower, { amountFen: 200_000 })).items.map(({ couponId, obstacle }) => [couponId, obstacle])).toEqual([
      [halfOff, null],
      [twenty, 'minimum'],
    ])
    expect(await choicesOf(await newBorrower())).toEqual({ items: [], bestId: null })
  })

  test('borrow.coupons: LIMIT_MISSING without a limit, borrow.coupons: PRODUCT_NOT_OFFERED for none of today', async () => {
    const query = { productId: 101, amountFen: 1_000_000, periods: 12 }
    const stranger = await server.newBorrower({ upTo: 'login' })
    expect((await server.call('borrow', 'coupons', { query }, { token: stranger.token })).error).toBe('LIMIT_MISSING')
    const { token } = await newBorrower()
    expect((await server.call('borrow', 'coupons', { query: { ...query, productId: 999 } }, { token })).error).toBe('PRODUCT_NOT_OFFERED')
  })

  test('the quote shows plan and lender’s price without the coupon, its discount by instalment, and total and price with it', async () => {
    const borrower = await newBorrower()
    const couponId = await couponOf(server, borrower, 'interest-half-3')
    const plain = must(await quoteWith(server, borrower, {}))
    const quote = must(await quoteWith(server, borrower, { couponId }))
    expect(plain.costSheet.coupon).toBeNull()
    expect(quote.plan).toEqual(plain.plan)
    expect(quote.costSheet.coupon).toMatchObject({ couponId, discountFen: 20_000, bearer: 'platform', lines: half })
    expect(quote.costSheet.coupon).toMatchObject({ costBefore: plain.costSheet.totalCost, priceBefore: plain.costSheet.price })
    expect([quote.totalInterest, quote.totalDue, quote.costSheet.totalCost]).toEqual([
      plain.totalInterest - 20_000,
      plain.totalDue - 20_000,
      plain.costSheet.totalCost - 20_000,
    ])
    expect(quote.costSheet.price.simplePpm).toBeLessThan(plain.costSheet.price.simplePpm)
    const contract = must(
      await server.call(
        'borrow',
        'quoteText',
        { params: { id: quote.quoteId }, query: { key: 'loanContract' } },
        { token: borrower.token },
      ),
    )
    const text = contract.paragraphs.map((paragraph) => paragraph.text).join('\n')
    expect(text).toContain('优惠券减免利息 75.00 元')
  })

  test('borrow.quote: COUPON_NOT_FOUND, and borrow.quote: COUPON_NOT_APPLICABLE below the minimum or for repaying', async () => {
    const borrower = await newBorrower()
    const other = await newBorrower()
    const errorOf = async (couponId: number, amountFen = 1_000_000) => (await quoteWith(server, borrower, { couponId, amountFen })).error
    expect(await errorOf(await couponOf(server, other, 'borrow-20'))).toBe('COUPON_NOT_FOUND')
    expect(await errorOf(await couponOf(server, borrower, 'borrow-20'), 200_000)).toBe('COUPON_NOT_APPLICABLE')
    expect(await errorOf(await couponOf(server, borrower, 'repay-20'))).toBe('COUPON_NOT_APPLICABLE')
  })

  test('borrow.quote: COUPON_USED, borrow.quote: COUPON_REVOKED, borrow.quote: COUPON_EXPIRED, borrow.quote: COUPON_IN_USE', async () => {
    const borrower = await newBorrower()
    const couponId = await couponOf(server, borrower, 'borrow-20')
    const errorOf = async () => (await quoteWith(server, borrower, { couponId, amountFen: 300_000 })).error
    const set = (values: object) => server.db.updateTable('coupon').set(values).where('coupon_id', '=', couponId).execute()
    await set({ status: 'used', used_at: server.clock.now() })
    expect(await errorOf()).toBe('COUPON_USED')
    await set({ status: 'revoked', used_at: null, revoked_at: server.clock.now(), revoked_by: 'x', revoked_reason: 'y' })
    expect(await errorOf()).toBe('COUPON_REVOKED')
    await set({ status: 'expired', revoked_at: null, revoked_by: null, revoked_reason: null })
    expect(await errorOf()).toBe('COUPON_EXPIRED')
    await set({ status: 'usable' })
    await borrowedWith(server, borrower, { couponId, amountFen: 300_000 })
    expect(await errorOf()).toBe('COUPON_IN_USE')
    await settleJobs(server)
  })

  test.each([
    ['borrow.sign: COUPON_USED', { status: 'used', used_at: new Date() }, 'COUPON_USED'],
    ['borrow.sign: COUPON_REVOKED', { status: 'revoked', revoked_at: new Date(), revoked_by: 'x', revoked_reason: 'y' }, 'COUPON_REVOKED'],
    ['borrow.sign: COUPON_EXPIRED', { status: 'expired' }, 'COUPON_EXPIRED'],
    ['borrow.sign: COUPON_IN_USE', { status: 'reserved', loan_id: 1 }, 'COUPON_IN_USE'],
  ])('%s between quote and signature', async (_title, values, error) => {
    const borrower = await newBorrower()
    const couponId = await couponOf(server, borrower, 'borrow-20')
    const quote = await quoteWith(server, borrower, { couponId, amountFen: 300_000 })
    await server.db.updateTable('coupon').set(values).where('coupon_id', '=', couponId).execute()
    expect((await signed(server, borrower, quote)).error).toBe(error)
  })

  test.each([
    ['borrow.borrow: COUPON_USED and borrow.reLoan: COUPON_USED', { status: 'used', used_at: new Date() }, 'COUPON_USED'],
    [
      'borrow.borrow: COUPON_REVOKED and borrow.reLoan: COUPON_REVOKED',
      { status: 'revoked', revoked_at: new Date(), revoked_by: 'x', revoked_reason: 'y' },
      'COUPON_REVOKED',
    ],
    ['borrow.borrow: COUPON_EXPIRED and borrow.reLoan: COUPON_EXPIRED', { status: 'expired' }, 'COUPON_EXPIRED'],
    ['borrow.borrow: COUPON_IN_USE and borrow.reLoan: COUPON_IN_USE', { status: 'reserved', loan_id: 1 }, 'COUPON_IN_USE'],
  ])('%s after the signature: no loan is made and nothing of the limit is taken', async (_title, values, error) => {
    const borrower = await newBorrower()
    const couponId = await couponOf(server, borrower, 'borrow-20')
    const quote = await quoteWith(server, borrower, { couponId, amountFen: 300_000 })
    must(await signed(server, borrower, quote))
    await server.db.updateTable('coupon').set(values).where('coupon_id', '=', couponId).execute()
    expect((await borrowOn(server, borrower, must(quote).quoteId)).error).toBe(error)
    expect(await server.db.selectFrom('loan').select('loan_id').where('user_id', '=', borrower.userId).execute()).toEqual([])
  })

  test('a signed quote holds its coupon; a newer one takes it over; one that expires unused frees it', async () => {
    const borrower = await newBorrower()
    const couponId = await couponOf(server, borrower, 'borrow-20')
    const first = await quoteWith(server, borrower, { couponId })
    must(await signed(server, borrower, first))
    expect(await couponRow(server, couponId)).toMatchObject({ status: 'reserved', quote_id: must(first).quoteId, loan_id: null })
    const second = await quoteWith(server, borrower, { couponId, amountFen: 900_000 })
    must(await signed(server, borrower, second))
    expect(await couponRow(server, couponId)).toMatchObject({ status: 'reserved', quote_id: must(second).quoteId })
    server.machine.pass(31 * 60_000)
    await server.runJobs()
    const { items } = must(await server.call('coupon', 'list', { query: {} }, { token: borrower.token }))
    expect(items).toMatchObject([{ couponId, status: 'usable', loanId: null }])
    expect((await choicesOf(borrower)).bestId).toBe(couponId)
  })
})

describe('the loan', () => {
  test('LN-20 the money has gone out: the coupon is used, the plan is less by its discount, and paying an instalment books who bears it', async () => {
    const borrower = await newBorrower()
    const couponId = await couponOf(server, borrower, 'interest-half-3')
    const { loanId } = await borrowedWith(server, borrower, { couponId })
    expect(await couponRow(server, couponId)).toMatchObject({ status: 'reserved', loan_id: loanId })
    expect((await detailOf(server, borrower, loanId)).coupons).toMatchObject([{ couponId, discountFen: 20_000, lines: half }])
    await settleJobs(server)
    expect(await couponRow(server, couponId)).toMatchObject({ status: 'used', loan_id: loanId, discount_fen: 20_000 })
    const detail = await detailOf(server, borrower, loanId)
    expect(detail.coupons).toMatchObject([{ couponId, discountFen: 20_000, lines: half }])
    expect(detail.plan.slice(0, 4).map(({ interest, waived }) => [interest, waived.interest])).toEqual([
      [7_500, 7_500],
      [6_925, 6_925],
      [7_107, 5_575],
      [11_497, 0],
    ])
    expect(detail.priceFlows[0]?.total).toBe(91_680 - 7_500)
    const ledger = () => balancesOf(server.db, { userId: borrower.userId, loanId })
    expect((await ledger()).get('couponsOfPlatform') ?? 0).toBe(0)
    await moveTo(server, '2026-12-27')
    expect((await ledger()).get('interestReceivable')).toBe(7_500)
    must(await payWith(server, borrower, { loanId }))
    await settleJobs(server)
    const after = await ledger()
    expect([after.get('couponsOfPlatform'), after.get('interestIncome'), after.get('interestReceivable')]).toEqual([7_500, -15_000, 0])
    expect((await detailOf(server, borrower, loanId)).plan[0]).toMatchObject({ state: 'paid', paid: { total: 91_680 - 7_500 } })
  })

  test('a pay-out that fails frees the coupon; submitted again, the loan has it again; a lender that pays late after all is held to what was signed', async () => {
    const borrower = await newBorrower()
    const couponId = await couponOf(server, borrower, 'interest-half-3')
    await server.runJobs()
    server.providers.lender(1).payOut.next({ answer: 'refused', reason: 'cardRefused' })
    const { loanId } = await borrowedWith(server, borrower, { couponId, amountFen: 600_000 })
    await server.runJobs()
    expect(await couponRow(server, couponId)).toMatchObject({ status: 'usable', loan_id: null, quote_id: null })
    await submittedAgain(server, borrower, loanId)
    expect(await couponRow(server, couponId)).toMatchObject({ status: 'reserved', loan_id: loanId })
    await settleJobs(server)
    expect(await couponRow(server, couponId)).toMatchObject({ status: 'used', loan_id: loanId })
  })

  test('a lender that pays after it refused is held to what was signed: the loan has its coupon', async () => {
    const own = await testServer({ today: '2026-11-27' })
    const late = await own.newBorrower({ upTo: 'card' })
    await withTier(own, late)
    const lateCoupon = await couponOf(own, late, 'interest-half-3')
    own.providers.lender(1).payOut.next({ answer: 'refused', reason: 'cardRefused' })
    const failed = await borrowedWith(own, late, { couponId: lateCoupon, amountFen: 600_000 })
    await own.runJobs()
    const [key] = await orderKeysOf(own, failed.loanId)
    await notify(own, 'payout', { noticeId: 'late', key, result: 'paid', amountFen: 600_000 })
    await own.runJobs()
    expect(await couponRow(own, lateCoupon)).toMatchObject({ status: 'used', loan_id: failed.loanId })
    expect((await detailOf(own, late, failed.loanId)).coupons[0]?.discountFen).toBeGreaterThan(0)
    await own.close()
  })

  test('a pay-out reported twice uses the coupon once', async () => {
    const borrower = await newBorrower()
    const couponId = await couponOf(server, borrower, 'interest-half-3')
    const { loanId } = await borrowedWith(server, borrower, { couponId, amountFen: 600_000 })
    await settleJobs(server)
    const [key] = await orderKeysOf(server, loanId)
    for (const noticeId of ['a', 'b']) await notify(server, 'payout', { noticeId, key, result: 'paid', amountFen: 600_000 })
    const events = await server.db.selectFrom('loan_event').select('event_id').where('loan_id', '=', loanId).execute()
    expect(events).toHaveLength(3)
  })

  test('ID-11 five orders at once on quotes with one coupon: one loan has it, and no other loan is made', async () => {
    const borrower = await newBorrower()
    const couponId = await couponOf(server, borrower, 'borrow-20')
    const quote = await quoteWith(server, borrower, { couponId, amountFen: 300_000 })
    must(await signed(server, borrower, quote))
    const { quoteId } = must(quote)
    const body = { quoteId, cardId: cardIdOf(borrower), authCode: await codeFor(server, borrower, { quoteId }) }
    const keys = Array.from({ length: 5 }, (_, n) => `five-at-once-${n}`)
    const answers = await Promise.all(keys.map((key) => server.call('borrow', 'borrow', { body }, { token: borrower.token, key })))
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(await server.db.selectFrom('loan').select('loan_id').where('user_id', '=', borrower.userId).execute()).toHaveLength(1)
    await settleJobs(server)
    expect((await couponRow(server, couponId)).status).toBe('used')
  })

  test('settling in the running instalment asks for the interest of the days, at most its discounted interest, and nothing for later ones', async () => {
    const borrower = await newBorrower()
    const couponId = await couponOf(server, borrower, 'interest-half-3')
    await withTerms(server, couponId, { rule: { kind: 'interestPercent', percent: 100, instalments: 3, maxFen: null } })
    const { loanId } = await borrowedWith(server, borrower, { couponId, amountFen: 600_000, periods: 6 })
    await settleJobs(server)
    await moveTo(server, '2027-01-27')
    must(await payWith(server, borrower, { loanId }))
    await settleJobs(server)
    await moveTo(server, '2027-02-10')
    must(await payWith(server, borrower, { loanId, mode: 'all' }))
    await settleJobs(server)
    const detail = await detailOf(server, borrower, loanId)
    expect(detail).toMatchObject({ status: 5, owed: { total: 0 }, surplusHeldFen: 0 })
    expect(detail.paidTotal).toBe(600_000)
    expect(detail.coupons[0]?.lines.map(({ period }) => period)).toEqual([1, 2])
  })

  test('a price above the cap stays refused, however large the coupon is: the price without it counts', async () => {
    const borrower = await newBorrower()
    const couponId = await couponOf(server, borrower, 'interest-half-3')
    const quote = must(await quoteWith(server, borrower, { couponId, amountFen: 100_000, periods: 6 }))
    expect(quote.costSheet.coupon?.priceBefore.simplePpm).toBeGreaterThan(quote.costSheet.price.simplePpm)
    const row = await server.db
      .selectFrom('loan_quote')
      .select('cost_sheet')
      .where('quote_id', '=', quote.quoteId)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row.cost_sheet)).toContain('priceBefore')
    expect(fen(quote.totalDue)).toBeGreaterThan(100_000)
  })
})
