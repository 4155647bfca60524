import { fen } from '@fyh/base/money.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { must, type TestBorrower } from '#platform/test-borrower.ts'
import {
  borrowed,
  cardIdOf,
  detailOf,
  failedLoan,
  moveTo,
  newKey,
  paidOutLoan,
  publishNext,
  quoted,
  signedAgain,
  signedQuote,
  withTier,
} from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'

const flat = 301
const interestFirst = 201
const bullet = 202

const start = (settings = {}) => testServer({ settings: { AUTO_DEBIT: '0', SMS_ADDRESS_DAILY_MAX: '1000', ...settings } })
/** From the cheapest to the dearest loan that a borrower is offered. */
async function pricesOffered(server: TestServer, borrower: TestBorrower) {
  const { products } = await optionsOf(server, borrower)
  return {
    fromPpm: Math.min(...products.map(({ priceFromPpm }) => priceFromPpm)),
    toPpm: Math.max(...products.map(({ priceToPpm }) => priceToPpm)),
  }
}
const readyOn = async (server: TestServer, tier: 'C' | 'D' | 'F' = 'D') => {
  const borrower = await server.newBorrower({ upTo: 'card' })
  await withTier(server, borrower, tier)
  return borrower
}
const optionsOf = async (server: TestServer, { token }: TestBorrower) => must(await server.call('borrow', 'options', {}, { token }))
/** Products of the three example lenders: one that is added breaks no test. */
const examplesOf = async (server: TestServer, borrower: TestBorrower) =>
  (await optionsOf(server, borrower)).products.filter(({ lenderId }) => lenderId <= 3)
const ask = (server: TestServer, { token }: TestBorrower, productId: number, amountFen = 1_000_000, periods: 3 | 6 | 9 | 12 = 6) =>
  server.call('borrow', 'quote', { body: { productId, amountFen: fen(amountFen), periods, use: '01' } }, { token })
const order = (server: TestServer, borrower: TestBorrower, quoteId: number) =>
  server.call(
    'borrow',
    'borrow',
    { body: { quoteId, cardId: cardIdOf(borrower), authCode: '0000' } },
    { token: borrower.token, key: newKey() },
  )
const toBank = (server: TestServer, { userId }: TestBorrower, bankCode: string) =>
  server.db.updateTable('bank_card').set({ bank_code: bankCode }).where('user_id', '=', userId).execute()

describe('three lenders', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await start()
  })
  afterAll(() => server.close())

  test('offer their products on their own terms, the default first', async () => {
    const products = await examplesOf(server, await readyOn(server))
    expect(products.map(({ productId, method }) => [productId, method])).toEqual([
      [101, 'equalInstalment'],
      [102, 'equalPrincipal'],
      [201, 'interestFirst'],
      [202, 'bullet'],
      [301, 'flat'],
    ])
    const [first, , second, , third] = products
    expect(first).toMatchObject({ lenderId: 1, minFen: 50_000, rules: { dayCount: '30/360', daysOff: 'stay', earlySettlementFeePpm: 0 } })
    expect(second).toMatchObject({ lenderId: 2, minFen: 500_000, rules: { dayCount: 'actual/365', daysOff: 'nextWorkingDay' } })
    expect(third).toMatchObject({
      lenderId: 3,
      rules: { dayCount: 'actual/360', earlySettlementFeePpm: 5_000, earlySettlementFreeDays: 30 },
    })
    expect(first?.bankCodes.length).toBeGreaterThan(third?.bankCodes.length ?? 0)
  })

  test('a tier sees only the products that are priced for it, and a flat loan at its all-in price', async () => {
    const products = await examplesOf(server, await readyOn(server, 'F'))
    expect(products.map(({ productId }) => productId)).toEqual([101, 102, 301])
    const [, , last] = products
    expect(last?.annualRatePpm).toBe(110_000)
    expect(last?.priceFromPpm).toBeGreaterThan(180_000)
  })

  test('a quote names its lender in figures, cost sheet and contract, and carries the texts that the lender asks for', async () => {
    const borrower = await readyOn(server)
    const bank = await quoted(server, borrower, { productId: interestFirst, periods: 6 })
    const small = await quoted(server, borrower, { productId: flat, periods: 6 })
    expect([bank.lenderId, small.lenderId]).toEqual([2, 3])
    expect(bank.costSheet).toMatchObject({ lender: '示例商业银行股份有限公司', minReadSeconds: 10 })
    expect(small.costSheet).toMatchObject({ lender: '示例小额贷款有限公司', minReadSeconds: 8 })
    expect(small.texts.map(({ key }) => key)).toContain('commitment')
    for (const quote of [bank, small]) {
      const request = { params: { id: quote.quoteId }, query: { key: 'loanContract' } } as const
      const { paragraphs } = must(await server.call('borrow', 'quoteText', request, { token: borrower.token }))
      expect(paragraphs.some(({ text }) => text.includes(quote.costSheet.lender))).toBe(true)
    }
  })

  test('due days of a bank loan on days off move to the next working day by the official calendar', async () => {
    const { plan } = await quoted(server, await readyOn(server), { productId: interestFirst, periods: 3 })
    // 2026-12-27 is a Sunday, 2027-02-27 a Saturday.
    expect(plan.map(({ dueDate }) => dueDate)).toEqual(['2026-12-28', '2027-01-27', '2027-03-01'])
  })

  test('a loan keeps lender, product and editions, and its plan counts by the product from the real pay-out day', async () => {
    const borrower = await readyOn(server)
    const { loanId } = await paidOutLoan(server, borrower, { productId: bullet, periods: 3 })
    const row = await server.db.selectFrom('loan').selectAll().where('loan_id', '=', loanId).executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      lender_id: 2,
      lender_edition: 1,
      product_id: bullet,
      product_edition: 1,
      day_count: 'actual/365',
      days_off: 'nextWorkingDay',
    })
    const detail = await detailOf(server, borrower, loanId)
    expect(detail).toMatchObject({ lender: '示例商业银行股份有限公司', lenderLicence: 'B0000', expectedHours: 24 })
    expect(detail.plan.map(({ dueDate }) => dueDate)).toEqual(['2027-03-01'])
    const { order, interestAhead } = must(await server.call('repay', 'quote', { params: { id: loanId }, query: {} }, borrower))
    expect({ order, interestAhead }).toEqual({ order: ['interest', 'fee', 'penalty', 'principal'], interestAhead: 'counts' })
  })

  test('amounts are those of the product: AMOUNT_TOO_SMALL, AMOUNT_TOO_LARGE and AMOUNT_STEP name its own', async () => {
    const borrower = await readyOn(server)
    expect(await ask(server, borrower, interestFirst, 400_000)).toMatchObject({ error: 'AMOUNT_TOO_SMALL', detail: { minFen: 500_000 } })
    expect(await ask(server, borrower, flat, 5_050_000)).toMatchObject({ error: 'AMOUNT_TOO_LARGE', detail: { maxFen: 5_000_000 } })
    expect(await ask(server, borrower, flat, 1_010_000)).toMatchObject({ error: 'AMOUNT_STEP', detail: { stepFen: 50_000 } })
  })

  test('borrow.quote: PRODUCT_NOT_OFFERED for an unknown product, another tier and another term', async () => {
    const borrower = await readyOn(server, 'F')
    expect(await ask(server, borrower, 999)).toMatchObject({ error: 'PRODUCT_NOT_OFFERED' })
    expect(await ask(server, borrower, interestFirst)).toMatchObject({ error: 'PRODUCT_NOT_OFFERED' })
    expect(await ask(server, borrower, flat, 1_000_000, 3)).toMatchObject({ error: 'PRODUCT_NOT_OFFERED' })
  })

  test('borrow.reQuote: PRODUCT_NOT_OFFERED once the borrower is in a tier that the product is not offered to', async () => {
    const borrower = await readyOn(server)
    await server.runJobs()
    server.providers.lender(2).payOut.next({ answer: 'refused', reason: 'cardRefused' })
    const { loanId } = await borrowed(server, borrower, { productId: bullet, periods: 3 })
    await server.runJobs()
    await withTier(server, borrower, 'F')
    expect(await server.call('borrow', 'reQuote', { params: { id: loanId } }, { token: borrower.token })).toMatchObject({
      error: 'PRODUCT_NOT_OFFERED',
    })
  })

  test('borrow.borrow: CARD_BANK_NOT_SERVED, borrow.reLoan: CARD_BANK_NOT_SERVED for a card of a bank the lender does not serve', async () => {
    const borrower = await readyOn(server)
    const { quoteId, bankCodes } = await signedQuote(server, borrower, { productId: flat, periods: 6 })
    expect(bankCodes).not.toContain('ABC')
    await toBank(server, borrower, 'ABC')
    expect(await order(server, borrower, quoteId)).toMatchObject({ error: 'CARD_BANK_NOT_SERVED', detail: { bank: '农业银行' } })
    await toBank(server, borrower, 'ICBC')
    const loanId = await failedLoan(server, borrower)
    const again = await signedAgain(server, borrower, loanId)
    await publishNext(server, { kind: 'lender', recordId: 1, set: { bankCodes: ['ABC'] } })
    expect(again.bankCodes).toContain('ICBC')
    const { quoteId: next } = await signedAgain(server, borrower, loanId)
    const body = { quoteId: next, cardId: cardIdOf(borrower), authCode: '0000' }
    expect(await server.call('borrow', 'reLoan', { params: { id: loanId }, body }, { token: borrower.token, key: newKey() })).toMatchObject(
      {
        error: 'CARD_BANK_NOT_SERVED',
      },
    )
  })
})

describe('opening hours', () => {
  test('borrow.quote: LENDER_CLOSED, borrow.reQuote: LENDER_CLOSED, borrow.borrow: LENDER_CLOSED and borrow.reLoan: LENDER_CLOSED name the next opening', async () => {
    const server = await start()
    const borrower = await readyOn(server)
    const loanId = await failedLoan(server, borrower)
    const again = await signedAgain(server, borrower, loanId)
    const { quoteId } = await signedQuote(server, borrower, { productId: interestFirst, periods: 6 })
    await publishHours(server, 1, '09:00', '10:15')
    // Ten in the morning and some minutes; the bank closes at 22:00.
    server.machine.pass(20 * 60_000)
    const closed = { error: 'LENDER_CLOSED', detail: { from: '09:00', to: '10:15', opensAt: '2026-11-28 09:00' } }
    expect(await ask(server, borrower, 101)).toMatchObject(closed)
    expect(await server.call('borrow', 'reQuote', { params: { id: loanId } }, { token: borrower.token })).toMatchObject(closed)
    expect((await examplesOf(server, borrower)).map(({ opensAt }) => opensAt)).toEqual([
      '2026-11-28T01:00:00.000Z',
      '2026-11-28T01:00:00.000Z',
      null,
      null,
      null,
    ])
    server.machine.pass(11.7 * 3_600_000)
    // Quotes end after half an hour; these are kept alive to meet the closed door.
    await server.db.updateTable('loan_quote').set({ expires_at: '2026-11-30' }).execute()
    expect(await order(server, borrower, quoteId)).toMatchObject({ error: 'LENDER_CLOSED', detail: { opensAt: '2026-11-28 08:00' } })
    await server.db.updateTable('loan_quote').set({ lender_edition: 2 }).where('quote_id', '=', again.quoteId).execute()
    const body = { quoteId: again.quoteId, cardId: cardIdOf(borrower), authCode: '0000' }
    expect(await server.call('borrow', 'reLoan', { params: { id: loanId }, body }, { token: borrower.token, key: newKey() })).toMatchObject(
      {
        error: 'LENDER_CLOSED',
      },
    )
    await server.close()
  })

  test('do not count where a setting of development opens every lender', async () => {
    const server = await start({ LENDERS_ALWAYS_OPEN: '1' })
    await publishHours(server, 1, '09:00', '09:30')
    const borrower = await readyOn(server)
    expect((await ask(server, borrower, 101)).error).toBeUndefined()
    expect((await optionsOf(server, borrower)).products[0]?.opensAt).toBeNull()
    await server.close()
  })
})

describe('another edition', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await start()
  })
  afterAll(() => server.close())

  test('a quote made before it is outdated, and a loan made before it stays as it is', async () => {
    const borrower = await readyOn(server)
    const { loanId } = await borrowed(server, borrower, { productId: flat, periods: 6 })
    const { quoteId } = await signedQuote(server, borrower, { productId: flat, periods: 6 })
    await publishNext(server, { kind: 'product', recordId: flat, prices: { D: 90_000 } })
    // The borrower changed neither amount nor term, so the words do not say so.
    const refused = await order(server, borrower, quoteId)
    expect(refused).toMatchObject({ error: 'QUOTE_OUTDATED' })
    expect(refused.msg).not.toMatch(/金额|期限/)
    expect(await quoted(server, borrower, { productId: flat, periods: 6 })).toMatchObject({ annualRatePpm: 90_000 })
    await server.runJobs()
    await server.deliverNotices()
    expect(await detailOf(server, borrower, loanId)).toMatchObject({ annualRatePpm: 84_000, status: 2 })
    const row = await server.db.selectFrom('loan').select(['product_edition']).where('loan_id', '=', loanId).executeTakeFirstOrThrow()
    expect(row.product_edition).toBe(1)
  })

  test('the home of a guest and of a borrower show the new price at once', async () => {
    const borrower = await readyOn(server)
    const before = must(await server.call('home', 'tourist', { body: {} }))
    await publishNext(server, { kind: 'product', recordId: 101, prices: { A: 36_000, D: 170_000 } })
    const after = must(await server.call('home', 'tourist', { body: {} }))
    expect(after.price?.fromPpm).toBeLessThan(before.price?.fromPpm ?? 0)
    expect(after.price?.fromPpm).toBeLessThan(36_100)
    expect(after.example?.annualRatePpm).toBe(170_000)
    const home = must(await server.call('home', 'fyhHome', { body: {} }, { token: borrower.token }))
    expect(home.card).toMatchObject({ price: await pricesOffered(server, borrower) })
    expect(await quoted(server, borrower)).toMatchObject({ annualRatePpm: 170_000 })
  })
})

test('borrow.quote: PRICE_ABOVE_CAP, borrow.reQuote: PRICE_ABOVE_CAP, borrow.borrow: PRICE_ABOVE_CAP and borrow.reLoan: PRICE_ABOVE_CAP once a lower cap is in force', async () => {
  const server = await start()
  const borrower = await readyOn(server)
  await server.runJobs()
  server.providers.lender(3).payOut.next({ answer: 'refused', reason: 'cardRefused' })
  const { loanId } = await borrowed(server, borrower, { productId: flat, periods: 12 })
  await server.runJobs()
  const again = await signedAgain(server, borrower, loanId)
  const { quoteId } = await signedQuote(server, borrower, { productId: flat, periods: 12 })
  const caps = [{ type: 'bank' as const }, { type: 'consumerFinance' as const }, { type: 'smallLoan' as const }].map(({ type }) => ({
    type,
    from: '2020-01-01',
    capPpm: type === 'smallLoan' ? 120_000 : 240_000,
    source: 'a test',
  }))
  await publishNext(server, { kind: 'caps', recordId: 1, set: { caps } })
  const refused = { error: 'PRICE_ABOVE_CAP', detail: { cap: '12.00', capPpm: 120_000 } }
  expect(await ask(server, borrower, flat, 1_000_000, 12)).toMatchObject(refused)
  expect(await server.call('borrow', 'reQuote', { params: { id: loanId } }, { token: borrower.token })).toMatchObject(refused)
  expect(await order(server, borrower, quoteId)).toMatchObject(refused)
  const body = { quoteId: again.quoteId, cardId: cardIdOf(borrower), authCode: '0000' }
  expect(await server.call('borrow', 'reLoan', { params: { id: loanId }, body }, { token: borrower.token, key: newKey() })).toMatchObject(
    refused,
  )
  // What would be refused is not shown as offered, to borrowers or to guests.
  expect((await optionsOf(server, borrower)).products.map(({ productId }) => productId)).not.toContain(flat)
  await server.close()
})

test('the cap of small loan companies falls on its day by the table of the law, without another edition', async () => {
  const server = await testServer({ today: '2027-12-30', settings: { AUTO_DEBIT: '0', SMS_ADDRESS_DAILY_MAX: '1000' } })
  const borrower = await readyOn(server)
  expect(await ask(server, borrower, flat, 1_000_000, 12)).toMatchObject({ code: 0 })
  await moveTo(server, '2028-01-01')
  expect(await ask(server, borrower, flat, 1_000_000, 12)).toMatchObject({ error: 'PRICE_ABOVE_CAP' })
  await server.close()
})

const publishHours = (server: TestServer, recordId: number, from: string, to: string) =>
  publishNext(server, { kind: 'lender', recordId, set: { openingHours: { from, to } } })
