import { fen } from '@fyh/base/money.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { must, type TestBorrower } from '#platform/test-borrower.ts'
import { borrowed, cardIdOf, codeFor, limitLeft, newKey, paidOutLoan, quoted, signedQuote } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { asOperator } from '../servicing/test-operator.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ settings: { AUTO_DEBIT: '0', SMS_ADDRESS_DAILY_MAX: '1000' } })
})
afterAll(() => server.close())

const ready = () => server.newBorrower({ upTo: 'card' })
const ask = ({ token }: TestBorrower, amountFen: number) =>
  server.call('borrow', 'quote', { body: { productId: 101, amountFen: fen(amountFen), periods: 12, use: '01' } }, { token })
const endLimit = ({ userId }: TestBorrower) =>
  server.db.updateTable('credit_limit').set({ valid_until: '2026-11-26' }).where('user_id', '=', userId).execute()
const setStatus = (loanId: number, status: number) => server.db.updateTable('loan').set({ status }).where('loan_id', '=', loanId).execute()

describe('options', () => {
  test('say what may be borrowed, on which terms, or why not', async () => {
    const borrower = await ready()
    const options = must(await server.call('borrow', 'options', {}, { token: borrower.token }))
    expect(options).toMatchObject({
      blocked: null,
      uses: ['01', '02', '03', '04', '05', '06', '07', '08'],
    })
    const [first] = options.products
    expect(first).toMatchObject({
      minFen: 50_000,
      stepFen: 10_000,
      periods: [12, 9, 6, 3],
      rules: { dayCount: '30/360', penalty: { graceDays: 3 } },
    })
    expect(first?.maxFen).toBe(options.availableFen - (options.availableFen % 10_000))
    await endLimit(borrower)
    expect(must(await server.call('borrow', 'options', {}, { token: borrower.token })).blocked).toBe('expired')
    const { token } = await server.newBorrower({ upTo: 'identity' })
    expect(must(await server.call('borrow', 'options', {}, { token }))).toMatchObject({
      blocked: 'noLimit',
      availableFen: 0,
      products: [],
    })
  })
})

describe('quote', () => {
  let borrower: TestBorrower
  beforeAll(async () => {
    borrower = await ready()
  })

  test('shows plan, price, costs and texts that agree with each other', async () => {
    const quote = must(await ask(borrower, 1_000_000))
    expect(quote.plan.reduce((sum, row) => sum + row.principal, 0)).toBe(1_000_000)
    expect(quote.plan.reduce((sum, row) => sum + row.interest, 0)).toBe(quote.totalInterest)
    expect(quote.totalDue).toBe(1_000_000 + quote.totalInterest)
    expect(quote.costSheet.totalCost).toBe(quote.costSheet.items.reduce((sum, item) => sum + item.amount, 0))
    expect(quote.costSheet.totalCost).toBe(quote.totalInterest)
    expect(quote.texts.map(({ key }) => key)).toEqual(['costSheet', 'loanContract', 'electronicSignature'])
    const text = must(
      await server.call(
        'borrow',
        'quoteText',
        { params: { id: quote.quoteId }, query: { key: 'loanContract' } },
        { token: borrower.token },
      ),
    )
    expect(text.sha256).toBe(quote.texts.find(({ key }) => key === 'loanContract')?.sha256)
    const words = text.paragraphs.map((paragraph) => paragraph.text).join('\n')
    expect(words).toContain('10,000.00')
    expect(words).toContain(quote.plan[11]?.dueDate)
    expect(words).not.toContain('undefined')
  })

  test('ID-14 only the least amount, the most, and whole steps between pass', async () => {
    const most = must(await server.call('borrow', 'options', {}, { token: borrower.token })).products[0]?.maxFen ?? 0
    expect((await ask(borrower, 50_000)).code).toBe(0)
    expect((await ask(borrower, most)).code).toBe(0)
    const refused = [
      [49_999, 'AMOUNT_TOO_SMALL'],
      [0, 'AMOUNT_TOO_SMALL'],
      [20_000_001, 'AMOUNT_TOO_LARGE'],
      [999_999_900, 'AMOUNT_TOO_LARGE'],
      [most + 10_000, 'LIMIT_NOT_ENOUGH'],
      [50_001, 'AMOUNT_STEP'],
      [55_000, 'AMOUNT_STEP'],
    ] as const
    for (const [amount, error] of refused) {
      const answer = await ask(borrower, amount)
      expect({ amount, error: answer.error }).toEqual({ amount, error })
      expect(answer.msg).toMatch(/[\u4e00-\u9fff]/)
    }
    for (const amountFen of [-1, 1000.001, '1000abc', '1e5', '', null]) {
      const answer = await server.inject({
        method: 'POST',
        url: '/api/fyh/app/loan/quote',
        headers: { 'x-user-token': borrower.token, 'content-type': 'application/json' },
        payload: JSON.stringify({ productId: 101, amountFen, periods: 12, use: '01' }),
      })
      expect(answer.json()).toMatchObject({ code: 1, error: 'INPUT_INVALID' })
    }
    expect(server.providers.lender(1).payOut.calls).toHaveLength(0)
  })

  test('borrow.quote: AMOUNT_TOO_SMALL below the least amount', async () => {
    expect(await ask(borrower, 40_000)).toMatchObject({ error: 'AMOUNT_TOO_SMALL', msg: '最少 500 元' })
  })
  test('borrow.quote: AMOUNT_TOO_LARGE above the most', async () => {
    expect(await ask(borrower, 20_010_000)).toMatchObject({ error: 'AMOUNT_TOO_LARGE', msg: '最多 200,000 元' })
  })
  test('borrow.quote: AMOUNT_STEP between steps', async () => {
    expect(await ask(borrower, 55_000)).toMatchObject({ error: 'AMOUNT_STEP', msg: '金额须为 100 元的整数倍' })
  })
  test('borrow.quote: LIMIT_NOT_ENOUGH above what is available', async () => {
    const answer = await ask(borrower, 19_990_000)
    expect(answer).toMatchObject({ error: 'LIMIT_NOT_ENOUGH', detail: { availableFen: await limitLeft(server, borrower) } })
  })
  test('borrow.quote: LIMIT_MISSING without a limit', async () => {
    expect((await ask(await server.newBorrower({ upTo: 'identity' }), 100_000)).error).toBe('LIMIT_MISSING')
  })
  test('borrow.quote: LIMIT_EXPIRED after the last day of the limit', async () => {
    const other = await ready()
    await endLimit(other)
    expect((await ask(other, 100_000)).error).toBe('LIMIT_EXPIRED')
  })
  test('borrow.quote: LOAN_OVERDUE while a loan is overdue', async () => {
    const other = await ready()
    const { loanId } = await borrowed(server, other, { amountFen: 100_000 })
    await setStatus(loanId, 6)
    expect((await ask(other, 100_000)).error).toBe('LOAN_OVERDUE')
    expect(must(await server.call('borrow', 'options', {}, { token: other.token })).blocked).toBe('overdue')
    await setStatus(loanId, 1)
  })

  test('borrow.quote: LOAN_WRITTEN_OFF after a loss, whatever of the limit is left', async () => {
    const other = await ready()
    const { contractNo } = await paidOutLoan(server, other, { amountFen: 100_000 })
    await asOperator(server, contractNo, 'write-off')
    expect(await ask(other, 50_000)).toMatchObject({ error: 'LOAN_WRITTEN_OFF', msg: expect.stringContaining('未还清并已核销') })
    expect(must(await server.call('borrow', 'options', {}, { token: other.token })).blocked).toBe('writtenOff')
  })

  test('borrow.quoted: QUOTE_NOT_FOUND for an unknown id and for somebody else’s (PS-11)', async () => {
    const { quoteId } = await quoted(server, borrower)
    const stranger = await server.newBorrower({ upTo: 'login' })
    for (const [id, token] of [
      [1, borrower.token],
      [quoteId, stranger.token],
    ] as const)
      expect((await server.call('borrow', 'quoted', { params: { id } }, { token })).error).toBe('QUOTE_NOT_FOUND')
    expect(must(await server.call('borrow', 'quoted', { params: { id: quoteId } }, { token: borrower.token })).quoteId).toBe(quoteId)
  })
  test('borrow.quoted: QUOTE_OUTDATED once a newer one was made', async () => {
    const older = await quoted(server, borrower)
    await quoted(server, borrower, { amountFen: 900_000 })
    expect((await server.call('borrow', 'quoted', { params: { id: older.quoteId } }, { token: borrower.token })).error).toBe(
      'QUOTE_OUTDATED',
    )
  })
  test('borrow.quoted: QUOTE_EXPIRED after half an hour', async () => {
    const { quoteId } = await quoted(server, borrower)
    server.machine.pass(30 * 60_000 - 1)
    expect((await server.call('borrow', 'quoted', { params: { id: quoteId } }, { token: borrower.token })).code).toBe(0)
    server.machine.pass(1)
    expect((await server.call('borrow', 'quoted', { params: { id: quoteId } }, { token: borrower.token })).error).toBe('QUOTE_EXPIRED')
  })
  test('borrow.quoteText: QUOTE_NOT_FOUND for a quote that is none', async () => {
    const answer = await server.call('borrow', 'quoteText', { params: { id: 1 }, query: { key: 'costSheet' } }, { token: borrower.token })
    expect(answer.error).toBe('QUOTE_NOT_FOUND')
  })
  test('borrow.quoteText: AGREEMENT_NOT_FOUND for a text that is not of the quote', async () => {
    const { quoteId } = await quoted(server, borrower)
    const answer = await server.call(
      'borrow',
      'quoteText',
      { params: { id: quoteId }, query: { key: 'registration' } },
      { token: borrower.token },
    )
    expect(answer.error).toBe('AGREEMENT_NOT_FOUND')
  })
})

describe('borrowing', () => {
  let borrower: TestBorrower
  beforeAll(async () => {
    borrower = await ready()
  })
  const order = (body: { quoteId: number; cardId: number; authCode: string }, who = borrower, key = newKey()) =>
    server.call('borrow', 'borrow', { body }, { token: who.token, key })

  test('borrow.borrow: QUOTE_NOT_FOUND for an unknown quote', async () => {
    expect((await order({ quoteId: 1, cardId: 1, authCode: '0000' })).error).toBe('QUOTE_NOT_FOUND')
  })
  test('borrow.borrow: QUOTE_NOT_SIGNED before signing', async () => {
    const { quoteId } = await quoted(server, borrower)
    expect((await order({ quoteId, cardId: cardIdOf(borrower), authCode: '0000' })).error).toBe('QUOTE_NOT_SIGNED')
  })
  test('borrow.borrow: QUOTE_EXPIRED when too much time went by', async () => {
    const { quoteId } = await signedQuote(server, borrower)
    server.machine.pass(31 * 60_000)
    expect((await order({ quoteId, cardId: cardIdOf(borrower), authCode: '0000' })).error).toBe('QUOTE_EXPIRED')
  })
  test('borrow.borrow: CARD_NOT_FOUND for a card that is not the borrower’s', async () => {
    const { quoteId } = await signedQuote(server, borrower)
    expect((await order({ quoteId, cardId: 1, authCode: '0000' })).error).toBe('CARD_NOT_FOUND')
  })
  test('borrow.borrow: SMS_CODE_WRONG with the tries left, and nothing is made', async () => {
    const { quoteId } = await signedQuote(server, borrower)
    const code = await codeFor(server, borrower, { quoteId })
    const before = await limitLeft(server, borrower)
    const answer = await order({ quoteId, cardId: cardIdOf(borrower), authCode: code === '0000' ? '1111' : '0000' })
    expect(answer).toMatchObject({ error: 'SMS_CODE_WRONG', detail: { left: 4 } })
    expect(await limitLeft(server, borrower)).toBe(before)
    expect((await order({ quoteId, cardId: cardIdOf(borrower), authCode: code })).code).toBe(0)
  })
  test('borrow.borrow: SMS_CODE_EXPIRED for a code of five minutes ago', async () => {
    const other = await ready()
    const { quoteId } = await signedQuote(server, other)
    const authCode = await codeFor(server, other, { quoteId })
    server.machine.pass(301_000)
    expect((await order({ quoteId, cardId: cardIdOf(other), authCode }, other)).error).toBe('SMS_CODE_EXPIRED')
  })
  test('borrow.borrow: LIMIT_MISSING when the limit was taken back', async () => {
    const other = await ready()
    const { quoteId } = await signedQuote(server, other)
    await server.db.deleteFrom('credit_limit').where('user_id', '=', other.userId).execute()
    expect((await order({ quoteId, cardId: cardIdOf(other), authCode: '0000' }, other)).error).toBe('LIMIT_MISSING')
  })
  test('borrow.borrow: LIMIT_EXPIRED when the limit ended since the quote', async () => {
    const other = await ready()
    const { quoteId } = await signedQuote(server, other)
    await endLimit(other)
    expect((await order({ quoteId, cardId: cardIdOf(other), authCode: '0000' }, other)).error).toBe('LIMIT_EXPIRED')
  })
  test('borrow.borrow: LIMIT_NOT_ENOUGH when the limit was used since the quote', async () => {
    const other = await ready()
    const { quoteId } = await signedQuote(server, other)
    await server.db
      .updateTable('credit_limit')
      .set((set) => ({ used_fen: set.ref('total_fen') }))
      .where('user_id', '=', other.userId)
      .execute()
    expect((await order({ quoteId, cardId: cardIdOf(other), authCode: '0000' }, other)).error).toBe('LIMIT_NOT_ENOUGH')
  })
  test('borrow.borrow: LOAN_OVERDUE when another loan fell overdue since the quote', async () => {
    const other = await ready()
    const { loanId } = await borrowed(server, other, { amountFen: 100_000 })
    const { quoteId } = await signedQuote(server, other)
    await setStatus(loanId, 6)
    expect((await order({ quoteId, cardId: cardIdOf(other), authCode: '0000' }, other)).error).toBe('LOAN_OVERDUE')
    await setStatus(loanId, 1)
  })
  test('borrow.borrow: LOAN_WRITTEN_OFF when another loan was given up since the quote', async () => {
    const other = await ready()
    const { contractNo } = await paidOutLoan(server, other, { amountFen: 100_000 })
    const { quoteId } = await signedQuote(server, other)
    await asOperator(server, contractNo, 'write-off')
    expect((await order({ quoteId, cardId: cardIdOf(other), authCode: '0000' }, other)).error).toBe('LOAN_WRITTEN_OFF')
  })
  test('borrow.quoted: QUOTE_USED names the loan that was made of it, also when another quote was asked for since', async () => {
    const other = await ready()
    const { quoteId } = await signedQuote(server, other)
    const authCode = await codeFor(server, other, { quoteId })
    const { loanId } = must(await order({ quoteId, cardId: cardIdOf(other), authCode }, other))
    await signedQuote(server, other)
    const look = await server.call('borrow', 'quoted', { params: { id: quoteId } }, { token: other.token })
    expect(look).toMatchObject({ error: 'QUOTE_USED', detail: { loanId } })
  })
  test('borrow.borrow: QUOTE_USED when it was borrowed on before', async () => {
    const other = await ready()
    const { quoteId } = await signedQuote(server, other)
    const authCode = await codeFor(server, other, { quoteId })
    const { loanId } = must(await order({ quoteId, cardId: cardIdOf(other), authCode }, other))
    const again = await order({ quoteId, cardId: cardIdOf(other), authCode }, other)
    expect(again).toMatchObject({ error: 'QUOTE_USED', detail: { loanId } })
  })
  test('borrow.borrow: QUOTE_OUTDATED RT-10 back, another amount, confirm: the old amount is refused and the new one is lent', async () => {
    const other = await ready()
    const older = await signedQuote(server, other, { amountFen: 250_000 })
    const newer = await signedQuote(server, other, { amountFen: 230_000 })
    const authCode = await codeFor(server, other, { quoteId: newer.quoteId })
    const body = { cardId: cardIdOf(other), authCode }
    expect((await order({ ...body, quoteId: older.quoteId }, other)).error).toBe('QUOTE_OUTDATED')
    const { loanId } = must(await order({ ...body, quoteId: newer.quoteId }, other))
    const detail = must(await server.call('loan', 'detail', { params: { id: loanId } }, { token: other.token }))
    expect(detail.amountFen).toBe(230_000)
    const contract = detail.texts.find(({ key }) => key === 'loanContract')
    const text = must(await server.call('agreement', 'signedText', { params: { id: contract?.signedId ?? 0 } }, { token: other.token }))
    expect(text.paragraphs.map((paragraph) => paragraph.text).join('\n')).toContain('2,300.00')
  })
})
