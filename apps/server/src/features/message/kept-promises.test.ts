import { fen } from '@fyh/base/money.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { must, type TestBorrower } from '#platform/test-borrower.ts'
import { detailOf, moveTo, orderKeysOf, paid, paidOutLoan, quoted, signedQuote, withTier } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'

/** The phones of the contacts whom every test borrower names. */
const contactMobiles = ['13800000001', '13800000002']

let server: TestServer
beforeAll(async () => {
  server = await testServer({ settings: { AUTO_DEBIT: '0', SMS_ADDRESS_DAILY_MAX: '1000', LENDERS_ALWAYS_OPEN: '1' } })
})
afterAll(() => server.close())

async function ready(): Promise<TestBorrower> {
  const borrower = await server.newBorrower({ upTo: 'card' })
  await withTier(server, borrower)
  return borrower
}
const messagesOf = async ({ token }: TestBorrower) => must(await server.call('message', 'list', { query: {} }, { token })).items

test('applying, reading and signing book nothing and order nothing', async () => {
  const borrower = await ready()
  const { quoteId } = await signedQuote(server, borrower)
  must(await server.call('borrow', 'quoteText', { params: { id: quoteId }, query: { key: 'loanContract' } }, borrower))
  const { userId } = borrower
  expect(await server.db.selectFrom('ledger_leg').selectAll().where('user_id', '=', userId).execute()).toEqual([])
  expect(await server.db.selectFrom('repayment').selectAll().where('user_id', '=', userId).execute()).toEqual([])
  expect(server.providers.payment.debit.calls).toEqual([])
})

test('every debit ends with one message: all, a part, or nothing', async () => {
  const borrower = await ready()
  const { loanId } = await paidOutLoan(server, borrower)
  const debitNews = async () => (await messagesOf(borrower)).map(({ kind }) => kind).filter((kind) => kind.startsWith('debit'))

  server.providers.payment.decide({ result: 'failed', reason: 'balanceTooLow' })
  await paid(server, borrower, { loanId, mode: 'due', amountFen: 91_680 })
  expect(await debitNews()).toEqual(['debitFailed'])
  server.providers.payment.decide({ result: 'partly', takenFen: fen(40_000) })
  await paid(server, borrower, { loanId, mode: 'due', amountFen: 91_680 })
  expect(await debitNews()).toEqual(['debitPartly', 'debitFailed'])
  await paid(server, borrower, { loanId, mode: 'due', amountFen: 51_680 })
  expect(await debitNews()).toEqual(['debitDone', 'debitPartly', 'debitFailed'])
})

test('each lender’s own hours are the estimate, before and after the loan is made', async () => {
  const borrower = await ready()
  const hoursByProduct = [
    [101, 2],
    [201, 24],
    [301, 1],
  ] as const
  for (const [productId, hours] of hoursByProduct) {
    expect(await quoted(server, borrower, { productId, periods: 6 })).toMatchObject({ payOutHours: hours })
    const { loanId } = await paidOutLoan(server, borrower, { productId, periods: 6 })
    expect(await detailOf(server, borrower, loanId)).toMatchObject({ expectedHours: hours })
  }
})

test('a loan from application to overdue sends nothing to the contacts and names them to no outside party', async () => {
  const borrower = await ready()
  const { loanId } = await paidOutLoan(server, borrower)
  server.providers.payment.decide({ result: 'failed', reason: 'balanceTooLow' })
  await paid(server, borrower, { loanId, mode: 'due', amountFen: 91_680 })
  for (const day of ['2026-12-27', '2026-12-28', '2027-01-05']) await moveTo(server, day)
  expect((await messagesOf(borrower)).map(({ kind }) => kind)).toContain('fellOverdue')
  expect(await orderKeysOf(server, loanId)).not.toEqual([])

  const { sms, ocr, face, bank, payment, lender } = server.providers
  expect(sms.send.calls.filter(({ mobile }) => mobile === borrower.mobile).length).toBeGreaterThan(3)
  const requests = [sms.send, ocr.readIdCard, face.compare, bank.startBind, bank.confirmBind, payment.debit, lender(1).payOut].flatMap(
    ({ calls }): unknown[] => [...calls],
  )
  for (const mobile of contactMobiles) expect(requests.filter((request) => JSON.stringify(request).includes(mobile))).toEqual([])
})
