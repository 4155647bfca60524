import { fen } from '@fyh/base/money.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { must, type TestBorrower } from '#platform/test-borrower.ts'
import { borrowed, failedLoan, moveTo } from '#platform/test-loan.ts'
import { type TestServer, testServer } from '#platform/test-server.ts'
import { quotesDailyMax } from './quoting.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ settings: { AUTO_DEBIT: '0' } })
})
afterAll(() => server.close())

const quote = ({ token }: TestBorrower) =>
  server.call('borrow', 'quote', { body: { productId: 101, amountFen: fen(100_000), periods: 12, use: '01' } }, { token })

/** Copies the borrower's newest quote, with lower ids, until there are so many. */
async function fillUp({ userId }: TestBorrower, total: number): Promise<void> {
  const newest = await server.db
    .selectFrom('loan_quote')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('quote_id', 'desc')
    .executeTakeFirstOrThrow()
  const { count } = await server.db
    .selectFrom('loan_quote')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  const { plan, cost_sheet, texts, ...rest } = newest
  const copies = Array.from({ length: total - count }, (_, n) => ({
    ...{ ...rest, quote_id: n + 1, used_loan_id: null, signed_at: null },
    ...{ plan: JSON.stringify(plan), cost_sheet: JSON.stringify(cost_sheet), texts: JSON.stringify(texts) },
  }))
  await server.db.insertInto('loan_quote').values(copies).execute()
}
const quotesOf = async ({ userId }: TestBorrower) =>
  (await server.db.selectFrom('loan_quote').select(['quote_id', 'used_loan_id']).where('user_id', '=', userId).execute()).length
const forget = async () => {
  await server.deps.jobs.send(server.db, 'borrow.forgetQuotes', {})
  await server.runJobs()
}

test('borrow.quote: QUOTE_DAILY_LIMIT after 200 quotes on a business day, until the next day', async () => {
  const borrower = await server.newBorrower({ upTo: 'limit' })
  must(await quote(borrower))
  await fillUp(borrower, quotesDailyMax - 1)
  expect((await quote(borrower)).code).toBe(0)
  expect((await quote(borrower)).error).toBe('QUOTE_DAILY_LIMIT')
  expect((await quote(await server.newBorrower({ upTo: 'limit' }))).code).toBe(0)
  await moveTo(server, '2026-11-28')
  expect((await quote(borrower)).code).toBe(0)
})

test('borrow.reQuote: QUOTE_DAILY_LIMIT counts them with the others', async () => {
  const borrower = await server.newBorrower({ upTo: 'card' })
  const loanId = await failedLoan(server, borrower)
  await fillUp(borrower, quotesDailyMax)
  const again = await server.call('borrow', 'reQuote', { params: { id: loanId } }, { token: borrower.token })
  expect(again.error).toBe('QUOTE_DAILY_LIMIT')
})

test('quotes that came to nothing are forgotten a day after they expired; those of loans, and what was signed, are kept', async () => {
  const borrower = await server.newBorrower({ upTo: 'card' })
  const { loanId } = await borrowed(server, borrower, { amountFen: 100_000 })
  await fillUp(borrower, 30)
  const signed = await sql`select 1 from signed_text where user_id = ${borrower.userId}`.execute(server.db)
  await forget()
  expect(await quotesOf(borrower)).toBe(30)
  await moveTo(server, '2026-11-30')
  const late = await server.newBorrower({ upTo: 'limit' })
  must(await quote(late))
  await forget()
  expect([await quotesOf(borrower), await quotesOf(late)]).toEqual([1, 1])
  expect((await server.call('loan', 'detail', { params: { id: loanId } }, { token: borrower.token })).code).toBe(0)
  expect((await sql`select 1 from signed_text where user_id = ${borrower.userId}`.execute(server.db)).rows).toHaveLength(signed.rows.length)
})
