import { addDays, today } from '@fyh/base/dates.ts'
import { type Fen, fen } from '@fyh/base/money.ts'
import type { OrderMode, QuoteMode } from '@fyh/contract/options.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { must, type TestBorrower } from '#platform/test-borrower.ts'
import {
  cardIdOf,
  codeFor,
  detailOf,
  failedLoan,
  limitLeft,
  moveTo,
  newKey,
  paidOutLoan,
  signedAgain,
  signedQuote,
} from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ settings: { SMS_ADDRESS_DAILY_MAX: '1000', AUTO_DEBIT: '0' } })
})
afterAll(() => server.close())

/** A borrower with two cards; the second is not the one that tests use unless they say so. */
async function withTwoCards(): Promise<{ borrower: TestBorrower; other: number }> {
  const borrower = await server.newBorrower({ upTo: 'card' })
  const card = await server.db.selectFrom('bank_card').selectAll().where('card_id', '=', cardIdOf(borrower)).executeTakeFirstOrThrow()
  const other = server.deps.ids()
  const values = { ...card, card_id: other, is_default: false, number_index: Buffer.from(`of ${other}`), channel_agreement_no: `A${other}` }
  await server.db.insertInto('bank_card').values(values).execute()
  return { borrower, other }
}
const caller = ({ token }: TestBorrower) => ({ token, key: newKey() })

type Payment = { loanId: number; mode: QuoteMode; amountFen: Fen; part: boolean; cardId: number; authCode: string }
const pay = (borrower: TestBorrower, body: Payment) => server.call('repay', 'pay', { body }, caller(borrower))
const totalOf = async (borrower: TestBorrower, loanId: number, mode: QuoteMode) =>
  must(await server.call('repay', 'quote', { params: { id: loanId }, query: { mode } }, { token: borrower.token })).parts.total

test('borrow.borrow: SMS_CODE_OTHER_ORDER for a code that names another card or another amount; nothing is lent, and its own order can still use it', async () => {
  const { borrower, other } = await withTwoCards()
  const before = await limitLeft(server, borrower)
  const small = await signedQuote(server, borrower, { amountFen: 100_000 })
  const authCode = await codeFor(server, borrower, { quoteId: small.quoteId })
  const order = (quoteId: number, cardId: number, code = authCode) =>
    server.call('borrow', 'borrow', { body: { quoteId, cardId, authCode: code } }, caller(borrower))
  const refused = await order(small.quoteId, other)
  expect([refused.error, refused.msg]).toEqual(['SMS_CODE_OTHER_ORDER', expect.stringContaining('请重新获取验证码')])
  expect(await limitLeft(server, borrower)).toBe(before)
  const large = await signedQuote(server, borrower, { amountFen: 500_000 })
  expect((await order(large.quoteId, cardIdOf(borrower))).error).toBe('SMS_CODE_OTHER_ORDER')
  expect(await limitLeft(server, borrower)).toBe(before)
  must(await order(large.quoteId, other, await codeFor(server, borrower, { quoteId: large.quoteId, cardId: other })))
})

test('a code that was refused for another order still confirms its own', async () => {
  const { borrower, other } = await withTwoCards()
  const { quoteId } = await signedQuote(server, borrower, { amountFen: 100_000 })
  const authCode = await codeFor(server, borrower, { quoteId })
  const order = (cardId: number) => server.call('borrow', 'borrow', { body: { quoteId, cardId, authCode } }, caller(borrower))
  for (let tries = 0; tries < 6; tries += 1) expect((await order(other)).error).toBe('SMS_CODE_OTHER_ORDER')
  must(await order(cardIdOf(borrower)))
})

test('borrow.reLoan: SMS_CODE_OTHER_ORDER for a code to another card, or for a new loan of the same amount', async () => {
  const { borrower, other } = await withTwoCards()
  const loanId = await failedLoan(server, borrower)
  const fresh = await signedQuote(server, borrower, { amountFen: 100_000 })
  const ofNewLoan = await codeFor(server, borrower, { quoteId: fresh.quoteId })
  const { quoteId } = await signedAgain(server, borrower, loanId)
  const again = (cardId: number, authCode: string) =>
    server.call('borrow', 'reLoan', { params: { id: loanId }, body: { quoteId, cardId, authCode } }, caller(borrower))
  expect((await again(cardIdOf(borrower), ofNewLoan)).error).toBe('SMS_CODE_OTHER_ORDER')
  const authCode = await codeFor(server, borrower, { quoteId })
  expect((await again(other, authCode)).error).toBe('SMS_CODE_OTHER_ORDER')
  must(await again(cardIdOf(borrower), authCode))
})

test('repay.pay: SMS_CODE_OTHER_ORDER for a code that names another amount, card, mode or loan; nothing is debited', async () => {
  const { borrower, other } = await withTwoCards()
  const { loanId } = await paidOutLoan(server, borrower, { amountFen: 100_000 })
  const { loanId: second } = await paidOutLoan(server, borrower, { amountFen: 100_000 })
  const own = { loanId, mode: 'due', amountFen: fen(1_000), cardId: cardIdOf(borrower) } as const
  const authCode = await codeFor(server, borrower, own)
  const all = await totalOf(borrower, loanId, 'all')
  for (const changed of [
    { amountFen: fen(1_100) },
    { cardId: other },
    { loanId: second },
    { mode: 'all' as const, amountFen: all, part: false },
  ])
    expect([changed, (await pay(borrower, { ...own, part: true, authCode, ...changed })).error]).toEqual([changed, 'SMS_CODE_OTHER_ORDER'])
  expect((await detailOf(server, borrower, loanId)).runningRepaymentId).toBeNull()
  must(await pay(borrower, { ...own, part: true, authCode }))
})

test('repay.prepay: SMS_CODE_OTHER_ORDER for the code of another sum or of a payment of the same sum', async () => {
  const { borrower } = await withTwoCards()
  const { loanId } = await paidOutLoan(server, borrower, { amountFen: 1_000_000 })
  const quoted = async (yuan: number) => {
    const query = { principalFen: fen(yuan * 100) }
    return must(await server.call('repay', 'prepayQuote', { params: { id: loanId }, query }, { token: borrower.token })).parts.total
  }
  const prepay = async (yuan: number, authCode: string) => {
    const body = {
      loanId,
      principalFen: fen(yuan * 100),
      totalFen: await quoted(yuan),
      effect: 'lower',
      cardId: cardIdOf(borrower),
      authCode,
    }
    return server.call('repay', 'prepay', { body: { ...body, effect: 'lower' } }, caller(borrower))
  }
  const code = async (mode: OrderMode, yuan: number) => codeFor(server, borrower, { loanId, mode, amountFen: await quoted(yuan) })
  expect((await prepay(2_000, await code('prepay', 1_000))).error).toBe('SMS_CODE_OTHER_ORDER')
  expect((await prepay(2_000, await code('due', 2_000))).error).toBe('SMS_CODE_OTHER_ORDER')
  must(await prepay(2_000, await code('prepay', 2_000)))
})

test('a code sent before midnight does not pay the sum of the day after', async () => {
  const { borrower } = await withTwoCards()
  const { loanId } = await paidOutLoan(server, borrower, { amountFen: 100_000 })
  await moveTo(server, addDays(today(server.clock), 3))
  const yesterday = await totalOf(borrower, loanId, 'all')
  const own = { loanId, mode: 'all', cardId: cardIdOf(borrower) } as const
  const authCode = await codeFor(server, borrower, { ...own, amountFen: yesterday })
  await moveTo(server, addDays(today(server.clock), 1))
  const amountFen = await totalOf(borrower, loanId, 'all')
  expect(amountFen).toBeGreaterThan(yesterday)
  expect((await pay(borrower, { ...own, part: false, amountFen: yesterday, authCode })).error).toBe('QUOTE_CHANGED')
  expect((await pay(borrower, { ...own, part: false, amountFen, authCode })).error).toBe('SMS_CODE_OTHER_ORDER')
})
