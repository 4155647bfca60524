import { addDays, today } from '@fyh/base/dates.ts'
import { api } from '@fyh/contract/api.ts'
import type { Endpoint } from '@fyh/contract/endpoint.ts'
import { constants } from '@fyh/contract/options.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestBorrower } from '#platform/test-borrower.ts'
import { cardIdOf, moveTo, newKey, paidOutLoan, quoted } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'

let server: TestServer
let borrower: TestBorrower
let loanId = 0
let productId = 0
beforeAll(async () => {
  server = await testServer({ settings: { AUTO_DEBIT: '0' } })
  borrower = await server.newBorrower({ upTo: 'card' })
  loanId = (await paidOutLoan(server, borrower, { amountFen: 100_000 })).loanId
  productId = (await quoted(server, borrower, { amountFen: 100_000 })).productId
  await moveTo(server, addDays(today(server.clock), 10))
})
afterAll(() => server.close())

/** Sums and counts outside what the loan engine can calculate with, at its limits, and of another type. */
const numbers = [-1, 0, 1, 1.5, 99, 360, 361, 10 ** 11, 10 ** 13, 10 ** 13 + 1, 2 ** 53, 1e308, null, true, '', 'NaN', '１００', [], {}]

/** The answer to input as it is, unchecked: done, or a refusal in words. */
async function send(endpoint: Endpoint, { body, query, id }: { body?: unknown; query?: Record<string, unknown>; id?: unknown }) {
  const search = new URLSearchParams(Object.entries(query ?? {}).map(([name, value]): [string, string] => [name, String(value)]))
  const path = endpoint.path.replace(':id', encodeURIComponent(String(id ?? loanId)))
  const answer = await server.inject({
    method: endpoint.method,
    url: `${constants.apiPrefix}${path}?${search}`,
    headers: { 'x-user-token': borrower.token, 'content-type': 'application/json', 'idempotency-key': newKey() },
    ...(endpoint.method === 'POST' && { payload: JSON.stringify(body) }),
  })
  return { status: answer.statusCode, error: answer.json().error, msg: answer.json().msg }
}
const inWords = { status: 200, msg: expect.stringMatching(/./) }

describe('input that reaches the loan engine is calculated or refused in words, never answered with an error of the server', () => {
  test.each(numbers)('borrow.quote with %j as amount, term or product', async (value) => {
    const own = { productId, amountFen: 100_000, periods: 12, use: '01' }
    for (const name of ['amountFen', 'periods', 'productId'])
      expect(await send(api.borrow.quote, { body: { ...own, [name]: value } })).toMatchObject({ status: 200 })
  })

  test.each(numbers)('repay.prepayQuote with %j as principal', async (value) => {
    expect(await send(api.repay.prepayQuote, { query: { principalFen: value } })).toMatchObject({ status: 200 })
  })

  test.each(numbers)('repay.pay and repay.prepay with %j as amount, card or loan', async (value) => {
    const confirmed = { loanId, cardId: cardIdOf(borrower), authCode: '0000' }
    const payment = { ...confirmed, mode: 'due', amountFen: 1_000, part: true }
    for (const name of ['amountFen', 'loanId', 'cardId'])
      expect(await send(api.repay.pay, { body: { ...payment, [name]: value } })).toMatchObject({ ...inWords, error: expect.any(String) })
    const prepayment = { ...confirmed, principalFen: 20_000, totalFen: 20_000, effect: 'lower' }
    for (const name of ['principalFen', 'totalFen', 'loanId', 'cardId'])
      expect(await send(api.repay.prepay, { body: { ...prepayment, [name]: value } })).toMatchObject({
        ...inWords,
        error: expect.any(String),
      })
  })

  test.each(numbers)('session.sendCode with %j as amount, loan, card or quote', async (value) => {
    const debit = { purpose: 'repay', loanId, mode: 'due', amountFen: 1_000, cardId: cardIdOf(borrower) }
    for (const name of ['amountFen', 'loanId', 'cardId', 'mode', 'purpose'])
      expect(await send(api.session.sendCode, { body: { ...debit, [name]: value } })).toMatchObject({ status: 200 })
    const withdrawal = { purpose: 'withdraw', quoteId: value, cardId: cardIdOf(borrower) }
    expect(await send(api.session.sendCode, { body: withdrawal })).toMatchObject({ ...inWords, error: expect.any(String) })
  })

  test.each(numbers)('capital calls with %j as amount, term, partner or application', async (value) => {
    const wish = { capitalId: 4, agreed: [], amountFen: 1_000_000, periods: 12, use: '01' }
    for (const name of ['capitalId', 'agreed', 'amountFen', 'periods', 'use'])
      expect(await send(api.capital.open, { body: { ...wish, [name]: value } })).toMatchObject({ ...inWords, error: expect.any(String) })
    for (const name of ['amountFen', 'periods']) {
      expect(await send(api.capital.match, { body: { [name]: value } })).toMatchObject({ status: 200 })
      expect(await send(api.capital.detail, { id: 4, query: { [name]: value } })).toMatchObject({ status: 200 })
    }
    for (const endpoint of [api.capital.submit, api.capital.saveForm, api.capital.handOver, api.capital.next, api.capital.stop])
      expect(await send(endpoint, { body: { applicationId: value, values: value } })).toMatchObject({
        ...inWords,
        error: expect.any(String),
      })
    for (const endpoint of [api.capital.result, api.capital.terms])
      expect(await send(endpoint, { query: { applicationId: value } })).toMatchObject({ status: 200 })
    const back = { reference: 'R1', outcome: 'done', at: '1', signature: '0' }
    for (const name of Object.keys(back))
      expect(await send(api.capital.returned, { body: { ...back, [name]: value } })).toMatchObject({
        ...inWords,
        error: expect.any(String),
      })
    expect(await send(api.capital.click, { body: { action: 'view', capitalId: value, page: '/' } })).toMatchObject({ status: 200 })
  })

  test.each(['due', 'all', 'prepay', 'auto', '', '__proto__'])('repay.quote with the mode %j', async (mode) => {
    expect(await send(api.repay.quote, { query: { mode } })).toMatchObject({ status: 200 })
  })

  test.each(['0', '-1', '1.5', '9007199254740992', 'NaN', ' '])('a loan, a quote or a repayment with the id %j', async (id) => {
    for (const endpoint of [api.repay.quote, api.repay.prepayQuote, api.repay.result, api.loan.detail, api.borrow.quoted])
      expect(await send(endpoint, { id })).toMatchObject({ ...inWords, error: expect.any(String) })
  })
})
