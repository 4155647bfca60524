import { assert } from '@fyh/base/assert.ts'
import { addDays, today } from '@fyh/base/dates.ts'
import { fen } from '@fyh/base/money.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { booksOf } from '#lending/books/books.ts'
import { closeDays } from '#lending/close/close.ts'
import { owedByLedger, unbalancedPostings } from '#lending/ledger/ledger.sql.ts'
import { findLoan, isPaidOut, paymentsOf } from '#lending/loan/loan.ts'
import { must, type TestBorrower } from '#platform/test-borrower.ts'
import { cardIdOf, codeFor, detailOf, limitLeft, moveTo, newKey, notify, orderKeysOf, paidOutLoan, withTier } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ settings: { SMS_ADDRESS_DAILY_MAX: '1000' } })
})
afterAll(() => server.close())

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ act: fc.constant('pass' as const), days: fc.integer({ min: 1, max: 33 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('pay' as const),
      mode: fc.constantFrom('due' as const, 'all' as const),
      percent: fc.integer({ min: 1, max: 100 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('payBeforeDayOpens' as const),
      days: fc.integer({ min: 1, max: 20 }),
      mode: fc.constantFrom('due' as const, 'all' as const),
      percent: fc.integer({ min: 1, max: 100 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('notice' as const),
      which: fc.nat(3),
      result: fc.constantFrom('succeeded' as const, 'partly' as const, 'failed' as const),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('settleAll' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
type Mine = { borrower: TestBorrower; loanId: number; total: number }

test('whatever is paid, told twice, told in any order and on whatever day: books balance, ledger and plan agree, no debt is negative, the limit is what is not lent', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
      const borrower = await server.newBorrower({ upTo: 'card' })
      await withTier(server, borrower)
      const total = await limitLeft(server, borrower)
      const { loanId } = await paidOutLoan(server, borrower, { amountFen: 600_000, periods: 6 })
      const mine = { borrower, loanId, total }
      for (const one of steps) {
        await take(mine, one)
        await check(mine)
      }
    }),
    { numRuns: 5, seed: 20_261_127 },
  )
}, 120_000)

async function take(mine: Mine, one: Step): Promise<void> {
  switch (one.act) {
    case 'pass':
      return moveTo(server, addDays(today(server.clock), one.days))
    case 'pay':
      return pay(mine, one)
    case 'payBeforeDayOpens':
      server.machine.pass(one.days * 86_400_000)
      await pay(mine, one)
      await closeDays(server.deps, today(server.clock))
      return server.runJobs()
    case 'notice':
      return tell(mine, one)
    case 'settleAll':
      await server.deliverNotices()
      return server.runJobs()
  }
}

async function pay({ borrower, loanId }: Mine, { mode, percent }: { mode: 'due' | 'all'; percent: number }): Promise<void> {
  const { token } = borrower
  const quote = await server.call('repay', 'quote', { params: { id: loanId }, query: { mode } }, { token })
  if (quote.data === null || !quote.data.payable) return
  const { total } = quote.data.parts
  const amountFen = mode === 'all' ? total : Math.max(Math.min(100, total), Math.ceil((total * percent) / 100))
  const authCode = await codeFor(server, borrower, { loanId, mode, amountFen })
  const body = { loanId, mode, amountFen: fen(amountFen), part: amountFen !== total, cardId: cardIdOf(borrower), authCode }
  must(await server.call('repay', 'pay', { body }, { token, key: newKey() }))
  await server.runJobs()
}

/** A notice about one of the loan's debits, however old, with whatever result, told once or more and at once. */
async function tell(
  { loanId }: Mine,
  { which, result, times }: { which: number; result: 'succeeded' | 'partly' | 'failed'; times: number },
): Promise<void> {
  const debits = (await orderKeysOf(server, loanId)).filter((key) => key.startsWith('debit-'))
  const key = debits.at(-1 - (which % Math.max(1, debits.length)))
  if (key === undefined) return
  const asked = await server.db.selectFrom('repayment').select('asked_fen').where('order_key', '=', key).executeTakeFirstOrThrow()
  const takenFen = result === 'failed' ? 0 : result === 'partly' ? Math.ceil(asked.asked_fen / 3) : asked.asked_fen
  const notice = { noticeId: `${key}-${result}`, key, result, takenFen }
  const answers = await Promise.all(Array.from({ length: times }, () => notify(server, 'debit', notice)))
  expect(answers.every(({ code }) => code === 0)).toBe(true)
  await server.runJobs()
}

async function check({ borrower, loanId, total }: Mine): Promise<void> {
  expect(await unbalancedPostings(server.db)).toEqual([])
  const detail = await detailOf(server, borrower, loanId)
  const ledger = await owedByLedger(server.db, { userId: borrower.userId, loanId })
  const principal = detail.plan.reduce((sum, row) => sum + row.owed.principal, 0)
  expect(ledger.principal).toBe(principal)
  expect(ledger.penalty).toBe(detail.plan.reduce((sum, row) => sum + row.owed.penalty, 0))
  expect(ledger.interest).toBe(await interestOwed(borrower.userId, loanId))
  for (const amount of [ledger.principal, ledger.interest, ledger.fee, ledger.penalty, ledger.surplusHeld])
    expect(amount).toBeGreaterThanOrEqual(0)
  expect(await limitLeft(server, borrower)).toBe(total - principal)
  const overdue = detail.plan.some(({ state }) => state === 'overdue')
  expect(detail.status).toBe(principal === 0 ? 5 : overdue ? 6 : detail.status === 2 ? 2 : 4)
  const taken = await server.db.selectFrom('repayment').select('taken_fen').where('loan_id', '=', loanId).execute()
  expect(detail.paidTotal + ledger.surplusHeld).toBe(taken.reduce((sum, { taken_fen }) => sum + taken_fen, 0))
}

/** Earned by the engine up to the last day closed, and not paid. */
async function interestOwed(userId: number, loanId: number): Promise<number> {
  const loan = await findLoan(server.db, { userId, loanId })
  assert(loan !== undefined && isPaidOut(loan), 'the loan was paid out')
  return booksOf({ loan, payments: await paymentsOf(server.db, loan), onDate: loan.bookedTo }).owed.interest
}
