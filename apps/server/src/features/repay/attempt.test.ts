import { fen } from '@fyh/base/money.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { must, type TestBorrower } from '#platform/test-borrower.ts'
import { cardIdOf, codeFor, newKey, paidOutLoan, payOrdered, withTier } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { attemptsDailyMax } from './repay.handlers.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ settings: { AUTO_DEBIT: '0' } })
})
afterAll(() => server.close())

async function ready(): Promise<TestBorrower> {
  const borrower = await server.newBorrower({ upTo: 'card' })
  await withTier(server, borrower)
  return borrower
}
const attempt = async ({ token }: TestBorrower, key: string) =>
  must(await server.call('repay', 'attempt', { body: { key } }, { token })).repaymentIds[0] ?? null
const repayments = (loanId: number) => server.db.selectFrom('repayment').select('repayment_id').where('loan_id', '=', loanId).execute()

test('ID-02 the key of a payment or prepayment leads its borrower, and nobody else, to the one that was made under it', async () => {
  const borrower = await ready()
  const { loanId } = await paidOutLoan(server, borrower)
  const key = newKey()
  const { repaymentId } = must(await payOrdered(server, borrower, { loanId, mode: 'due', amountFen: 10_000, key }))
  expect(await attempt(borrower, key)).toBe(repaymentId)
  expect(await attempt(await ready(), key)).toBeNull()
  expect(await attempt(borrower, key)).toBe(repaymentId)

  const prepayer = await ready()
  const other = await paidOutLoan(server, prepayer)
  const { parts } = must(
    await server.call(
      'repay',
      'prepayQuote',
      { params: { id: other.loanId }, query: { principalFen: 200_000 } },
      { token: prepayer.token },
    ),
  )
  const body = {
    loanId: other.loanId,
    principalFen: fen(200_000),
    totalFen: parts.total,
    effect: 'lower' as const,
    cardId: cardIdOf(prepayer),
    authCode: await codeFor(server, prepayer, { loanId: other.loanId, mode: 'prepay', amountFen: parts.total }),
  }
  const prepayKey = newKey()
  const prepaid = must(await server.call('repay', 'prepay', { body }, { token: prepayer.token, key: prepayKey }))
  expect(await attempt(prepayer, prepayKey)).toBe(prepaid.repaymentId)
})

test('repay.attempt: ATTEMPT_DAILY_LIMIT after a hundred keys that made nothing, for 24 hours; a key that is known is still answered', async () => {
  const borrower = await ready()
  const ask = (key: string) => server.call('repay', 'attempt', { body: { key } }, { token: borrower.token })
  for (let n = 0; n < attemptsDailyMax; n += 1) expect((await ask(`unused-key-${n}`)).code).toBe(0)
  expect((await ask('one-too-many')).error).toBe('ATTEMPT_DAILY_LIMIT')
  expect((await ask('unused-key-7')).code).toBe(0)
  server.machine.pass(86_400_000)
  expect((await ask('one-too-many')).code).toBe(0)
})

test('ID-02 once it was told that a key made nothing, the order that comes late under it debits nothing', async () => {
  const borrower = await ready()
  const { loanId } = await paidOutLoan(server, borrower)
  const key = newKey()
  expect(await attempt(borrower, key)).toBeNull()
  expect(await attempt(borrower, key)).toBeNull()
  const late = await payOrdered(server, borrower, { loanId, mode: 'due', amountFen: 10_000, key })
  expect(late.error).toBe('IDEMPOTENCY_KEY_REUSED')
  expect(await repayments(loanId)).toEqual([])
})

test('ID-01 asked at the same moment as the order arrives, the answer and what is debited never differ', async () => {
  const borrower = await ready()
  const { loanId } = await paidOutLoan(server, borrower)
  const key = newKey()
  const [ordered, told] = await Promise.all([
    payOrdered(server, borrower, { loanId, mode: 'due', amountFen: 10_000, key }),
    attempt(borrower, key),
  ])
  expect(ordered.code === 0 ? must(ordered).repaymentId : null).toBe(told)
  expect((await repayments(loanId)).map((row) => row.repayment_id)).toEqual(told === null ? [] : [told])
})
