import { today } from '@fyh/base/dates.ts'
import { fen } from '@fyh/base/money.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { must, type TestBorrower } from '#platform/test-borrower.ts'
import {
  benefitBought,
  borrowed,
  cardIdOf,
  codeFor,
  detailOf,
  failedLoan,
  newKey,
  notify,
  orderKeysOf,
  paid,
  quoted,
  signedQuote,
  submittedAgain,
  withTier,
} from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { approved, borrowerOfPartners } from '../capital/test-partner.ts'
import { couponOf } from '../coupon/test-coupon.ts'
import { benefitsOn } from '../equity/test-benefits.ts'

/** Loans of 10,000 yuan at 18 % over 12 periods, with the package of 29.90 yuan. */
let server: TestServer
let on: ReturnType<typeof benefitsOn>
beforeAll(async () => {
  server = await testServer({ settings: { AUTO_DEBIT: '0', SMS_ADDRESS_DAILY_MAX: '1000' } })
  on = benefitsOn(server)
})
afterAll(async () => {
  expect(await on.differences()).toEqual([])
  await server.close()
})

const benefitPackageId = 1
const priceFen = 2_990

async function ready(): Promise<TestBorrower> {
  const borrower = await server.newBorrower({ upTo: 'card' })
  await withTier(server, borrower)
  return borrower
}
const ask = (
  { token }: TestBorrower,
  { amountFen = 1_000_000, periods = 12 as 3 | 12, productId = 101, packageId = benefitPackageId } = {},
) =>
  server.call(
    'borrow',
    'quote',
    { body: { productId, amountFen: fen(amountFen), periods, use: '01', benefitPackageId: packageId } },
    { token },
  )
const choices = ({ token }: Pick<TestBorrower, 'token'>, query = {}) =>
  server.call('borrow', 'benefits', { query: { productId: 101, amountFen: 1_000_000, periods: 12, ...query } }, { token })
const kindsOf = async ({ token }: TestBorrower) =>
  must(await server.call('message', 'list', { query: {} }, { token })).items.map(({ kind }) => kind)
const debitsOf = (orderId: number) =>
  server.db.selectFrom('transfer').select(['purpose', 'amount_fen', 'card_id']).where('subject_id', '=', orderId).execute()

/** A loan with the package whose money and benefits have arrived. */
async function together(borrower: TestBorrower, added: { readonly couponId?: number } = {}) {
  const { loanId } = await borrowed(server, borrower, { benefitPackageId, ...added })
  await on.settle()
  return loanId
}

describe('offering', () => {
  test('R2.49 every package on sale is offered with the price without and with it, and none is chosen by itself', async () => {
    const borrower = await ready()
    const { items } = must(await choices(borrower))
    expect(items.map((one) => [one.package.packageId, one.obstacle])).toEqual([
      [1, null],
      [2, null],
    ])
    for (const { priceBeforePpm, pricePpm } of items) expect(pricePpm).toBeGreaterThan(priceBeforePpm)
    const plain = await quoted(server, borrower)
    expect(plain).toMatchObject({ benefitPackageId: null, costSheet: { benefit: null, price: { simplePpm: items[0]?.priceBeforePpm } } })
    expect(plain.costSheet.items.map(({ item }) => item)).not.toContain('benefit')
    const quote = must(await ask(borrower))
    expect(quote.costSheet.price.simplePpm).toBe(items[0]?.pricePpm)
  })

  test('one that is owned and one that would break the cap say so; a partner’s product has none', async () => {
    const borrower = await ready()
    must(await benefitBought(server, borrower))
    await on.settle()
    const obstacles = async (query = {}) => must(await choices(borrower, query)).items.map(({ obstacle }) => obstacle)
    expect(await obstacles()).toEqual(['owned', null])
    expect(await obstacles({ amountFen: 100_000, periods: 3 })).toEqual(['owned', 'cap'])
    expect(await obstacles({ amountFen: 0 })).toEqual([])
    const who = await borrowerOfPartners(server)
    expect(must(await choices(who, { productId: 401 })).items).toEqual([])
  })

  test('borrow.benefits: LIMIT_MISSING without a limit, borrow.benefits: PRODUCT_NOT_OFFERED for none of today', async () => {
    const stranger = await server.newBorrower({ upTo: 'login' })
    expect((await choices(stranger)).error).toBe('LIMIT_MISSING')
    expect((await choices(await ready(), { productId: 999 })).error).toBe('PRODUCT_NOT_OFFERED')
  })

  test('borrow.quote: BENEFIT_NOT_ON_SALE, borrow.quote: BENEFIT_OWNED, and borrow.quote: BENEFIT_NOT_WITH_LOAN for a partner’s product', async () => {
    const borrower = await ready()
    expect((await ask(borrower, { packageId: 77 })).error).toBe('BENEFIT_NOT_ON_SALE')
    must(await benefitBought(server, borrower))
    expect((await ask(borrower)).error).toBe('BENEFIT_OWNED')
    must(await ask(borrower, { packageId: 2 }))
    await on.settle()
    const who = await borrowerOfPartners(server)
    await approved(server, who)
    expect((await ask(who, { productId: 401 })).error).toBe('BENEFIT_NOT_WITH_LOAN')
  })

  test('R2.49 borrow.quote: BENEFIT_ABOVE_CAP where the loan with the package would cost more than the cap; without it the loan is quoted', async () => {
    const borrower = await ready()
    const small = { amountFen: 100_000, periods: 3 as const }
    const refused = await ask(borrower, small)
    expect(refused).toMatchObject({ error: 'BENEFIT_ABOVE_CAP', detail: { cap: '24.00' } })
    expect(refused.msg).toContain('24.00%')
    expect((await quoted(server, borrower, small)).costSheet.price.simplePpm).toBeLessThan(240_000)
  })
})

describe('the cost sheet', () => {
  test('R2.49 names supplier, amount and what the package adds a year; price and cost are shown with and without, and the plan is the same', async () => {
    const borrower = await ready()
    const plain = await quoted(server, borrower)
    const { costSheet, plan, totalDue, texts, quoteId } = must(await ask(borrower))
    expect(plan).toEqual(plain.plan)
    expect(totalDue).toBe(plain.totalDue)
    expect(costSheet.items.at(-1)).toEqual({
      item: 'benefit',
      payee: '示例权益服务有限公司',
      annualRatePpm: 0,
      amount: priceFen,
      annualisedPpm: costSheet.price.simplePpm - plain.costSheet.price.simplePpm,
    })
    expect(costSheet.totalCost).toBe(plain.costSheet.totalCost + priceFen)
    expect(costSheet.benefit).toMatchObject({ costBefore: plain.costSheet.totalCost, priceBefore: plain.costSheet.price, priceFen })
    expect(costSheet.price.simplePpm).toBeGreaterThan(plain.costSheet.price.simplePpm)
    expect(costSheet.price.compoundPpm).toBeGreaterThan(plain.costSheet.price.compoundPpm)
    expect(texts.map(({ key }) => key)).toEqual([...plain.texts.map(({ key }) => key), 'benefitTerms'])
    const query = { key: 'costSheet' as const }
    const sheet = must(await server.call('borrow', 'quoteText', { params: { id: quoteId }, query }, { token: borrower.token }))
    const words = sheet.paragraphs.map(({ text }) => text).join('\n')
    expect(words).toContain('权益包「生活权益包」：29.90 元，收取方 示例权益服务有限公司')
    expect(sheet.sha256).not.toBe(plain.texts.find(({ key }) => key === 'costSheet')?.sha256)
  })

  test('with a coupon, each is shown with what the rest costs without it', async () => {
    const borrower = await ready()
    const couponId = await couponOf(server, borrower, 'interest-half-3')
    const [plain, withPackage, withCoupon] = [
      await quoted(server, borrower),
      await quoted(server, borrower, { benefitPackageId }),
      await quoted(server, borrower, { couponId }),
    ]
    const { costSheet } = await quoted(server, borrower, { couponId, benefitPackageId })
    expect(costSheet.totalCost).toBe(plain.costSheet.totalCost - 20_000 + priceFen)
    expect(costSheet.coupon).toMatchObject({ costBefore: withPackage.costSheet.totalCost, priceBefore: withPackage.costSheet.price })
    expect(costSheet.benefit).toMatchObject({ costBefore: withCoupon.costSheet.totalCost, priceBefore: withCoupon.costSheet.price })
  })

  test('R2.49 the code of the loan names the package and its price, and confirms no other withdrawal', async () => {
    const borrower = await ready()
    const { quoteId } = await signedQuote(server, borrower, { benefitPackageId })
    const authCode = await codeFor(server, borrower, { quoteId })
    const sms = server.providers.sms.send.calls.findLast(({ mobile }) => mobile === borrower.mobile)?.text
    expect(sms).toMatch(/确认借款 .*10,000.*放款后从该卡扣款 .*29\.90.*购买生活权益包/)
    await codeFor(server, borrower, { packageId: benefitPackageId })
    const alone = server.providers.sms.send.calls.findLast(({ mobile }) => mobile === borrower.mobile)?.text
    expect(alone).toMatch(/确认购买权益 .*29\.90/)
    const other = await signedQuote(server, borrower)
    const body = { quoteId: other.quoteId, cardId: cardIdOf(borrower), authCode }
    const { error } = await server.call('borrow', 'borrow', { body }, { token: borrower.token, key: newKey() })
    expect(error).toBe('SMS_CODE_OTHER_ORDER')
  })
})

describe('the pay-out', () => {
  test('R2.49 R4.2 the package is ordered with the loan’s money, debited from its card, activated, and both name each other', async () => {
    const borrower = await ready()
    const { loanId } = await borrowed(server, borrower, { benefitPackageId })
    expect((await detailOf(server, borrower, loanId)).benefit).toMatchObject({ state: 'waiting', orderId: null, paidFen: 0 })
    await server.runJobs()
    expect(await on.loanOrders(loanId)).toEqual([])
    await on.settle()
    const [order] = await on.loanOrders(loanId)
    const orderId = order?.order_id ?? 0
    expect(await on.orderOf(borrower, orderId)).toMatchObject({ status: 3, loanId, payment: { state: 'paid', paidFen: priceFen } })
    expect(await debitsOf(orderId)).toEqual([{ purpose: 'benefit', amount_fen: priceFen, card_id: borrower.cardId }])
    const detail = await detailOf(server, borrower, loanId)
    expect(detail.benefit).toEqual({
      name: '生活权益包',
      supplier: '示例权益服务有限公司',
      priceFen,
      orderId,
      paidFen: priceFen,
      state: 'charged',
    })
    expect(detail.priceFlows[0]).toEqual({ month: 0, dueDate: today(server.clock), total: priceFen })
    expect(detail.texts.map(({ key }) => key)).toContain('benefitTerms')
    expect((await on.held(borrower, orderId)).get('benefitHeld')).toBe(-priceFen)
  })

  test('R2.49 a pay-out reported twice, also at once, orders and debits one package', async () => {
    const borrower = await ready()
    const { loanId } = await borrowed(server, borrower, { benefitPackageId })
    await server.runJobs()
    const [key] = await orderKeysOf(server, loanId)
    const say = (noticeId: string) => notify(server, 'payout', { noticeId, key, result: 'paid', amountFen: 1_000_000 })
    await Promise.all([say('a'), say('b'), say('c')])
    await say('d')
    await on.settle()
    const orders = await on.loanOrders(loanId)
    expect(orders).toHaveLength(1)
    expect(await debitsOf(orders[0]?.order_id ?? 0)).toHaveLength(1)
  })

  test('R2.49 a loan that is not paid out orders nothing; submitted again it is quoted without the package', async () => {
    const borrower = await ready()
    await server.runJobs()
    server.providers.lender(1).payOut.next({ answer: 'refused', reason: 'cardRefused' })
    const { loanId } = await borrowed(server, borrower, { benefitPackageId })
    await on.settle()
    expect((await detailOf(server, borrower, loanId)).benefit).toMatchObject({ state: 'notCharged', orderId: null })
    const again = must(await server.call('borrow', 'reQuote', { params: { id: loanId } }, { token: borrower.token }))
    expect(again).toMatchObject({ signed: false, benefitPackageId: null, costSheet: { benefit: null } })
    await submittedAgain(server, borrower, loanId)
    await on.settle()
    expect(await detailOf(server, borrower, loanId)).toMatchObject({ status: 2, benefit: null })
    expect(await on.loanOrders(loanId)).toEqual([])
  })

  test('a pay-out that comes after the loan had failed charges no package, and says so', async () => {
    const borrower = await ready()
    await server.runJobs()
    server.providers.lender(1).payOut.next({ answer: 'refused', reason: 'cardRefused' })
    const { loanId } = await borrowed(server, borrower, { benefitPackageId })
    await server.runJobs()
    const [key = ''] = await orderKeysOf(server, loanId)
    server.providers.lender(1).filed.push({ orderKey: key, kind: 'payOut', amountFen: fen(1_000_000), on: today(server.clock) })
    await notify(server, 'payout', { noticeId: `late-${key}`, key, result: 'paid', amountFen: 1_000_000 })
    await on.settle()
    expect(await on.loanOrders(loanId)).toEqual([])
    const detail = await detailOf(server, borrower, loanId)
    expect(detail).toMatchObject({ status: 2, benefit: { state: 'notCharged', paidFen: 0 } })
    expect(detail.price).toEqual((await quoted(server, borrower)).costSheet.price)
    expect(await kindsOf(borrower)).toContain('benefitNotCharged')
  })

  test('a debit that fails cancels the order, leaves the loan as it is, and says that the item was not charged', async () => {
    const borrower = await ready()
    const { loanId } = await borrowed(server, borrower, { benefitPackageId })
    server.providers.payment.decide({ result: 'failed', reason: 'balanceTooLow' })
    await on.settle()
    const [order] = await on.loanOrders(loanId)
    expect(order).toMatchObject({ status: 2, paid_fen: 0 })
    const detail = await detailOf(server, borrower, loanId)
    expect(detail).toMatchObject({ status: 2, benefit: { state: 'notCharged', orderId: order?.order_id } })
    expect(detail.price).toEqual((await quoted(server, borrower)).costSheet.price)
    const kinds = await kindsOf(borrower)
    expect(kinds.filter((kind) => kind === 'benefitNotCharged')).toHaveLength(1)
    expect(kinds).not.toContain('benefitFailed')
  })

  test('a package bought by itself while the money is on its way is not bought twice', async () => {
    const borrower = await ready()
    const { loanId } = await borrowed(server, borrower, { benefitPackageId })
    must(await benefitBought(server, borrower))
    await on.settle()
    expect(await on.loanOrders(loanId)).toEqual([])
    expect((await detailOf(server, borrower, loanId)).benefit).toMatchObject({ state: 'notCharged' })
    expect(await kindsOf(borrower)).toContain('benefitNotCharged')
  })

  test('coupon and package come together: the coupon lowers the plan, the package is ordered', async () => {
    const borrower = await ready()
    const couponId = await couponOf(server, borrower, 'interest-half-3')
    const loanId = await together(borrower, { couponId })
    const detail = await detailOf(server, borrower, loanId)
    expect(detail.coupons).toMatchObject([{ couponId }])
    expect(detail.benefit).toMatchObject({ state: 'charged' })
  })

  test('R2.49 settled on the day of the pay-out, the loan leaves the package as it was, and all of its price can be refunded', async () => {
    const borrower = await ready()
    const loanId = await together(borrower)
    await paid(server, borrower, { loanId, mode: 'all', amountFen: 1_000_000 })
    const [order] = await on.loanOrders(loanId)
    const orderId = order?.order_id ?? 0
    expect(await on.orderOf(borrower, orderId)).toMatchObject({ status: 3, refundableFen: priceFen })
    must(await on.refund(borrower, orderId))
    await on.settle()
    expect(await detailOf(server, borrower, loanId)).toMatchObject({ status: 5, benefit: { state: 'charged', paidFen: 0 } })
    expect(await on.orderOf(borrower, orderId)).toMatchObject({ status: 6 })
  })

  test('a loan without a package has none', async () => {
    const borrower = await ready()
    const loanId = await failedLoan(server, borrower)
    expect((await detailOf(server, borrower, loanId)).benefit).toBeNull()
  })
})
