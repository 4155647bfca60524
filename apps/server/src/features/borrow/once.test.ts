import { fen } from '@fyh/base/money.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { unbalancedPostings } from '#lending/ledger/ledger.sql.ts'
import { must, type TestBorrower } from '#platform/test-borrower.ts'
import {
  cardIdOf,
  codeFor,
  detailOf,
  failedLoan,
  limitLeft,
  moveTo,
  newKey,
  orderKeysOf,
  paid,
  paidOutLoan,
  payOrdered,
  quoted,
  signedAgain,
  signedQuote,
} from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ settings: { AUTO_DEBIT: '0', SMS_ADDRESS_DAILY_MAX: '1000' } })
})
afterAll(async () => {
  expect(await unbalancedPostings(server.db)).toEqual([])
  await server.close()
})

const ready = () => server.newBorrower({ upTo: 'card' })
const loansOf = async ({ token }: TestBorrower) => must(await server.call('loan', 'list', { query: {} }, { token })).items
const kindsOf = async ({ token }: TestBorrower) =>
  must(await server.call('message', 'list', { query: {} }, { token })).items.map(({ kind }) => kind)
const setLimit = (borrower: TestBorrower, values: { total_fen?: number; used_fen?: number; valid_until?: string }) =>
  server.db
    .updateTable('credit_limit')
    .set({ ...values, ...(values.total_fen !== undefined && { granted_fen: values.total_fen }) })
    .where('user_id', '=', borrower.userId)
    .execute()
type Again = { loanId: number; quoteId: number; authCode: string }
const reLoan = ({ loanId, quoteId, authCode }: Again, borrower: TestBorrower) =>
  server.call(
    'borrow',
    'reLoan',
    { params: { id: loanId }, body: { quoteId, cardId: cardIdOf(borrower), authCode } },
    { token: borrower.token, key: newKey() },
  )

describe('parallel orders', () => {
  test('ID-01 twelve identical borrows at once make one loan, take the limit once and tell once', async () => {
    const borrower = await ready()
    const before = await limitLeft(server, borrower)
    const { quoteId } = await signedQuote(server, borrower, { amountFen: 500_000 })
    const authCode = await codeFor(server, borrower, { quoteId })
    const key = newKey()
    const body = { quoteId, cardId: cardIdOf(borrower), authCode }
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => server.call('borrow', 'borrow', { body }, { token: borrower.token, key })),
    )
    expect(new Set(answers.map((answer) => must(answer).loanId)).size).toBe(1)
    expect(await loansOf(borrower)).toHaveLength(1)
    expect(await limitLeft(server, borrower)).toBe(before - 500_000)
    expect((await kindsOf(borrower)).filter((kind) => kind === 'payoutRequested')).toHaveLength(1)
    await server.runJobs()
    const [key1] = await orderKeysOf(server, must(answers[0] ?? answers[1] ?? expect.fail('no answer')).loanId)
    expect(server.providers.lender(1).payOut.calls.filter((call) => call.key === key1)).toHaveLength(1)
  })

  test('ID-01 twelve borrows with keys of their own make one loan too: the others find the quote used', async () => {
    const borrower = await ready()
    const { quoteId } = await signedQuote(server, borrower, { amountFen: 500_000 })
    const authCode = await codeFor(server, borrower, { quoteId })
    const body = { quoteId, cardId: cardIdOf(borrower), authCode }
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => server.call('borrow', 'borrow', { body }, { token: borrower.token, key: newKey() })),
    )
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(answers.filter(({ error }) => error === 'QUOTE_USED')).toHaveLength(11)
    expect(await loansOf(borrower)).toHaveLength(1)
  })

  test('ID-02 a retry under the first key gets the first loan back, also with a new code after a reload', async () => {
    const borrower = await ready()
    const { quoteId } = await signedQuote(server, borrower, { amountFen: 500_000 })
    const key = newKey()
    const body = { quoteId, cardId: cardIdOf(borrower), authCode: await codeFor(server, borrower, { quoteId }) }
    const first = must(await server.call('borrow', 'borrow', { body }, { token: borrower.token, key }))
    const again = await server.call('borrow', 'borrow', { body: { ...body, authCode: '0000' } }, { token: borrower.token, key })
    expect(must(again)).toEqual(first)
    expect(await loansOf(borrower)).toHaveLength(1)
    const other = await server.call('borrow', 'borrow', { body: { ...body, cardId: 1 } }, { token: borrower.token, key })
    expect(other.error).toBe('IDEMPOTENCY_KEY_REUSED')
    const none = await server.call('borrow', 'borrow', { body }, { token: borrower.token })
    expect(none.error).toBe('IDEMPOTENCY_KEY_MISSING')
  })

  test('ID-13 two at once never take more than the limit, and at zero every borrow is refused', async () => {
    const borrower = await ready()
    const loanIds = [
      await failedLoan(server, borrower, { amountFen: 800_000, reason: 'noFunds' }),
      await failedLoan(server, borrower, { amountFen: 800_000, reason: 'noFunds' }),
    ]
    await setLimit(borrower, { total_fen: 1_000_000 })
    // A phone gets ten codes a day.
    for (let round = 0; round < 6; round += 1) {
      const quotes = [await signedAgain(server, borrower, loanIds[0] ?? 0), await signedAgain(server, borrower, loanIds[1] ?? 0)]
      // A code confirms one order: the other one is refused for its amount, or, when it comes first, for its code.
      const authCode = await codeFor(server, borrower, { quoteId: quotes[0]?.quoteId ?? 0 })
      const answers = await Promise.all(
        quotes.map(({ quoteId, forLoanId }) => reLoan({ loanId: forLoanId ?? 0, quoteId, authCode }, borrower)),
      )
      expect(answers[0]?.code).toBe(0)
      expect(answers[1]?.error).toMatch(/^(LIMIT_NOT_ENOUGH|SMS_CODE_OTHER_ORDER)$/)
      expect(await limitLeft(server, borrower)).toBe(200_000)
      server.providers.lender(1).payOut.next({ answer: 'refused', reason: 'noFunds' })
      await server.runJobs()
      expect(await limitLeft(server, borrower)).toBe(1_000_000)
    }
    await setLimit(borrower, { used_fen: 1_000_000 })
    const answer = await server.call(
      'borrow',
      'quote',
      { body: { productId: 101, amountFen: fen(50_000), periods: 3, use: '01' } },
      { token: borrower.token },
    )
    expect(answer.error).toBe('LIMIT_NOT_ENOUGH')
  })

  test('R7.20 two resubmissions of one failed loan at once make one attempt', async () => {
    const borrower = await ready()
    const loanId = await failedLoan(server, borrower)
    const { quoteId } = await signedAgain(server, borrower, loanId)
    const authCode = await codeFor(server, borrower, { quoteId })
    const answers = await Promise.all(Array.from({ length: 6 }, () => reLoan({ loanId, quoteId, authCode }, borrower)))
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(answers.filter(({ error }) => error === 'LOAN_NOT_FAILED')).toHaveLength(5)
    expect(await orderKeysOf(server, loanId)).toHaveLength(2)
  })
})

describe('DB-07 with one connection', () => {
  test('the whole way from quote to settled works, and a last step that throws leaves nothing behind', async () => {
    const single = await testServer({ settings: { AUTO_DEBIT: '0', DATABASE_POOL_MAX: '1' } })
    const borrower = await single.newBorrower({ upTo: 'card' })
    const before = await limitLeft(single, borrower)
    const { quoteId } = await signedQuote(single, borrower, { amountFen: 100_000 })
    const body = { quoteId, cardId: cardIdOf(borrower), authCode: await codeFor(single, borrower, { quoteId }) }
    const broken = vi.spyOn(single.deps.jobs, 'send').mockRejectedValueOnce(new Error('the last step failed'))
    const key = newKey()
    await expect(single.call('borrow', 'borrow', { body }, { token: borrower.token, key })).rejects.toThrow('answered 500')
    broken.mockRestore()
    for (const table of ['loan', 'payout', 'contract_number', 'vendor_order'] as const)
      expect({ table, rows: await single.db.selectFrom(table).selectAll().execute() }).toEqual({ table, rows: [] })
    expect(await limitLeft(single, borrower)).toBe(before)
    const wrong = await single.call(
      'borrow',
      'borrow',
      { body: { ...body, authCode: body.authCode === '0000' ? '1111' : '0000' } },
      { token: borrower.token, key: newKey() },
    )
    expect(wrong.error).toBe('SMS_CODE_WRONG')
    must(await single.call('borrow', 'borrow', { body }, { token: borrower.token, key }))
    await single.runJobs()
    await single.deliverNotices()
    await single.runJobs()
    const [loan] = must(await single.call('loan', 'list', { query: {} }, { token: borrower.token })).items
    const loanId = loan?.loanId ?? 0
    await moveTo(single, '2026-12-31')
    expect((await detailOf(single, borrower, loanId)).status).toBe(6)
    const amountFen = must(
      await single.call('repay', 'quote', { params: { id: loanId }, query: { mode: 'due' } }, { token: borrower.token }),
    ).parts.total
    await paid(single, borrower, { loanId, mode: 'due', amountFen })
    const rest = must(await single.call('repay', 'quote', { params: { id: loanId }, query: { mode: 'all' } }, { token: borrower.token }))
      .parts.total
    const broken2 = vi.spyOn(single.deps.jobs, 'send').mockRejectedValueOnce(new Error('the last step failed'))
    await expect(payOrdered(single, borrower, { loanId, mode: 'all', amountFen: rest })).rejects.toThrow()
    broken2.mockRestore()
    expect(await single.db.selectFrom('repayment').select('status').execute()).toEqual([{ status: 'succeeded' }])
    expect(await paid(single, borrower, { loanId, mode: 'all', amountFen: rest })).toMatchObject({ loanStatus: 5 })
    await single.close()
  })
})

test('PS-11 nobody sees or moves what is another’s, and without a token nobody sees anything', async () => {
  const owner = await ready()
  const stranger = await ready()
  const { loanId } = await paidOutLoan(server, owner, { amountFen: 100_000 })
  const { quoteId } = await quoted(server, owner)
  const id = { params: { id: loanId } }
  const body = { loanId, mode: 'all' as const, amountFen: fen(100_000), cardId: cardIdOf(stranger), authCode: '0000' }
  const asked = async (token?: string) => {
    const caller = token === undefined ? {} : { token }
    return [
      await server.call('loan', 'detail', id, caller),
      await server.call('repay', 'quote', { ...id, query: { mode: 'all' } }, caller),
      await server.call('repay', 'pay', { body }, { ...caller, key: newKey() }),
      await server.call('borrow', 'reLoan', { ...id, body: { quoteId, cardId: 1, authCode: '0000' } }, { ...caller, key: newKey() }),
      await server.call('borrow', 'reQuote', id, caller),
      await server.call('borrow', 'giveUp', id, caller),
      await server.call('borrow', 'quoted', { params: { id: quoteId } }, caller),
      await server.call('repay', 'result', id, caller),
    ].map(({ code, error }) => ({ code, error }))
  }
  const unknown = [...Array.from({ length: 6 }, () => 'LOAN_NOT_FOUND'), 'QUOTE_NOT_FOUND', 'REPAYMENT_NOT_FOUND']
  expect(await asked(stranger.token)).toEqual(unknown.map((error) => ({ code: 1, error })))
  expect(await asked()).toEqual(unknown.map(() => ({ code: -1, error: 'LOGIN_EXPIRED' })))
  expect((await detailOf(server, owner, loanId)).status).toBe(2)
})
