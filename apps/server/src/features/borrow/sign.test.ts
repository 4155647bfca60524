import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { must, type TestBorrower } from '#platform/test-borrower.ts'
import { cardIdOf, codeFor, detailOf, newKey, quoted, signedQuote } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const agreedOf = (quote: Awaited<ReturnType<typeof quoted>>) => quote.texts.map(({ key, version, sha256 }) => ({ key, version, sha256 }))

describe('signing', () => {
  let borrower: TestBorrower
  beforeAll(async () => {
    borrower = await server.newBorrower({ upTo: 'card' })
  })
  const sign = (quoteId: number, agreed: ReturnType<typeof agreedOf>, token = borrower.token) =>
    server.call('borrow', 'sign', { body: { quoteId, agreed } }, { token })

  test('borrow.sign: COST_SHEET_NOT_READ until it was open long enough by the server’s clock', async () => {
    const quote = await quoted(server, borrower)
    server.machine.pass(2_500)
    expect(await sign(quote.quoteId, agreedOf(quote))).toMatchObject({ error: 'COST_SHEET_NOT_READ', detail: { waitSeconds: 4 } })
    server.machine.pass(3_500)
    expect(must(await sign(quote.quoteId, agreedOf(quote)))).toEqual({ signed: true })
    expect(must(await server.call('borrow', 'quoted', { params: { id: quote.quoteId } }, { token: borrower.token })).signed).toBe(true)
  })
  test('borrow.sign: AGREEMENT_REQUIRED when a text of the loan was not agreed to', async () => {
    const quote = await quoted(server, borrower)
    server.machine.pass(6_000)
    expect((await sign(quote.quoteId, agreedOf(quote).slice(1))).error).toBe('AGREEMENT_REQUIRED')
  })
  test('borrow.sign: AGREEMENT_OUTDATED when other words were agreed to than the quote’s', async () => {
    const quote = await quoted(server, borrower)
    server.machine.pass(6_000)
    const agreed = agreedOf(quote).map((text) => ({ ...text, sha256: '0'.repeat(64) }))
    expect((await sign(quote.quoteId, agreed)).error).toBe('AGREEMENT_OUTDATED')
  })
  test('borrow.sign: QUOTE_NOT_FOUND for somebody else’s quote', async () => {
    const quote = await quoted(server, borrower)
    const stranger = await server.newBorrower({ upTo: 'login' })
    expect((await sign(quote.quoteId, agreedOf(quote), stranger.token)).error).toBe('QUOTE_NOT_FOUND')
  })
  test('borrow.sign: QUOTE_OUTDATED once the amount was changed', async () => {
    const quote = await quoted(server, borrower)
    await quoted(server, borrower, { amountFen: 230_000 })
    server.machine.pass(6_000)
    expect((await sign(quote.quoteId, agreedOf(quote))).error).toBe('QUOTE_OUTDATED')
  })
  test('borrow.sign: QUOTE_EXPIRED after half an hour', async () => {
    const quote = await quoted(server, borrower)
    server.machine.pass(31 * 60_000)
    expect((await sign(quote.quoteId, agreedOf(quote))).error).toBe('QUOTE_EXPIRED')
  })
})

test('signing again, also after the loan was made, does not move the moment of the first signature', async () => {
  const borrower = await server.newBorrower({ upTo: 'card' })
  const quote = await signedQuote(server, borrower, { amountFen: 100_000 })
  const authCode = await codeFor(server, borrower, { quoteId: quote.quoteId })
  const body = { quoteId: quote.quoteId, cardId: cardIdOf(borrower), authCode }
  const { loanId } = must(await server.call('borrow', 'borrow', { body }, { token: borrower.token, key: newKey() }))
  const signedAt = async () => (await detailOf(server, borrower, loanId)).timeline.find(({ step }) => step === 'signed')?.at
  const first = await signedAt()
  server.machine.pass(60_000)
  must(await server.call('borrow', 'sign', { body: { quoteId: quote.quoteId, agreed: agreedOf(quote) } }, { token: borrower.token }))
  expect(await signedAt()).toBe(first)
})
