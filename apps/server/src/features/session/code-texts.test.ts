import { fen } from '@fyh/base/money.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { must, type TestBorrower } from '#platform/test-borrower.ts'
import { cardIdOf, paidOutLoan, quoted } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { codeText } from './code-texts.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ settings: { SMS_ADDRESS_DAILY_MAX: '1000' } })
})
afterAll(() => server.close())

type Body = Parameters<typeof server.call<'session', 'sendCode'>>[2]['body']
const ask = (body: Body, { token }: { token?: string } = {}) =>
  server.call('session', 'sendCode', { body }, { ...(token && { token }), address: '10.9.0.1' })
const lastText = (mobile: string) => server.providers.sms.send.calls.findLast((call) => call.mobile === mobile)?.text
const tailOf = async ({ token }: TestBorrower) => must(await server.call('card', 'list', {}, { token })).cards[0]?.tail
const warning = '5 分钟内有效。请勿告诉任何人，我们的工作人员也不会向您索要。'

test.each([
  ['fyh', '富易花'],
  ['fbd', '富宝贷'],
  ['neutral', '信用借款'],
] as const)('R7.18 R1.2 the message of a login code names its sender by the brand %s', async (productType, name) => {
  const mobile = `1380000${{ fyh: 7001, fbd: 7002, neutral: 7003 }[productType]}`
  must(await ask({ mobile, purpose: 'login', productType }))
  expect(lastText(mobile)).toMatch(new RegExp(`^【${name}】验证码 \\d{4}，用于登录，${warning}$`))
})

test('R7.18 the message of a code that borrows names the amount of the quote and the end of the card', async () => {
  const borrower = await server.newBorrower({ upTo: 'card' })
  const { quoteId } = await quoted(server, borrower, { amountFen: 1_230_000 })
  must(await ask({ purpose: 'withdraw', quoteId, cardId: cardIdOf(borrower) }, borrower))
  const tail = await tailOf(borrower)
  expect(lastText(borrower.mobile)).toMatch(
    new RegExp(`^【富易花】验证码 \\d{4}，用于确认借款 12,300.00 元，到账尾号 ${tail} 的银行卡，${warning}$`),
  )
})

test('R7.18 the message of a code that repays names the amount and the card that is debited', async () => {
  const borrower = await server.newBorrower({ upTo: 'card' })
  const { loanId } = await paidOutLoan(server, borrower)
  const order = { loanId, mode: 'due', amountFen: fen(89_975), cardId: cardIdOf(borrower) } as const
  must(await ask({ purpose: 'repay', ...order, productType: 'fbd' }, borrower))
  const tail = await tailOf(borrower)
  expect(lastText(borrower.mobile)).toMatch(
    new RegExp(`^【富宝贷】验证码 \\d{4}，用于确认还款 899.75 元，从尾号 ${tail} 的银行卡扣款，${warning}$`),
  )
})

test('R7.18 R1.3 the message of a code is in the language of the page that asks for it', async () => {
  const borrower = await server.newBorrower({ upTo: 'card' })
  const { quoteId } = await quoted(server, borrower, { amountFen: 1_230_000 })
  const asking = { ...borrower, language: 'en-us' } as const
  must(await server.call('session', 'sendCode', { body: { purpose: 'withdraw', quoteId, cardId: cardIdOf(borrower) } }, asking))
  const tail = await tailOf(borrower)
  expect(lastText(borrower.mobile)).toMatch(
    new RegExp(
      `^【富易花】\\d{4} is your code to confirm a loan of ¥12,300.00, paid to your card ending in ${tail}. It’s valid for 5 minutes. `,
    ),
  )
})

test.each([
  ['benefit', 'zh-cn', '用于确认购买权益 29.90 元，从尾号 0009 的银行卡扣款，'],
  ['benefit', 'en-us', ' is your code to confirm a purchase of benefits for ¥29.90, debited from your card ending in 0009. '],
  ['redPacket', 'zh-cn', '用于确认将红包 29.90 元转入尾号 0009 的银行卡，'],
  ['redPacket', 'en-us', ' is your code to confirm a transfer of your red packet of ¥29.90 to your card ending in 0009. '],
] as const)('R7.18 the message of a code for %s names amount and card in %s', (purpose, language, words) => {
  const order = { text: 'order', amountFen: fen(2_990), cardTail: '0009' }
  expect(codeText({ language, brand: 'fyh', code: '4821', minutes: 5, purpose, order })).toContain(words)
})

test('session.sendCode: QUOTE_NOT_FOUND for another borrower’s quote, and nothing is sent', async () => {
  const owner = await server.newBorrower({ upTo: 'card' })
  const other = await server.newBorrower({ upTo: 'card' })
  const { quoteId } = await quoted(server, owner)
  expect((await ask({ purpose: 'withdraw', quoteId, cardId: cardIdOf(other) }, other)).error).toBe('QUOTE_NOT_FOUND')
  expect(lastText(other.mobile)).toContain('登录')
})

test('session.sendCode: CARD_NOT_FOUND for another borrower’s card, and nothing is sent', async () => {
  const owner = await server.newBorrower({ upTo: 'card' })
  const other = await server.newBorrower({ upTo: 'card' })
  const { quoteId } = await quoted(server, other)
  expect((await ask({ purpose: 'withdraw', quoteId, cardId: cardIdOf(owner) }, other)).error).toBe('CARD_NOT_FOUND')
  expect(lastText(other.mobile)).toContain('登录')
})

test('session.sendCode: LOAN_NOT_FOUND for another borrower’s loan, and nothing is sent', async () => {
  const owner = await server.newBorrower({ upTo: 'card' })
  const other = await server.newBorrower({ upTo: 'card' })
  const { loanId } = await paidOutLoan(server, owner)
  const order = { loanId, mode: 'all', amountFen: fen(89_975), cardId: cardIdOf(other) } as const
  expect((await ask({ purpose: 'repay', ...order }, other)).error).toBe('LOAN_NOT_FOUND')
  expect(lastText(other.mobile)).toContain('登录')
})
